import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { presenceSaidSchema } from '../../../contract/realtime/presence.ts';
import type { PresenceFrame } from '../../../contract/realtime/presence.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { VIEWING_CHANNEL } from '../../../server/domain/viewing.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import type { TestSocket } from '../../support/socket.ts';

/* Who has which conversation open, and who is typing. */

let shared: World;
beforeAll(async () => {
  shared = await startAttendance();
});
afterAll(() => shared.stop());

const worlds: World[] = [];
async function start(options: Parameters<typeof startAttendance>[0] = {}): Promise<World> {
  const world = await startAttendance(options);
  worlds.push(world);
  return world;
}
afterEach(async () => {
  for (const world of worlds.splice(0).toReversed()) await world.stop();
});

type Place = { customer: { id: string }; instance: { id: string } };

function say(socket: TestSocket, place: Place | null, typing = false): void {
  const said = { customer_id: place?.customer.id ?? null, instance_id: place?.instance.id ?? null, typing };
  socket.ws.send(JSON.stringify(presenceSaidSchema.parse({ event: 'Presence', ...said })));
}

/** Connected, and following colleagues. */
async function follower(world: World, who: keyof World['people'], url?: string): Promise<TestSocket> {
  const socket = await world.socket(world.people[who], url === undefined ? {} : { url });
  await socket.hello();
  say(socket, null);
  // The answer to a ping comes after what was sent before it.
  await socket.pong();
  return socket;
}

const presences = (socket: TestSocket): PresenceFrame['data'][] =>
  socket.inbox.items.flatMap((frame) => (frame.event === 'Presence' ? [frame.data] : []));

function heard(socket: TestSocket, fits: (data: PresenceFrame['data']) => boolean): Promise<PresenceFrame> {
  return socket.inbox.find((frame): frame is PresenceFrame => frame.event === 'Presence' && fits(frame.data));
}

let last = 9_000;
/** What is announced passes through the database in order: when this came, everything before it did. */
async function settled(world: World, ...sockets: TestSocket[]): Promise<void> {
  last += 1;
  const ticket = await world.open({ from: `551197000${last}`, number: 'suporte' });
  const bruno = await follower(world, 'bruno');
  say(bruno, ticket);
  await Promise.all(sockets.map((socket) => heard(socket, (data) => data.customer_id === ticket.customer.id)));
  await bruno.end();
}

test('an invalid id is ignored, and the others are announced', async () => {
  const world = shared;
  const ana = await follower(world, 'ana');
  const bruno = await follower(world, 'bruno');
  const carla = await follower(world, 'carla');
  const ticket = await world.open({ from: '5511970000150', number: 'suporte' });
  const beyond = { customer: { id: '9999999999999999999' }, instance: ticket.instance };
  // Both are announced together.
  say(carla, beyond);
  say(bruno, ticket);
  const { data } = await heard(ana, ({ customer_id }) => customer_id === ticket.customer.id);
  expect(data).toMatchObject({ instance_id: ticket.instance.id, user: { id: world.people.bruno.id } });
});

test('an announcement of another version that doesn’t parse is ignored, and the others are passed on', async () => {
  const world = shared;
  const [ana, bruno] = [await follower(world, 'ana'), await follower(world, 'bruno')];
  const ticket = await world.open({ from: '5511970000151', number: 'suporte' });
  const [row] = await world.rows<{ tenant_id: string }>('select tenant_id from chat_ticket where id = $1', [ticket.id]);
  const page = { id: 'other', tenantId: row?.tenant_id, user: { id: '1', name: 'X' }, isSupport: false, typing: false };
  const place = { customerId: ticket.customer.id, instanceId: ticket.instance.id };
  const announced = [
    { ...page, open: { ...place, audience: { to: 'everybody' } } },
    { ...page, open: { ...place, audience: { to: 'ticket', instanceId: ticket.instance.id } } },
    { ...page, user: 'X' },
    null,
  ].map((value) => JSON.stringify(value));
  await world.rows('select pg_notify($1, told) from unnest($2::text[]) told', [VIEWING_CHANNEL, ['{', ...announced]]);
  say(bruno, ticket);
  await heard(ana, ({ customer_id }) => customer_id === ticket.customer.id);
  expect(presences(ana).filter(({ id }) => id === page.id)).toEqual([]);
});

test('opening, typing in and leaving a conversation is sent to those who see it', async () => {
  const world = shared;
  const ana = await follower(world, 'ana');
  const bruno = await follower(world, 'bruno');
  const carla = await follower(world, 'carla');
  const ticket = await world.open({ from: '5511970000101' });
  say(bruno, ticket);
  const { data } = await heard(ana, ({ customer_id }) => customer_id === ticket.customer.id);
  expect(data).toMatchObject({
    instance_id: ticket.instance.id,
    typing: false,
    is_support: false,
    user: { id: world.people.bruno.id },
  });
  say(bruno, ticket, true);
  await heard(ana, ({ id, typing }) => id === data.id && typing);
  say(bruno, null);
  await heard(ana, ({ id, customer_id }) => id === data.id && customer_id === null);
  // Carla serves another instance, and Bruno knows what he does.
  await settled(world, carla, ana);
  expect(presences(carla).filter(({ id }) => id === data.id)).toEqual([]);
  expect(presences(bruno).filter(({ user }) => user.id === world.people.bruno.id)).toEqual([]);
});

