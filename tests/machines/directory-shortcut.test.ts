import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { AnyMachineSnapshot, EventFrom, EventObject } from 'xstate';
import type { Ack } from '../../contract/ack.ts';
import { createCrew } from '../../src/machines/crew.ts';
import type { Crewed } from '../../src/machines/crew.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { FrameEvent } from '../../src/machines/log/events-chat.ts';
import { socketMachine } from '../../src/machines/socket/socket.machine.ts';
import { crewedSocket } from '../../src/machines/socket/socket.shortcut.ts';
import { ticketMachine } from '../../src/machines/ticket/ticket.machine.ts';
import { crewedTicket } from '../../src/machines/ticket/ticket.shortcut.ts';
import { unseenMachine } from '../../src/machines/unseen/unseen.machine.ts';
import { crewedUnseen } from '../../src/machines/unseen/unseen.shortcut.ts';
import {
  ackChanged,
  chatListed,
  conversationHidden,
  conversationShown,
  greeted,
  logged,
  messageArrived,
  resetAnswered,
  submitted,
  ticketClosed,
  ticketListed,
  transferArrived,
  wasReset,
} from '../support/builders-events.ts';
import {
  START,
  aFailure,
  aMessage,
  aSentMessage,
  aTicket,
  anOutgoing,
  brunoViewing,
  clientId,
} from '../support/builders.ts';
import { sessionStarted } from './session-support.ts';

/*
 * The short cut and the machine are told the same; they must hold the same after every event and
 * give the same commands.
 */

/** Tells both of each event and holds them against each other. */
function compare<Event>(
  events: readonly Event[],
  slow: { send(event: Event): void; look(): unknown; commands: readonly Command[] },
  quick: { send(event: Event): void; look(): unknown; commands: readonly Command[] },
): void {
  for (const event of events) {
    slow.send(event);
    quick.send(event);
    expect(quick.look()).toEqual(slow.look());
  }
  expect(quick.commands).toEqual(slow.commands);
}

const seqs = fc.integer({ min: 1, max: 40 });
const ids = fc.integer({ min: 1, max: 12 }).map((n) => String(1000 + n));
const acks = fc.constantFrom<Ack>(0, 1, 2, 3, 4);
const flags = fc.boolean();
const unseenCounts = fc.integer({ min: 0, max: 3 });

const messages = fc
  .record({ id: ids, received: flags, twin: flags, ack: acks })
  .map(({ id, received, twin, ack }) =>
    received
      ? aMessage({ id, at: START + Number(id) })
      : aSentMessage({ id, ack, clientId: twin ? clientId(1) : null }),
  );

const arrivals = fc
  .record({ message: messages, seq: seqs, notResponded: flags, unseen: unseenCounts, finishing: flags })
  .map(({ message, seq, ...ticket }) => messageArrived(message, seq, ticket));

const listings = fc
  .record({
    position: seqs,
    last: fc.option(messages),
    notResponded: flags,
    unseen: unseenCounts,
    pinned: flags,
    finished: flags,
  })
  .map(({ position, last, finished, ...ticket }) =>
    ticketListed(aTicket({ ...ticket, lastMessage: last, finishedAt: finished ? START : null }), position),
  );

const ackNews = fc
  .record({ message: messages, seq: seqs, ack: acks })
  .map(({ message, seq, ack }) => ackChanged(message, seq, { ack }));

const streams = fc.record({
  seq: seqs,
  epoch: fc.constantFrom('epoch-1', 'epoch-2'),
  back: fc.integer({ min: 1, max: 3 }),
});

function frameOf({ seq, epoch, back }: { seq: number; epoch: string; back: number }) {
  const stream = { epoch, seq, prev: Math.max(0, seq - back), id: `frame-${seq}` };
  return logged<Extract<FrameEvent, { type: 'customer.blacklisted' }>>(
    { type: 'customer.blacklisted', customerId: '100', blacklisted: true, stream },
    seq,
    START + seq,
  );
}

