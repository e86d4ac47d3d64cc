import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DepartmentForm } from '../../../contract/entities/department.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { disconnected } from '../../../contract/graphql/disconnected.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import { updateDepartment } from '../../../contract/graphql/update-department.ts';
import { changeTenant } from '../../../server/db/change.ts';
import { withTenant } from '../../../server/db/database.ts';
import { distribute, distributeWaiting } from '../../../server/domain/departments/distribute-waiting.ts';
import { transferUnanswered } from '../../../server/domain/departments/transfer-unanswered.ts';
import { markDisconnected } from '../../../server/domain/presence.ts';
import { refusalOf } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';
import { startTestServer } from '../../support/server.ts';
import { startDepartments } from './departments-world.ts';
import type { DepartmentsWorld } from './departments-world.ts';

let world: DepartmentsWorld;
beforeAll(async () => {
  world = await startDepartments();
});
afterAll(() => world.stop());
afterEach(() => world.reset());

const travel = (to: number) => world.travel(to);
const online = (...people: Person[]) => world.online(...people);
const add = (form?: Partial<DepartmentForm>) => world.add(form);
const opened = () => world.opened();

describe('the queue', () => {
  const ownersOf = async (...tickets: { id: string }[]) => {
    const found = await world.rows<{ id: string; user_id: string | null }>(
      'select id, user_id from chat_ticket where id = any($1)',
      [tickets.map(({ id }) => id)],
    );
    return tickets.map(({ id }) => found.find((row) => row.id === id)?.user_id ?? null);
  };
  const run = () => distributeWaiting(world.server.services);

  test('waiting -> given to who comes to work, who waits longest first, up to the limit; done with one -> the next', async () => {
    const { ana, bruno, carla } = world.people;
    await add({ distribution: 'least_busy', max_open_tickets: 2 });
    const first = await opened();
    await travel(world.now() + 1_000);
    const second = await opened();
    await travel(world.now() + 1_000);
    const third = await opened();
    // Had an answer meanwhile, and wrote again after the others.
    await world.rows("update chat_ticket set waiting_since = waiting_since + interval '1 minute' where id = $1", [
      first.id,
    ]);
    const socket = await world.socket(bruno);
    await socket.hello();
    await online(bruno);
    expect(await ownersOf(first, second, third)).toEqual([null, bruno.id, bruno.id]);
    const told = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === second.id);
    expect(told.data).toMatchObject({ user: null, ticketTransfer: null, chatTicket: { user: { id: bruno.id } } });
    expect(await run()).toBe(0);
    await world.call(bruno, finishChatTicket, { id: third.id });
    expect(await ownersOf(first)).toEqual([bruno.id]);
    // One handed over makes room as well.
    const fourth = await opened();
    expect(fourth.ownerId).toBeNull();
    await world.rows('update app_user set is_connected = true, last_seen_at = null where id = $1', [carla.id]);
    const { createTicketTransfer: offered } = await world.call(bruno, createTicketTransfer, {
      next_user_id: carla.id,
      previous_user_id: bruno.id,
      chat_ticket_id: second.id,
    });
    await world.call(ana, confirmTicketTransfer, { id: offered.id });
    expect(await ownersOf(second, fourth)).toEqual([carla.id, bruno.id]);
    const audited = await world.rows(
      "select count(*)::integer count from audit where action = 'ticket.give' and user_id is null",
    );
    expect(audited).toEqual([{ count: 4 }]);
  });

  test('after hours -> not given, not even to who is there; opening -> given by the next round, of two nodes once', async () => {
    const { bruno, carla } = world.people;
    await add({ distribution: 'round_robin', opening_hours: [{ weekday: 4, opens: '08:00', closes: '18:00' }] });
    const tickets = [await opened(), await opened(), await opened()];
    await online(bruno, carla);
    expect(await run()).toBe(0);
    await travel(Date.parse('2026-03-12T11:00:00Z'));
    const other = await startTestServer({
      databaseUrl: world.server.databaseUrl,
      now: () => new Date(world.now()),
      attendance: null,
      emulator: null,
    });
    const counts = await Promise.all([run(), distributeWaiting(other.services), run()]);
    await other.stop();
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
    const owners = await ownersOf(...tickets);
    expect(owners).not.toContain(null);
    expect(new Set(owners).size).toBe(2);
    const given = await world.rows(
      "select count(*)::integer count from event where name = 'ChatTicketTransferred' and data->'chatTicket'->>'id' = any($1)",
      [tickets.map(({ id }) => id)],
    );
    expect(given).toEqual([{ count: 3 }]);
  });

  test('manual, offered to somebody, or of an instance that nobody there serves: left; others behind it are given', async () => {
    const { ana, bruno, carla } = world.people;
    const { vendas, suporte } = world.instances;
    const { id } = await add({ distribution: 'manual', member_ids: [bruno.id], instance_ids: [vendas, suporte] });
    await world.rows('delete from user_instance where user_id = $1 and instance_id = $2', [bruno.id, suporte]);
    const unserved = await world.open({ from: world.aPhone(), number: 'suporte', at: new Date(world.now()) });
    await travel(world.now() + 1_000);
    const [offered, free] = [await opened(), await opened()];
    await world.call(ana, createTicketTransfer, {
      next_user_id: carla.id,
      previous_user_id: null,
      chat_ticket_id: offered.id,
    });
    await online(bruno);
    expect(await run()).toBe(0);
    await world.call(ana, updateDepartment, { id, name: 'Comercial', distribution: 'least_busy' });
    expect(await run()).toBe(1);
    expect(await ownersOf(unserved, offered, free)).toEqual([null, null, bruno.id]);
    await world.rows(
      'insert into user_instance (tenant_id, user_id, instance_id) select tenant_id, id, $2 from app_user where id = $1',
      [bruno.id, suporte],
    );
  });
});

