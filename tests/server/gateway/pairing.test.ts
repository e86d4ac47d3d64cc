import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../../../contract/rest/instances.ts';
import { EvolutionChannel } from '../../../server/channels/gateway/evolution-channel.ts';
import { gatewayHookSecret, GATEWAY_HOOK_HEADER } from '../../../server/channels/gateway/secret.ts';
import { recordTest } from '../../../server/domain/instances/claim-number.ts';
import { watchInstances } from '../../../server/domain/instances/instance-watch.ts';
import { gatewayOf, receivePairing } from '../../../server/domain/instances/pairing.ts';
import { probeInstances } from '../../../server/domain/instances/probe-instances.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import {
  addGatewayInstance,
  GATEWAY_KEY,
  GATEWAY_PHONE,
  gatewayHook,
  gatewayUrl,
  NUMBERS_WITH_GATEWAY,
  pairInstance,
  seenInstance,
} from '../../support/gateway.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

const NOT_PAIRED = 'channel.error.gateway.notPaired';
const of = { tenantName: 'aurora' };

let world: World;
let id: string;
let shown: string;
beforeAll(async () => {
  world = await startAttendance({ emulator: { numbers: NUMBERS_WITH_GATEWAY } });
  const instance = await addGatewayInstance(world);
  id = instance.id;
  shown = instance.pairing?.code ?? '';
});
afterAll(() => world.stop());

const seen = () => seenInstance(world, id);
const placeOf = async () => {
  const [row] = await world.rows<{ tenant_id: string }>('select tenant_id from instance where id = $1', [id]);
  return { tenantId: row?.tenant_id ?? '', instanceId: id };
};
const codeIsNew = async (old: string) => {
  await expectEventually(async () => (await seen()).pairing?.code ?? old).not.toBe(old);
  return (await seen()).pairing?.code ?? '';
};

test('set up: a code to scan, nothing of the key, and the instance isn’t official', async () => {
  const instance = await seen();
  expect(instance).toMatchObject({
    provider: 'evolution',
    isOfficial: false,
    state: 'disconnected',
    state_key: NOT_PAIRED,
    pairing: { code: expect.stringMatching(/^2@/) },
    access_token_last4: GATEWAY_KEY.slice(-4),
  });
  expect(JSON.stringify(instance)).not.toContain(GATEWAY_KEY);
  // It stays what it is.
  const change = { ...of, id, isOfficial: true, phone_number_id: '123456' };
  const { ana } = world.people;
  expect(await askRest(world.url, ana.token, calls.updateInstance, change)).toMatchObject({
    isOfficial: false,
    phone_number_id: instance.phone_number_id,
  });
});

test('a code expires: the gateway’s next one is shown at once, and the old one isn’t taken', async () => {
  const socket = await world.socket(world.people.ana);
  await world.emulator.expireCodes();
  await socket.frame('InstanceUpdated', ({ data }) => data.instance.id === id);
  const next = await codeIsNew(shown);
  await expect(world.emulator.scan(GATEWAY_PHONE, shown)).rejects.toThrow();
  expect(await seen()).toMatchObject({ state: 'disconnected' });
  shown = next;
});

test('no more codes come: none is shown, and asking again brings one', async () => {
  for (let time = 0; time < 10; time += 1) await world.emulator.expireCodes();
  await expectEventually(async () => (await seen()).pairing).toBeNull();
  const again = await pairInstance(world, id);
  expect(again.pairing?.code).toMatch(/^2@/);
  expect(again.pairing?.code).not.toBe(shown);
  shown = again.pairing?.code ?? '';
});

test('a code that can’t be drawn isn’t taken, and the instances are shown as before', async () => {
  const { url, address } = await gatewayHook(world, id);
  const told = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [GATEWAY_HOOK_HEADER]: gatewayHookSecret(address, GATEWAY_KEY) },
    body: JSON.stringify({ event: 'qrcode.updated', data: { qrcode: { code: 'é'.repeat(2_000) } } }),
  });
  expect(told.status).toBe(200);
  expect((await seen()).pairing?.code).toBe(shown);
});

