import { expect, test } from 'vitest';
import type { ListName, ListQuery } from '../../src/machines/log/events-administration.ts';
import type { FormName, FormValues } from '../../src/machines/entities/forms.ts';
import { data, ok } from '../support/scripted-server.ts';
import { AT } from '../support/wire.ts';
import { startBench } from './harness.ts';
import type { Bench } from './harness.ts';

const QUERY: ListQuery = { page: 1, limit: 10, search: '', sort: { by: 'id', descending: false }, filters: {} };

async function start(): Promise<Bench> {
  const bench = await startBench();
  bench.adopt('token', 1);
  return bench;
}
async function list(bench: Bench, name: ListName, filters: ListQuery['filters'] = {}) {
  bench.adapters.run({ type: 'list.fetch', list: name, request: 1, query: { ...QUERY, filters } });
  return (await bench.next('list.answered')).page;
}
async function save(bench: Bench, form: FormName, key: string, values: FormValues = {}) {
  const count = bench.had('form.saved').length + bench.had('form.refused').length;
  bench.adapters.run({ type: 'form.save', form, key, request: count + 1, values, version: null });
  const isEnd = ({ type }: { type: string }) => type === 'form.saved' || type === 'form.refused';
  return (await bench.events.count(count + 1, isEnd)).at(-1);
}

const setting = {
  key: 'session_hours',
  group: 'security',
  type: 'duration',
  unit: 'hours',
  min: 1,
  max: 24,
  options: null,
  default: 12,
  value: 4,
  is_default: false,
  changed_by: { id: '7', name: 'Ana' },
  changed_at: AT,
  version: '2',
};
const video = {
  id: '1',
  title: 'Primeiros passos',
  description: '',
  url: 'https://videos.example/1',
  embed_url: null,
  language: null,
  position: 1,
  watched_at: AT,
  version: '1',
};

test('a protocol that isn’t there is no ticket, not a failure; none asked for is none', async () => {
  const bench = await start();
  expect(await list(bench, 'protocol')).toEqual({ list: 'protocol', rows: [], total: 0 });
  const error = { code: 'NOT_FOUND', key: 'error.notFound' };
  bench.server.on('GET /api/whatsapp-protocol', { status: 404, json: { status: 'Not Found', error } });
  bench.adapters.run({
    type: 'list.fetch',
    list: 'protocol',
    request: 2,
    query: { ...QUERY, filters: { protocol: '1' } },
  });
  const [, second] = await bench.events.count(2, ({ type }) => type === 'list.answered');
  expect(second).toMatchObject({ request: 2, page: { rows: [], total: 0 } });
  const tooLong = { ...QUERY, filters: { protocol: '2'.repeat(300) } };
  bench.adapters.run({ type: 'list.fetch', list: 'protocol', request: 3, query: tooLong });
  const [, , third] = await bench.events.count(3, ({ type }) => type === 'list.answered');
  expect(third).toMatchObject({ request: 3, page: { rows: [], total: 0 } });
  expect(bench.server.requests.items).toHaveLength(1);
});

test('settings in our own names; an emptied number is refused here, null goes back to the default', async () => {
  const bench = await start();
  bench.server.on('GET /api/dynamic-settings', ok([setting]));
  bench.server.on('PATCH /api/dynamic-settings/session_hours', ok({ ...setting, value: 12, is_default: true }));
  expect(await list(bench, 'settings')).toMatchObject({
    rows: [{ id: 'session_hours', value: 4, usual: 12, isUsual: false, changedBy: 'Ana', changedAt: Date.parse(AT) }],
  });
  expect(await save(bench, 'setting', 'session_hours', { value: null })).toMatchObject({
    type: 'form.refused',
    failure: { fields: { value: 'error.field.required' } },
  });
  expect(await save(bench, 'setting.revert', 'session_hours')).toMatchObject({
    type: 'form.saved',
    lists: ['settings', 'supportContact', 'userSettings'],
  });
  expect(bench.server.requests.items.at(-1)?.body).toEqual({ key: 'session_hours', value: null, version: null });
});

test('videos are filtered here; how many of all are watched is said beside them', async () => {
  const bench = await start();
  const others = [
    video,
    { ...video, id: '2', language: 'en', watched_at: null },
    { ...video, id: '3', language: 'pt' },
  ];
  bench.server.on('GET /api/training-videos', ok(others));
  const page = await list(bench, 'videos', { language: 'en', watched: 'false' });
  expect(page).toMatchObject({ total: 1, rows: [{ id: '2' }], facts: { all: 3, seen: 2 } });
});

test('the maintenance is asked for without a token; what is left of it is filled in by minutes', async () => {
  const bench = await start();
  const endsAt = new Date(Date.now() + 90_500).toISOString();
  bench.server.on('GET /api/maintenance', ok({ on: true, message: 'x', since: AT, ends_at: endsAt, version: '3' }));
  expect(await list(bench, 'maintenance')).toMatchObject({ rows: [{ on: true, endsAt: Date.parse(endsAt) }] });
  bench.adapters.run({ type: 'form.load', form: 'maintenance', key: 'platform', request: 1 });
  const loaded = await bench.next('form.loaded');
  expect(loaded).toMatchObject({ version: '3', values: { on: true, message: 'x' } });
  expect(loaded.values['minutes']).toBeTypeOf('number');
});

