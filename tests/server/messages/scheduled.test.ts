import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { SCHEDULED_MAX } from '../../../contract/facts/scheduled-messages.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import {
  deleteScheduledMessage,
  myScheduledMessages,
  newScheduledMessage,
  scheduledInTickets,
  scheduledMessages,
  sendScheduledMessage,
  updateScheduledMessage,
} from '../../../contract/graphql/scheduled-messages.ts';
import { sendDueScheduled } from '../../../server/domain/scheduled/send-due.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 56_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const of = ({ customer, instance }: ChatTicket) => ({ customer_id: customer.id, instance_id: instance.id });
const schedule = async (who: Person, ticket: ChatTicket, message: string, more: Record<string, unknown> = {}) =>
  (
    await world.call(who, newScheduledMessage, {
      ...of(ticket),
      message,
      send_at: inMinutes(60),
      client_id: randomUUID(),
      ...more,
    })
  ).newScheduledMessage;
const list = async (who: Person, ticket: ChatTicket) =>
  (await world.call(who, scheduledMessages, of(ticket))).scheduledMessages;
const change = (who: Person, { id, version }: { id: string; version: string }, message: string) =>
  world.call(who, updateScheduledMessage, { id, version, message, send_at: inMinutes(90) });
const cancel = (who: Person, { id }: { id: string }) => world.call(who, deleteScheduledMessage, { id });
const sendNow = (who: Person, { id, version }: { id: string; version: string }) =>
  world.call(who, sendScheduledMessage, { id, version });
/** Its moment was so long ago. */
const letPass = ({ id }: { id: string }, minutes = 1) =>
  world.rows('update scheduled_message set send_at = now() - make_interval(mins => $2) where id = $1', [id, minutes]);
const run = () => sendDueScheduled(world.server.services);
const textsOf = async (who: Person, ticket: ChatTicket) =>
  (await world.call(who, customerChats, { ...of(ticket), all_users: true, finished_tickets: true })).customerChats.map(
    ({ message, user }) => `${user?.name.split(' ')[0] ?? ''}: ${message}`,
  );
const linesOf = async (who: Person, ticket: ChatTicket) =>
  (await world.call(who, customerChatEvents, of(ticket))).customerChatEvents.flatMap(({ kind, message }) =>
    kind.startsWith('schedule') ? [{ kind, message }] : [],
  );
const outboxOf = ({ customer }: ChatTicket) =>
  world.rows(
    'select 1 from outbox o join message m using (tenant_id) where m.id = o.message_id and m.customer_id = $1',
    [customer.id],
  );

async function owned(who: Person): Promise<ChatTicket> {
  const ticket = await world.open({ from: newPhone(), number: 'suporte' });
  await world.send(who, ticket, 'oi');
  return ticket;
}

test('how many wait in some tickets: of those that are open and that one sees', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const [one, other] = [await owned(bruno), await owned(bruno)];
  await schedule(bruno, one, 'amanhã cedo');
  await cancel(bruno, await schedule(bruno, one, 'desisti'));
  await schedule(bruno, other, 'amanhã');
  await schedule(ana, other, 'da Ana');
  const count = async (who: Person, ...tickets: ChatTicket[]) =>
    (await world.call(who, scheduledInTickets, { chat_ticket_ids: tickets.map(({ id }) => id) })).scheduledInTickets;
  expect(await count(bruno, one)).toBe(1);
  expect(await count(bruno, one, other)).toBe(3);
  expect(await count(ana, one, other)).toBe(3);
  expect(await count(carla, one, other)).toBe(0);
  expect(await count(bia, one, other)).toBe(0);
  await world.call(bruno, finishChatTicket, { id: other.id });
  expect(await count(bruno, one, other)).toBe(1);
  const many = world.call(bruno, scheduledInTickets, { chat_ticket_ids: Array.from({ length: 1_001 }, () => one.id) });
  expect(await refusalOf(many)).toMatch('INVALID');
});

