import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { distributeWaiting } from '../../../server/domain/departments/distribute-waiting.ts';
import { transferUnanswered } from '../../../server/domain/departments/transfer-unanswered.ts';
import { refusalOf } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';
import { startDepartments } from './departments-world.ts';
import type { DepartmentsWorld } from './departments-world.ts';

let world: DepartmentsWorld;
beforeAll(async () => {
  world = await startDepartments();
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.rows('drop function if exists fail_ticket cascade');
  await world.rows("update tenant set timezone = 'America/Sao_Paulo'");
  await world.reset();
});

const MINUTE = 60_000;
const transfer = () => transferUnanswered(world.server.services);
const distribute = () => distributeWaiting(world.server.services);
const later = (minutes: number) => world.travel(world.now() + minutes * MINUTE);
const atWork = (...people: Person[]) =>
  world.rows('update app_user set is_connected = true, last_seen_at = now() where id = any($1)', [
    people.map(({ id }) => id),
  ]);
type Has = { id: string };
const ownerOf = async ({ id }: Has) =>
  (await world.rows<{ owner: string | null }>('select user_id as owner from chat_ticket where id = $1', [id]))[0]
    ?.owner;
const offeredTo = async ({ id }: Has) =>
  (
    await world.rows<{ next: string }>(
      'select next_user_id as next from ticket_transfer where ticket_id = $1 and transferred_at is null and deleted_at is null',
      [id],
    )
  )[0]?.next;

/** From now on every change of a table's rows of a ticket fails. */
async function fails(table: 'chat_ticket' | 'ticket_transfer', { id }: Has): Promise<void> {
  await world.rows(`create function fail_ticket() returns trigger language plpgsql as $$
    begin raise exception 'not this one'; end $$`);
  await world.rows(`create trigger fail_ticket before insert or update on ${table} for each row
    when (new.${table === 'chat_ticket' ? 'id' : 'ticket_id'} = ${BigInt(id)}) execute function fail_ticket()`);
}

/** A ticket of Brisa, which its only user Bia is offered in vain, and since when it lapses. */
async function offeredInBrisa(): Promise<Has> {
  const ticket = await world.open({ from: world.aPhone(), number: 'brisa', at: new Date(world.now()) });
  await world.rows(
    `insert into ticket_transfer (tenant_id, ticket_id, next_user_id, created_at) select tenant_id, id, $2, $3
    from chat_ticket where id = $1`,
    [ticket.id, world.people.bia.id, new Date(world.now())],
  );
  return ticket;
}

describe('one that fails holds up nothing else', () => {
  test('an offer that can’t be made: the tickets behind it are offered', async () => {
    const { bruno, carla } = world.people;
    await world.add({ distribution: 'round_robin', transfer_after_minutes: 10 });
    await world.online(bruno);
    const [first, second] = [await world.opened(), await world.opened()];
    await world.online(carla);
    await later(10);
    await fails('ticket_transfer', first);
    expect(await transfer()).toBe(1);
    expect([await offeredTo(first), await offeredTo(second)]).toEqual([undefined, carla.id]);
  });

  test('an offer that can’t be withdrawn: those behind it lapse', async () => {
    const { bruno, carla } = world.people;
    await world.add({ distribution: 'round_robin', transfer_after_minutes: 10 });
    await world.online(bruno);
    const [first, second] = [await world.opened(), await world.opened()];
    await world.online(carla);
    await later(10);
    expect(await transfer()).toBe(2);
    await fails('ticket_transfer', first);
    await later(10);
    await transfer();
    expect([await offeredTo(first), await offeredTo(second)]).toEqual([carla.id, undefined]);
  });

  test('a ticket that can’t be given: the others of its queue are', async () => {
    const { bruno } = world.people;
    await world.add({ distribution: 'round_robin' });
    const tickets = [await world.opened(), await world.opened(), await world.opened()];
    await fails('chat_ticket', tickets[0] ?? { id: '0' });
    await atWork(bruno);
    expect(await distribute()).toBe(2);
    expect(await Promise.all(tickets.map(ownerOf))).toEqual([null, bruno.id, bruno.id]);
  });

  test('a company that can’t be read: the others are served', async () => {
    const { bruno } = world.people;
    await world.add({ distribution: 'round_robin', transfer_after_minutes: 10 });
    const [waiting, brisas] = [await world.opened(), await offeredInBrisa()];
    await atWork(bruno);
    expect((await world.opened()).ownerId).toBe(bruno.id);
    await later(10);
    // Aurora is looked at before Brisa.
    await world.rows("update tenant set timezone = 'Nowhere/None' where slug = 'aurora'");
    await transfer();
    expect(await offeredTo(brisas)).toBeUndefined();
    expect(await distribute()).toBe(0);
    await world.rows("update tenant set timezone = 'America/Sao_Paulo' where slug = 'aurora'");
    expect([await distribute(), await ownerOf(waiting)]).toEqual([1, bruno.id]);
  });
});

