import { afterAll, beforeAll, expect, test } from 'vitest';
import { DYNAMIC_SETTINGS } from '../../../contract/facts/dynamic-settings.ts';
import type { SettingKey } from '../../../contract/facts/dynamic-settings.ts';
import { dynamicSettings, setDynamicSetting, supportContact } from '../../../contract/rest/dynamic-settings.ts';
import { userSettings } from '../../../contract/rest/user-settings.ts';
import { whatsappProtocol } from '../../../contract/rest/whatsapp-protocol.ts';
import { transferUnanswered } from '../../../server/domain/departments/transfer-unanswered.ts';
import { protocolDocument } from '../../../server/domain/protocol/whatsapp-protocol.ts';
import { authenticate } from '../../../server/domain/auth/authenticate.ts';
import { deleteOldRows } from '../../../server/domain/upkeep.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { callRest } from '../../support/rest-wire.ts';

let world: World;
let support: string;
beforeAll(async () => {
  world = await startAttendance();
  support = await world.server.tokenOf('suporte@balcao.example');
});
afterAll(() => world.stop());

const list = async (who: Person) =>
  dynamicSettings.answer.parse((await callRest(world.url, 'GET', dynamicSettings.path, { token: who.token })).body);
const find = async (who: Person, key: SettingKey) => {
  const found = (await list(who)).find((each) => each.key === key);
  if (found === undefined) throw new Error(`No setting ${key}`);
  return found;
};
const patch = (who: Person, key: string, value: unknown, version?: string) =>
  callRest(world.url, 'PATCH', `/api/dynamic-settings/${key}`, {
    token: who.token,
    body: { value, ...(version === undefined ? {} : { version }) },
  });
const set = async (key: SettingKey, value: unknown) => {
  const answer = await patch(world.people.ana, key, value);
  expect([key, answer.status]).toEqual([key, 200]);
  return setDynamicSetting.answer.parse(answer.body);
};

test('default -> set -> reverted: what holds, who set it, and each written down; another company keeps its own', async () => {
  const { ana, bia } = world.people;
  expect((await list(ana)).map(({ key }) => key)).toEqual(Object.keys(DYNAMIC_SETTINGS));
  expect(await find(ana, 'session_hours')).toMatchObject({ value: 12, default: 12, is_default: true, unit: 'hours' });
  const changed = await set('session_hours', 4);
  expect(changed).toMatchObject({ value: 4, is_default: false, changed_by: { id: ana.id } });
  expect((await find(bia, 'session_hours')).value).toBe(12);
  expect((await patch(ana, 'session_hours', 5, '0')).error?.key).toBe('error.form.conflict');
  expect((await patch(ana, 'session_hours', 5, changed.version)).status).toBe(200);
  const reverted = await set('session_hours', null);
  expect(reverted).toMatchObject({ value: 12, is_default: true, changed_by: { id: ana.id } });
  expect(reverted.changed_at).not.toBeNull();
  // Who looked at it before that saves over nothing that was set since.
  expect((await patch(ana, 'session_hours', 6, reverted.version)).status).toBe(200);
  expect((await patch(ana, 'session_hours', 7, changed.version)).error?.key).toBe('error.form.conflict');
  await set('session_hours', null);
  const written = await world.rows<{ action: string; details: unknown }>(
    `select action, details from audit where subject = 'setting:session_hours' order by id`,
  );
  expect(written).toEqual([
    { action: 'setting.change', details: { from: 12, to: 4 } },
    { action: 'setting.change', details: { from: 4, to: 5 } },
    { action: 'setting.revert', details: { from: 5, to: 12 } },
    { action: 'setting.change', details: { from: 12, to: 6 } },
    { action: 'setting.revert', details: { from: 6, to: 12 } },
  ]);
});

test.each([
  ['session_hours', 25, 'error.field.tooLarge'],
  ['session_hours', 0, 'error.field.tooSmall'],
  ['session_hours', 1.5, 'error.field.number'],
  ['session_hours', '12', 'error.field.number'],
  ['support_access', 'yes', 'error.field.invalid'],
  ['protocol_phone', 'half', 'error.field.invalid'],
  ['support_contact', 'x'.repeat(201), 'error.field.tooLong'],
  ['support_contact', 'a\u0000b', 'error.field.characters'],
])('typed -> refused: %s as %j', async (key, value, problem) => {
  const answer = await patch(world.people.ana, key, value);
  expect([answer.status, answer.error?.fields]).toEqual([400, { value: problem }]);
  // What the words name: the most that it may be, or have in characters.
  if (problem === 'error.field.tooLarge') expect(answer.error?.params).toMatchObject({ 'value.max': 24 });
  if (problem === 'error.field.tooLong') expect(answer.error?.params).toEqual({ 'value.max': 200 });
});

