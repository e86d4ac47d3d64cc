import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { deleteChatNote, newChatNote, updateChatNote } from '../../../contract/graphql/chat-notes.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { MISSED_NOTICES_MAX, missedNotices } from '../../../contract/graphql/missed-notices.ts';
import { streamFrameSchema } from '../../../contract/realtime/server-frame.ts';
import { logout } from '../../../contract/rest/logout.ts';
import { tellShortWindows } from '../../../server/domain/tickets/tell-windows.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { askRest } from '../../support/rest-calls.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 73_000_000;
/** On Suporte, which Bruno and Carla serve. */
const ownedBy = async (who: Person): Promise<ChatTicket> => {
  const ticket = await world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
  await world.send(who, ticket, 'Olá!');
  return (await world.ticketOf(who, ticket.customer.phone_number)) ?? ticket;
};
const offer = async (who: Person, ticket: ChatTicket, next: Person, note = ''): Promise<{ id: string }> =>
  (
    await world.call(who, createTicketTransfer, {
      chat_ticket_id: ticket.id,
      next_user_id: next.id,
      previous_user_id: ticket.user?.id ?? null,
      note,
    })
  ).createTicketTransfer;
const write = async (who: Person, ticket: ChatTicket, message: string, mentions: Person[]) =>
  (
    await world.call(who, newChatNote, {
      customer_id: ticket.customer.id,
      instance_id: ticket.instance.id,
      message,
      mention_ids: mentions.map(({ id }) => id),
      client_id: randomUUID(),
    })
  ).newChatNote;
const leave = (who: Person) => askRest(world.url, who.token, logout, {});
const comeBack = async (who: Person): Promise<Person> => ({
  ...who,
  token: await world.server.tokenOf(who.email),
});
/** Names of the frames, with their tickets or the line's text. */
async function missedBy(who: Person): Promise<readonly (readonly unknown[])[]> {
  const { missedNotices: missed } = await world.call(who, missedNotices, {});
  return missed.map(({ frame }) => {
    const { event, data } = streamFrameSchema.parse(JSON.parse(frame));
    if ('customerChatEvent' in data) return [event, data.customerChatEvent.message];
    return [event, 'chatTicket' in data ? data.chatTicket.id : null];
  });
}

test('what concerned them since they logged out, in order, and nobody else', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const hers = await ownedBy(carla);
  const closed = await ownedBy(carla);
  const ofBruno = await ownedBy(bruno);
  const taken = await ownedBy(carla);
  // Before she leaves: seen.
  await world.call(bruno, deleteTicketTransfer, { id: (await offer(bruno, ofBruno, carla)).id });
  await world.rows(`update event set created_at = created_at - interval '1 minute'`);
  await world.rows(`update session set rotated_at = rotated_at - interval '1 hour'`);
  await leave(carla);
  await leave(bia);
  const offered = await offer(bruno, ofBruno, carla);
  await world.call(ana, deleteTicketTransfer, { id: offered.id });
  await world.call(ana, finishChatTicket, { id: closed.id });
  await write(ana, hers, 'veja isto, @Carla', [carla]);
  await write(ana, hers, 'nada para ela', []);
  await offer(ana, taken, bruno);
  // Theirs alone.
  await world.call(ana, finishChatTicket, { id: (await ownedBy(bruno)).id });
  const again = await comeBack(carla);
  expect(await missedBy(again)).toEqual([
    ['ChatTicketTransfer', ofBruno.id],
    ['DeleteChatTicketTransfer', ofBruno.id],
    ['ChatTicketClosed', closed.id],
    ['CustomerChatEventChanged', 'veja isto, @Carla'],
    ['ChatTicketTransferring', taken.id],
  ]);
  expect(await missedBy(await comeBack(bia))).toEqual([]);
});

test('a note has its current text, and is left out once it is deleted or no longer mentions them', async () => {
  const { ana } = world.people;
  let carla = await comeBack(world.people.carla);
  const hers = await ownedBy(carla);
  await leave(carla);
  const [changed, deleted, unsaid] = [
    await write(ana, hers, 'errado', [carla]),
    await write(ana, hers, 'segredo', [carla]),
    await write(ana, hers, 'para quem?', [carla]),
  ];
  await world.call(ana, updateChatNote, { id: changed.id, message: 'certo', mention_ids: [carla.id] });
  await world.call(ana, deleteChatNote, { id: deleted.id });
  await world.call(ana, updateChatNote, { id: unsaid.id, message: 'para ninguém', mention_ids: [] });
  carla = await comeBack(carla);
  expect(await missedBy(carla)).toEqual([['CustomerChatEventChanged', 'certo']]);
});