describe('at its time', () => {
  test('a message goes out once, whichever of two nodes comes first, in the name of who wrote it', async () => {
    const { bruno } = world.people;
    const ticket = await owned(bruno);
    const before = (await outboxOf(ticket)).length;
    const waiting = await schedule(bruno, ticket, 'Bom dia!');
    expect(await list(bruno, ticket)).toMatchObject([
      { message: 'Bom dia!', state: 'waiting', reason: null, may_change: true, user: { id: bruno.id } },
    ]);
    expect(await run()).toBe(0);
    await letPass(waiting);
    const settled = await Promise.all([run(), run(), run()]);
    expect(settled.reduce((sum, count) => sum + count)).toBe(1);
    expect(await list(bruno, ticket)).toEqual([]);
    const texts = await textsOf(bruno, ticket);
    expect(texts.filter((text) => text.includes('Bom dia!'))).toEqual([expect.stringMatching(/^Bruno/)]);
    expect((await outboxOf(ticket)).length).toBe(before + 1);
    expect(await linesOf(bruno, ticket)).toEqual([]);
    // What comes too late says so, and a repeated call makes no second one.
    expect(await refusalOf(change(bruno, waiting, 'Boa tarde!'))).toBe('CONFLICT error.scheduled.sent');
    expect(await refusalOf(cancel(bruno, waiting))).toBe('CONFLICT error.scheduled.sent');
    expect((await sendNow(bruno, waiting)).sendScheduledMessage).toBe(true);
    expect((await outboxOf(ticket)).length).toBe(before + 1);
  });

  test('a server that was down then sends it at its start, and the conversation says that it is late', async () => {
    const { bruno } = world.people;
    const ticket = await owned(bruno);
    const waiting = await schedule(bruno, ticket, 'Atrasada');
    await letPass(waiting, 45);
    expect(await run()).toBe(1);
    expect(await textsOf(bruno, ticket)).toContain('Bruno: Atrasada');
    const [line] = await linesOf(bruno, ticket);
    expect(line?.kind).toBe('schedule_late');
    expect(Date.now() - Date.parse(line?.message ?? '')).toBeGreaterThan(44 * 60_000);
  });

  test.each([
    ['window', "update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1"],
    ['finished', undefined],
    ['blacklisted', undefined],
    ['disconnected', "update instance set activated = false where name ilike '%suporte%' and $1::bigint is not null"],
    [
      'monthlyLimit',
      'update tenant set message_limit = 0 where id = (select tenant_id from chat_ticket where id = $1)',
    ],
  ])('one that can’t be sent is kept with its text, and why: %s', async (reason, statement) => {
    const { ana, bruno } = world.people;
    const ticket = await owned(bruno);
    const waiting = await schedule(bruno, ticket, 'Guardada');
    if (statement !== undefined) await world.rows(statement, [ticket.id]);
    else if (reason === 'finished') await world.call(bruno, finishChatTicket, { id: ticket.id });
    else await world.call(ana, blacklistCustomer, { id: ticket.customer.id, blacklisted: true });
    await letPass(waiting);
    const socket = await world.socket(bruno);
    const refused = await run();
    await world.rows("update instance set activated = true where name ilike '%suporte%'");
    await world.rows('update tenant set message_limit = null');
    expect(refused).toBe(1);
    expect(await list(bruno, ticket)).toMatchObject([{ message: 'Guardada', state: 'refused', reason }]);
    expect(await textsOf(bruno, ticket)).not.toContain('Bruno: Guardada');
    expect(await linesOf(bruno, ticket)).toEqual([{ kind: 'schedule_refused', message: reason }]);
    await socket.pong();
    const told = socket.frames.map(({ event }) => event);
    expect(told).toEqual(expect.arrayContaining(['ListUpdated', 'CustomerChatEventChanged']));
    expect(await run()).toBe(0);
  });

  test('one that was refused waits again with another time, and can be sent at once', async () => {
    const { bruno } = world.people;
    const ticket = await owned(bruno);
    const kept = await schedule(bruno, ticket, 'De novo');
    const other = await schedule(bruno, ticket, 'Agora');
    await world.rows("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [
      ticket.id,
    ]);
    await Promise.all([letPass(kept), letPass(other)]);
    expect(await run()).toBe(2);
    const [first, second] = (await list(bruno, ticket)).toSorted((a, b) => Number(a.id) - Number(b.id));
    if (first === undefined || second === undefined) throw new Error('none');
    expect(await refusalOf(sendNow(bruno, second))).toBe('CONFLICT error.window.closed');
    await world.write({ from: ticket.customer.phone_number, number: 'suporte' });
    await change(bruno, first, 'De novo, com calma');
    await sendNow(bruno, second);
    expect(await list(bruno, ticket)).toMatchObject([{ id: kept.id, state: 'waiting', reason: null }]);
    expect(await textsOf(bruno, ticket)).toContain('Bruno: Agora');
  });
});

