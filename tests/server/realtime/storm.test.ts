import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { openSocket } from '../../support/socket.ts';
import type { SocketOptions, TestSocket } from '../../support/socket.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

const ticketOf = async (who: Person) => (await world.call(who, createSocketTicket, {})).createSocketTicket.ticket;
const open = (who: Person, ticket: string, options: SocketOptions = {}) =>
  openSocket(world.url, { tenantName: who.tenant, userId: who.id, ticket }, options);

/** Hello and the frames up to the head, or how it was closed. */
async function outcomeOf(socket: TestSocket): Promise<unknown> {
  const refused = socket.closed.then(({ code }) => ({ code }));
  const served = (async () => {
    const { recovered } = await socket.hello();
    await socket.pong();
    return { recovered, frames: socket.frames.map(({ seq, event }) => `${seq} ${event}`) };
  })();
  served.catch(() => undefined);
  return Promise.race([served, refused]);
}

test('many pages come back in the same moment: each is answered as if it came alone', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const first = await world.socket(ana);
  const positions: { epoch: string; since: number }[] = [];
  for (let index = 0; index < 4; index += 1) {
    await world.write({ from: `55119700003${index}0`, number: index % 2 === 0 ? 'vendas' : 'suporte' });
    await first.inbox.count(index + 1, (frame) => frame.event === 'CustomerChatCreated');
    positions.push(await first.position());
  }
  const away: Person = { ...bruno, token: await world.server.tokenOf(bruno.email) };
  const [start] = positions;
  if (start === undefined) throw new Error('nothing was written');
  const pages: { who: Person; options: SocketOptions }[] = [
    ...[ana, bruno, carla].flatMap((who) => positions.map((options) => ({ who, options }))),
    { who: bruno, options: {} },
    { who: bruno, options: { epoch: randomUUID(), since: 1 } },
    { who: carla, options: { ...start, since: 1_000_000 } },
    { who: bia, options: { since: 0 } },
    { who: away, options: start },
  ];
  const alone: unknown[] = [];
  for (const { who, options } of pages.slice(0, -1)) {
    const socket = open(who, await ticketOf(who), options);
    alone.push(await outcomeOf(socket));
    await socket.end();
  }
  // They differ, or being alike would say nothing.
  expect(new Set(alone.map((outcome) => JSON.stringify(outcome))).size).toBeGreaterThan(4);

  const tickets = await Promise.all(pages.map(({ who }) => ticketOf(who)));
  await world.rows(
    'update session set revoked_at = now() where id = (select max(id) from session where user_id = $1)',
    [away.id],
  );
  const sockets = pages.map(({ who, options }, index) => open(who, tickets[index] ?? '', options));
  expect(await Promise.all(sockets.map(outcomeOf))).toEqual([...alone, { code: 4401 }]);
  for (const socket of sockets) await socket.end();
});

test('calls of many in the same moment: each is its bearer’s, and what refuses one is not the others’', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const away: Person = { ...carla, token: await world.server.tokenOf(carla.email) };
  await world.rows(
    'update session set revoked_at = now() where id = (select max(id) from session where user_id = $1)',
    [away.id],
  );
  const foreign: Person = { ...bia, tenant: 'aurora' };
  const callers = [ana, away, bruno, bia, foreign, carla, away, ana];
  const refusals = await Promise.all(callers.map((who) => refusalOf(ticketOf(who))));
  const over = 'UNAUTHENTICATED error.session.expired';
  const no = 'not refused';
  expect(refusals).toEqual([no, over, no, no, 'NOT_FOUND error.notFound', no, over, no]);
  const tickets = await world.rows<{ id: string; tickets: number }>(
    'select user_id as id, count(*)::int as tickets from socket_ticket where used_at is null group by 1',
  );
  const count = (who: Person) => tickets.find(({ id }) => id === who.id)?.tickets;
  expect([ana, bruno, carla, bia].map(count)).toEqual([2, 1, 1, 1]);
});
