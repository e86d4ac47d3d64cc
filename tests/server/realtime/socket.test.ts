import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BATCHES_SINCE, CONTRACT_VERSION } from '../../../contract/facts/version.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { deleteUserInstance } from '../../../contract/graphql/delete-user-instance.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { pinCustomer } from '../../../contract/graphql/pin-customer.ts';
import { serverFrameSchema } from '../../../contract/realtime/server-frame.ts';
import { isFor } from '../../../server/domain/audience/audience.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { openSocket } from '../../support/socket.ts';
import type { TestSocket } from '../../support/socket.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance({ sweepMs: 100 });
  // Otherwise the first message of each instance publishes that it is connected, at some time of its own.
  await world.rows("update instance set state = 'connected'");
});
afterAll(() => world.stop());

let last = 61_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const ticketFor = async (who: Person) => (await world.call(who, createSocketTicket, {})).createSocketTicket.ticket;
const queryOf = async (who: Person) => ({ tenantName: who.tenant, userId: who.id, ticket: await ticketFor(who) });

/** Each frame's `prev` is the one before it: what a client checks. */
function expectChain(socket: TestSocket, from: number): void {
  let held = from;
  for (const { prev, seq } of socket.frames) {
    expect(prev).toBe(held);
    expect(seq).toBeGreaterThan(prev);
    held = seq;
  }
}

