import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import { snoozeChatTicket } from '../../../contract/graphql/snooze-chat-ticket.ts';
import { wakeSnoozed } from '../../../server/domain/tickets/snooze-ticket.ts';
import { tellShortWindows } from '../../../server/domain/tickets/tell-windows.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import type { TestSocket } from '../../support/socket.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 55_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const TOMORROW = () => new Date(Date.now() + 24 * 3_600_000).toISOString();
const snooze = (who: Person, { id }: ChatTicket, until: string | null = TOMORROW()) =>
  world.call(who, snoozeChatTicket, { id, until });
const rowOf = async (who: Person, { id }: ChatTicket) =>
  (await world.call(who, chatTickets, { chat_ticket_id: id })).chatTickets.items[0];
/** The views of their own in which someone has a ticket, by the list and by the count. */
async function viewsOf(who: Person, { id }: ChatTicket): Promise<string[]> {
  const { views } = (await world.call(who, chatTickets, { with_views: true })).chatTickets;
  const found: string[] = [];
  for (const view of ['mine', 'waiting', 'snoozed'] as const) {
    const { items } = (await world.call(who, chatTickets, { view, pagination_limit: 100 })).chatTickets;
    const isListed = items.some((item) => item.id === id);
    expect(views?.[view].includes(id)).toBe(isListed);
    if (isListed) found.push(view);
  }
  return found;
}
const wake = () => wakeSnoozed(world.server.services);
const letPass = ({ id }: ChatTicket) =>
  world.rows("update chat_ticket set snoozed_until = now() - interval '1 minute' where id = $1", [id]);
const toldTo = async (socket: TestSocket, { id }: ChatTicket) => {
  await socket.pong();
  return socket.frames.flatMap(({ event, data }) =>
    event === 'CustomerCreatedToChat' && data.chatTicket.id === id
      ? [{ isSnoozed: data.chatTicket.snoozed_until !== null, woken: data.woken ?? false }]
      : [],
  );
};

async function owned(who: Person): Promise<ChatTicket> {
  const ticket = await world.open({ from: newPhone(), number: 'suporte' });
  await world.send(who, ticket, 'oi');
  return ticket;
}

describe('a ticket that is put off', () => {
  test('leaves its owner’s views, and comes back on top at its time, once', async () => {
    const { ana, bruno } = world.people;
    const ticket = await owned(bruno);
    const later = await owned(bruno);
    const socket = await world.socket(bruno);
    await snooze(bruno, ticket);
    expect(await viewsOf(bruno, ticket)).toEqual(['snoozed']);
    expect(await viewsOf(ana, ticket)).toEqual([]);
    expect(await wake()).toBe(0);
    await letPass(ticket);
    // Two nodes at once.
    expect((await Promise.all([wake(), wake()])).reduce((sum, count) => sum + count)).toBe(1);
    expect(await viewsOf(bruno, ticket)).toEqual(['mine', 'waiting']);
    const { items } = (await world.call(bruno, chatTickets, { view: 'mine' })).chatTickets;
    const order = items.map(({ id }) => id).filter((id) => id === ticket.id || id === later.id);
    expect(order).toEqual([ticket.id, later.id]);
    expect(await toldTo(socket, ticket)).toEqual([
      { isSnoozed: true, woken: false },
      { isSnoozed: false, woken: true },
    ]);
  });

  test('comes back when the customer writes, or when its owner wants it', async () => {
    const { bruno } = world.people;
    const ticket = await owned(bruno);
    await snooze(bruno, ticket);
    await world.write({ from: ticket.customer.phone_number, number: 'suporte' });
    expect(await viewsOf(bruno, ticket)).toEqual(['mine']);
    await snooze(bruno, ticket);
    expect(await viewsOf(bruno, ticket)).toEqual(['snoozed']);
    await snooze(bruno, ticket, null);
    expect(await viewsOf(bruno, ticket)).toEqual(['mine']);
  });

  test('finished or queued, it is put off no more', async () => {
    const { bruno, ana } = world.people;
    const [finished, queued] = [await owned(bruno), await owned(bruno)];
    await snooze(bruno, finished);
    await snooze(bruno, queued);
    await world.call(bruno, finishChatTicket, { id: finished.id });
    await world.call(bruno, queueChatTicket, { id: queued.id });
    for (const ticket of [finished, queued]) expect((await rowOf(ana, ticket))?.snoozed_until).toBeNull();
    expect(await wake()).toBe(0);
  });
});