test('scanned: connected, with the phone’s number, and nothing left to scan; asked again, it is still', async () => {
  const socket = await world.socket(world.people.bruno);
  await world.emulator.scan(GATEWAY_PHONE, shown);
  const { data } = await socket.frame('InstanceUpdated', (frame) => frame.data.state === 'connected');
  expect(data.instance).toMatchObject({ id, notPaired: false });
  expect(await seen()).toMatchObject({
    state: 'connected',
    state_key: null,
    pairing: null,
    phone_number: GATEWAY_PHONE,
  });
  const tested = await askRest(world.url, world.people.ana.token, calls.testInstance, { ...of, id });
  expect(tested).toMatchObject({ ok: true, key: null, phone_number: GATEWAY_PHONE });
});

test('the gateway reports elsewhere: a busy instance’s probe sets that right; an accepted send says nothing of it', async () => {
  const { services } = world.server;
  const found = { outcome: 'found', displayNumber: null, verifiedName: null } as const;
  const channel = new EvolutionChannel({
    hosts: () => ({ listed: [new URL(world.url).hostname], anyPublic: false }),
    publicUrl: () => world.url,
    gatewayOf: (address) => gatewayOf(services, address),
    keyOf: async () => GATEWAY_KEY,
  });
  const { name } = await gatewayHook(world, id);
  const set = await fetch(`${gatewayUrl(world)}/webhook/set/${name}`, {
    method: 'POST',
    headers: { apikey: GATEWAY_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ webhook: { enabled: true, url: `${world.url}/webhooks/antigo`, events: [] } }),
  });
  expect(set.status).toBe(201);
  await world.rows("update instance set state = 'unverified' where id = $1", [id]);
  const watch = watchInstances(services);
  watch.sawActivity(await placeOf());
  await watch.stop();
  expect(await seen()).toMatchObject({ state: 'unverified' });

  await world.rows(
    "update instance set state = 'connected', checked_at = now() - interval '1 hour', last_seen_at = now() where id = $1",
    [id],
  );
  await probeInstances(services, {
    checkNumber: async (address, token) =>
      address.startsWith('evolution:') ? channel.checkNumber(address, token) : found,
    connect: async () => found,
  });
  expect(await seen()).toMatchObject({ state: 'connected', pairing: null });
  await world.emulator.saveCustomer('5511930000077', 'Dona Célia');
  await world.emulator.write(GATEWAY_PHONE, '5511930000077', 'Ainda me ouvem?');
  const stored = () => world.rows('select from message where body = $1', ['Ainda me ouvem?']);
  await expectEventually(async () => (await stored()).length).toBe(1);
});

test('the pairing is lost: said at once to who writes and to administrators, logged, and found by the probe too', async () => {
  const socket = await world.socket(world.people.bruno);
  await world.emulator.unpair(GATEWAY_PHONE);
  const { data } = await socket.frame('InstanceUpdated', (frame) => frame.data.state === 'disconnected');
  expect(data).toMatchObject({ instance: { id, notPaired: true }, state_key: NOT_PAIRED });
  const [entry] = await world.rows<{ what: string; reason_key: string }>(
    'select what, reason_key from instance_log where instance_id = $1 order by id desc limit 1',
    [id],
  );
  expect(entry).toEqual({ what: 'disconnected', reason_key: NOT_PAIRED });
  // Had the gateway’s word been lost on the way:
  await world.rows(
    "update instance set state = 'connected', state_key = null, checked_at = null, last_seen_at = null where id = $1",
    [id],
  );
  await probeInstances(world.server.services, {
    checkNumber: async (address) =>
      address.startsWith('evolution:')
        ? { outcome: 'refused', code: 0, key: NOT_PAIRED }
        : { outcome: 'found', displayNumber: null, verifiedName: null },
    connect: async () => ({ outcome: 'found', displayNumber: null, verifiedName: null }),
  });
  expect(await seen()).toMatchObject({ state: 'disconnected', state_key: NOT_PAIRED });
});