describe('opening', () => {
  test('hello comes first, then pongs and frames', async () => {
    const socket = await world.socket(world.people.bruno);
    const hello = await socket.hello();
    expect(hello.recovered).toBe(false);
    expect(socket.inbox.items[0]?.event).toBe('hello');
    expect(await socket.pong()).toEqual({ event: 'pong', head: hello.head });
    await world.write({ from: newPhone() });
    const frame = await socket.frame('CustomerChatCreated');
    await socket.frame('ChatNotification');
    expect(socket.names).toEqual([
      'CustomerChatEventChanged',
      'CustomerCreatedToChat',
      'CustomerChatCreated',
      'ChatNotification',
    ]);
    expectChain(socket, hello.head);
    expect(frame.epoch).toBe(hello.epoch);
    expect(await socket.pong()).toEqual({ event: 'pong', head: socket.frames.at(-1)?.seq });
  });

  test('a page of any version is admitted, gets the server’s, and is counted if it differs', async () => {
    const others = async () => {
      const text = await (await fetch(`${world.url}/metrics`)).text();
      return Number(/^realtime_other_version_total (\d+)$/m.exec(text)?.[1]);
    };
    const before = await others();
    const { bruno } = world.people;
    for (const contract of [undefined, '1', '99', 'x', String(CONTRACT_VERSION)]) {
      const query = await queryOf(bruno);
      const socket = openSocket(world.url, contract === undefined ? query : { ...query, contract });
      expect((await socket.hello()).contract).toBe(CONTRACT_VERSION);
      await socket.end();
    }
    expect(await others()).toBe(before + 4);
  });

  test('frames that leave together: one message to a page that takes it, one each to an older page', async () => {
    const { bruno } = world.people;
    const held = await world.socket(bruno);
    const { epoch, head } = await held.hello();
    await world.write({ from: newPhone() });
    await held.frame('ChatNotification');
    const resumed = async (contract: number) => {
      const query = { ...(await queryOf(bruno)), contract: String(contract) };
      const socket = openSocket(world.url, query, { epoch, since: head });
      await socket.frame('ChatNotification');
      expectChain(socket, head);
      await socket.end();
      return socket;
    };
    const [older, current] = [await resumed(BATCHES_SINCE - 1), await resumed(CONTRACT_VERSION)];
    expect(new Set(older.messages)).toEqual(new Set([1]));
    expect(Math.max(...current.messages)).toBeGreaterThanOrEqual(4);
    expect(current.names).toEqual(older.names);
  });

  test('a ping at once is answered after the hello', async () => {
    const socket = openSocket(world.url, await queryOf(world.people.bruno));
    socket.ws.on('open', () => socket.ws.send('{"event":"ping"}'));
    await expectEventually(() => socket.inbox.items.map((frame) => frame.event)).toEqual(['hello', 'pong']);
    await socket.end();
  });

  test('a ticket opens one socket, for its own user, in its own tenant', async () => {
    const { bruno, carla, bia } = world.people;
    const query = await queryOf(bruno);
    const first = openSocket(world.url, query);
    await first.hello();
    expect((await openSocket(world.url, query).closed).code).toBe(4401);
    expect(first.ws.readyState).toBe(first.ws.OPEN);
    await first.end();
    const closed = async (changes: object) =>
      (await openSocket(world.url, { ...(await queryOf(bruno)), ...changes }).closed).code;
    expect(await closed({ userId: carla.id })).toBe(4401);
    expect(await closed({ tenantName: 'brisa' })).toBe(4401);
    expect(await closed({ tenantName: 'brisa', userId: bia.id })).toBe(4401);
    expect(await closed({ tenantName: 'nowhere' })).toBe(4401);
    expect(await closed({ ticket: 'invented' })).toBe(4401);
    expect(await closed({ ticket: '' })).toBe(4401);
    expect(await closed({ userId: 'x' })).toBe(4400);
    expect(await closed({ since: '-1' })).toBe(4400);
  });

  test('a ticket shown for another user is spent', async () => {
    const query = await queryOf(world.people.bruno);
    expect((await openSocket(world.url, { ...query, userId: world.people.carla.id }).closed).code).toBe(4401);
    expect((await openSocket(world.url, query).closed).code).toBe(4401);
  });

  test('an expired ticket, a used session', async () => {
    const query = await queryOf(world.people.carla);
    await world.rows("update socket_ticket set expires_at = now() - interval '1 second' where user_id = $1", [
      world.people.carla.id,
    ]);
    expect((await openSocket(world.url, query).closed).code).toBe(4401);
  });

  test('another site’s page is refused before it begins; ours and no page are let in', async () => {
    const evil = openSocket(world.url, await queryOf(world.people.bruno), { origin: 'https://evil.example' });
    expect((await evil.closed).code).toBe(403);
    const ours = await world.socket(world.people.bruno, { origin: world.url });
    expect((await ours.hello()).event).toBe('hello');
    expect((await openSocket(world.url, await queryOf(world.people.bruno), { origin: 'null' }).closed).code).toBe(403);
  });

  test('an upgrade elsewhere, or broken, is refused and hurts nobody', async () => {
    const ask = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(world.url);
        const socket = connect(Number(port), hostname, () =>
          socket.write(
            `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
          ),
        );
        socket.once('data', (data) => {
          resolve(data.toString().split('\r\n')[0] ?? '');
          socket.destroy();
        });
        socket.on('error', reject);
      });
    expect(await ask('/elsewhere')).toBe('HTTP/1.1 404 Not Found');
    expect(await ask('//')).toBe('HTTP/1.1 404 Not Found');
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
  });

  test('noise from a client is passed over; a flood ends its socket', async () => {
    const socket = await world.socket(world.people.bruno);
    for (const noise of ['', 'ping', '{', '{"event":"other"}', '[]', 'null']) socket.ws.send(noise);
    socket.ws.send(Buffer.from([1, 2, 3]));
    expect((await socket.pong()).event).toBe('pong');
    for (let index = 0; index < 300; index += 1) socket.ws.send('x');
    expect((await socket.closed).code).toBe(4400);
    const large = await world.socket(world.people.bruno);
    large.ws.send('x'.repeat(10_000));
    expect((await large.closed).code).toBe(1009);
  });
});

describe('who gets what', () => {
  test('the tenant’s administrator, those of the instance, and no one else', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const sockets = await Promise.all([ana, bruno, carla, bia].map((who) => world.socket(who)));
    const id = await world.write({ from: newPhone() });
    const got = async () => {
      await Promise.all(sockets.map((socket) => socket.pong()));
      return sockets.map((socket) =>
        socket.frames.some(
          (frame) => frame.event === 'CustomerChatCreated' && frame.data.customerChat.whatsapp_message_id === id,
        ),
      );
    };
    await expectEventually(got).toEqual([true, true, false, false]);
    for (const socket of sockets) expectChain(socket, (await socket.hello()).head);
  });

  test('a ticket that is taken: those who saw it learn of it, then only its owner and administrators', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.open({ from: newPhone(), number: 'suporte' });
    const [admin, owner, other] = await Promise.all([ana, bruno, carla].map((who) => world.socket(who)));
    await world.send(bruno, ticket, 'só entre nós');
    const taken = await other?.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
    expect(taken?.data).toMatchObject({
      ticketTransfer: null,
      chatTicket: { user: { id: bruno.id } },
      user: { id: bruno.id },
    });
    await world.write({ from: ticket.customer.phone_number, number: 'suporte', text: 'segunda' });
    await owner?.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'segunda');
    await admin?.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'segunda');
    await other?.pong();
    expect(
      other?.frames.some((frame) => frame.event === 'CustomerChatCreated' && frame.data.chatTicket.id === ticket.id),
    ).toBe(false);
    expect(other?.frames.some((frame) => frame.event === 'CustomerChatAckChanged')).toBe(false);
    expect(JSON.stringify(other?.frames)).not.toContain('só entre nós');
    expect(JSON.stringify(owner?.frames)).toContain('só entre nós');
  });

  test('a pin is shown to its user alone, wherever they are', async () => {
    const { ana, bruno } = world.people;
    const { customer } = await world.open({ from: newPhone() });
    const [one, two, admin] = await Promise.all([bruno, bruno, ana].map((who) => world.socket(who)));
    await world.call(bruno, pinCustomer, { id: customer.id, pinned: true });
    for (const socket of [one, two])
      await socket?.frame('CustomerPinned', ({ data }) => data.customer.id === customer.id);
    await admin?.pong();
    expect(admin?.names).not.toContain('CustomerPinned');
  });

  test('the company’s first user hears of a ticket that changes hands', async () => {
    const { ana, bruno } = world.people;
    const socket = await world.socket(ana);
    const ticket = await world.open({ from: newPhone() });
    const offer = { chat_ticket_id: ticket.id, next_user_id: bruno.id };
    const { id } = (await world.call(ana, createTicketTransfer, offer)).createTicketTransfer;
    await world.call(bruno, confirmTicketTransfer, { id });
    const { data } = await socket.frame('ChatTicketTransferred', (frame) => frame.data.chatTicket.id === ticket.id);
    expect(data).toMatchObject({ user: { id: bruno.id }, first_user_id: ana.id });
  });

  test('the first user is the company’s own', async () => {
    const { ana, bia } = world.people;
    expect(bia.id).not.toBe(ana.id);
    const socket = await world.socket(bia);
    const ticket = await world.open({ from: newPhone(), number: 'brisa' });
    await world.send(bia, ticket, 'Bom dia!');
    const { data } = await socket.frame('ChatTicketTransferred', (frame) => frame.data.chatTicket.id === ticket.id);
    expect(data.first_user_id).toBe(bia.id);
  });

  test('without the permission for the attendance nothing of it', () => {
    const viewer = {
      userId: '9',
      isAdmin: true,
      canChat: false,
      instanceIds: new Set(['1']),
      routes: new Set<string>(),
    };
    expect(isFor({ to: 'ticket', instanceId: '1', ownerId: null, userIds: [] }, viewer)).toBe(false);
    expect(isFor({ to: 'users', userIds: ['9'], admins: true }, viewer)).toBe(false);
    expect(isFor({ to: 'all' }, viewer)).toBe(true);
    expect(isFor({ to: 'route', route: 'customer-groups' }, viewer)).toBe(false);
    expect(isFor({ to: 'route', route: 'customer-groups' }, { ...viewer, routes: new Set(['customer-groups']) })).toBe(
      true,
    );
  });

  test('every frame that was stored is one of the contract, or goes to nobody', async () => {
    const rows = await world.rows<{ name: string; data: unknown; position: string }>(
      `select name, data, position from event where audience <> '{"to": "people", "userIds": []}'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { name, data, position } of rows) {
      serverFrameSchema.parse({ event: name, data, id: 'x', epoch: 'x', seq: Number(position), prev: 0 });
    }
  });
});

describe('resuming', () => {
  test('missed frames follow in order, then live ones', async () => {
    const { bruno } = world.people;
    const first = await world.socket(bruno);
    const phone = newPhone();
    await world.write({ from: phone, text: 'antes' });
    await first.frame('ChatNotification', ({ data }) => data.text === 'antes');
    const at = await first.position();
    await first.end();
    const ticket = await world.ticketOf(bruno, phone);
    await world.write({ from: phone, text: 'durante' });
    await world.write({ from: newPhone(), number: 'brisa', text: 'de outros' });
    const second = await world.socket(bruno, at);
    expect(await second.hello()).toMatchObject({ recovered: true, epoch: at.epoch });
    await second.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'durante');
    await world.call(world.people.ana, finishChatTicket, { id: ticket?.id ?? '' });
    await second.frame('CustomerChatEventChanged');
    expect(second.names).toEqual([
      'CustomerChatCreated',
      'ChatNotification',
      'ChatTicketClosed',
      'CustomerChatEventChanged',
    ]);
    expectChain(second, at.since);
  });

  test('nothing missed: recovered, and a pong that says so', async () => {
    const first = await world.socket(world.people.bruno);
    const at = await first.position();
    const second = await world.socket(world.people.bruno, at);
    expect(await second.hello()).toMatchObject({ recovered: true, head: at.since });
    expect(await second.pong()).toEqual({ event: 'pong', head: at.since });
    expect(second.frames).toEqual([]);
  });

  test('another epoch, a position ahead, one that was trimmed, too much: not recovered', async () => {
    const { bruno } = world.people;
    const { epoch, since } = await (await world.socket(bruno)).position();
    const recovered = async (at: { epoch: string; since: number }) =>
      (await (await world.socket(bruno, at)).hello()).recovered;
    expect(await recovered({ epoch: '00000000-0000-0000-0000-000000000000', since })).toBe(false);
    expect(await recovered({ epoch, since: since + 1 })).toBe(false);
    expect(await recovered({ epoch, since: 0 })).toBe(true);
    await world.rows("update tenant set stream_floor = 1 where slug = 'aurora'");
    expect(await recovered({ epoch, since: 0 })).toBe(false);
    expect(await recovered({ epoch, since: 1 })).toBe(true);
    await world.rows(
      `insert into event (tenant_id, position, name, data, audience)
      select t.id, $1::bigint + n, 'InstanceUpdated', '{"instance":{"id":"1","name":"Vendas","activated":true}}', '{"to":"all"}'
      from tenant t, generate_series(1, 1001) n where slug = 'aurora'`,
      [since],
    );
    await world.rows("update tenant set stream_position = $1 where slug = 'aurora'", [since + 1_001]);
    // The feed of the node that is already following comes by itself; a fresh socket shows when it has.
    await expectEventually(async () => (await (await world.socket(bruno)).hello()).head).toBe(since + 1_001);
    expect(await recovered({ epoch, since })).toBe(false);
    const query = { ...(await queryOf(bruno)), contract: String(CONTRACT_VERSION) };
    const whole = openSocket(world.url, query, { epoch, since: since + 1 });
    expect((await whole.hello()).recovered).toBe(true);
    await whole.frame('InstanceUpdated', ({ seq }) => seq === since + 1_001);
    expect(whole.frames).toHaveLength(1_000);
    expectChain(whole, since + 1);
    // In messages of a size that a page folds in one go.
    expect(Math.max(...whole.messages)).toBe(50);
  });

  test('frames no longer visible to the user aren’t replayed', async () => {
    const { carla } = world.people;
    const at = await (await world.socket(carla)).position();
    await world.write({ from: newPhone(), number: 'suporte' });
    await world.rows('delete from user_instance where user_id = $1', [carla.id]);
    const socket = await world.socket(carla, at);
    expect((await socket.hello()).recovered).toBe(true);
    await socket.pong();
    expect(socket.frames).toEqual([]);
    await world.rows(
      'insert into user_instance (tenant_id, user_id, instance_id) select tenant_id, $1, id from instance where id = $2',
      [carla.id, world.instances.suporte],
    );
  });

  test('while messages pour in, nothing is lost and nothing comes twice', async () => {
    const { ana } = world.people;
    const phone = newPhone();
    const texts = Array.from({ length: 120 }, (_, index) => `chuva ${index}`);
    const pouring = (async () => {
      for (const text of texts) await world.write({ from: phone, text });
    })();
    const seen: string[] = [];
    let at = await (await world.socket(ana)).position();
    while (!seen.includes(texts.at(-1) ?? '')) {
      const socket = await world.socket(ana, at);
      const from = at.since;
      await expectEventually(
        () =>
          socket.frames.length > 15 ||
          socket.frames.some(
            (frame) => frame.event === 'CustomerChatCreated' && frame.data.customerChat.message === texts.at(-1),
          ),
      ).toBe(true);
      await socket.end();
      expectChain(socket, from);
      for (const frame of socket.frames)
        if (frame.event === 'CustomerChatCreated' && frame.data.chatTicket.customer.phone_number === phone)
          seen.push(frame.data.customerChat.message ?? '');
      at = { epoch: at.epoch, since: socket.frames.at(-1)?.seq ?? from };
    }
    await pouring;
    const beforeFirst = texts.indexOf(seen[0] ?? '');
    expect(seen).toEqual(texts.slice(beforeFirst));
  });
});