test('only by its owner, while it is open, and until a moment within a year', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const hers = await owned(carla);
  expect(await refusalOf(snooze(bruno, hers))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(snooze(bia, hers))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(snooze(ana, hers))).toBe('FORBIDDEN error.ticket.notYours');
  const queued = await world.open({ from: newPhone(), number: 'suporte' });
  expect(await refusalOf(snooze(carla, queued))).toBe('FORBIDDEN error.ticket.notYours');
  expect(await refusalOf(snooze(carla, hers, '2020-01-01T09:00:00.000Z'))).toContain('error.snooze.moment');
  expect(await refusalOf(snooze(carla, hers, '2999-01-01T09:00:00.000Z'))).toContain('error.snooze.moment');
  expect(await refusalOf(snooze(carla, hers, 'amanhã'))).toContain('INVALID');
  await world.call(carla, finishChatTicket, { id: hers.id });
  expect(await refusalOf(snooze(carla, hers))).toBe('CONFLICT error.ticket.finished');
});

test('a window that soon shuts is told to its owner alone, once, and as soon as they have a page open', async () => {
  const { ana, bruno, carla } = world.people;
  const tell = () => tellShortWindows(world.server.services);
  const [short, fresh, shut] = [await owned(bruno), await owned(bruno), await owned(bruno)];
  const wroteBefore = ({ id }: ChatTicket, hours: number) =>
    world.rows(
      `update chat_ticket set last_received_at = now() - make_interval(mins => $2), window_told_at = null,
      owned_since = now() - interval '2 days' where id = $1`,
      [id, hours * 60],
    );
  await wroteBefore(short, 22.5);
  await wroteBefore(fresh, 21.5);
  await wroteBefore(shut, 24.5);
  // Nobody is there to be told, but of what shut meanwhile.
  await world.rows('update app_user set last_seen_at = null, left_at = now() - make_interval(hours => 1)');
  await tell();
  const toldOf = async ({ id }: ChatTicket) =>
    (
      await world.rows<{ is: boolean }>('select window_told_at is not null as is from chat_ticket where id = $1', [id])
    )[0]?.is;
  expect(await Promise.all([short, fresh, shut].map(toldOf))).toEqual([false, false, true]);
  const sockets = await Promise.all([ana, bruno, bruno, carla].map((who) => world.socket(who)));
  // The server's own round may be before these; each is told once all the same.
  await Promise.all([tell(), tell()]);
  const told = async (at: number) => {
    await sockets[at]?.pong();
    return sockets[at]?.frames.flatMap(({ event, data }) =>
      event === 'CustomerCreatedToChat' && data.shutting === true ? [data.chatTicket.id] : [],
    );
  };
  const toldTo = async (at: number, ids: readonly string[]) => {
    // Until the server has noted that they are there, a round leaves them out.
    await expectEventually(async () => {
      await tell();
      return told(at);
    }).toEqual(ids);
  };
  await toldTo(1, [short.id]);
  await tell();
  expect(await Promise.all([0, 1, 2, 3].map(told))).toEqual([[], [short.id], [short.id], []]);
  // Whoever takes it over is told too; after the customer wrote there is another window.
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [short.id, carla.id]);
  await tell();
  await toldTo(3, [short.id]);
  await world.write({ from: short.customer.phone_number, number: 'suporte' });
  expect(await tell()).toBe(0);
  await world.rows(
    `update chat_ticket set window_told_at = window_told_at - interval '1 day',
    last_received_at = last_received_at - interval '23 hours' where id = $1`,
    [short.id],
  );
  await tell();
  await toldTo(3, [short.id, short.id]);
  await world.rows('update instance set is_official = false');
  await wroteBefore(short, 23);
  expect(await tell()).toBe(0);
  await world.rows('update instance set is_official = true');
});

test('an owner who was told of a window and was away since is told once more', async () => {
  const { carla } = world.people;
  const short = await owned(carla);
  await world.rows(
    `update chat_ticket set last_received_at = now() - interval '22.5 hours', owned_since = now() - interval '2 days'
    where id = $1`,
    [short.id],
  );
  const socket = await world.socket(carla);
  const told = async () => {
    await tellShortWindows(world.server.services);
    await socket.pong();
    return socket.frames.filter(
      ({ event, data }) =>
        event === 'CustomerCreatedToChat' && data.shutting === true && data.chatTicket.id === short.id,
    ).length;
  };
  await expectEventually(told).toBe(1);
  expect(await told()).toBe(1);
  await world.rows('update app_user set left_at = now() where id = $1', [carla.id]);
  expect(await told()).toBe(2);
  expect(await told()).toBe(2);
});

test('a deleted company’s stay put off', async () => {
  const ticket = await owned(world.people.bruno);
  await snooze(world.people.bruno, ticket);
  await letPass(ticket);
  await world.rows("update tenant set deleted_at = now() where slug = 'aurora'");
  try {
    expect(await wake()).toBe(0);
  } finally {
    await world.rows("update tenant set deleted_at = null where slug = 'aurora'");
  }
  expect(await wake()).toBe(1);
});