test('paired while a call to the gateway, or its code, was in flight -> the late result changes nothing', async () => {
  const { services } = world.server;
  const place = await placeOf();
  const { address } = await gatewayHook(world, id);
  const before = new Date(Date.now() - 1_000);
  await receivePairing(services, place, { phoneNumberId: address, kind: 'paired', number: GATEWAY_PHONE });
  const check = { outcome: 'notPaired', key: NOT_PAIRED, code: '2@atrasado' } as const;
  const outcome = await recordTest(services, place, { address, check, began: before }, async (_change, told) => told);
  expect(outcome).toEqual({ ok: true, key: null });
  const late = { ...services, now: () => before };
  await receivePairing(late, place, { phoneNumberId: address, kind: 'code', code: '2@atrasado' });
  expect(await seen()).toMatchObject({ state: 'connected', state_key: null, pairing: null });
  // What is asked from then on counts.
  await recordTest(services, place, { address, check, began: new Date(Date.now() + 1_000) }, async () => undefined);
  expect(await seen()).toMatchObject({ state: 'disconnected', pairing: { code: '2@atrasado' } });
});

describe('what isn’t allowed', () => {
  const update = (given: Record<string, unknown>) =>
    refusedRest(world.url, world.people.ana.token, calls.updateInstance, { ...of, id, ...given });

  test.each(['http://10.0.0.7:8080', 'https://gateway.example', 'http://169.254.169.254/latest', 'https://[::1]'])(
    'a host that the operator doesn’t list: %s',
    async (url) => {
      expect(await update({ gateway_url: url })).toMatchObject({
        fields: { gateway_url: 'channel.error.gateway.host' },
      });
    },
  );

  test.each(['gateway', 'https://eu:segredo@gateway.example', 'ftp://gateway.example', 'https://gateway.example?a=1'])(
    'what is no address: %s',
    async (url) => {
      expect(await update({ gateway_url: url })).toMatchObject({
        fields: { gateway_url: 'error.instance.gatewayUrl' },
      });
    },
  );

  test('a host that was listed and no longer is: not called, with the reason', async () => {
    const { gateway_url: before } = await seen();
    await world.rows('update instance set gateway_url = $1 where id = $2', ['http://10.0.0.7', id]);
    const tested = await askRest(world.url, world.people.ana.token, calls.testInstance, { ...of, id });
    expect(tested).toMatchObject({ ok: false, key: 'channel.error.gateway.host' });
    await world.rows('update instance set gateway_url = $1 where id = $2', [before, id]);
  });

  test('the stored key for another gateway: it has to be typed again, and nothing is stored', async () => {
    const before = await seen();
    const { origin } = new URL(gatewayUrl(world));
    const elsewhere = 'http://127.0.0.1:9';
    const change = (given: Record<string, unknown>) =>
      askRest(world.url, world.people.ana.token, calls.updateInstance, { ...of, id, ...given });
    const again = { fields: { access_token: 'error.instance.gatewayKeyAgain' } };
    expect(await update({ gateway_url: elsewhere })).toMatchObject(again);
    expect(await seen()).toEqual(before);
    // Nor by way of none.
    await change({ gateway_url: null });
    expect(await update({ gateway_url: elsewhere })).toMatchObject(again);
    const typed = { gateway_url: elsewhere, access_token: GATEWAY_KEY };
    expect(await change(typed)).toMatchObject({ gateway_url: elsewhere });
    await change({ gateway_url: gatewayUrl(world), access_token: GATEWAY_KEY });
    // Another path of the same.
    expect(await change({ gateway_url: `${origin}/outro` })).toMatchObject({ gateway_url: `${origin}/outro` });
    await change({ gateway_url: gatewayUrl(world) });
  });

  test('a gateway of an instance of Meta’s; another company’s instance; a wrong key', async () => {
    const { ana, bia } = world.people;
    const vendas = { ...of, id: world.instances.vendas, gateway_url: gatewayUrl(world) };
    expect(await refusedRest(world.url, ana.token, calls.updateInstance, vendas)).toMatchObject({
      fields: { gateway_url: 'error.field.invalid' },
    });
    const stolen = { tenantName: 'brisa', id };
    expect(await refusedRest(world.url, bia.token, calls.testInstance, stolen)).toMatchObject({ status: 404 });
    await askRest(world.url, ana.token, calls.updateInstance, { ...of, id, access_token: 'outra-chave-1' });
    const tested = await askRest(world.url, ana.token, calls.testInstance, { ...of, id });
    expect(tested).toMatchObject({ ok: false, key: 'channel.error.gateway.key' });
  });
});