test('cancelled in the moment it is due, exactly one of both wins', async () => {
  const { bruno } = world.people;
  const ticket = await owned(bruno);
  for (let turn = 0; turn < 6; turn += 1) {
    const waiting = await schedule(bruno, ticket, `Corrida ${turn}`);
    await letPass(waiting);
    const [cancelling, sent] = await Promise.all([
      cancel(bruno, waiting).then(
        () => 'cancelled',
        (error: unknown) => String(error),
      ),
      run(),
    ]);
    const isThere = (await textsOf(bruno, ticket)).includes(`Bruno: Corrida ${turn}`);
    expect({ isThere, sent }).toEqual({ isThere: cancelling !== 'cancelled', sent: isThere ? 1 : 0 });
  }
});

test('after a transfer it stays, and goes out in its author’s name; in the queue it takes no ticket', async () => {
  const { ana, bruno, carla } = world.people;
  const ticket = await owned(bruno);
  const moved = await schedule(bruno, ticket, 'Prometido');
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [ticket.id, carla.id]);
  expect(await list(carla, ticket)).toMatchObject([{ id: moved.id, may_change: true, user: { id: bruno.id } }]);
  // Whoever has one waiting there hears of the others.
  await cancel(carla, await schedule(carla, ticket, 'Também'));
  const told = await world.rows<{ audience: { ownerId: string; userIds: string[] } }>(
    "select audience from event where data->>'list' = 'scheduled_messages' order by position desc limit 2",
  );
  for (const { audience } of told) {
    expect(audience).toMatchObject({ to: 'ticket', ownerId: carla.id });
    expect(audience.userIds.toSorted()).toEqual([bruno.id, carla.id].toSorted());
  }
  await letPass(moved);
  expect(await run()).toBe(1);
  expect(await textsOf(carla, ticket)).toContain('Bruno: Prometido');
  const queued = await schedule(carla, ticket, 'Da fila');
  await world.call(carla, queueChatTicket, { id: ticket.id });
  await letPass(queued);
  expect(await run()).toBe(1);
  const [row] = await world.rows<{ user_id: string | null }>('select user_id from chat_ticket where id = $1', [
    ticket.id,
  ]);
  expect(row?.user_id).toBeNull();
  expect(await textsOf(ana, ticket)).toContain('Carla: Da fila');
});

test.each([
  ['was deleted', 'deleted_at = now()'],
  ['may not chat any more', "role_id = (select id from role where name = 'estoque')"],
])('one of a person who %s isn’t sent', async (_what, change) => {
  const { bruno, carla } = world.people;
  await world.rows(
    `insert into role (tenant_id, name, display_name) select tenant_id, 'estoque', 'Estoque' from app_user where id = $1
     on conflict do nothing`,
    [carla.id],
  );
  const ticket = await owned(carla);
  const waiting = await schedule(carla, ticket, 'De quem não está');
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [ticket.id, bruno.id]);
  await world.rows(`update app_user set ${change} where id = $1`, [carla.id]);
  await letPass(waiting);
  expect(await run()).toBe(1);
  await world.rows(
    'update app_user set deleted_at = null, role_id = (select role_id from app_user where id = $2) where id = $1',
    [carla.id, bruno.id],
  );
  expect(await list(bruno, ticket)).toMatchObject([{ state: 'refused', reason: 'author' }]);
  expect(await textsOf(bruno, ticket)).not.toContain('Carla: De quem não está');
});

