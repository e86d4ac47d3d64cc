import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import type { Person } from '../../support/attendance.ts';
import { createRandom } from '../../support/simulation-random.ts';
import { MINUTE, startClockedWorld } from './reports-world.ts';
import type { ClockedWorld } from './reports-world.ts';

let world: ClockedWorld;
beforeAll(async () => {
  world = await startClockedWorld('2026-03-02T12:00:00.000Z');
});
afterAll(() => world.stop());

let last = 52_000_000;
const newPhone = (): string => `55119${(last += 1)}`;

type Waits = {
  waiting_since: Date | null;
  taken_at: Date | null;
  first_response_at: Date | null;
  first_response_by: string | null;
  first_response_ms: string | null;
};
const waitsOf = async (id: string): Promise<Waits | undefined> =>
  (
    await world.rows<Waits>(
      'select waiting_since, taken_at, first_response_at, first_response_by, first_response_ms from chat_ticket where id = $1',
      [id],
    )
  )[0];

type Tally = { attendant: string; received: string; sent: string; answers: string; waited: string };
const tallyBetween = (since: number, until: number): Promise<Tally[]> =>
  world.rows<Tally>(
    `select attendant_id as attendant, sum(received) as received, sum(sent) as sent, sum(answers) as answers,
      sum(waited_ms) as waited from message_tally where slot >= $1 and slot < $2 group by 1 order by 1`,
    [new Date(since), new Date(until)],
  );
const snapshot = async () => ({
  tally: await world.rows('select * from message_tally order by tenant_id, slot, instance_id, attendant_id'),
  tickets: await world.rows(
    `select id, waiting_since, first_response_at, first_response_by, first_response_ms from chat_ticket order by id`,
  ),
});

describe('a wait', () => {
  test('written -> written again -> answered: counts from the first, once, for who answered', async () => {
    const { bruno } = world.people;
    const start = world.now();
    const phone = newPhone();
    const ticket = await world.open({ from: phone, at: new Date(world.now()) });
    await world.pass(2 * MINUTE);
    await world.write({ from: phone, at: new Date(world.now()) });
    expect((await waitsOf(ticket.id))?.waiting_since).toEqual(new Date(start));
    await world.pass(3 * MINUTE);
    await world.send(bruno, ticket, 'Bom dia');
    await world.send(bruno, ticket, 'Como vai?');
    expect(await waitsOf(ticket.id)).toEqual({
      waiting_since: null,
      taken_at: new Date(world.now()),
      first_response_at: new Date(world.now()),
      first_response_by: bruno.id,
      first_response_ms: String(5 * MINUTE),
    });
    await world.pass(15 * MINUTE);
    expect(await tallyBetween(start, world.now())).toEqual([
      { attendant: '0', received: '2', sent: '0', answers: '0', waited: '0' },
      { attendant: bruno.id, received: '0', sent: '2', answers: '1', waited: String(5 * MINUTE) },
    ]);
  });

  test('a second one leaves the first response as it was; the message counts for who has the ticket', async () => {
    const { bruno, ana } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone, at: new Date(world.now()) });
    await world.pass(MINUTE);
    await world.send(bruno, ticket, 'oi');
    const first = await waitsOf(ticket.id);
    await world.pass(30 * MINUTE);
    const start = world.now();
    await world.write({ from: phone, at: new Date(world.now()) });
    await world.pass(4 * MINUTE);
    await world.send(ana, ticket, 'sou a Ana');
    expect(await waitsOf(ticket.id)).toEqual(first);
    const tally = await tallyBetween(start - 15 * MINUTE, world.now() + 15 * MINUTE);
    expect(tally).toEqual([
      { attendant: ana.id, received: '0', sent: '1', answers: '1', waited: String(4 * MINUTE) },
      { attendant: bruno.id, received: '1', sent: '0', answers: '0', waited: '0' },
    ]);
    await world.pass(30 * MINUTE);
  });

  test('a reaction waits for nothing and counts as nothing', async () => {
    const { bruno } = world.people;
    const phone = newPhone();
    const id = await world.write({ from: phone, at: new Date(world.now()) });
    const ticket = await world.ticketOf(bruno, phone);
    if (ticket === undefined) throw new Error('No ticket');
    await world.send(bruno, ticket, 'oi');
    await world.pass(30 * MINUTE);
    const more = { type: 'reaction', reaction: { message_id: id, emoji: '👍' } };
    await world.write({ from: phone, at: new Date(world.now()), more });
    expect((await waitsOf(ticket.id))?.waiting_since).toBe(null);
    expect(await tallyBetween(world.now() - 15 * MINUTE, world.now() + 15 * MINUTE)).toEqual([]);
  });

  test('what goes out by itself is a message sent by nobody, and the customer waits on', async () => {
    await world.pass(30 * MINUTE);
    const ticket = await world.open({ from: newPhone(), at: new Date(world.now()) });
    await world.rows(
      `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, created_at, body, is_bot_message)
      select tenant_id, id, customer_id, instance_id, 0, $2, 'Já vamos atender.', true from chat_ticket where id = $1`,
      [ticket.id, new Date(world.now())],
    );
    expect((await waitsOf(ticket.id))?.waiting_since).toEqual(new Date(world.now()));
    expect(await tallyBetween(world.now() - 15 * MINUTE, world.now() + 15 * MINUTE)).toEqual([
      { attendant: '0', received: '1', sent: '1', answers: '0', waited: '0' },
    ]);
  });

  test('taken over -> the first to have it stays the one from whom handling counts', async () => {
    const { bruno, carla, ana } = world.people;
    const ticket = await world.open({ from: newPhone(), number: 'suporte', at: new Date(world.now()) });
    const offer = { chat_ticket_id: ticket.id, next_user_id: carla.id };
    const { createTicketTransfer: made } = await world.call(bruno, createTicketTransfer, offer);
    await world.pass(MINUTE);
    await world.call(carla, confirmTicketTransfer, { id: made.id });
    expect((await waitsOf(ticket.id))?.taken_at).toEqual(new Date(world.now()));
    const taken = world.now();
    await world.pass(MINUTE);
    const back = { chat_ticket_id: ticket.id, next_user_id: ana.id, previous_user_id: carla.id };
    const { createTicketTransfer: second } = await world.call(carla, createTicketTransfer, back);
    await world.call(ana, confirmTicketTransfer, { id: second.id });
    expect((await waitsOf(ticket.id))?.taken_at).toEqual(new Date(taken));
  });

  test('given to somebody by whatever else changes it: taken then', async () => {
    const ticket = await world.open({ from: newPhone(), at: new Date(world.now()) });
    expect((await waitsOf(ticket.id))?.taken_at).toBe(null);
    await world.rows('update chat_ticket set user_id = $1 where id = $2', [world.people.bruno.id, ticket.id]);
    expect((await waitsOf(ticket.id))?.taken_at).toBeInstanceOf(Date);
  });
});