test('what was seen in another session, or is too old, is not missed', async () => {
  const { ana } = world.people;
  let carla = await comeBack(world.people.carla);
  const [one, other] = [await ownedBy(carla), await ownedBy(carla)];
  await leave(carla);
  await world.call(ana, finishChatTicket, { id: one.id });
  await world.rows(`update event set created_at = created_at - interval '8 days' where name = 'ChatTicketClosed'`);
  await world.rows(`update app_user set left_at = left_at - interval '9 days' where id = $1`, [carla.id]);
  await world.rows(`update session set rotated_at = rotated_at - interval '9 days' where user_id = $1`, [carla.id]);
  await world.call(ana, finishChatTicket, { id: other.id });
  carla = await comeBack(carla);
  expect((await missedBy(carla)).filter(([name]) => name === 'ChatTicketClosed')).toEqual([
    ['ChatTicketClosed', other.id],
  ]);
  // A second one: the first has seen it.
  expect(await missedBy(await comeBack(carla))).toEqual([]);
});

test('a window that shut while its owner was away, unless the customer wrote since', async () => {
  const carla = await comeBack(world.people.carla);
  const [shut, before, open, finished] = [
    await ownedBy(carla),
    await ownedBy(carla),
    await ownedBy(carla),
    await ownedBy(carla),
  ];
  await leave(carla);
  await world.rows(`update session set rotated_at = rotated_at - interval '1 day'`);
  await world.rows(`update event set created_at = created_at - interval '1 day'`);
  await world.rows(`update app_user set left_at = now() - interval '3 hours' where id = $1`, [carla.id]);
  const wroteBefore = (hours: number, ...tickets: readonly ChatTicket[]) =>
    world.rows(
      `update chat_ticket set owned_since = now() - interval '2 days',
      last_received_at = now() - make_interval(hours => $2) where id = any($1::bigint[])`,
      [tickets.map(({ id }) => id), hours],
    );
  await world.rows('update chat_ticket set finished_at = now() where id = $1', [finished.id]);
  await wroteBefore(28, before);
  await wroteBefore(23, open);
  await wroteBefore(25, shut, finished);
  for (let round = 0; round < 2; round += 1) await tellShortWindows(world.server.services);
  const again = await comeBack(carla);
  expect(await missedBy(again)).toEqual([['CustomerCreatedToChat', shut.id]]);
  await wroteBefore(1, shut);
  expect(await missedBy(again)).toEqual([]);
});

test('the company’s first user, who doesn’t see the ticket, is notified once, without the transfer’s note', async () => {
  const { ana, bruno, carla } = world.people;
  const ticket = await ownedBy(bruno);
  const { id } = await offer(bruno, ticket, carla, 'só entre nós');
  const [was] = await world.rows<{ role_id: string }>('select role_id from app_user where id = $1', [ana.id]);
  await world.rows(`update app_user set role_id = (select role_id from app_user where id = $1) where id = $2`, [
    bruno.id,
    ana.id,
  ]);
  await world.rows('delete from user_instance where user_id = $1', [ana.id]);
  await world.call(await comeBack(carla), confirmTicketTransfer, { id });
  const { missedNotices: missed } = await world.call(await comeBack(ana), missedNotices, {});
  const told = missed.filter(({ frame }) => frame.includes('"ChatTicketTransferred"'));
  expect(told.map(({ frame }) => frame.includes('só entre nós'))).toEqual([false]);
  await world.rows('update app_user set role_id = $1 where id = $2', [was?.role_id, ana.id]);
});

test('without the chat nothing; the latest of many', async () => {
  const { bruno } = world.people;
  const carla = await comeBack(world.people.carla);
  await leave(carla);
  await world.rows(
    `update session set rotated_at = rotated_at - interval '1 hour' where user_id = $1 and revoked_at is null`,
    [carla.id],
  );
  const ofBruno = await ownedBy(bruno);
  for (let n = 0; n < MISSED_NOTICES_MAX / 2 + 1; n += 1)
    await world.call(bruno, deleteTicketTransfer, { id: (await offer(bruno, ofBruno, carla)).id });
  const again = await comeBack(carla);
  const missed = await missedBy(again);
  expect([missed.length, missed.at(-1)]).toEqual([MISSED_NOTICES_MAX, ['DeleteChatTicketTransfer', ofBruno.id]]);
  await world.rows(
    `delete from role_permission using app_user u where u.id = $1 and role_permission.role_id = u.role_id
    and role_permission.tenant_id = u.tenant_id and route_name = 'chat'`,
    [carla.id],
  );
  expect(await refusalOf(world.call(again, missedNotices, {}))).toContain('FORBIDDEN');
});