test('two that are due at once go out in the order of their moments', async () => {
  const { bruno } = world.people;
  const ticket = await owned(bruno);
  const [second, first] = [await schedule(bruno, ticket, 'Depois'), await schedule(bruno, ticket, 'Antes')];
  await letPass(second, 2);
  await letPass(first, 3);
  expect((await list(bruno, ticket)).map(({ message }) => message)).toEqual(['Antes', 'Depois']);
  expect(await run()).toBe(2);
  expect((await textsOf(bruno, ticket)).slice(-2)).toEqual(['Bruno: Antes', 'Bruno: Depois']);
});

test('one of a person who was blocked since isn’t sent', async () => {
  const { bruno, carla } = world.people;
  const ticket = await owned(carla);
  const waiting = await schedule(carla, ticket, 'De quem saiu');
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [ticket.id, bruno.id]);
  await world.rows('update app_user set is_blocked = true where id = $1', [carla.id]);
  await letPass(waiting);
  expect(await run()).toBe(1);
  await world.rows('update app_user set is_blocked = false where id = $1', [carla.id]);
  const [kept] = await list(bruno, ticket);
  expect(kept).toMatchObject({ state: 'refused', reason: 'author' });
  // Its owner may send it in their own name.
  if (kept !== undefined) await sendNow(bruno, kept);
  expect(await textsOf(bruno, ticket)).toContain('Bruno: De quem saiu');
});

test('one’s own are in one place, those of passed-on conversations too, which can only be cancelled', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const own = async (who: Person, page: Record<string, number> = { pagination_limit: 100 }) =>
    (await world.call(who, myScheduledMessages, page)).myScheduledMessages;
  await world.rows("update scheduled_message set state = 'cancelled', reason = null");
  const [kept, passed] = [await owned(bruno), await owned(bruno)];
  const [first, second] = [await schedule(bruno, kept, 'Fica'), await schedule(bruno, passed, 'Passou')];
  const ofCarla = await owned(carla);
  await schedule(carla, ofCarla, 'De Carla');
  await schedule(carla, ofCarla, 'E antes', { send_at: inMinutes(30) });
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [passed.id, carla.id]);
  await letPass(second);
  await world.rows("update scheduled_message set state = 'refused', reason = 'window' where id = $1", [second.id]);
  const unseen = { customer: null, chat_ticket_id: null, last_received_at: null, may_change: false };
  const shown = { customer: { id: kept.customer.id, phone_number: kept.customer.phone_number }, may_change: true };
  expect(await own(bruno)).toMatchObject({
    total_items: 2,
    items: [
      { id: second.id, message: 'Passou', state: 'refused', instance: { id: passed.instance.id }, ...unseen },
      { id: first.id, chat_ticket_id: kept.id, is_finished: false, ...shown },
    ],
  });
  expect(await own(bruno, { pagination_page: 2, pagination_limit: 1 })).toMatchObject({
    total_items: 2,
    items: [{ id: first.id }],
  });
  expect((await own(carla)).items.map(({ message }) => message)).toEqual(['E antes', 'De Carla']);
  // An administrator finds their own there, not everybody's; another company has none.
  for (const who of [ana, bia]) expect((await own(who)).total_items).toBe(0);
  expect(await refusalOf(change(bruno, second, 'x'))).toMatch(/^NOT_FOUND/);
  expect(await refusalOf(sendNow(bruno, second))).toMatch(/^NOT_FOUND/);
  await cancel(bruno, second);
  expect((await own(bruno)).items.map(({ id }) => id)).toEqual([first.id]);
  for (const who of [carla, bia]) expect(await refusalOf(cancel(who, first))).toMatch(/^NOT_FOUND/);
});

