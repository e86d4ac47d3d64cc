import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { smsParts, withoutAccents } from '../../../contract/facts/sms-segments.ts';
import * as calls from '../../../contract/rest/instances.ts';
import { twilioSignature } from '../../../server/channels/sms/twilio/signature.ts';
import { HOOK_HEADER, hookSecret } from '../../../server/channels/sms/zenvia/secret.ts';
import { smsHookRoutes } from '../../../server/channels/sms/hook-routes.ts';
import { TwilioChannel } from '../../../server/channels/sms/twilio/twilio-channel.ts';
import { ZenviaChannel } from '../../../server/channels/sms/zenvia/zenvia-channel.ts';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import { cachedTokens } from '../../../server/domain/instances/hook-tokens.ts';
import { isSenderKnown } from '../../../server/domain/instances/instance-of-number.ts';
import { watchInstances } from '../../../server/domain/instances/instance-watch.ts';
import { probeInstances } from '../../../server/domain/instances/probe-instances.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';
import { addSmsInstance, credentialsOf, hookOf, NUMBERS_WITH_SMS, SMS_SENDERS } from '../../support/sms.ts';

const PHONE = '5511931000001';
let world: World;
let twilioId: string;
let zenviaId: string;
beforeAll(async () => {
  world = await startAttendance({
    emulator: { numbers: NUMBERS_WITH_SMS },
    config: { trustProxy: 'loopback', rates: { ...DEFAULT_RATES, windowMs: 300_000, forged: 4 } },
  });
  twilioId = (await addSmsInstance(world, 'twilio')).id;
  zenviaId = (await addSmsInstance(world, 'zenvia')).id;
});
afterAll(() => world.stop());

let client = 0;
/** Posts as somebody new, so that what is forged before doesn't count. */
async function post(url: string, body: string, headers: Record<string, string>, from = `10.0.0.${(client += 1)}`) {
  const response = await fetch(url, { method: 'POST', body, headers: { 'x-forwarded-for': from, ...headers } });
  return { status: response.status, text: await response.text() };
}
const stored = () =>
  world.rows<{ body: string }>('select body from message where type = 1 and body like $1 order by id', ['%teste%']);

function smsForm(text: string, more: Record<string, string> = {}): URLSearchParams {
  const { account, sender } = SMS_SENDERS.twilio;
  const MessageSid = `SM${Buffer.from(text).toString('hex').padEnd(32, '0').slice(0, 32)}`;
  return new URLSearchParams({
    MessageSid,
    AccountSid: account,
    From: `+${PHONE}`,
    To: `+${sender}`,
    Body: text,
    ...more,
  });
}
const postTwilio = (form: URLSearchParams, token: string, url = hookOf(world, 'twilio', twilioId), signedUrl = url) =>
  post(url, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSignature(signedUrl, form, token),
  });