test('a user who can’t see a conversation announces nothing, whatever they send: another attendant’s, another company’s', async () => {
  const world = shared;
  const ana = await follower(world, 'ana');
  const carla = await follower(world, 'carla');
  const bia = await follower(world, 'bia');
  const ticket = await world.open({ from: '5511970000102' });
  await world.send(world.people.bruno, ticket, 'Olá!');
  say(carla, ticket, true);
  say(bia, ticket, true);
  carla.ws.send('{"event":"Presence","customer_id":"x","instance_id":"1","typing":true}');
  await settled(world, ana, carla);
  const told = (socket: TestSocket) =>
    presences(socket).filter(({ customer_id }) => customer_id === ticket.customer.id);
  expect(told(ana)).toEqual([]);
  expect(told(bia)).toEqual([]);
});

test('a page that never says anything, as those before this version, gets no such frame', async () => {
  const world = shared;
  const old = await world.socket(world.people.ana);
  const ana = await follower(world, 'ana');
  const bruno = await follower(world, 'bruno');
  const ticket = await world.open({ from: '5511970000103' });
  say(bruno, ticket);
  await heard(ana, ({ customer_id }) => customer_id === ticket.customer.id);
  await old.pong();
  expect(presences(old)).toEqual([]);
});

test('a page that connects later gets the current presence, and a closed one disappears', async () => {
  const world = shared;
  const bruno = await follower(world, 'bruno');
  const first = await follower(world, 'ana');
  const ticket = await world.open({ from: '5511970000104' });
  say(bruno, ticket);
  await heard(first, ({ customer_id }) => customer_id === ticket.customer.id);
  const later = await follower(world, 'ana');
  const { data } = await heard(later, ({ customer_id }) => customer_id === ticket.customer.id);
  await bruno.end();
  const gone = await heard(later, ({ id, customer_id }) => id === data.id && customer_id === null);
  expect(gone.data.user).toEqual(data.user);
});

test('a conversation that goes to another attendant: those who no longer see it get it as closed', async () => {
  const world = shared;
  const { bruno, carla } = world.people;
  const anaSocket = await follower(world, 'ana');
  const brunoSocket = await follower(world, 'bruno');
  const ticket = await world.open({ from: '5511970000105', number: 'suporte' });
  await world.send(bruno, ticket, 'Olá!');
  say(anaSocket, ticket);
  const { data } = await heard(brunoSocket, ({ customer_id }) => customer_id === ticket.customer.id);
  const offer = await world.call(bruno, createTicketTransfer, {
    chat_ticket_id: ticket.id,
    previous_user_id: bruno.id,
    next_user_id: carla.id,
  });
  await world.call(carla, confirmTicketTransfer, { id: offer.createTicketTransfer.id });
  say(anaSocket, ticket, true);
  const gone = await heard(brunoSocket, ({ id, customer_id }) => id === data.id && customer_id === null);
  expect(gone.data.typing).toBe(false);
});

test('two nodes: what one hears, the pages of the other get; a node that dies takes its pages along', async () => {
  const one = await start({ attendance: { realtime: { heartbeatMs: 2_000, presenceSilenceMs: 3_000 } } });
  const two = await start({ databaseUrl: one.server.databaseUrl, emulator: null });
  const ana = await follower(one, 'ana');
  const bruno = await follower(one, 'bruno', two.url);
  const ticket = await one.open({ from: '5511970000106' });
  say(bruno, ticket, true);
  const { data } = await heard(ana, ({ customer_id, typing }) => customer_id === ticket.customer.id && typing);
  // Its next heartbeat would come after 25 s.
  const gone = await heard(ana, ({ id, customer_id }) => id === data.id && customer_id === null);
  expect(gone.data.typing).toBe(false);
});

test('a page that changes faster than it is announced -> the last state counts', async () => {
  const world = shared;
  const ana = await follower(world, 'ana');
  const bruno = await follower(world, 'bruno');
  const first = await world.open({ from: '5511970000107' });
  const second = await world.open({ from: '5511970000108' });
  for (let round = 0; round < 40; round += 1) say(bruno, round % 2 === 0 ? first : second);
  await settled(world, ana);
  const last = presences(ana).findLast(
    ({ user, customer_id }) =>
      user.id === world.people.bruno.id && [first, second].some(({ customer }) => customer.id === customer_id),
  );
  expect(last?.customer_id).toBe(second.customer.id);
});
