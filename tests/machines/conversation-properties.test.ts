import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ack } from '../../contract/facts/ack.ts';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import { compareIds } from '../../src/machines/entities/ids.ts';
import { ackChanged, chatListed, greeted, logged, messageArrived, submitted } from '../support/builders-events.ts';
import { aCustomer, aMessage, anOutgoing, clientId, streamAt, theTwinOf } from '../support/builders.ts';
import { aConversation, known, opened } from './conversation-support.ts';
import type { Sent } from './conversation-support.ts';
import { aTicketActor } from './ticket-support.ts';
import type { Sent as SentToTicket } from './ticket-support.ts';

/** What a conversation and its ticket are told of one event. */
interface News {
  readonly conversation?: Sent;
  readonly ticket?: SentToTicket;
}
const toBoth = (event: Sent & SentToTicket): News => ({ conversation: event, ticket: event });

/** Ticket 500 and its conversation, which is on the screen, after some news. */
function anAttendance(...news: readonly News[]) {
  const conversation = aConversation();
  const ticket = aTicketActor();
  const send = (...more: readonly News[]): void => {
    for (const told of more) {
      if (told.conversation !== undefined) conversation.send(told.conversation);
      if (told.ticket !== undefined) ticket.send(told.ticket);
    }
  };
  send(toBoth(known()), toBoth(opened), ...news);
  return {
    send,
    ids: conversation.ids,
    conversation: conversation.context,
    /** What is known, however it came to be. */
    known: () => {
      const { lastMessage, lastReceivedAt } = conversation.context();
      return { ticket: ticket.snapshot().context.ticket, lastMessage, lastReceivedAt };
    },
  };
}

const rise: Record<Ack, Ack> = { 0: 1, 1: 2, 2: 3, 3: 4, 4: 4 };

/** A naive server: a conversation, and a frame for every change of it. */
function aServer(before: number) {
  const messages: Message[] = [];
  const frames: News[] = [];
  let seq = 100;
  let ticket: Partial<Ticket> = {};

  function add(message: Message): void {
    messages.push(message);
    seq += 1;
    ticket = { ...ticket, lastReceivedAt: message.received ? message.at : (ticket.lastReceivedAt ?? null) };
    ticket = { ...ticket, notResponded: message.received };
    frames.push(toBoth(messageArrived(message, seq, ticket)));
  }
  function receive(): void {
    add(aMessage({ id: String(998 + messages.length) }));
  }
  for (let count = 0; count < before; count += 1) receive();
  frames.length = 0;

  return {
    frames,
    messages,
    receive,
    /** Bruno's next message; its own client is told of it by a reply too. */
    send(): News {
      const outgoing = anOutgoing({ clientId: clientId(messages.length), tempId: `${messages.length}-temp` });
      const twin = theTwinOf(outgoing, { id: String(998 + messages.length) });
      add(twin);
      const accepted = logged({ type: 'message.accepted', clientId: outgoing.clientId, message: twin });
      frames.push({ conversation: accepted });
      return { conversation: submitted(outgoing) };
    },
    ack(which: number): void {
      const index = messages.length === 0 ? 0 : which % messages.length;
      const message = messages[index];
      if (message === undefined || message.received) return;
      const risen = { ...message, ack: rise[message.ack] };
      messages[index] = risen;
      seq += 1;
      frames.push({ conversation: ackChanged(risen, seq, {}) });
    },
    blacklist(blacklisted: boolean): void {
      seq += 1;
      ticket = { ...ticket, customer: aCustomer({ blacklisted }) };
      const stream = streamAt(seq);
      frames.push({ ticket: logged({ type: 'customer.blacklisted', customerId: '100', blacklisted, stream }) });
    },
    listing: (): News => toBoth(known({ ...ticket, lastMessage: messages.at(-1) ?? null }, seq)),
    page: (request: number, size: number): News => ({
      conversation: chatListed(request, messages.slice(-size), { complete: messages.length <= size }),
    }),
    seq: () => seq,
  };
}
type Server = ReturnType<typeof aServer>;

const change = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'receive' } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'send' } as const) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ack' as const), which: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('blacklist' as const), on: fc.boolean() }) },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Lets the change happen; answers the submit that began it, if an attendant did. */
function happen(server: Server, what: Change): News | null {
  if (what.kind === 'send') return server.send();
  if (what.kind === 'receive') server.receive();
  else if (what.kind === 'ack') server.ack(what.which);
  else server.blacklist(what.on);
  return null;
}