test('hundreds that nobody may take, or of a closed department, older than one that is due: that one is offered', async () => {
  const { ana, bruno, carla } = world.people;
  const { vendas, suporte } = world.instances;
  const closed = [{ weekday: 5, opens: '08:00', closes: '18:00' }];
  const plain = { distribution: 'round_robin' as const, transfer_after_minutes: 10 };
  const { id: closedId } = await world.add({
    ...plain,
    name: 'Fechado',
    member_ids: [ana.id],
    instance_ids: [suporte],
    opening_hours: closed,
  });
  const { id: emptyId } = await world.add({ ...plain, name: 'Sem ninguém', member_ids: [], instance_ids: [] });
  await world.add({ ...plain, name: 'Comercial', member_ids: [bruno.id, carla.id], instance_ids: [vendas] });
  await world.online(bruno);
  const due = await world.opened();
  expect(due.ownerId).toBe(bruno.id);
  const [like] = await world.rows<{ tenantId: string; instanceId: string }>(
    'select tenant_id as "tenantId", instance_id as "instanceId" from chat_ticket where id = $1',
    [due.id],
  );
  for (const [departmentId, owner] of [
    [closedId, carla],
    [emptyId, ana],
  ] as const) {
    await world.rows(
      `with customers as (insert into customer (tenant_id, name, phone_number)
        select $1, 'Cliente ' || n, (551190000000 + n + $3::bigint * 1000)::text from generate_series(1, 510) n
        returning id)
      insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, started_at, last_message_at,
        department_id, waiting_since)
      select $1, 'antigo-' || id, id, $2, $4, $5, $5, $3, $5 from customers`,
      [like?.tenantId, like?.instanceId, departmentId, owner.id, new Date(world.now() - MINUTE)],
    );
  }
  await world.online(ana, carla);
  await later(10);
  expect(await transfer()).toBe(1);
  expect(await offeredTo(due)).toBe(carla.id);
});

describe('an offer of a person’s that nobody accepts', () => {
  const offer = async (who: Person, ticket: Has, next: Person) =>
    (await world.call(who, createTicketTransfer, { chat_ticket_id: ticket.id, next_user_id: next.id }))
      .createTicketTransfer;

  test('lapses after the department’s time: published as the system’s, the ticket keeps its owner, whose time starts again', async () => {
    const { ana, bruno, carla } = world.people;
    await world.add({
      distribution: 'round_robin',
      transfer_after_minutes: 10,
      member_ids: [ana.id, bruno.id, carla.id],
    });
    await world.online(bruno);
    const ticket = await world.opened();
    const socket = await world.socket(bruno);
    // To somebody who is away: that is no reason to take it back.
    const { id } = await offer(ana, ticket, carla);
    await later(9);
    expect([await transfer(), await offeredTo(ticket)]).toEqual([0, carla.id]);
    await world.online(ana, carla);
    await later(1);
    expect([await transfer(), await offeredTo(ticket), await ownerOf(ticket)]).toEqual([0, undefined, bruno.id]);
    const told = await socket.frame('DeleteChatTicketTransfer', ({ data }) => data.ticketTransfer.id === id);
    expect(told.data).toMatchObject({ user: null, chatTicket: { user: { id: bruno.id }, pendingTransfer: null } });
    expect(await refusalOf(world.call(carla, confirmTicketTransfer, { id }))).toBe('CONFLICT error.transfer.deleted');
    await later(9);
    expect([await transfer(), await offeredTo(ticket)]).toEqual([0, undefined]);
  });

  test('without a time anywhere: lapses after a day; one of the queue can be taken then', async () => {
    const { ana, bruno, carla } = world.people;
    await world.add({ distribution: 'manual' });
    const ticket = await world.opened();
    await offer(ana, ticket, carla);
    await later(24 * 60 - 1);
    await transfer();
    expect(await refusalOf(world.call(bruno, takeChatTicket, { id: ticket.id }))).toBe(
      'CONFLICT error.transfer.pending',
    );
    await later(1);
    await transfer();
    expect((await world.call(bruno, takeChatTicket, { id: ticket.id })).takeChatTicket.user?.id).toBe(bruno.id);
  });
});