describe('counting anew', () => {
  test('gives what was counted message by message, whatever happened', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const random = createRandom(7);
    const phones = Array.from({ length: 6 }, () => newPhone());
    const numbers = ['vendas', 'suporte', 'brisa'] as const;
    for (let step = 0; step < 140; step += 1) {
      await world.pass(random.int(9 * MINUTE));
      const number = random.pick(numbers) ?? 'vendas';
      const from = random.pick(phones) ?? '';
      const people: readonly Person[] = number === 'brisa' ? [bia] : number === 'vendas' ? [ana, bruno] : [ana, carla];
      const who = random.pick(people) ?? ana;
      const { items } = await ticketsOf(who, from);
      const open = items.find((ticket) => ticket.instance.id === world.instances[number]);
      const choice = random.int(10);
      if (open === undefined || choice < 5) await world.write({ from, number, at: new Date(world.now()) });
      else if (choice < 9) await world.send(who, open, 'resposta').catch(() => undefined);
      else await world.call(who, finishChatTicket, { id: open.id }).catch(() => undefined);
    }
    const kept = await snapshot();
    expect(kept.tally.length).toBeGreaterThan(60);
    await recount();
    expect(await snapshot()).toEqual(kept);
  });

  test('makes good what was lost', async () => {
    const kept = await snapshot();
    await world.rows('update message_tally set received = received + 1, waited_ms = 0');
    await world.rows('update chat_ticket set first_response_ms = null, waiting_since = now()');
    await recount();
    expect(await snapshot()).toEqual(kept);
  });
});

async function recount(): Promise<void> {
  await world.rows('select recount_reports(id) from tenant');
}

async function ticketsOf(who: Person, phone: string) {
  return (await world.call(who, chatTickets, { all_users: true, search_query: phone, pagination_limit: 100 }))
    .chatTickets;
}