describe('a short cut leads to where the machine leads', () => {
  test('ticket', () => {
    const event: fc.Arbitrary<EventFrom<typeof ticketMachine>> = fc.oneof(
      { weight: 4, arbitrary: arrivals },
      { weight: 3, arbitrary: ackNews },
      { weight: 3, arbitrary: listings },
      fc.constant(logged({ type: 'ticket.opened', ticketId: '500' } as const)),
      fc.constant(logged({ type: 'ticket.left', ticketId: '500' } as const)),
      fc.constant(logged({ type: 'ticket.finishRequested', ticketId: '500' } as const)),
      fc.constant(logged({ type: 'ticket.finishFailed', ticketId: '500', failure: aFailure() } as const)),
      fc.constant(logged({ type: 'customer.pinToggled', customerId: '100', pinned: true } as const)),
      fc
        .tuple(fc.integer({ min: 1, max: 4 }), fc.array(messages, { maxLength: 4 }))
        .map(([request, items]) => chatListed(request, items)),
      fc.constant(submitted(anOutgoing())),
      flags.map((recovered) => greeted(recovered, 20)),
      seqs.map((seq) => ticketClosed(seq)),
      seqs.map((seq) => transferArrived(seq)),
      streams.map(frameOf),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const input = { ticketId: '500', viewer: brunoViewing };
        const slow = createActor(ticketMachine, { input });
        compare(events, watched(slow), crewed(crewedTicket, input));
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  test('unseen', () => {
    const event: fc.Arbitrary<EventFrom<typeof unseenMachine>> = fc.oneof(
      { weight: 4, arbitrary: arrivals },
      { weight: 2, arbitrary: listings },
      fc.constant(conversationShown),
      fc.constant(conversationHidden),
      fc.tuple(fc.option(ids), unseenCounts, seqs).map(([id, count, seq]) => wasReset(id, count, seq)),
      fc.tuple(fc.option(ids), unseenCounts, seqs).map(([id, count, seq]) => resetAnswered(id, count, seq)),
      fc.constant(
        logged({ type: 'unseen.resetFailed', customerId: '100', instanceId: '10', failure: aFailure() } as const),
      ),
      flags.map((recovered) => greeted(recovered, 20)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const input = { customerId: '100', instanceId: '10' };
        const slow = createActor(unseenMachine, { input });
        compare(events, watched(slow), crewed(crewedUnseen, input));
      }),
      { numRuns: 300, seed: 12 },
    );
  });

  test('socket', () => {
    const event: fc.Arbitrary<EventFrom<typeof socketMachine>> = fc.oneof(
      { weight: 8, arbitrary: streams.map(frameOf) },
      fc.integer({ min: 0, max: 40 }).map((head) => logged({ type: 'socket.ponged', attempt: 1, head } as const)),
      fc.constant(logged({ type: 'socket.closed', attempt: 1, code: 1006, reason: '' } as const)),
      fc.constant(logged({ type: 'timer.fired', timer: 'socket:main:silence' } as const)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const opening: readonly EventFrom<typeof socketMachine>[] = [
          sessionStarted(),
          logged({ type: 'socket.ticketIssued', attempt: 1, ticket: 't' }),
          logged({ type: 'socket.opened', attempt: 1 }),
          greeted(false, 2),
          logged({
            type: 'tickets.listed',
            request: 1,
            query: { instanceId: null, status: 'open', scope: 'all', search: '' },
            page: 1,
            limit: 10,
            purpose: 'resync',
            totalPages: 1,
            totalItems: 0,
            streamPosition: 2,
            items: [],
          }),
        ];
        compare([...opening, ...events], watched(createActor(socketMachine)), crewed(crewedSocket, undefined));
      }),
      { numRuns: 300, seed: 13 },
    );
  });
});

interface Watchable<Event> {
  on(type: '*', handler: (command: Command) => void): unknown;
  start(): unknown;
  send(event: Event): void;
  getSnapshot(): { readonly value: unknown; readonly context: unknown; readonly status: string };
}

function watched<Event>(actor: Watchable<Event>) {
  const commands: Command[] = [];
  actor.on('*', (command) => void commands.push(command));
  actor.start();
  return {
    commands,
    send: (event: Event) => actor.send(event),
    look: () => {
      const { value, context, status } = actor.getSnapshot();
      return { value, context, status };
    },
  };
}

/** The second of a crew, which begins from what the first one began with. */
function crewed<Snapshot extends AnyMachineSnapshot, Event extends EventObject, Input>(
  of: Crewed<Snapshot, Event, Input, Command>,
  input: Input,
) {
  const commands: Command[] = [];
  const crew = createCrew(of, (command) => void commands.push(command));
  crew.make(input);
  const actor = crew.make(input);
  return {
    commands,
    send: (event: Event) => void actor.send(event),
    look: () => {
      const { value, context, status } = actor.getSnapshot();
      return { value, context, status };
    },
  };
}