describe('back to the queue', () => {
  const ownerOf = async ({ id }: { id: string }) =>
    (await world.rows<{ user_id: string | null }>('select user_id from chat_ticket where id = $1', [id]))[0]?.user_id;

  test('everybody was asked, or is full -> passed by in one look, however many; the next one is given', async () => {
    const { bruno, carla } = world.people;
    await add({ distribution: 'round_robin', max_open_tickets: 1, member_ids: [bruno.id] });
    const stuck = [await opened(), await opened(), await opened(), await opened()];
    await world.rows(
      `insert into ticket_transfer (tenant_id, ticket_id, previous_user_id, next_user_id, created_at, deleted_at)
      select tenant_id, id, $2, $3, waiting_since, waiting_since from chat_ticket where id = any($1)`,
      [stuck.map(({ id }) => id), carla.id, bruno.id],
    );
    await world.rows('update app_user set is_connected = true, last_seen_at = now() where id = $1', [bruno.id]);
    const looks = async () => {
      let queries = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          queries += 1;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      };
      const { db } = world.server.services;
      const [company] = await world.rows<{ id: string }>('select tenant_id as id from app_user where id = $1', [
        bruno.id,
      ]);
      const given = await changeTenant(db, company?.id ?? '', (change) =>
        distribute({ ...change, tx: change.tx.withPlugin(plugin) }, new Date(world.now())),
      );
      return { given, queries };
    };
    expect(await looks()).toEqual({ given: 0, queries: 1 });
    await travel(world.now() + 1_000);
    const free = await opened();
    expect(free.ownerId).toBe(bruno.id);
    await world.rows('update chat_ticket set user_id = null where id = $1', [free.id]);
    expect((await looks()).given).toBe(1);
    expect([await ownerOf(free), await ownerOf(stuck[0] ?? free)]).toEqual([bruno.id, null]);
    // Full by now: the one behind is not even tried.
    await opened();
    expect(await looks()).toEqual({ given: 0, queries: 1 });
  });

  test('offered, cut off for a moment -> still theirs; for longer -> taken back, and theirs again once they are back; back after others declined -> given to them', async () => {
    const { ana, bruno, carla } = world.people;
    await add({
      distribution: 'round_robin',
      transfer_after_minutes: 10,
      member_ids: [ana.id, bruno.id, carla.id],
    });
    await online(bruno);
    const ticket = await opened();
    const pending = async () =>
      (
        await world.rows<{ id: string; to: string }>(
          `select id, next_user_id as "to" from ticket_transfer
          where ticket_id = $1 and transferred_at is null and deleted_at is null`,
          [ticket.id],
        )
      )[0];
    const round = async () => [await transferUnanswered(world.server.services), (await pending())?.to];
    await online(carla);
    await travel(world.now() + 10 * 60_000);
    expect(await round()).toEqual([1, carla.id]);
    const [company] = await world.rows<{ id: string }>('select tenant_id as id from app_user where id = $1', [
      carla.id,
    ]);
    const of = { tenantId: company?.id ?? '', userId: carla.id };
    await withTenant(world.server.services.db, of.tenantId, (tx) => markDisconnected(tx, of));
    expect(await round()).toEqual([0, carla.id]);
    await world.rows("update app_user set left_at = now() - interval '151 seconds' where id = $1", [carla.id]);
    expect([await round(), await ownerOf(ticket)]).toEqual([[0, undefined], bruno.id]);
    await online(carla);
    expect(await round()).toEqual([1, carla.id]);
    // Who says that they leave needn't be waited for.
    await world.call(carla, disconnected, {});
    await online(ana);
    expect(await round()).toEqual([1, ana.id]);
    await world.call(ana, deleteTicketTransfer, { id: (await pending())?.id ?? '' });
    await travel(world.now() + 10 * 60_000);
    expect([await round(), await ownerOf(ticket)]).toEqual([[0, undefined], null]);
    await online(carla);
    expect(await ownerOf(ticket)).toBe(carla.id);
  });

  test('handed over by people, taken or declined, and nobody else is there -> stays with who has it: the system asked nobody', async () => {
    const { bruno, carla } = world.people;
    await add({ distribution: 'round_robin', transfer_after_minutes: 10 });
    await online(bruno);
    const [taken, declined] = [await opened(), await opened()];
    const hand = async (ticket: { id: string }) =>
      (
        await world.call(bruno, createTicketTransfer, {
          next_user_id: carla.id,
          previous_user_id: bruno.id,
          chat_ticket_id: ticket.id,
        })
      ).createTicketTransfer.id;
    await world.rows('update app_user set is_connected = true, last_seen_at = now() where id = $1', [carla.id]);
    await world.call(carla, confirmTicketTransfer, { id: await hand(taken) });
    await world.call(carla, deleteTicketTransfer, { id: await hand(declined) });
    await world.call(bruno, disconnected, {});
    await travel(world.now() + 11 * 60_000);
    expect(await transferUnanswered(world.server.services)).toBe(0);
    expect([await ownerOf(taken), await ownerOf(declined)]).toEqual([carla.id, bruno.id]);
    const subjects = [taken, declined].map(({ id }) => `ticket:${id}`);
    expect(
      await world.rows("select subject from audit where action = 'ticket.putBack' and subject = any($1)", [subjects]),
    ).toEqual([]);
  });
});

