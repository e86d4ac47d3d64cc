import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ack } from '../../contract/ack.ts';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import { compareIds } from '../../src/machines/entities/ids.ts';
import { ackChanged, chatListed, greeted, logged, messageArrived, submitted } from '../support/builders-events.ts';
import { aCustomer, aMessage, anOutgoing, clientId, streamAt, theTwinOf } from '../support/builders.ts';
import { aTicketActor, known, opened } from './ticket-support.ts';
import type { Sent } from './ticket-support.ts';

const rise: Record<Ack, Ack> = { 0: 1, 1: 2, 2: 3, 3: 4, 4: 4 };

/** A naive server: a conversation, and a frame for every change of it. */
function aServer(before: number) {
  const messages: Message[] = [];
  const frames: Sent[] = [];
  let seq = 100;
  let ticket: Partial<Ticket> = {};

  function add(message: Message): void {
    messages.push(message);
    seq += 1;
    ticket = { ...ticket, lastReceivedAt: message.received ? message.at : (ticket.lastReceivedAt ?? null) };
    ticket = { ...ticket, notResponded: message.received };
    frames.push(messageArrived(message, seq, ticket));
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
    send(): Sent {
      const outgoing = anOutgoing({ clientId: clientId(messages.length), tempId: `${messages.length}-temp` });
      const twin = theTwinOf(outgoing, { id: String(998 + messages.length) });
      add(twin);
      frames.push(logged({ type: 'message.accepted', clientId: outgoing.clientId, message: twin }));
      return submitted(outgoing);
    },
    ack(which: number): void {
      const index = messages.length === 0 ? 0 : which % messages.length;
      const message = messages[index];
      if (message === undefined || message.received) return;
      const risen = { ...message, ack: rise[message.ack] };
      messages[index] = risen;
      seq += 1;
      frames.push(ackChanged(risen, seq, {}));
    },
    blacklist(blacklisted: boolean): void {
      seq += 1;
      ticket = { ...ticket, customer: aCustomer({ blacklisted }) };
      frames.push(logged({ type: 'customer.blacklisted', customerId: '100', blacklisted, stream: streamAt(seq) }));
    },
    listing: (): Sent => known({ ...ticket, lastMessage: messages.at(-1) ?? null }, seq),
    page: (request: number, size: number): Sent =>
      chatListed(request, messages.slice(-size), { complete: messages.length <= size }),
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
function happen(server: Server, what: Change): Sent | null {
  if (what.kind === 'send') return server.send();
  if (what.kind === 'receive') server.receive();
  else if (what.kind === 'ack') server.ack(what.which);
  else server.blacklist(what.on);
  return null;
}

const changes = fc.array(change, { maxLength: 20 });

/** Every event at least once, some twice, in any order. */
function anyOrder(events: readonly Sent[]): fc.Arbitrary<Sent[]> {
  const all = fc.shuffledSubarray([...events], { minLength: events.length });
  return fc.tuple(all, fc.shuffledSubarray([...events])).map((parts) => parts.flat());
}

test('any order and repetition of frames, replies and the page gives the same conversation', () => {
  const scenario = fc
    .record({ before: fc.nat(6), early: changes, late: changes, size: fc.integer({ min: 1, max: 8 }) })
    .chain(({ before, early, late, size }) => {
      const server = aServer(before);
      const submits: Sent[] = [];
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
      const ticket = aTicketActor(known(), opened, ...submits);
      const acks = new Map<string, Ack>();
      for (const event of order) {
        ticket.send(event);
        const held = ticket.context().chat?.messages ?? [];
        expect(held.map(({ id }) => id)).toEqual([...new Set(held.map(({ id }) => id))].toSorted(compareIds));
        for (const { id, ack } of held) {
          expect(ack).toBeGreaterThanOrEqual(acks.get(id) ?? 0);
          acks.set(id, ack);
        }
      }
      expect(ticket.context().chat?.messages).toEqual(expected);
      expect(ticket.ids()).toEqual(expected.map(({ id }) => id));
      expect(ticket.context().temps).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('any order and repetition of frames and a listing gives the same ticket', () => {
  const scenario = fc.record({ before: fc.nat(3), what: changes }).chain(({ before, what }) => {
    const server = aServer(before);
    const listing = server.listing();
    for (const each of what) happen(server, each);
    const told = [listing, ...server.frames];
    return fc.record({ told: fc.constant(told), order: anyOrder(told), last: fc.constant(server.messages.at(-1)) });
  });
  fc.assert(
    fc.property(scenario, ({ told, order, last }) => {
      const inOrder = aTicketActor(known(), ...told).context();
      const shuffled = aTicketActor(known(), ...order).context();
      expect(shuffled.ticket).toEqual(inOrder.ticket);
      expect(shuffled.ticket?.lastMessage?.ack).toBe(last?.ack);
      expect(shuffled.ticket?.lastMessage?.id).toBe(last?.id);
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
      const ticket = aTicketActor(known(), opened, server.page(1, size));
      for (const what of heard) ticket.send(...[happen(server, what)].filter((submit) => submit !== null));
      ticket.send(...server.frames.splice(0));
      for (const what of missed) happen(server, what);
      server.frames.length = 0;
      const listing = server.listing();
      const page = (request: number) => server.page(request, refetched);
      const fresh = aTicketActor(listing, opened, page(1));
      ticket.send(greeted(false, server.seq()), listing, page(2));
      for (const what of after) ticket.send(...[happen(server, what)].filter((submit) => submit !== null));
      const frames = server.frames.splice(0);
      ticket.send(...frames);
      fresh.send(...frames);
      expect(ticket.context().chat).toEqual(fresh.context().chat);
      expect(ticket.context().ticket).toEqual(fresh.context().ticket);
    }),
    { numRuns: 300 },
  );
});