describe('Twilio', () => {
  test('its documented signature', () => {
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    const form = new URLSearchParams([
      ['CallSid', 'CA1234567890ABCDE'],
      ['Caller', '+12349013030'],
      ['Digits', '1234'],
      ['From', '+12349013030'],
      ['To', '+18005551212'],
    ]);
    expect(twilioSignature(url, form, '12345')).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
  });

  test('signed, with or without the port: taken, and answered with nothing to say', async () => {
    const url = hookOf(world, 'twilio', twilioId);
    const { token } = SMS_SENDERS.twilio;
    const answer = await postTwilio(smsForm('teste um'), token);
    expect(answer).toEqual({ status: 200, text: '<?xml version="1.0" encoding="UTF-8"?><Response/>' });
    const bare = url.replace(/:\d+(?=\/webhooks)/, '');
    expect((await postTwilio(smsForm('teste dois'), token, url, bare)).status).toBe(200);
    expect(await stored()).toEqual([{ body: 'teste um' }, { body: 'teste dois' }]);
  });

  test('pictures -> that there were some is said, behind the words beside them', async () => {
    const { token } = SMS_SENDERS.twilio;
    const withPicture = (text: string) => smsForm(text, { NumMedia: '1', MessageSid: `MM-${text}` });
    await postTwilio(withPicture('a foto'), token);
    await postTwilio(withPicture(''), token);
    const rows = await world.rows(
      "select body, tag_type from message where whatsapp_message_id like 'MM-%' order by id",
    );
    expect(rows).toEqual([
      { body: 'a foto', tag_type: 'text' },
      { body: '', tag_type: 'unsupported' },
      { body: '', tag_type: 'unsupported' },
    ]);
  });

  test('forged, changed, of another address, or unsigned: refused, and nothing is stored', async () => {
    const url = hookOf(world, 'twilio', twilioId);
    const { token } = SMS_SENDERS.twilio;
    const before = await stored();
    const form = smsForm('teste falso');
    const signature = twilioSignature(url, form, token);
    form.set('Body', 'teste trocado');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answers = [
      await postTwilio(smsForm('teste forjado'), 'outro-token'),
      await post(url, form.toString(), { ...headers, 'x-twilio-signature': signature }),
      await postTwilio(smsForm('teste alheio'), token, url.replace(SMS_SENDERS.twilio.sender, '551140009999')),
      await postTwilio(smsForm('teste de outra conta'), token, url.replace('AC0a', 'AC0b')),
      await post(url, form.toString(), headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    // Whether there is such a sender isn't told.
    expect(new Set(answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ''))).size).toBe(1);
    expect(await stored()).toEqual(before);
  });

  test('forged again and again: counted, then 429; Twilio’s own go on', async () => {
    const from = '10.9.9.9';
    const forge = () => post(hookOf(world, 'twilio', twilioId), 'Body=x', { 'x-twilio-signature': 'AAAA' }, from);
    const statuses = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await forge()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect((await postTwilio(smsForm('teste depois'), SMS_SENDERS.twilio.token)).status).toBe(200);
  });

  test('signed but unreadable: kept aside, and not sent again', async () => {
    const form = new URLSearchParams({ Body: 'sem id' });
    expect((await postTwilio(form, SMS_SENDERS.twilio.token)).status).toBe(200);
    const kept = await world.rows<{ reason: string }>('select reason from webhook_rejected order by id desc limit 1');
    expect(kept).toEqual([{ reason: 'body: no MessageSid' }]);
  });
});

test('what isn’t an address isn’t looked up; others are for a moment once, a few at a time', async () => {
  const asked: string[] = [];
  let underWay = 0;
  let most = 0;
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const tokenOf = cachedTokens(async (address) => {
    asked.push(address);
    underWay += 1;
    most = Math.max(most, underWay);
    await isOver;
    underWay -= 1;
    return undefined;
  });
  const of = (index: number) => `twilio:AC${String(index).padStart(32, '0')}:551140009001`;
  const all = Array.from({ length: 20 }, (_, index) => tokenOf(of(index)));
  end();
  await Promise.all([...all, tokenOf(of(1))]);
  await tokenOf(of(2));
  expect([asked.length, most]).toEqual([20, 4]);

  const app = Fastify();
  const settings = { url: () => world.url, publicUrl: () => world.url };
  const channels = {
    twilio: new TwilioChannel(settings),
    zenvia: new ZenviaChannel({ ...settings, isSender: async () => true }),
  };
  const looked: string[] = [];
  const look = async (address: string) => void looked.push(address);
  const unused = () => Promise.reject(new Error('Nothing is signed'));
  const sink = {
    receiveMessages: unused,
    receiveEchoes: unused,
    receiveStatuses: unused,
    receiveNews: unused,
    reject: unused,
  };
  await app.register(smsHookRoutes, {
    channels,
    sink,
    tokenOf: look,
    publicUrl: () => world.url,
    now: () => new Date(),
  });
  const account = SMS_SENDERS.twilio.account;
  for (const path of [
    `twilio/${account}/abc`,
    'twilio/AC1/551140009001',
    'zenvia/x1/aurora-sms',
    'zenvia/1/aurora-sms',
  ]) {
    const headers = { 'x-twilio-signature': 'x', [HOOK_HEADER]: 'x', 'content-type': 'application/json' };
    const { statusCode } = await app.inject({ method: 'POST', url: `/webhooks/sms/${path}`, headers, payload: '{}' });
    expect(statusCode).toBe(401);
  }
  expect(looked).toEqual(['zenvia:1:aurora-sms']);
  await app.close();
});

