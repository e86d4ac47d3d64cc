import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { EventFrom } from 'xstate';
import type { Ack } from '../../contract/facts/ack.ts';
import { conversationLogic, conversationMachine } from '../../src/machines/conversation/conversation.machine.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { EventOf } from '../../src/machines/log/event.ts';
import { socketLogic, socketMachine } from '../../src/machines/socket/socket.machine.ts';
import { ticketLogic, ticketMachine } from '../../src/machines/ticket/ticket.machine.ts';
import { unseenLogic, unseenMachine } from '../../src/machines/unseen/unseen.machine.ts';
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
  ticketTransferred,
  transferArrived,
  wasReset,
} from '../support/builders-events.ts';
import {
  BRUNO,
  CARLA,
  START,
  aFailure,
  aMessage,
  aSentMessage,
  aTicket,
  anOutgoing,
  brunoViewing,
  carlaViewing,
  clientId,
  streamAt,
} from '../support/builders.ts';
import { sessionStarted } from './session-support.ts';

/*
 * The machine and the logic with its short way are told the same; they must hold the same after every
 * event and give the same commands.
 */

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
    snapshot: () => actor.getSnapshot(),
    look: () => {
      const { value, context, status } = actor.getSnapshot();
      return { value, context, status };
    },
  };
}

/** Holds a machine's actors against those of its logic, and notes which events took the short way to something new. */
function comparison(steps: { readonly mock: { readonly calls: { readonly length: number } } }) {
  const short = new Set<string>();
  return {
    short: () => [...short].toSorted(),
    compare: <Event extends { readonly type: string }>(
      events: readonly Event[],
      machine: Watchable<Event>,
      logic: Watchable<Event>,
    ): void => {
      const slow = watched(machine);
      const quick = watched(logic);
      expect(quick.look()).toEqual(slow.look());
      for (const event of events) {
        slow.send(event);
        const before = { steps: steps.mock.calls.length, snapshot: quick.snapshot() };
        quick.send(event);
        const isNew = quick.snapshot() !== before.snapshot;
        if (isNew && steps.mock.calls.length === before.steps) short.add(event.type);
        expect(quick.look()).toEqual(slow.look());
      }
      expect(quick.commands).toEqual(slow.commands);
    },
  };
}

afterEach(() => vi.restoreAllMocks());

const seqs = fc.integer({ min: 1, max: 40 });
const ids = fc.integer({ min: 1, max: 12 }).map((n) => String(1000 + n));
const acks = fc.constantFrom<Ack>(0, 1, 2, 3, 4);
const flags = fc.boolean();
const unseenCounts = fc.integer({ min: 0, max: 3 });
const greetings = fc.record({ recovered: flags, head: seqs }).map(({ recovered, head }) => greeted(recovered, head));
/** Bruno sees the first two. */
const owners = fc.constantFrom({ ...BRUNO, image: null }, null, { ...CARLA, image: null });

/** The last six are of the customer's next ticket. */
const ticketOf = (messageId: string): string => (Number(messageId) > 1006 ? '501' : '500');

const messages = fc
  .record({ id: ids, received: flags, twin: flags, ack: acks })
  .map(({ id, received, twin, ack }) =>
    received
      ? aMessage({ id, ticketId: ticketOf(id), at: START + Number(id) })
      : aSentMessage({ id, ticketId: ticketOf(id), ack, clientId: twin ? clientId(1) : null }),
  );

const arrivals = fc
  .record({ message: messages, seq: seqs, notResponded: flags, unseen: unseenCounts, finishing: flags, owner: owners })
  .map(({ message, seq, ...ticket }) => messageArrived(message, seq, ticket));

const tickets = fc
  .record({
    id: fc.constantFrom('500', '501'),
    owner: owners,
    last: fc.option(messages),
    notResponded: flags,
    unseen: unseenCounts,
    finished: flags,
  })
  .map(({ last, finished, ...ticket }) =>
    aTicket({ ...ticket, lastMessage: last, finishedAt: finished ? START : null }),
  );

const listings = fc.tuple(tickets, seqs).map(([ticket, position]) => ticketListed(ticket, position));

const customers = fc
  .tuple(tickets, seqs)
  .map(([ticket, seq]) =>
    logged<EventOf<'customer.arrived'>>({ type: 'customer.arrived', ticket, stream: streamAt(seq) }),
  );

const ackNews = fc
  .record({ message: messages, seq: seqs, ack: acks })
  .map(({ message, seq, ack }) => ackChanged(message, seq, { ack }));

const looking = [
  fc.constantFrom('500', '501').map((ticketId) => logged({ type: 'ticket.opened', ticketId } as const)),
  fc.constantFrom('500', '501').map((ticketId) => logged({ type: 'ticket.left', ticketId } as const)),
] as const;

const streams = fc.record({
  seq: seqs,
  epoch: fc.constantFrom('epoch-1', 'epoch-2'),
  back: fc.integer({ min: 1, max: 3 }),
});