test('the terms’ PDF goes from the vault to the server, and never into the log', async () => {
  const bench = await start();
  const ref = bench.adapters.vault.keep('data:application/pdf;base64,JVBERg==');
  const version = { id: '4', title: 'Versão 4', published_at: AT, published_by: 'Suporte' };
  bench.server.on('POST /api/terms-of-use', ok(version));
  expect(await save(bench, 'terms.publish', 'new', { title: 'Versão 4', pdf: ref })).toMatchObject({
    type: 'form.saved',
  });
  expect(bench.server.requests.items.at(-1)?.body).toMatchObject({ pdf: 'data:application/pdf;base64,JVBERg==' });
  expect(JSON.stringify(bench.events.items)).not.toContain('JVBERg');
  expect(await save(bench, 'terms.publish', 'new', { title: '', pdf: null })).toMatchObject({
    failure: { fields: { title: 'error.field.required', pdf: 'error.field.required' } },
  });
});

test('a conversation marked read, alone or among several, is read up to the message that was known', async () => {
  const bench = await start();
  const answer = { customer_id: '100', instance_id: '10', up_to_id: '9', unseenMsg: 0, position: '5' };
  const asked: unknown[] = [];
  bench.server.on('resetCustomerUnseenMsgs', (call) => {
    asked.push(call.body);
    return ok({ resetCustomerUnseenMsgs: answer });
  });
  await save(bench, 'chat.read', '100@10', { up_to_id: '9' });
  await save(bench, 'chat.bulk', '100@10', { what: 'read', up_to_id: '9' });
  const one = { id: '100', instance_id: '10', up_to_id: '9' };
  expect(asked).toEqual([one, one]);
});

test('several are taken and put off by the calls that do it with one', async () => {
  const bench = await start();
  const asked: unknown[] = [];
  for (const call of ['takeChatTicket', 'snoozeChatTicket', 'markConversationUnread'])
    bench.server.on(call, ({ body }) => {
      asked.push([call, body]);
      return ok({});
    });
  const until = '2026-03-20T11:30:00.000Z';
  await save(bench, 'chat.bulk', '500', { what: 'take' });
  await save(bench, 'chat.bulk', '500', { what: 'snooze', until });
  await save(bench, 'chat.bulk', '100@10', { what: 'unread' });
  expect(asked).toEqual([
    ['takeChatTicket', { id: '500' }],
    ['snoozeChatTicket', { id: '500', until }],
    ['markConversationUnread', { id: '100', instance_id: '10' }],
  ]);
});

test('audiences and groups to choose from -> all of them, however their screens are paged and searched', async () => {
  const bench = await start();
  const ids = ['1', '2'];
  const audiences = ids.map((id) => ({ id, name: id, tree: '{}', updated_at: AT, version: '1', group_count: 0 }));
  const group = {
    audience: null,
    member_count: 0,
    filled_at: null,
    is_filling: false,
    is_failing: false,
    version: '1',
  };
  bench.server.on('audiences', data({ audiences }));
  bench.server.on('customerGroups', data({ customerGroups: ids.map((id) => ({ ...group, id, name: id })) }));
  for (const name of ['audiences', 'choices.audiences', 'customerGroups', 'choices.groups'] as const) {
    const query = { ...QUERY, limit: 1, search: '1' };
    bench.adapters.run({ type: 'list.fetch', list: name, request: 1, query });
  }
  const answered = await bench.all('list.answered', 4);
  expect(Object.fromEntries(answered.map(({ list: name, page }) => [name, page.rows.length]))).toEqual({
    audiences: 1,
    'choices.audiences': 2,
    customerGroups: 1,
    'choices.groups': 2,
  });
});

test('tags and fields to choose from -> all of them, however their screen is paged and searched', async () => {
  const bench = await start();
  const tags = ['1', '2'].map((id) => ({ id, name: id, color: 'green', version: '1' }));
  const customerFields = ['1', '2'].map((id) => ({
    id,
    name: id,
    type: 'text',
    options: [],
    position: 1,
    version: '1',
  }));
  bench.server.on('tags', data({ tags }));
  bench.server.on('customerFields', data({ customerFields }));
  for (const name of ['tags', 'choices.tags', 'customerFields', 'choices.customerFields'] as const) {
    const query = { ...QUERY, limit: 1, search: '1' };
    bench.adapters.run({ type: 'list.fetch', list: name, request: 1, query });
  }
  const answered = await bench.all('list.answered', 4);
  expect(Object.fromEntries(answered.map(({ list: name, page }) => [name, page.rows.length]))).toEqual({
    tags: 1,
    'choices.tags': 2,
    customerFields: 1,
    'choices.customerFields': 2,
  });
});