describe('Zenvia', () => {
  const event = (text: string, to: string = SMS_SENDERS.zenvia.sender) =>
    JSON.stringify({
      id: 'e1',
      type: 'MESSAGE',
      channel: 'sms',
      direction: 'IN',
      message: { id: `z-${text}`, from: PHONE, to, direction: 'IN', contents: [{ type: 'text', text }] },
    });
  const postZenvia = (body: string, secret: string, id = zenviaId) =>
    post(hookOf(world, 'zenvia', id), body, { 'content-type': 'application/json', [HOOK_HEADER]: secret });
  const secretOf = (id: string, token: string = SMS_SENDERS.zenvia.token) =>
    hookSecret(`zenvia:${id}:${SMS_SENDERS.zenvia.sender}`, token);

  test('only with its instance’s secret', async () => {
    expect((await postZenvia(event('teste zenvia'), secretOf(zenviaId))).status).toBe(200);
    expect((await stored()).at(-1)).toEqual({ body: 'teste zenvia' });
    // Another sender of the same account has an instance of its own.
    expect((await postZenvia(event('teste de outro', 'outro-sms'), secretOf(zenviaId))).status).toBe(200);
    const answers = [
      await postZenvia(event('teste forjado'), 'nada'),
      await postZenvia(event('teste forjado'), secretOf(zenviaId, 'outro-token')),
      await postZenvia(event('teste forjado'), secretOf('999999'), '999999'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await stored()).at(-1)).toEqual({ body: 'teste zenvia' });
  });

  test('the same alias at another company: its secret opens only its own', async () => {
    const { bia } = world.people;
    const of = { tenantName: 'brisa' };
    const token = 'token-da-brisa-22';
    const made = await askRest(world.url, bia.token, calls.createInstance, { ...of, name: 'SMS', provider: 'zenvia' });
    const sender = { phone_number_id: SMS_SENDERS.zenvia.sender, access_token: token };
    await askRest(world.url, bia.token, calls.updateInstance, { ...of, id: made.id, ...sender });
    await world.rows('update instance set claimed_number = sender_address where id = $1', [made.id]);
    expect((await postZenvia(event('teste brisa'), secretOf(made.id, token), made.id)).status).toBe(200);
    expect((await postZenvia(event('teste roubado'), secretOf(made.id, token))).status).toBe(401);
    expect((await postZenvia(event('teste roubado'), secretOf(zenviaId, token))).status).toBe(401);
    const [row] = await world.rows<{ slug: string }>(
      "select t.slug from message m join tenant t on t.id = m.tenant_id where m.body = 'teste brisa'",
    );
    expect(row?.slug).toBe('brisa');
  });
});

const zenviaCall = (method: string, path = '') =>
  fetch(`${world.url}/emulator/zenvia/v2/subscriptions${path}`, {
    method,
    headers: { 'x-api-token': SMS_SENDERS.zenvia.token },
  });
const subscriptionsSchema = z.array(z.looseObject({ id: z.string(), webhook: z.looseObject({ url: z.string() }) }));
const subscriptions = async () => subscriptionsSchema.parse(await (await zenviaCall('GET')).json());

