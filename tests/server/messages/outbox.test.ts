import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { authenticate } from '../../../server/domain/auth/authenticate.ts';
import { sendMessage } from '../../../server/domain/messages/send-message.ts';
import { renewLeases } from '../../../server/domain/outbound/outbox-rows.ts';
import { putBackUntried } from '../../../server/domain/outbound/put-back-untried.ts';
import { settleFailed } from '../../../server/domain/outbound/settle.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startEmulator, startEmulatorProcess } from '../../support/emulator.ts';

let world: World;
afterEach(() => world.stop());

const quick = { pollMs: 30, leaseMs: 2_000, uncertainMs: 200, retryMs: 10, maxRetryMs: 40 };
const PHONE = '5511940000001';
const newest = async (ticket: ChatTicket) => (await world.chat(world.people.bruno, ticket)).at(-1);
const stateOf = async (id: string) =>
  (await world.rows<{ state: string }>('select state from outbox where message_id = $1', [id]))[0]?.state;

describe('a send', () => {
  test('queued -> sending -> refused -> failed, with the provider’s reason', async () => {
    world = await startAttendance({ attendance: { outbox: quick } });
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_026 } });
    const ticket = await world.open({ from: PHONE });
    const socket = await world.socket(world.people.bruno);
    const { id } = await world.send(world.people.bruno, ticket, 'não chega');
    const frame = await socket.frame('CustomerChatAckChanged', ({ data }) => data.id === id);
    expect(frame.data).toMatchObject({ ack: 0, error_code: '131026', error_key: 'channel.error.undeliverable' });
    expect(await newest(ticket)).toMatchObject({ message: 'não chega', error_code: '131026' });
    expect(await stateOf(id)).toBe('failed');
    // A number that was only typed may be anybody's: nothing is sent from it, with whosever token.
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.rows('update instance set claimed_number = null where id = $1', [world.instances.vendas]);
    await world.send(world.people.bruno, ticket, 'de quem?');
    await expectEventually(async () => (await newest(ticket))?.error_key).toBe('channel.error.notRegistered');
    expect(await world.emulator.received(PHONE)).toEqual([]);
  });

  test('queued -> sending -> refused for now -> queued -> sent, once', async () => {
    world = await startAttendance({ attendance: { outbox: quick } });
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016, times: 3 } });
    const ticket = await world.open({ from: PHONE });
    await world.send(world.people.bruno, ticket, 'insiste');
    await expectEventually(async () => (await newest(ticket))?.ack).toBeGreaterThan(0);
    expect(await world.emulator.received(PHONE)).toHaveLength(1);
  });

  test('claimed by another node meanwhile -> its former one can’t fail it', async () => {
    world = await startAttendance({ attendance: { outbox: { ...quick, uncertainMs: 60_000 } } });
    await world.emulator.patchPolicy({ sends: { mode: 'drop', times: 1 } });
    const ticket = await world.open({ from: PHONE });
    const { id: messageId } = await world.send(world.people.bruno, ticket, 'de quem?');
    await expectEventually(() => stateOf(messageId)).toBe('uncertain');
    const [row] = await world.rows<{ tenantId: string; attempts: number }>(
      'select tenant_id::text as "tenantId", attempts from outbox where message_id = $1',
      [messageId],
    );
    const claim = { tenantId: row?.tenantId ?? '', messageId, attempts: row?.attempts ?? 0 };
    const error = { code: '0', key: 'error.file.lost' };
    await settleFailed(world.server.services.db, { ...claim, attempts: claim.attempts - 1 }, error);
    expect(await stateOf(messageId)).toBe('uncertain');
    await settleFailed(world.server.services.db, claim, error);
    expect(await stateOf(messageId)).toBe('failed');
  });

  test('its lease is renewed while another is being settled -> it waits for neither', async () => {
    world = await startAttendance({ attendance: { outbox: quick } });
    // A status that came late would settle what is held below.
    await world.emulator.patchPolicy({ statuses: { send: false } });
    const ticket = await world.open({ from: PHONE });
    const sent = [
      await world.send(world.people.bruno, ticket, 'um'),
      await world.send(world.people.bruno, ticket, 'dois'),
    ];
    const ids = sent.map(({ id }) => id);
    for (const id of ids) await expectEventually(() => stateOf(id)).toBe('sent');
    const [row] = await world.rows<{ tenantId: string }>(
      `update outbox set state = 'sending', locked_by = 'node', locked_until = now() + interval '1 hour',
         next_attempt_at = now() + interval '1 hour' where message_id = any($1) returning tenant_id::text as "tenantId"`,
      [ids],
    );
    const settling = await world.server.owner.connect();
    await settling.query('begin');
    await settling.query('select from outbox where message_id = $1 for update', [ids[0]]);
    await renewLeases(world.server.services.db, row?.tenantId ?? '', { id: 'node', leaseMs: 7_200_000 }, ids);
    await settling.query('rollback');
    settling.release();
    const isRenewed = await world.rows(
      `select locked_until > now() + interval '90 minutes' as renewed from outbox where message_id = any($1)
       order by message_id`,
      [ids],
    );
    expect(isRenewed).toEqual([{ renewed: false }, { renewed: true }]);
  });

  test('refused for now, again and again -> failed', async () => {
    world = await startAttendance({ attendance: { outbox: { ...quick, maxAttempts: 3 } } });
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016 } });
    const ticket = await world.open({ from: PHONE });
    await world.send(world.people.bruno, ticket, 'insiste');
    await expectEventually(async () => (await newest(ticket))?.error_code).toBe('131016');
  });

  test('accepted, but the answer is lost -> uncertain -> a status names it -> sent, never twice', async () => {
    world = await startAttendance({ attendance: { outbox: { ...quick, uncertainMs: 60_000 } } });
    await world.emulator.patchPolicy({ sends: { mode: 'cut', times: 1 }, webhooks: { hold: 'statuses' } });
    const ticket = await world.open({ from: PHONE });
    const { id } = await world.send(world.people.bruno, ticket, 'chegou?');
    await expectEventually(() => stateOf(id)).toBe('uncertain');
    expect(await newest(ticket)).toMatchObject({ ack: 0, error_code: null });
    await world.emulator.patchPolicy({ webhooks: { hold: 'none' } });
    await world.emulator.release();
    await expectEventually(async () => (await newest(ticket))?.ack).toBeGreaterThan(0);
    expect(await stateOf(id)).toBe('sent');
    expect(await world.emulator.received(PHONE)).toHaveLength(1);
  });

  test('lost without a trace -> uncertain -> shown as not confirmed; a late status still makes it sent', async () => {
    world = await startAttendance({ attendance: { outbox: quick } });
    await world.emulator.patchPolicy({ sends: { mode: 'cut', times: 1 }, webhooks: { hold: 'statuses' } });
    const ticket = await world.open({ from: PHONE });
    await world.send(world.people.bruno, ticket, 'e agora?');
    await expectEventually(async () => (await newest(ticket))?.error_code).toBe('uncertain');
    expect(await newest(ticket)).toMatchObject({ message: 'e agora?', ack: 0, error_key: 'error.send.uncertain' });
    await world.emulator.patchPolicy({ webhooks: { hold: 'none' } });
    await world.emulator.release();
    await expectEventually(async () => (await newest(ticket))?.error_code).toBeNull();
    expect(await newest(ticket)).toMatchObject({ error_key: null });
    expect(await world.emulator.received(PHONE)).toHaveLength(1);
  });

  test('a node dies while it sends -> another waits for the provider’s word, and sends nothing again', async () => {
    world = await startAttendance({ attendance: { outbox: quick } });
    const ticket = await world.open({ from: PHONE });
    // What a node that was killed leaves behind.
    await world.rows(
      `
      with sent as (insert into message (tenant_id, ticket_id, customer_id, instance_id, type, body)
        select tenant_id, id, customer_id, instance_id, 0, 'órfã' from chat_ticket where id = $1
        returning tenant_id, id, instance_id, customer_id)
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state, attempts, locked_by, locked_until, next_attempt_at)
      select tenant_id, id, instance_id, customer_id, 'sending', 1, 'dead', now(), now() from sent`,
      [ticket.id],
    );
    await expectEventually(async () => (await newest(ticket))?.error_code).toBe('uncertain');
    expect(await world.emulator.received(PHONE)).toEqual([]);
  });

  test('an uncertain one holds the customer’s next back, and no one else’s', async () => {
    world = await startAttendance({ attendance: { outbox: { ...quick, uncertainMs: 60_000 } } });
    await world.emulator.patchPolicy({ sends: { mode: 'drop', times: 1 } });
    const ticket = await world.open({ from: PHONE });
    const other = await world.open({ from: '5511940000002' });
    const { id } = await world.send(world.people.bruno, ticket, 'primeira');
    await expectEventually(() => stateOf(id)).toBe('uncertain');
    const next = await world.send(world.people.bruno, ticket, 'segunda');
    await world.send(world.people.bruno, other, 'outra pessoa');
    await expectEventually(async () => (await newest(other))?.ack).toBeGreaterThan(0);
    expect(await stateOf(next.id)).toBe('queued');
    await world.rows('update outbox set next_attempt_at = now() where message_id = $1', [id]);
    await expectEventually(async () => (await world.emulator.received(PHONE)).map((message) => message.text)).toEqual([
      'segunda',
    ]);
  });

  test('one company’s sends hang -> another’s goes out at once, and the first’s others wait', async () => {
    world = await startAttendance({ attendance: { outbox: { ...quick, concurrency: 4 } } });
    const { ana, bia } = world.people;
    const tickets = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => world.open({ from: `551194000001${index}` })));
    const elsewhere = await world.open({ from: PHONE, number: 'brisa' });
    await world.emulator.patchPolicy({ sends: { mode: 'hang' }, statuses: { send: false } });
    for (const ticket of tickets) await world.send(ana, ticket, 'parada');
    const states = async () =>
      (await world.rows<{ state: string }>('select state from outbox order by message_id')).map(({ state }) => state);
    const half = ['sending', 'sending', 'queued', 'queued', 'queued', 'queued'];
    await expectEventually(states).toEqual(half);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.send(bia, elsewhere, 'passa');
    await expectEventually(states).toEqual([...half, 'sent']);
  });

  test('claimed as it was stored, and the answer to the commit is lost -> queued by its name, and sent once', async () => {
    world = await startAttendance({ attendance: { outbox: quick } });
    const ticket = await world.open({ from: PHONE });
    const { services, databaseUrl } = world.server;
    const db = openDatabase({ url: databaseUrl, log: services.log, size: 1 });
    db.pool.on('connect', losesFirstAnswer('commit'));
    const released: boolean[] = [];
    const begun: string[] = [];
    const slot = {
      lockedBy: 'this one',
      leaseMs: 60_000,
      begin: ({ messageId }: { messageId: string }) => void begun.push(messageId),
      release: (isUncertain: boolean) => void released.push(isUncertain),
    };
    const sending = { ...services, db, wakeOutbox: () => undefined, reserveSend: () => slot };
    const bruno = await authenticate(services, world.people.bruno.token, { requestId: 'x', address: '10.0.0.1' });
    const { id } = await sendMessage(sending, bruno, {
      to_number: PHONE,
      instance_id: ticket.instance.id,
      message: 'uma vez',
      client_id: crypto.randomUUID(),
    });
    await db.close();
    expect([begun, released, await stateOf(id)]).toEqual([[], [true], 'sending']);
    await putBackUntried(services.db, bruno.tenantId, 'another one');
    expect(await stateOf(id)).toBe('sending');
    await putBackUntried(services.db, bruno.tenantId, slot.lockedBy);
    await expectEventually(() => stateOf(id)).toBe('sent');
    expect((await world.emulator.received(PHONE)).map(({ text }) => text)).toEqual(['uma vez']);
  });

  test('the provider is not reachable -> tried again until it is', async () => {
    const away = await startEmulator({ webhookUrl: () => 'http://127.0.0.1:9/' });
    const { graphUrl } = away.client;
    await away.close();
    world = await startAttendance({
      config: { whatsapp: { graphUrl, appSecret: 'x', verifyToken: 'y' } },
      attendance: { outbox: { ...quick, maxAttempts: 10_000 } },
    });
    const { ana } = world.people;
    await world.rows(
      "insert into customer (tenant_id, name, phone_number) select tenant_id, 'Zeca', $1 from instance where id = $2",
      [PHONE, world.instances.vendas],
    );
    await world.rows(
      `insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, last_received_at)
      select c.tenant_id, 'x-1', c.id, $1, now() from customer c`,
      [world.instances.vendas],
    );
    const ticket = await world.ticketOf(ana, PHONE);
    if (ticket === undefined) throw new Error('no ticket');
    const { id } = await world.send(ana, ticket, 'alô?');
    const attempts = async () =>
      (await world.rows<{ attempts: number }>('select attempts from outbox where message_id = $1', [id]))[0]?.attempts;
    await expectEventually(attempts).toBeGreaterThan(2);
    expect((await world.chat(ana, ticket)).at(-1)).toMatchObject({ ack: 0, error_code: null });
    const back = await startEmulatorProcess({
      webhookUrl: `${world.url}/webhooks/whatsapp`,
      port: Number(new URL(graphUrl).port),
    });
    try {
      await expectEventually(async () => (await world.chat(ana, ticket)).at(-1)?.ack).toBeGreaterThan(0);
      expect((await back.client.received(PHONE)).map((message) => message.text)).toEqual(['alô?']);
    } finally {
      await back.close();
    }
  });
});

