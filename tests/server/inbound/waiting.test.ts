import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { declareConsent } from '../../../contract/graphql/customer-consents.ts';
import { keptAside, replayWaiting } from '../../../contract/rest/connections.ts';
import { startAttendance, statusBody, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';
import { breakInserts, mendInserts } from '../../support/faults-database.ts';

/** What fails again after a moment holds nobody back; none that is stuck is tried again by itself. */
const REPLAY = { pollMs: 20, retryMs: 20, maxRetryMs: 40, blockingMs: 30, stuckRetryMs: 3_600_000 };

let world: World;
let patient: World;
let support: string;

beforeAll(async () => {
  world = await startAttendance({ attendance: { upkeep: false, replay: REPLAY } });
  // A lock is waited for a minute: what waits behind one does so for the whole test.
  patient = await startAttendance({
    config: { statementMs: 180_000 },
    attendance: { upkeep: false, replay: { ...REPLAY, blockingMs: 3_600_000 } },
  });
  support = await world.server.tokenOf('suporte@balcao.example');
});
afterAll(async () => {
  await world.stop();
  await patient.stop();
});
beforeEach(async () => {
  await breakInserts(world.rows, 'message', `new.body like '%(quebra)%'`);
  await breakInserts(patient.rows, 'message', `new.body like '%(quebra)%'`);
});
afterEach(async () => {
  for (const { rows } of [world, patient]) {
    await mendInserts(rows, 'message');
    await rows('delete from inbound_waiting');
  }
});

let last = 20_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const textsOf = async ({ rows }: World, phone: string): Promise<string[]> =>
  (
    await rows<{ body: string }>(
      'select m.body from message m join customer c on c.id = m.customer_id where c.phone_number = $1 order by m.id',
      [phone],
    )
  ).map(({ body }) => body);
const waitingIn = ({ rows }: World) => rows<{ state: string }>('select * from inbound_waiting order by id');
const kindsOf = async () => (await askRest(world.url, support, keptAside, {})).map(({ last_at: _at, ...kind }) => kind);

/** Runs `work` while a company's row is locked. */
async function whileLocked<T>(slug: string, work: () => Promise<T>): Promise<T> {
  const holder = await patient.server.owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select from tenant where slug = $1 for update', [slug]);
    return await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

describe('a message that a fault of ours keeps out', () => {
  test('waiting, with those behind it -> all taken in, in their order, each once', async () => {
    const phone = newPhone();
    const { body } = writtenBody({ from: phone, text: 'um (quebra)' });
    expect(await patient.webhook(body)).toBe(200);
    await patient.write({ from: phone, text: 'dois' });
    await patient.write({ from: phone, text: 'três' });
    // What the provider repeats stays where it is.
    expect(await patient.webhook(body)).toBe(200);
    await expectEventually(
      async () => (await patient.rows('select from inbound_waiting where attempts > 2')).length,
    ).toBe(1);
    expect(await textsOf(patient, phone)).toEqual([]);
    expect(await waitingIn(patient)).toHaveLength(3);
    await mendInserts(patient.rows, 'message');
    await expectEventually(() => waitingIn(patient)).toEqual([]);
    expect(await textsOf(patient, phone)).toEqual(['um (quebra)', 'dois', 'três']);
    const ticket = await patient.ticketOf(patient.people.ana, phone);
    expect(ticket).toMatchObject({ unseenMsg: 3, customerLastChat: { message: 'três' } });
  });

  test.each([
    ['behind it', 'dois (quebra)'],
    ['itself', undefined],
  ])('an opt-out, %s -> noted at once; what they allowed meanwhile stands at its turn', async (_name, before) => {
    const phone = newPhone();
    const { customer } = await patient.open({ from: phone });
    if (before === undefined) await breakInserts(patient.rows, 'message', `new.body = 'SAIR'`);
    else await patient.write({ from: phone, text: before });
    await patient.write({ from: phone, text: 'SAIR' });
    const consent = async () =>
      (await patient.rows('select whatsapp_consent as now from customer where id = $1', [customer.id]))[0];
    await expectEventually(consent).toEqual({ now: 'revoked' });
    expect(await waitingIn(patient)).toHaveLength(before === undefined ? 1 : 2);
    const form = { customer_id: customer.id, channel: 'whatsapp', kind: 'granted', evidence: 'Voltou' } as const;
    await patient.call(patient.people.ana, declareConsent, form);
    await mendInserts(patient.rows, 'message');
    await expectEventually(() => waitingIn(patient)).toEqual([]);
    expect(await textsOf(patient, phone)).toContain('SAIR');
    expect(await consent()).toEqual({ now: 'granted' });
  });

  test('holds up nobody else, nor the same customer elsewhere', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    await patient.write({ from: phone, text: 'um (quebra)' });
    await patient.write({ from: other, text: 'outra pessoa' });
    await patient.write({ from: phone, text: 'outra instância', number: 'suporte' });
    expect(await textsOf(patient, other)).toEqual(['outra pessoa']);
    expect(await textsOf(patient, phone)).toEqual(['outra instância']);
  });

  test('can’t even wait -> kept aside, and taken in by the next server that can', async () => {
    const phone = newPhone();
    await breakInserts(patient.rows, 'inbound_waiting', 'true');
    expect(await patient.webhook(writtenBody({ from: phone, text: 'um (quebra)' }).body)).toBe(200);
    expect(await waitingIn(patient)).toEqual([]);
    const aside = `select body from webhook_rejected where reason = 'error.server'`;
    expect(await patient.rows(aside)).toEqual([{ body: expect.stringContaining(phone) }]);
    for (const table of ['inbound_waiting', 'message']) await mendInserts(patient.rows, table);
    const next = await startAttendance({
      databaseUrl: patient.server.databaseUrl,
      attendance: { upkeep: false, replay: REPLAY },
    });
    await expectEventually(() => textsOf(patient, phone)).toEqual(['um (quebra)']);
    expect(await patient.rows(aside)).toEqual([]);
    await next.stop();
  });

  test('an endless sender -> kept aside as unreadable', async () => {
    const more = { from_user_id: `BR.${'1'.repeat(9_000)}` };
    expect(await patient.webhook(writtenBody({ from: newPhone(), text: 'um (quebra)', more }).body)).toBe(200);
    expect(await waitingIn(patient)).toEqual([]);
  });

  test('a statement takes too long, again when tried by itself -> stuck', async () => {
    const phone = newPhone();
    await patient.write({ from: phone, text: 'um (quebra)' });
    await breakInserts(patient.rows, 'message', `new.body like '%(quebra)%'`, '57014');
    await patient.write({ from: phone, text: 'dois' });
    await expectEventually(() => waitingIn(patient)).toMatchObject([{ is_alone: true }, { is_alone: false }]);
    await patient.rows(`update inbound_waiting set failing_since = now() - interval '2 hours' where is_alone`);
    await expectEventually(() => textsOf(patient, phone)).toEqual(['dois']);
    expect(await waitingIn(patient)).toMatchObject([{ state: 'stuck' }]);
  });

  test('one company’s row is locked -> another’s is taken in', async () => {
    const [phone, ofBrisa] = [newPhone(), newPhone()];
    await patient.write({ from: phone, text: 'um (quebra)' });
    await whileLocked('aurora', async () => {
      const tried = 'select from inbound_waiting where leased_until > now()';
      await expectEventually(async () => (await patient.rows(tried)).length).toBe(1);
      await patient.write({ from: ofBrisa, text: 'um (quebra)', number: 'brisa' });
      await mendInserts(patient.rows, 'message');
      await expectEventually(() => textsOf(patient, ofBrisa)).toEqual(['um (quebra)']);
    });
    await expectEventually(() => waitingIn(patient)).toEqual([]);
  });

  test('waiting -> stuck, which holds nobody up -> by hand: taken in', async () => {
    const phone = newPhone();
    await world.write({ from: phone, text: 'um (quebra)' });
    await world.write({ from: phone, text: 'dois' });
    await expectEventually(() => textsOf(world, phone)).toEqual(['dois']);
    expect(await waitingIn(world)).toMatchObject([{ state: 'stuck' }]);
    await world.write({ from: phone, text: 'três' });
    expect(await textsOf(world, phone)).toEqual(['dois', 'três']);
    expect(await kindsOf()).toContainEqual({
      reason: 'error.server',
      detail: null,
      tenant: { name: 'Aurora Móveis', tenantName: 'aurora' },
      count: 1,
      waiting: 0,
      stuck: 1,
      last_error: 'broken on purpose',
    });

    await mendInserts(world.rows, 'message');
    expect(await askRest(world.url, support, replayWaiting, { tenantName: 'aurora' })).toEqual({ count: 1 });
    await expectEventually(() => textsOf(world, phone)).toEqual(['dois', 'três', 'um (quebra)']);
    expect((await kindsOf()).filter(({ reason }) => reason === 'error.server')).toEqual([]);
    const audited = await world.rows(
      `select t.slug, a.details->>'count' as count from audit a join tenant t on t.id = a.tenant_id
      where a.action = 'connection.replay' order by t.slug`,
    );
    expect(audited).toEqual([
      { slug: 'aurora', count: '1' },
      { slug: 'balcao', count: '1' },
    ]);
  });

  test('blocked meanwhile -> kept aside, and no longer waiting', async () => {
    const phone = newPhone();
    await patient.open({ from: phone });
    await patient.write({ from: phone, text: 'um (quebra)' });
    await patient.rows('update customer set is_blacklisted = true where phone_number = $1', [phone]);
    await expectEventually(() => waitingIn(patient)).toEqual([]);
    const kept = `select from webhook_rejected where reason = 'error.customer.blacklisted' and body like $1`;
    expect(await patient.rows(kept, [`%${phone}%`])).toHaveLength(1);
  });

  test('of a deleted company -> told to the back-office no more', async () => {
    const told = async () =>
      (await askRest(patient.url, await patient.server.tokenOf('suporte@balcao.example'), keptAside, {})).flatMap(
        ({ reason, tenant }) => (reason === 'error.server' ? [tenant?.tenantName] : []),
      );
    await patient.write({ from: newPhone(), text: 'um (quebra)', number: 'brisa' });
    expect(await told()).toContain('brisa');
    await patient.rows(`update tenant set deleted_at = now() where slug = 'brisa'`);
    expect(await told()).not.toContain('brisa');
    await patient.rows(`update tenant set deleted_at = null where slug = 'brisa'`);
  });

  test('is counted for the metrics, with its age', async () => {
    await patient.write({ from: newPhone(), text: 'um (quebra)' });
    const metrics = async () => (await fetch(`${patient.url}/metrics`)).text();
    await expectEventually(metrics).toContain('inbound_waiting{state="waiting"} 1');
    expect(await metrics()).toMatch(/inbound_waiting_oldest_seconds 0\.\d+|inbound_waiting_oldest_seconds \d/u);
    await mendInserts(patient.rows, 'message');
    await expectEventually(metrics).toContain('inbound_waiting{state="waiting"} 0');
  });
});

test('a status that a fault of ours keeps out -> waiting -> taken in', async () => {
  await breakInserts(patient.rows, 'parked_status', 'true');
  expect(await patient.webhook(statusBody('vendas', { id: 'wamid.late', status: 'read' }))).toBe(200);
  expect(await waitingIn(patient)).toMatchObject([{ kind: 'status' }]);
  await mendInserts(patient.rows, 'parked_status');
  await expectEventually(() => waitingIn(patient)).toEqual([]);
  expect(await patient.rows(`select ack from parked_status where whatsapp_message_id = 'wamid.late'`)).toEqual([
    { ack: 3 },
  ]);
});

test('what an older version kept aside for a fault of ours -> taken in', async () => {
  const phone = newPhone();
  await world.write({ from: phone, text: 'de uma versão antiga (quebra)' });
  await world.rows(
    `with moved as (delete from inbound_waiting returning *)
    insert into webhook_rejected (tenant_id, reason, body) select tenant_id, 'error.server', body from moved`,
  );
  await mendInserts(world.rows, 'message');
  const next = await startAttendance({
    databaseUrl: world.server.databaseUrl,
    attendance: { upkeep: false, replay: REPLAY },
  });
  await expectEventually(() => textsOf(world, phone)).toEqual(['de uma versão antiga (quebra)']);
  expect(await world.rows(`select from webhook_rejected where reason = 'error.server'`)).toEqual([]);
  await next.stop();
});

test('what can’t wait to be tried stays kept aside -> what comes after it is taken in', async () => {
  const phone = newPhone();
  await patient.rows(
    `insert into webhook_rejected (tenant_id, reason, body) select i.tenant_id, 'error.server',
      json_build_object('phoneNumberId', i.phone_number_id, 'from', $2::text, 'providerMessageId', 'wamid.' || id_length,
        'fromUserId', (select string_agg(md5(n::text), '') from generate_series(1, id_length) n), 'kind', 'text',
        'timestamp', '2026-01-01T00:00:00.000Z', 'forwarded', false, 'text', 'um', 'tagType', 'text')::text
    from instance i cross join unnest(array[300, 1]) id_length where i.id = $1`,
    [patient.instances.vendas, phone],
  );
  const next = await startAttendance({
    databaseUrl: patient.server.databaseUrl,
    attendance: { upkeep: false, replay: REPLAY },
  });
  await expectEventually(() => textsOf(patient, phone)).toEqual(['um']);
  expect(await patient.rows(`delete from webhook_rejected where reason = 'error.server' returning id`)).toHaveLength(1);
  await next.stop();
});

describe('trying again by hand', () => {
  test('reaches the named company only', async () => {
    const [phone, ofBrisa] = [newPhone(), newPhone()];
    await world.write({ from: phone, text: 'um (quebra)' });
    await world.write({ from: ofBrisa, text: 'um (quebra)', number: 'brisa' });
    const stuck = async () => (await waitingIn(world)).map(({ state }) => state);
    await expectEventually(stuck).toEqual(['stuck', 'stuck']);
    await mendInserts(world.rows, 'message');
    expect(await askRest(world.url, support, replayWaiting, { tenantName: 'brisa' })).toEqual({ count: 1 });
    await expectEventually(() => textsOf(world, ofBrisa)).toEqual(['um (quebra)']);
    expect(await textsOf(world, phone)).toEqual([]);
  });

  test('leaves alone what is being tried', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    for (const from of [phone, other]) await world.write({ from, text: 'um (quebra)' });
    const stuck = async () => (await waitingIn(world)).map(({ state }) => state);
    await expectEventually(stuck).toEqual(['stuck', 'stuck']);
    await world.rows(`update inbound_waiting set leased_until = now() + interval '1 hour',
      next_attempt_at = now() + interval '1 hour' where conversation = '${phone}'`);
    await mendInserts(world.rows, 'message');
    expect(await askRest(world.url, support, replayWaiting, { tenantName: 'aurora' })).toEqual({ count: 1 });
    await expectEventually(() => textsOf(world, other)).toEqual(['um (quebra)']);
    expect(await textsOf(world, phone)).toEqual([]);
  });

  test('is refused to a company’s own administrator, for their own company too; an unknown one is not found', async () => {
    const { ana } = world.people;
    const of = (tenantName: string) => ({ tenantName });
    expect(await refusedRest(world.url, ana.token, replayWaiting, of('aurora'))).toMatchObject({ status: 403 });
    expect(await refusedRest(world.url, ana.token, replayWaiting, of('brisa'))).toMatchObject({ status: 403 });
    expect(await refusedRest(world.url, support, replayWaiting, of('nowhere'))).toMatchObject({ status: 404 });
  });
});