describe('setting up', () => {
  const of = { tenantName: 'aurora' };
  const make = async (provider: string, name: string) =>
    (await askRest(world.url, world.people.ana.token, calls.createInstance, { ...of, name, provider })).id;
  const update = (id: string, given: Record<string, unknown>) =>
    askRest(world.url, world.people.ana.token, calls.updateInstance, { ...of, id, ...given });
  const check = (id: string) => askRest(world.url, world.people.ana.token, calls.testInstance, { ...of, id });

  test('what the provider refuses is said; a second test subscribes no second time', async () => {
    const id = await make('zenvia', 'Zenvia errada');
    await update(id, { phone_number_id: 'outra-sms', access_token: 'token-errado-1' });
    expect(await check(id)).toMatchObject({ ok: false, key: 'channel.error.sms.token' });
    expect(await check(zenviaId)).toMatchObject({ ok: true });
    expect(await check(zenviaId)).toMatchObject({ ok: true });
    expect(await subscriptions()).toMatchObject([{ eventType: 'MESSAGE' }, { eventType: 'MESSAGE_STATUS' }]);
    const other = await make('twilio', 'Twilio errada');
    await update(other, { ...credentialsOf('twilio'), phone_number_id: '+55 11 4000-9002' });
    expect(await check(other)).toMatchObject({ ok: false, key: 'channel.error.sms.unknownSender' });
  });

  test('a probe has the provider report to us, too; found without that isn’t connected', async () => {
    const zenvia = (publicUrl: string | undefined) =>
      new ZenviaChannel({
        url: () => `${world.url}/emulator/zenvia`,
        publicUrl: () => publicUrl,
        isSender: (address) => isSenderKnown(world.server.services, address),
      });
    const probe = (channel: ZenviaChannel) =>
      probeInstances(world.server.services, {
        checkNumber: (address, token) => channel.checkNumber(address, token),
        connect: (number) => channel.listen(number),
      });
    const state = () =>
      world.rows<Record<string, unknown>>('select state, state_key from instance where id = $1', [zenviaId]);
    const silence = () =>
      world.rows(
        `update instance set state = 'unverified', last_seen_at = null,
          checked_at = case when id = $1 then null else now() end`,
        [zenviaId],
      );
    for (const { id } of await subscriptions()) await zenviaCall('DELETE', `/${id}`);
    await silence();
    await probe(zenvia(undefined));
    expect(await state()).toEqual([{ state: 'disconnected', state_key: 'error.instance.noPublicUrl' }]);
    // What it takes from us doesn't say that it reports to us.
    const watch = watchInstances(world.server.services);
    const [place] = await world.rows<{ tenant_id: string }>('select tenant_id from instance where id = $1', [zenviaId]);
    watch.sawActivity({ tenantId: place?.tenant_id ?? '', instanceId: zenviaId });
    await watch.stop();
    expect(await state()).toMatchObject([{ state: 'disconnected' }]);
    await silence();
    await probe(zenvia(world.url));
    expect(await state()).toEqual([{ state: 'connected', state_key: null }]);
    expect(await subscriptions()).toMatchObject([{ eventType: 'MESSAGE' }, { eventType: 'MESSAGE_STATUS' }]);
  });

  test('subscriptions: one that leads to nobody is removed; without room for another, that is said', async () => {
    const rename = async (id: string, sender: string) => {
      await update(id, { phone_number_id: sender, access_token: SMS_SENDERS.zenvia.token });
      return check(id);
    };
    const urls = async () => new Set((await subscriptions()).map(({ webhook }) => webhook.url.split('/').at(-1)));
    const second = await make('zenvia', 'Segunda');
    expect(await rename(second, 'segunda-sms')).toMatchObject({ ok: true });
    const third = await make('zenvia', 'Terceira');
    expect(await rename(third, 'terceira-sms')).toMatchObject({ ok: false, key: 'channel.error.sms.subscriptions' });
    expect(await urls()).toEqual(new Set(['aurora-sms', 'segunda-sms']));
    // Another sender: the one before has gone.
    expect(await rename(second, 'outra-segunda-sms')).toMatchObject({ ok: true });
    expect(await urls()).toEqual(new Set(['aurora-sms', 'outra-segunda-sms']));
    // Subscribed by a test that hasn't claimed its address yet.
    await world.rows('update instance set claimed_number = null where id = $1', [second]);
    expect(await check(zenviaId)).toMatchObject({ ok: true });
    expect(await urls()).toEqual(new Set(['aurora-sms', 'outra-segunda-sms']));
    await update(second, { phone_number_id: null });
    expect(await check(zenviaId)).toMatchObject({ ok: true });
    expect(await urls()).toEqual(new Set(['aurora-sms']));
  });

  test('a number that another instance has, or that the provider has none like: refused at its field', async () => {
    const { ana, bia } = world.people;
    const id = await make('twilio', 'Repetida');
    const given = { ...of, id, ...credentialsOf('twilio') };
    expect(await refusedRest(world.url, ana.token, calls.updateInstance, given)).toMatchObject({
      fields: { phone_number_id: 'error.instance.numberTaken' },
    });
    const twin = await make('zenvia', 'Gêmea');
    const same = { ...of, id: twin, ...credentialsOf('zenvia') };
    expect(await refusedRest(world.url, ana.token, calls.updateInstance, same)).toMatchObject({
      fields: { phone_number_id: 'error.instance.numberTaken' },
    });
    // Whoever typed it before the other was tested.
    await update(twin, { ...credentialsOf('zenvia'), phone_number_id: 'gemea-sms' });
    await world.rows('update instance set phone_number_id = $1 where id = $2', [SMS_SENDERS.zenvia.sender, twin]);
    expect(await check(twin)).toMatchObject({ ok: false, key: 'error.instance.numberTaken' });
    const typed = { ...of, id, phone_number_id: 'aurora-sms' };
    expect(await refusedRest(world.url, ana.token, calls.updateInstance, typed)).toMatchObject({
      fields: { phone_number_id: 'error.instance.phone' },
    });
    const account = { ...of, id: zenviaId, provider_account: SMS_SENDERS.twilio.account };
    expect(await refusedRest(world.url, ana.token, calls.updateInstance, account)).toMatchObject({
      fields: { provider_account: 'error.field.invalid' },
    });
    // Another company's instance.
    const stolen = { tenantName: 'brisa', id: zenviaId };
    expect(await refusedRest(world.url, bia.token, calls.testInstance, stolen)).toMatchObject({ status: 404 });
    expect(await refusedRest(world.url, bia.token, calls.updateInstance, { ...stolen, name: 'Minha' })).toMatchObject({
      status: 404,
    });
  });

  test('another account: the number is claimed by the next test', async () => {
    await update(twilioId, { provider_account: `AC${'1b'.repeat(16)}` });
    const claimed = () =>
      world.rows<{ claimed_number: string | null; state: string }>(
        'select claimed_number, state from instance where id = $1',
        [twilioId],
      );
    expect(await claimed()).toEqual([{ claimed_number: null, state: 'unverified' }]);
    await update(twilioId, { provider_account: SMS_SENDERS.twilio.account });
    expect(await check(twilioId)).toMatchObject({ ok: true, phone_number: '+551140009001' });
    const { account, sender } = SMS_SENDERS.twilio;
    expect(await claimed()).toEqual([{ claimed_number: `twilio:${account}:${sender}`, state: 'connected' }]);
  });
});