function frameOf({ seq, epoch, back }: { seq: number; epoch: string; back: number }) {
  const stream = { epoch, seq, prev: Math.max(0, seq - back), id: `frame-${seq}` };
  return logged<EventOf<'customer.blacklisted'>>(
    { type: 'customer.blacklisted', customerId: '100', blacklisted: seq % 2 === 0, stream },
    seq,
    START + seq,
  );
}

describe('the short way leads to where the machine leads', () => {
  test('ticket', () => {
    const event: fc.Arbitrary<EventFrom<typeof ticketMachine>> = fc.oneof(
      { weight: 4, arbitrary: arrivals },
      { weight: 3, arbitrary: listings },
      { weight: 2, arbitrary: customers },
      ...looking,
      fc.constant(logged({ type: 'ticket.finishRequested', ticketId: '500' } as const)),
      fc.constant(logged({ type: 'ticket.finishFailed', ticketId: '500', failure: aFailure() } as const)),
      fc.constant(logged({ type: 'ticket.loadFailed', ticketId: '500', failure: aFailure() } as const)),
      greetings,
      seqs.map((seq) => ticketClosed(seq)),
      seqs.map((seq) => transferArrived(seq)),
      streams.map(frameOf),
    );
    const { compare, short } = comparison(vi.spyOn(ticketMachine, 'transition'));
    // Each begins with its own input, not with the first one's.
    createActor(ticketLogic, { input: { ticketId: '499', viewer: carlaViewing } });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
        const input = { ticketId: '500', viewer: brunoViewing };
        compare(events, createActor(ticketMachine, { input }), createActor(ticketLogic, { input }));
      }),
      { numRuns: 300, seed: 11 },
    );
    expect(short()).toEqual([
      'customer.arrived',
      'customer.blacklisted',
      'message.arrived',
      'socket.greeted',
      'ticket.listed',
    ]);
  });

  test('conversation', () => {
    const event: fc.Arbitrary<EventFrom<typeof conversationMachine>> = fc.oneof(
      { weight: 4, arbitrary: arrivals },
      { weight: 3, arbitrary: ackNews },
      { weight: 3, arbitrary: listings },
      { weight: 2, arbitrary: customers },
      ...looking,
      fc
        .tuple(fc.integer({ min: 1, max: 4 }), flags, fc.array(messages, { maxLength: 4 }))
        .map(([request, older, items]) => chatListed(request, items, { older })),
      fc.constant(logged({ type: 'chat.olderRequested', ticketId: '500' } as const)),
      ids.map((messageId) => logged({ type: 'reply.chosen', ticketId: '500', messageId } as const)),
      fc.constantFrom('', 'Bom dia').map((text) => logged({ type: 'draft.changed', ticketId: '500', text } as const)),
      fc.constant(submitted(anOutgoing())),
      greetings,
      seqs.map((seq) => ticketClosed(seq, { id: '501' })),
      seqs.map((seq) => ticketTransferred(seq, { ticketId: '501' })),
      seqs.map((seq) => transferArrived(seq)),
    );
    const { compare, short } = comparison(vi.spyOn(conversationMachine, 'transition'));
    createActor(conversationLogic, { input: { customerId: '99', instanceId: '9', viewer: carlaViewing } });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
        const input = { customerId: '100', instanceId: '10', viewer: brunoViewing };
        compare(events, createActor(conversationMachine, { input }), createActor(conversationLogic, { input }));
      }),
      { numRuns: 300, seed: 14 },
    );
    expect(short()).toEqual([
      'customer.arrived',
      'message.ackChanged',
      'message.arrived',
      'socket.greeted',
      'ticket.listed',
    ]);
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
      customers,
      seqs.map((seq) => ticketTransferred(seq, { ticketId: '501' })),
      greetings,
    );
    const { compare, short } = comparison(vi.spyOn(unseenMachine, 'transition'));
    createActor(unseenLogic, { input: { customerId: '99', instanceId: '9', viewer: carlaViewing } });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
        const input = { customerId: '100', instanceId: '10', viewer: brunoViewing };
        compare(events, createActor(unseenMachine, { input }), createActor(unseenLogic, { input }));
      }),
      { numRuns: 300, seed: 12 },
    );
    expect(short()).toEqual(['message.arrived', 'socket.greeted', 'ticket.listed']);
  });

  test('socket', () => {
    const event: fc.Arbitrary<EventFrom<typeof socketMachine>> = fc.oneof(
      { weight: 8, arbitrary: streams.map(frameOf) },
      { weight: 4, arbitrary: arrivals },
      fc.integer({ min: 0, max: 40 }).map((head) => logged({ type: 'socket.ponged', attempt: 1, head } as const)),
      fc.constant(logged({ type: 'socket.closed', attempt: 1, code: 1006, reason: '' } as const)),
      fc.constant(logged({ type: 'timer.fired', timer: 'socket:main:silence' } as const)),
      greetings,
    );
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
    const { compare, short } = comparison(vi.spyOn(socketMachine, 'transition'));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
        compare([...opening, ...events], createActor(socketMachine), createActor(socketLogic));
      }),
      { numRuns: 300, seed: 13 },
    );
    expect(short()).toEqual(['customer.blacklisted', 'message.arrived']);
  });
});
