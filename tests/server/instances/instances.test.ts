import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { RestCall } from '../../../contract/rest/call.ts';
import { paginatedConnections } from '../../../contract/rest/connections.ts';
import * as calls from '../../../contract/rest/instances.ts';
import { updateTenant } from '../../../contract/rest/tenants.ts';
import { accessTokenOf } from '../../../server/domain/instances/instance-of-number.ts';
import { sealPlainTokens } from '../../../server/domain/instances/access-token.ts';
import { probeInstances, PROBE_AFTER_MS } from '../../../server/domain/instances/probe-instances.ts';
import { NUMBERS, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { createClock } from '../../support/clock.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

const TOKEN = 'EAAG-segredo-do-provedor-9f3c';
const clock = createClock();
let world: World;
let support: string;
let ana: string;

beforeAll(async () => {
  world = await startAttendance({ now: clock.now });
  support = await world.server.tokenOf('suporte@balcao.example');
  ana = world.people.ana.token;
});
afterAll(() => world.stop());

const ask = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown>, token = ana) =>
  askRest(world.url, token, call, given);
const refused = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown>, token = ana) =>
  refusedRest(world.url, token, call, given);
const of = { tenantName: 'aurora' };
let count = 0;
let instance: ManagedInstance;
beforeEach(async () => {
  count += 1;
  instance = await ask(calls.createInstance, { ...of, name: `Loja ${count}` });
});
const notSms = { connect: () => Promise.reject(new Error('An SMS provider was asked')) };
/** Gives the instance a number that the emulator knows, which its owner gives up for it. */
async function withNumber(number: string): Promise<void> {
  await world.rows('update instance set phone_number_id = null where phone_number_id = $1', [number]);
  await ask(calls.updateInstance, { ...of, id: instance.id, phone_number_id: number, access_token: TOKEN });
}

describe('who may', () => {
  test.each([
    [calls.managedInstances, () => of],
    [calls.createInstance, () => ({ ...of, name: 'Outra' })],
    [calls.updateInstance, () => ({ ...of, id: instance.id, name: 'Outra' })],
    [calls.testInstance, () => ({ ...of, id: instance.id })],
    [calls.syncMessages, () => ({ ...of, id: instance.id, unlimitedSync: true })],
  ] as [RestCall<unknown, unknown>, () => Record<string, unknown>][])('%o', async (call, given) => {
    const before = await world.rows('select id, name, version from instance order by id');
    expect(await refused(call, given(), world.people.bruno.token)).toMatchObject({ status: 403 });
    expect(await refused(call, given(), world.people.bia.token)).toMatchObject({ status: 404 });
    expect(await refused(call, given(), '')).toMatchObject({ status: 401 });
    // Another's instance under one's own company's name.
    if ('id' in given()) {
      expect(await refused(call, { ...given(), tenantName: 'brisa' }, world.people.bia.token)).toMatchObject({
        status: 404,
      });
    }
    expect(await world.rows('select id, name, version from instance order by id')).toEqual(before);
  });

  test('the back-office: any company’s; the connections are its alone', async () => {
    expect((await ask(calls.managedInstances, { tenantName: 'brisa' }, support)).map(({ name }) => name)).toEqual([
      'Atendimento',
    ]);
    const made = await ask(calls.createInstance, { tenantName: 'brisa', name: 'Suporte criou' }, support);
    expect(made).toMatchObject({
      tenantName: 'brisa',
      isOfficial: true,
      isUnlimited: false,
      activated: true,
      state: 'unverified',
    });
    const audited = await world.rows(
      `select t.slug, a.details->'acting_for'->>'user' as "actingFor" from audit a join tenant t on t.id = a.tenant_id
      where a.action = 'instance.create' and a.subject = $1 order by t.slug`,
      [`instance:${made.id}`],
    );
    expect(audited).toEqual([
      { slug: 'balcao', actingFor: null },
      { slug: 'brisa', actingFor: 'suporte@balcao.example' },
    ]);
    expect(await refused(paginatedConnections, {}, ana)).toMatchObject({ status: 403 });
  });
});