describe('how many messages a text takes', () => {
  test.each([
    ['', 'gsm7', 0, 160],
    ['a'.repeat(160), 'gsm7', 1, 0],
    ['a'.repeat(161), 'gsm7', 2, 145],
    ['€'.repeat(80), 'gsm7', 1, 0],
    // An escape isn't parted from its sign.
    [`${'a'.repeat(152)}€${'a'.repeat(8)}`, 'gsm7', 2, 143],
    ['é à ñ Ç', 'gsm7', 1, 153],
    ['ã', 'ucs2', 1, 69],
    ['ç'.repeat(70), 'ucs2', 1, 0],
    ['ç'.repeat(71), 'ucs2', 2, 63],
    // Nor is a pair of surrogates.
    [`${'a'.repeat(66)}🙂${'a'.repeat(3)}`, 'ucs2', 2, 62],
  ])('%j', (text, encoding, segments, left) => {
    expect(smsParts(text)).toEqual({ encoding, segments, left });
  });

  test('without what makes it longer', () => {
    expect(withoutAccents('Sua “ação” não é à toa… R$ 10 — ok? 🙂')).toBe('Sua "acao" nao e a toa... R$ 10 - ok? 🙂');
    expect(smsParts(withoutAccents('São João às 15h: pão & café')).encoding).toBe('gsm7');
  });
});