test('not one that there isn’t, and not for who may not', async () => {
  expect((await patch(world.people.ana, 'toString', 1)).status).toBe(404);
  expect((await patch(world.people.bruno, 'session_hours', 1)).status).toBe(403);
});

test('who may set the others but is no administrator: none of security', async () => {
  const { bruno } = world.people;
  const [role] = await world.rows<{ id: string }>(
    `insert into role (tenant_id, name, display_name) select tenant_id, 'ajustes', 'Ajustes' from app_user where id = $1 returning id`,
    [bruno.id],
  );
  await world.rows(
    `insert into role_permission (tenant_id, role_id, route_name) select tenant_id, id, 'dynamic-settings' from role where id = $1`,
    [role?.id],
  );
  const [{ before } = { before: '' }] = await world.rows<{ before: string }>(
    'select role_id as before from app_user where id = $1',
    [bruno.id],
  );
  await world.rows('update app_user set role_id = $1 where id = $2', [role?.id, bruno.id]);
  for (const [key, value] of [
    ['support_access', false],
    ['support_session_minutes', 240],
    ['session_hours', 24],
    ['session_remember_days', null],
  ] as const) {
    expect(await patch(bruno, key, value)).toMatchObject({ status: 403, error: { key: 'error.forbidden' } });
  }
  expect((await patch(bruno, 'protocol_phone', 'full')).status).toBe(200);
  await world.rows('update app_user set role_id = $1 where id = $2', [before, bruno.id]);
});

test('the longest idle time of a screen: sent to everybody of the company', async () => {
  const { bruno, bia } = world.people;
  const told = async (who: Person) =>
    userSettings.answer.parse((await callRest(world.url, 'GET', `/api/user-settings/${who.id}`, who)).body)
      .lock_minutes;
  expect([await told(bruno), await told(bia)]).toEqual([0, 0]);
  await set('lock_minutes', 15);
  expect([await told(bruno), await told(bia)]).toEqual([15, 0]);
});

test('when a waiting customer is highlighted: amber before red, sent to everybody of the company', async () => {
  const { ana, bruno, bia } = world.people;
  const told = async (who: Person) =>
    userSettings.answer.parse((await callRest(world.url, 'GET', `/api/user-settings/${who.id}`, who)).body)
      .wait_minutes;
  expect(await told(bruno)).toEqual({ warning: 10, alert: 20 });
  expect((await patch(bruno, 'wait_warning_minutes', 5)).status).toBe(403);
  const refused = async (key: SettingKey, value: number | null) => {
    const { status, error } = await patch(ana, key, value);
    return [status, error?.key, error?.fields?.['value'], error?.params];
  };
  const below = [400, 'error.setting.notBelow', 'error.setting.notBelow', { other: 20 }];
  expect(await refused('wait_warning_minutes', 20)).toEqual(below);
  const above = [400, 'error.setting.notAbove', 'error.setting.notAbove', { other: 10 }];
  expect(await refused('wait_alert_minutes', 10)).toEqual(above);
  await set('wait_warning_minutes', 3);
  await set('wait_alert_minutes', 8);
  expect([await told(bruno), await told(bia)]).toEqual([
    { warning: 3, alert: 8 },
    { warning: 10, alert: 20 },
  ]);
  const frames = await world.rows<{ list: string }>(
    `select data ->> 'list' as list from event where name = 'ListUpdated'
    and tenant_id = (select tenant_id from app_user where id = $1)`,
    [ana.id],
  );
  expect(frames.map(({ list: of }) => of)).toEqual(['wait_settings', 'wait_settings']);
  // The default of one doesn't fit what the other is now.
  expect(await refused('wait_warning_minutes', null)).toEqual([...below.slice(0, 3), { other: 8 }]);
  await set('wait_alert_minutes', null);
  await set('wait_warning_minutes', null);
  // Another company's settings can't be reached: there are no ids, the company is the session's.
  expect((await callRest(world.url, 'GET', `/api/user-settings/${bia.id}`, ana)).status).toBe(404);
});