describe('create and edit', () => {
  test.each([
    [{ name: '' }, { name: 'error.field.required' }],
    [{ name: 'x'.repeat(61) }, { name: 'error.field.tooLong' }],
    [{ name: 4 }, { name: 'error.field.invalid' }],
    [{ name: 'VENDAS' }, { name: 'error.instance.nameTaken' }],
    [{ isOfficial: 'sim' }, { isOfficial: 'error.field.invalid' }],
  ])('none -> refused: %o', async (wrong, fields) => {
    expect(await refused(calls.createInstance, { ...of, name: 'Boa', ...wrong })).toMatchObject({
      status: 400,
      fields,
    });
    expect(await world.rows("select from instance where name = 'Boa'")).toEqual([]);
  });

  test.each([
    [{ phone_number: '12' }, { phone_number: 'error.instance.phone' }],
    [{ phone_number_id: 'abc' }, { phone_number_id: 'error.instance.phoneNumberId' }],
    [{ phone_number_id: NUMBERS.brisa }, { phone_number_id: 'error.instance.numberTaken' }],
    [{ access_token: 'curto' }, { access_token: 'error.field.tooShort' }],
    [{ access_token: 'com espaço no meio' }, { access_token: 'error.field.characters' }],
    [{ access_token: 'x'.repeat(2_001) }, { access_token: 'error.field.tooLong' }],
  ])('changed -> refused, nothing saved by half: %o', async (wrong, fields) => {
    expect(await refused(calls.updateInstance, { ...of, id: instance.id, name: 'Metade', ...wrong })).toMatchObject({
      status: 400,
      fields,
    });
    expect(await world.rows('select name, version from instance where id = $1', [instance.id])).toEqual([
      { name: instance.name, version: 1 },
    ]);
  });

  test('loaded -> saved, published to open pages; a stale version is refused', async () => {
    const socket = await world.socket(world.people.ana);
    await socket.hello();
    const { id, version } = instance;
    const changed = await ask(calls.updateInstance, {
      ...of,
      id,
      version,
      activated: false,
      phone_number: '+55 (11) 4000-9999',
    });
    expect(changed).toMatchObject({ name: instance.name, activated: false, phone_number: '551140009999' });
    await socket.frame('InstanceUpdated', ({ data }) => data.instance.id === id && !data.instance.activated);
    expect(await refused(calls.updateInstance, { ...of, id, version, name: 'Por cima' })).toMatchObject({
      status: 409,
      key: 'error.form.conflict',
    });
    expect(await world.rows('select what from instance_log where instance_id = $1 order by id', [id])).toEqual([
      { what: 'created' },
      { what: 'deactivated' },
    ]);
  });

  test('at the limit -> one more is refused', async () => {
    const [tenant] = await world.rows<{ id: string; cnpj: string }>("select id, cnpj from tenant where slug = 'brisa'");
    const { bia } = world.people;
    const base = { id: tenant?.id, cnpj: tenant?.cnpj, name: 'Brisa Turismo' };
    const [has] = await world.rows<{ count: number }>(
      'select count(*)::integer count from instance where tenant_id = $1',
      [tenant?.id],
    );
    await ask(updateTenant, { ...base, instanceLimit: (has?.count ?? 0) + 1 }, support);
    const both = await Promise.allSettled(
      ['Uma', 'Duas'].map((name) => ask(calls.createInstance, { tenantName: 'brisa', name }, bia.token)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await refused(calls.createInstance, { tenantName: 'brisa', name: 'Três' }, bia.token)).toMatchObject({
      status: 409,
      key: 'error.instance.limit',
    });
    await ask(updateTenant, { ...base, instanceLimit: null }, support);
  });
});

describe('the token', () => {
  test('set -> sealed: only its last characters are returned; opened for sending; removed', async () => {
    const { id } = instance;
    const saved = await ask(calls.updateInstance, { ...of, id, access_token: TOKEN });
    expect(saved.access_token_last4).toBe('9f3c');
    const everything = JSON.stringify([
      saved,
      await ask(calls.managedInstances, of),
      await world.rows('select * from instance where id = $1', [id]),
      await world.rows('select details from audit'),
      await world.rows('select data from event'),
    ]);
    expect(everything).not.toContain(TOKEN);
    const [row] = await world.rows<{ tenant_id: string; access_token: string }>(
      'select tenant_id, access_token from instance where id = $1',
      [id],
    );
    const place = { tenantId: row?.tenant_id ?? '', instanceId: id };
    expect(await accessTokenOf(world.server.services, place)).toBe(TOKEN);
    // In another instance's row it can't be opened.
    await world.rows('update instance set access_token = $1 where id = $2', [
      row?.access_token,
      world.instances.suporte,
    ]);
    expect(
      await accessTokenOf(world.server.services, { ...place, instanceId: world.instances.suporte }),
    ).toBeUndefined();
    await world.rows('update instance set access_token = null where id = $1', [world.instances.suporte]);
    expect((await ask(calls.updateInstance, { ...of, id, access_token: null })).access_token_last4).toBeNull();
    expect(await accessTokenOf(world.server.services, place)).toBeUndefined();
  });

  test('plain from before -> sealed at the start, once', async () => {
    await world.rows('update instance set access_token = $1 where id = $2', [TOKEN, instance.id]);
    expect(await sealPlainTokens(world.server.services)).toBe(1);
    expect(await sealPlainTokens(world.server.services)).toBe(0);
    const [row] = await world.rows<{ tenant_id: string; access_token: string; token_last4: string }>(
      'select tenant_id, access_token, token_last4 from instance where id = $1',
      [instance.id],
    );
    expect(row?.access_token).not.toContain(TOKEN);
    expect(row?.token_last4).toBe('9f3c');
    expect(
      await accessTokenOf(world.server.services, { tenantId: row?.tenant_id ?? '', instanceId: instance.id }),
    ).toBe(TOKEN);
  });
});

describe('the connection', () => {
  test('unverified -> connected -> disconnected by an expired token -> connected: a reconnect, each published and logged', async () => {
    await withNumber(NUMBERS.suporte);
    const socket = await world.socket(world.people.ana);
    await socket.hello();
    const { id } = instance;
    const tested = await ask(calls.testInstance, { ...of, id });
    expect(tested).toMatchObject({
      ok: true,
      key: null,
      verified_name: 'Suporte',
      instance: { state: 'connected', reconnects: 0 },
    });
    await socket.frame('InstanceUpdated', ({ data }) => data.instance.id === id && data.state === 'connected');
    await ask(calls.updateInstance, { ...of, id, access_token: 'expired-0001' });
    expect(await ask(calls.testInstance, { ...of, id })).toMatchObject({
      ok: false,
      key: 'channel.error.token',
      instance: { state: 'disconnected', state_key: 'channel.error.token' },
    });
    await socket.frame('InstanceUpdated', ({ data }) => data.state_key === 'channel.error.token');
    await world.rows("update instance set access_token = 'plain-token' where id = $1", [id]);
    expect((await ask(calls.testInstance, { ...of, id })).instance).toMatchObject({
      state: 'connected',
      reconnects: 1,
    });
    expect(
      await world.rows(
        "select what, reason_key from instance_log where instance_id = $1 and what like '%connected' order by id",
        [id],
      ),
    ).toEqual([
      { what: 'connected', reason_key: null },
      { what: 'disconnected', reason_key: 'channel.error.token' },
      { what: 'connected', reason_key: null },
    ]);
    await world.rows('update instance set phone_number_id = null where id = $1', [id]);
    await world.rows('update instance set phone_number_id = $1, claimed_number = $1 where id = $2', [
      NUMBERS.suporte,
      world.instances.suporte,
    ]);
  });

  test('a number that the provider doesn’t know: said of the number, not of a message', async () => {
    await withNumber('300000000000099');
    expect(await ask(calls.testInstance, { ...of, id: instance.id })).toMatchObject({
      ok: false,
      key: 'channel.error.unknownNumber',
    });
    await world.rows('update instance set phone_number_id = null where id = $1', [instance.id]);
  });

  test('no number: nothing to test, nothing to sync', async () => {
    expect(await refused(calls.testInstance, { ...of, id: instance.id })).toMatchObject({
      status: 409,
      key: 'error.instance.noNumber',
    });
    expect(await refused(calls.syncMessages, { ...of, id: instance.id, daysAgo: 3 })).toMatchObject({
      status: 409,
      key: 'error.instance.notVerified',
    });
  });

  test('a customer writes -> connected, seen; a send refused for its token -> disconnected', async () => {
    const socket = await world.socket(world.people.ana);
    await socket.hello();
    const { vendas } = world.instances;
    const ticket = await world.open({ from: '5511977000001', at: clock.now() });
    await socket.frame('InstanceUpdated', ({ data }) => data.instance.id === vendas && data.state === 'connected');
    await world.rows("update instance set access_token = 'expired-0002' where id = $1", [vendas]);
    await world.send(world.people.ana, ticket, 'não sai');
    const down = await socket.frame(
      'InstanceUpdated',
      ({ data }) => data.instance.id === vendas && data.state === 'disconnected',
    );
    expect(down.data.state_key).toBe('channel.error.token');
    await world.rows('update instance set access_token = null where id = $1', [vendas]);
  });

  test('silent for long -> asked for; heard of lately or deactivated -> left alone', async () => {
    clock.advance(PROBE_AFTER_MS + 1);
    const asked: string[] = [];
    const channel = {
      ...notSms,
      checkNumber: async (number: string) => {
        asked.push(number);
        return { outcome: 'refused', code: 190, key: 'channel.error.token' } as const;
      },
    };
    await world.rows('update instance set activated = false where id = $1', [world.instances.suporte]);
    await world.rows('update instance set last_seen_at = $1, checked_at = $1 where id = $2', [
      clock.now(),
      world.instances.vendas,
    ]);
    expect(await probeInstances(world.server.services, channel)).toBe(1);
    expect(asked).toEqual([NUMBERS.brisa]);
    expect(await probeInstances(world.server.services, channel)).toBe(0);
    // Once a day for what it takes; that it works is known.
    await world.rows("update instance set checked_at = null, state = 'connected' where id = $1", [
      world.instances.vendas,
    ]);
    expect(await probeInstances(world.server.services, channel)).toBe(1);
    expect(asked).toEqual([NUMBERS.brisa, NUMBERS.vendas]);
    expect(await world.rows('select state from instance where id = $1', [world.instances.vendas])).toEqual([
      { state: 'connected' },
    ]);
    const { items } = await ask(paginatedConnections, { tenantName: 'brisa', state: 'disconnected' }, support);
    expect(items).toMatchObject([
      { name: 'Atendimento', state_key: 'channel.error.token', tenant: { tenantName: 'brisa' } },
    ]);
    await world.rows('update instance set activated = true');
  });

  test('the back-office’s list: pages, search, state, e-mail', async () => {
    const page = await ask(paginatedConnections, { pagination_limit: 2 }, support);
    expect(page.items).toHaveLength(2);
    expect(page.total_pages).toBe(Math.ceil(page.total_items / 2));
    const names = async (given: Record<string, unknown>) =>
      (await ask(paginatedConnections, { pagination_limit: 100, ...given }, support)).items.map(({ name }) => name);
    expect(await names({ search: 'Suporte', tenantName: 'aurora' })).toEqual(['Suporte']);
    expect(await names({ email: 'BIA@brisa.example', search: 'Atend' })).toEqual(['Atendimento']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await refused(paginatedConnections, { state: 'x' }, support)).toMatchObject({ status: 400 });
  });

  test('another’s number typed -> refused, and never heard; typed first -> the first test that passes has it', async () => {
    const brisa = { tenantName: 'brisa' };
    const [{ bia }, free] = [world.people, NUMBERS.suporte];
    const theirs = await ask(calls.createInstance, { ...brisa, name: 'Cópia' }, bia.token);
    const typed = { access_token: TOKEN, phone_number_id: NUMBERS.vendas };
    expect(await refused(calls.updateInstance, { ...brisa, id: theirs.id, ...typed }, bia.token)).toMatchObject({
      status: 400,
      fields: { phone_number_id: 'error.instance.numberTaken' },
    });
    // As if it had been typed before its owner had it.
    await world.rows('update instance set phone_number_id = $1 where id = $2', [NUMBERS.vendas, theirs.id]);
    const tested = await ask(calls.testInstance, { ...brisa, id: theirs.id }, bia.token);
    expect(tested).toMatchObject({
      ok: false,
      key: 'error.instance.numberTaken',
      verified_name: null,
      instance: { state: 'disconnected', state_key: 'error.instance.numberTaken' },
    });
    expect(await refused(calls.syncMessages, { ...brisa, id: theirs.id, daysAgo: 3 }, bia.token)).toMatchObject({
      key: 'error.instance.notVerified',
    });
    await world.open({ from: '5511977000044', at: clock.now() });
    const heard = await world.rows(
      'select instance_id from chat_ticket t join customer c on c.id = t.customer_id where c.phone_number = $1',
      ['5511977000044'],
    );
    expect(heard).toEqual([{ instance_id: world.instances.vendas }]);
    // A number that is nobody's yet, typed by both: what comes for it waits for a test that passes.
    await world.rows('update instance set phone_number_id = null where phone_number_id = $1', [free]);
    for (const [call, token] of [
      [of, ana],
      [brisa, bia.token],
    ] as const) {
      const id = call === of ? instance.id : theirs.id;
      await ask(calls.updateInstance, { ...call, id, phone_number_id: free, access_token: TOKEN }, token);
    }
    expect(await world.rows('select id from instance where claimed_number = $1', [free])).toEqual([]);
    const both = await Promise.all([
      ask(calls.testInstance, { ...of, id: instance.id }),
      ask(calls.testInstance, { ...brisa, id: theirs.id }, bia.token),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)?.key).toBe('error.instance.numberTaken');
    const winner = both.find(({ ok }) => ok)?.instance.id ?? '';
    expect(await world.rows('select id from instance where claimed_number = $1', [free])).toEqual([{ id: winner }]);
    // With the number goes the claim.
    const [owner, token] = winner === instance.id ? [of, ana] : [brisa, bia.token];
    await ask(calls.updateInstance, { ...owner, id: winner, phone_number_id: null }, token);
    expect(await world.rows('select id from instance where claimed_number = $1', [free])).toEqual([]);
  });

  test('a number tested with its own token alone: another’s that is good doesn’t make it pass', async () => {
    const asked: (string | undefined)[] = [];
    const channel = {
      ...notSms,
      checkNumber: async (_number: string, token: string | undefined) => {
        asked.push(token);
        return { outcome: 'refused', code: 190, key: 'channel.error.token' } as const;
      },
    };
    await world.rows('update instance set activated = false');
    await world.rows('update instance set activated = true, phone_number_id = $1 where id = $2', [
      NUMBERS.vendas,
      instance.id,
    ]);
    await ask(calls.updateInstance, { ...of, id: instance.id, access_token: 'EAAG-o-meu-proprio' });
    expect(await probeInstances(world.server.services, channel)).toBe(1);
    expect(asked).toEqual(['EAAG-o-meu-proprio']);
    await world.rows('update instance set activated = true');
    await world.rows('update instance set phone_number_id = null where id = $1', [instance.id]);
  });
});