const changes = fc.array(change, { maxLength: 20 });

/** Every event at least once, some twice, in any order. */
function anyOrder(events: readonly News[]): fc.Arbitrary<News[]> {
  const all = fc.shuffledSubarray([...events], { minLength: events.length });
  return fc.tuple(all, fc.shuffledSubarray([...events])).map((parts) => parts.flat());
}

test('any order and repetition of frames, replies and the page gives the same conversation', () => {
  const scenario = fc
    .record({ before: fc.nat(6), early: changes, late: changes, size: fc.integer({ min: 1, max: 8 }) })
    .chain(({ before, early, late, size }) => {
      const server = aServer(before);
      const submits: News[] = [];
      for (const what of early) {
        const submit = happen(server, what);
        if (submit !== null) submits.push(submit);
      }
      const page = server.page(1, size);
      const oldest = server.messages.at(-size)?.id ?? '0';
      for (const what of late) {
        const submit = happen(server, what);
        if (submit !== null) submits.push(submit);
      }
      const expected = server.messages.filter(({ id }) => compareIds(id, oldest) >= 0);
      const told = [...server.frames, server.listing(), page];
      return fc.record({ submits: fc.constant(submits), order: anyOrder(told), expected: fc.constant(expected) });
    });
  fc.assert(
    fc.property(scenario, ({ submits, order, expected }) => {
      const attendance = anAttendance(...submits);
      const acks = new Map<string, Ack>();
      for (const event of order) {
        attendance.send(event);
        const held = attendance.conversation().chat?.messages ?? [];
        expect(held.map(({ id }) => id)).toEqual([...new Set(held.map(({ id }) => id))].toSorted(compareIds));
        for (const { id, ack } of held) {
          expect(ack).toBeGreaterThanOrEqual(acks.get(id) ?? 0);
          acks.set(id, ack);
        }
      }
      expect(attendance.conversation().chat?.messages).toEqual(expected);
      expect(attendance.ids()).toEqual(expected.map(({ id }) => id));
      expect(attendance.conversation().optimistic).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('any order and repetition of frames and a listing gives the same ticket and last message', () => {
  const scenario = fc.record({ before: fc.nat(3), what: changes }).chain(({ before, what }) => {
    const server = aServer(before);
    const listing = server.listing();
    for (const each of what) happen(server, each);
    const told = [listing, ...server.frames];
    return fc.record({ told: fc.constant(told), order: anyOrder(told), last: fc.constant(server.messages.at(-1)) });
  });
  fc.assert(
    fc.property(scenario, ({ told, order, last }) => {
      const shuffled = anAttendance(...order).known();
      expect(shuffled).toEqual(anAttendance(...told).known());
      expect([shuffled.lastMessage?.id, shuffled.lastMessage?.ack]).toEqual([last?.id, last?.ack]);
    }),
    { numRuns: 400 },
  );
});

test('after a broken stream and a refetch the conversation equals a fresh client’s', () => {
  const scenario = fc.record({
    before: fc.nat(6),
    heard: changes,
    missed: changes,
    after: changes,
    size: fc.integer({ min: 1, max: 8 }),
    refetched: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(scenario, ({ before, heard, missed, after, size, refetched }) => {
      const server = aServer(before);
      const attendance = anAttendance(server.page(1, size));
      for (const what of heard) attendance.send(...[happen(server, what)].filter((submit) => submit !== null));
      attendance.send(...server.frames.splice(0));
      for (const what of missed) happen(server, what);
      server.frames.length = 0;
      const listing = server.listing();
      const page = (request: number) => server.page(request, refetched);
      const fresh = anAttendance(listing, page(1));
      attendance.send(toBoth(greeted(false, server.seq())), listing, page(2));
      for (const what of after) attendance.send(...[happen(server, what)].filter((submit) => submit !== null));
      const frames = server.frames.splice(0);
      attendance.send(...frames);
      fresh.send(...frames);
      expect(attendance.conversation().chat).toEqual(fresh.conversation().chat);
      expect(attendance.known()).toEqual(fresh.known());
    }),
    { numRuns: 300 },
  );
});