describe('losing the right to it', () => {
  const stays = async (socket: TestSocket) => (await socket.pong()).event === 'pong';

  test('blocked or deleted -> 4403; logged out -> 4401; others stay', async () => {
    const { ana, bruno, carla } = world.people;
    const [admin, blocked] = await Promise.all([ana, carla].map((who) => world.socket(who)));
    await world.rows('update app_user set is_blocked = true where id = $1', [carla.id]);
    expect((await blocked?.closed)?.code).toBe(4403);
    await world.rows('update app_user set is_blocked = false where id = $1', [carla.id]);
    const deleted = await world.socket(carla);
    await world.rows('update app_user set deleted_at = now() where id = $1', [carla.id]);
    expect((await deleted.closed).code).toBe(4403);
    await world.rows('update app_user set deleted_at = null where id = $1', [carla.id]);
    const token = await world.server.tokenOf(bruno.email);
    const leaving = await world.socket({ ...bruno, token });
    await fetch(`${world.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect((await leaving.closed).code).toBe(4401);
    expect(admin && (await stays(admin))).toBe(true);
  });

  test('an instance taken away: the next frame of it does not come, the socket stays', async () => {
    const { bruno } = world.people;
    const socket = await world.socket(bruno);
    const [link] = await world.rows<{ id: string }>(
      'select id from user_instance where user_id = $1 and instance_id = $2',
      [bruno.id, world.instances.vendas],
    );
    await world.call(world.people.ana, deleteUserInstance, { id: link?.id ?? '' });
    await world.write({ from: newPhone(), text: 'não é para ele' });
    await world.write({ from: newPhone(), number: 'suporte', text: 'é para ele' });
    await socket.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'é para ele');
    expect(
      socket.frames.some(
        (frame) => frame.event === 'CustomerChatCreated' && frame.data.customerChat.message === 'não é para ele',
      ),
    ).toBe(false);
    await world.rows(
      'insert into user_instance (tenant_id, user_id, instance_id) select tenant_id, $1, id from instance where id = $2',
      [bruno.id, world.instances.vendas],
    );
  });
});