test('a repeated call returns the same one; a stale version and invalid values are refused', async () => {
  const { ana, bruno } = world.people;
  const ticket = await owned(bruno);
  const client_id = randomUUID();
  const first = await schedule(bruno, ticket, 'Uma vez', { client_id });
  expect((await schedule(bruno, ticket, 'Uma vez', { client_id })).id).toBe(first.id);
  await change(ana, first, 'Mudada');
  expect(await refusalOf(change(bruno, first, 'Por cima'))).toBe('CONFLICT error.form.conflict');
  expect(await refusalOf(sendNow(bruno, first))).toBe('CONFLICT error.form.conflict');
  const audited = await world.rows(
    "select user_id as by, subject, details->>'user' as of from audit where action = 'scheduled.update'",
  );
  expect(audited).toEqual([{ by: ana.id, subject: `ticket:${ticket.id}`, of: bruno.id }]);
  await cancel(ana, await schedule(bruno, ticket, 'Não vai'));
  const now = await schedule(bruno, ticket, 'Para quando?', { send_at: inMinutes(60 * 24 * 89) });
  const past = world.call(bruno, updateScheduledMessage, { id: now.id, message: 'x', send_at: inMinutes(-1) });
  expect(await refusalOf(past)).toBe('INVALID error.scheduled.moment');
  await cancel(bruno, now);
  await cancel(bruno, first);
  await cancel(bruno, first);
  const cancelled = await world.rows(
    "select user_id as by, subject, details->>'user' as of from audit where action = 'scheduled.cancel'",
  );
  expect(cancelled).toEqual([{ by: ana.id, subject: `ticket:${ticket.id}`, of: bruno.id }]);
  expect(await refusalOf(change(bruno, first, 'Depois'))).toBe('CONFLICT error.scheduled.cancelled');
  for (const send_at of [inMinutes(-1), inMinutes(60 * 24 * 91)]) {
    expect(await refusalOf(schedule(bruno, ticket, 'Quando?', { send_at }))).toBe('INVALID error.scheduled.moment');
  }
  expect(await refusalOf(schedule(bruno, ticket, '  '))).toBe('INVALID error.message.empty');
  for (let at = 0; at < SCHEDULED_MAX; at += 1) await schedule(bruno, ticket, `${at}`);
  expect(await refusalOf(schedule(bruno, ticket, 'Uma a mais'))).toBe('CONFLICT error.scheduled.tooMany');
  await world.call(bruno, finishChatTicket, { id: ticket.id });
  expect(await refusalOf(schedule(bruno, ticket, 'Tarde'))).toBe('CONFLICT error.ticket.finished');
});

test('nobody schedules, sees or touches one of a conversation that isn’t theirs', async () => {
  const { bruno, carla, bia } = world.people;
  const ticket = await owned(bruno);
  const waiting = await schedule(bruno, ticket, 'Minha');
  for (const other of [carla, bia]) {
    for (const call of [
      () => list(other, ticket),
      () => schedule(other, ticket, 'x'),
      () => change(other, waiting, 'x'),
      () => cancel(other, waiting),
      () => sendNow(other, waiting),
    ])
      expect(await refusalOf(call())).toMatch(/^NOT_FOUND/);
  }
  // Carla sees a ticket of the queue, and what waits there, but may not touch what Bruno wrote.
  await world.call(bruno, queueChatTicket, { id: ticket.id });
  expect(await list(carla, ticket)).toMatchObject([{ id: waiting.id, may_change: false }]);
  expect(await refusalOf(cancel(carla, waiting))).toBe('FORBIDDEN error.scheduled.notYours');
  // Nor to whom none may be sent.
  for (const [change, back] of [
    ['update instance set activated = false', 'update instance set activated = true'],
    ['update customer set is_blacklisted = true', 'update customer set is_blacklisted = false'],
  ] as const) {
    await world.rows(change);
    const refused = await refusalOf(schedule(world.people.ana, ticket, 'x'));
    await world.rows(back);
    expect(refused).toMatch(/^CONFLICT error\.(?:instance\.disconnected|customer\.blacklisted)$/);
  }
  // A quoted message has to be of this conversation.
  const elsewhere = await owned(bruno);
  const reply_message_id = elsewhere.customerLastChat?.id ?? '';
  expect(await refusalOf(schedule(bruno, ticket, 'x', { reply_message_id }))).toMatch(/^NOT_FOUND/);
});