/** The first time that a client asks this it is done, and the connection ends before the answer. */
function losesFirstAnswer(statement: string): (client: pg.PoolClient) => void {
  let isLost = false;
  return (client) => {
    const query: (...input: unknown[]) => Promise<unknown> = client.query.bind(client);
    const ask = async (...input: unknown[]): Promise<unknown> => {
      const answer = await query(...input);
      if (isLost || input[0] !== statement) return answer;
      isLost = true;
      throw Object.assign(new Error('The connection was reset'), { code: 'ECONNRESET' });
    };
    Reflect.set(client, 'query', ask);
  };
}

describe('several nodes', () => {
  test('on one database send each message once, in order', async () => {
    world = await startAttendance({ attendance: { outbox: quick } });
    const second = await startAttendance({
      databaseUrl: world.server.databaseUrl,
      config: { whatsapp: { graphUrl: world.emulator.graphUrl, appSecret: 'x', verifyToken: 'y' } },
      attendance: { outbox: quick },
    });
    try {
      const tickets = await Promise.all(
        Array.from({ length: 5 }, (_, index) => world.open({ from: `551195000000${index}` })),
      );
      const texts = Array.from({ length: 6 }, (_, index) => `n${index}`);
      await Promise.all(
        tickets.map(async (ticket) => {
          for (const [index, text] of texts.entries())
            await (index % 2 === 0 ? world : second).send(world.people.ana, ticket, text);
        }),
      );
      for (const ticket of tickets) {
        await expectEventually(async () =>
          (await world.emulator.received(ticket.customer.phone_number)).map((message) => message.text),
        ).toEqual(texts);
      }
    } finally {
      await second.stop();
    }
  });
});