test('a department’s queue: the notice has the customer’s message, not the greeting; the instance’s users get it and may take the ticket', async () => {
  const { bruno, carla } = world.people;
  await add({ greeting: 'Olá! Em que posso ajudar?', distribution: 'manual', member_ids: [bruno.id] });
  const socket = await world.socket(carla);
  await socket.hello();
  const from = world.aPhone();
  const ticket = await world.open({ from, text: 'Meu pedido não chegou', at: new Date(world.now()) });
  const said = { user: null, customerLastReceivedChat: { message: 'Meu pedido não chegou' } };
  const greeted = { customerLastChat: { message: 'Olá! Em que posso ajudar?', is_bot_message: true } };
  const { items } = (await world.call(carla, chatTickets, { view: 'queue' })).chatTickets;
  expect(items.find(({ id }) => id === ticket.id)).toMatchObject({ ...said, ...greeted });
  const frame = await socket.frame('CustomerChatCreated', ({ data }) => data.customerChat.is_bot_message);
  expect(frame.data.chatTicket).toMatchObject({ id: ticket.id, ...said });
  const told = await socket.frame('CustomerCreatedToChat', ({ data }) => data.chatTicket.id === ticket.id);
  expect(told.data.chatTicket.department_id).not.toBeNull();
  const taken = await world.call(carla, takeChatTicket, { id: ticket.id });
  expect(taken.takeChatTicket.user?.id).toBe(carla.id);
});

test('managers of departments can’t move users above them, in or out; the department left is audited', async () => {
  const { ana, bruno, carla } = world.people;
  const first = await add({ name: 'De onde saem', member_ids: [ana.id, carla.id], instance_ids: [] });
  await world.rows(
    `insert into role_permission (tenant_id, role_id, route_name) select tenant_id, role_id, 'departments' from app_user where id = $1`,
    [bruno.id],
  );
  try {
    const above = 'FORBIDDEN error.users.aboveYou';
    const take = (member_ids: string[]) => world.call(bruno, newDepartment, { name: 'Para onde vão', member_ids });
    expect(await refusalOf(take([ana.id]))).toBe(above);
    const without = { id: first.id, name: 'De onde saem', member_ids: [carla.id] };
    expect(await refusalOf(world.call(bruno, updateDepartment, without))).toBe(above);
    expect(await refusalOf(world.call(bruno, deleteDepartment, { id: first.id }))).toBe(above);
    const { newDepartment: second } = await take([carla.id]);
    const written = await world.rows(
      `select user_id as by, details from audit where subject = $1 order by id desc limit 1`,
      [`department:${first.id}`],
    );
    const member_ids = { from: [ana.id, carla.id].toSorted(), to: [ana.id] };
    expect(written).toEqual([{ by: bruno.id, details: { member_ids } }]);
    for (const { id } of [first, second]) await world.call(ana, deleteDepartment, { id });
  } finally {
    await world.rows(
      `delete from role_permission where route_name = 'departments' and role_id =
      (select role_id from app_user where id = $1)`,
      [bruno.id],
    );
  }
});

test('put off, back and answered -> nobody waits, and it stays', async () => {
  const { bruno, carla } = world.people;
  await add({ distribution: 'round_robin', transfer_after_minutes: 10 });
  await online(bruno);
  const ticket = await opened();
  await online(carla);
  await world.rows('update chat_ticket set waiting_since = null, woken_at = $2 where id = $1', [
    ticket.id,
    new Date(world.now()),
  ]);
  await travel(world.now() + 20 * 60_000);
  expect(await transferUnanswered(world.server.services)).toBe(0);
  // The customer writes again: their wait counts.
  await world.rows('update chat_ticket set waiting_since = $2 where id = $1', [
    ticket.id,
    new Date(world.now() - 11 * 60_000),
  ]);
  expect(await transferUnanswered(world.server.services)).toBe(1);
});