test('how long a session lives', async () => {
  await set('session_hours', 2);
  await world.server.tokenOf(world.people.carla.email);
  const [session] = await world.rows<{ hours: number }>(
    `select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from session
    where user_id = $1 order by id desc limit 1`,
    [world.people.carla.id],
  );
  expect(session?.hours).toBe(2);
});

test('whether support comes in, and for how long', async () => {
  const enter = () =>
    callRest(world.url, 'POST', '/api/tenant/enter', { token: support, body: { tenantName: 'aurora' } });
  await set('support_access', false);
  expect((await enter()).error).toMatchObject({ code: 'FORBIDDEN', key: 'error.tenant.supportOff' });
  await set('support_access', null);
  await set('support_session_minutes', 15);
  expect((await enter()).status).toBe(200);
  const [session] = await world.rows<{ minutes: number }>(
    `select round(extract(epoch from ends_at - created_at) / 60)::int as minutes from session
    where ends_at is not null order by id desc limit 1`,
  );
  expect(session?.minutes).toBe(15);
});

test('how long an invitation is good', async () => {
  await set('invitation_days', 2);
  const { ana, bruno } = world.people;
  const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [bruno.id]);
  const body = { email: 'nova@aurora.example', role_id: role?.id };
  expect((await callRest(world.url, 'POST', '/api/invitations', { token: ana.token, body })).status).toBe(200);
  const [row] = await world.rows<{ days: number }>(
    `select extract(day from expires_at - created_at)::int as days from invitation`,
  );
  expect(row?.days).toBe(2);
});

test('when a ticket without an answer is offered to somebody else, where its department says nothing', async () => {
  const { ana, bruno } = world.people;
  const ticket = await world.open({ from: '5511987650003' });
  await world.send(bruno, ticket, 'já volto');
  await world.write({ from: '5511987650003', text: 'e então?' });
  await world.rows(
    `with d as (insert into department (tenant_id, name) select tenant_id, 'Área' from app_user where id = $1 returning tenant_id, id),
      people as (update app_user u set department_id = d.id, is_connected = true, last_seen_at = now() from d
        where u.tenant_id = d.tenant_id and u.id in ($1, $2)),
      instances as (insert into user_instance (tenant_id, user_id, instance_id) select d.tenant_id, $1, $4::bigint from d
        on conflict do nothing)
    update chat_ticket t set department_id = d.id, waiting_since = now() - interval '20 minutes' from d where t.id = $3`,
    [ana.id, bruno.id, ticket.id, world.instances.vendas],
  );
  expect(await transferUnanswered(world.server.services)).toBe(0);
  await set('transfer_after_minutes', 15);
  expect(await transferUnanswered(world.server.services)).toBe(1);
});

test('how documents show the customer’s number, and how long sent messages are kept', async () => {
  const { ana } = world.people;
  const ticket = await world.open({ from: '5511987650004' });
  const { services } = world.server;
  const actor = await authenticate(services, ana.token, { requestId: 'x', address: '127.0.0.1' });
  const phone = async () => (await protocolDocument(services, actor, ticket.protocol)).ticket.customer.phone_number;
  expect(await phone()).toBe('5511987650004');
  await set('protocol_phone', 'masked');
  expect(await phone()).toBe('55•••••••0004');
  const shown = await callRest(world.url, 'GET', `${whatsappProtocol.path}?protocol=${ticket.protocol}`, ana);
  expect(whatsappProtocol.answer.parse(shown.body).customer.phone_number).toBe('5511987650004');

  await world.send(ana, ticket, 'olá');
  await world.rows(`update outbox set state = 'sent', updated_at = now() - interval '3 days'`);
  const kept = async () => (await world.rows('select 1 from outbox')).length;
  await deleteOldRows(services);
  expect(await kept()).toBeGreaterThan(0);
  await set('sent_kept_days', 2);
  await deleteOldRows(services);
  expect(await kept()).toBe(0);
});

test('the support contact is visible to everybody of the company', async () => {
  await set('support_contact', '  Ramal 200, com a Ana  ');
  const ask = async (who: Person) =>
    supportContact.answer.parse((await callRest(world.url, 'GET', supportContact.path, { token: who.token })).body);
  expect(await ask(world.people.bruno)).toEqual({
    company: 'Ramal 200, com a Ana',
    operator: 'Central do Balcão, 0800 000 0000',
  });
  expect(await ask(world.people.bia)).toEqual({
    company: '',
    operator: 'Central do Balcão, 0800 000 0000',
  });
});
