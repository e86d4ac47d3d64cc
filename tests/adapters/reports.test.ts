import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { rowsOf, selectListingPhase, selectListPage } from '../../src/machines/listing/listing.selectors.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { reportOf } from '../../src/machines/log/report.ts';
import type { ListName, ListQuery, ListRows } from '../../src/machines/log/events-administration.ts';
import type { FormValues } from '../../src/machines/entities/forms.ts';
import { createBrowser, startClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { toldIn } from '../support/replay.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let client: Client;
/** The next answer to a path is another. */
let spoiled: { readonly path: string; readonly answer: (real: Response) => Response } | undefined;
/** The addresses that were asked. */
const asked: string[] = [];
/** What it proved itself with. */
const tokens = new Set<string>();
/** Timers of this length wait for the test. */
const RENEW_MS = 7_777;
const held: { readonly fire: () => void; isOver: boolean }[] = [];

function spoil(path: string, answer: (real: Response) => Response): void {
  spoiled = { path, answer };
}
beforeAll(async () => {
  server = await startTestServer();
  await seedDemo(server.db, new Date());
  const browser = createBrowser();
  const { jar } = browser;
  const fetchSpoiled: typeof globalThis.fetch = async (input, init) => {
    const address = typeof input === 'string' || input instanceof URL ? String(input) : input.url;
    asked.push(address);
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '');
    if (token !== undefined) tokens.add(token);
    const response = await jar.fetch(input, init);
    if (spoiled === undefined || !address.includes(spoiled.path)) return response;
    const { answer } = spoiled;
    spoiled = undefined;
    return answer(response);
  };
  client = startClient({
    url: server.url,
    tenant: 'aurora',
    browser: { ...browser, jar: { ...jar, fetch: fetchSpoiled } },
    environment: {
      after: (ms, fire) => {
        if (ms !== RENEW_MS) {
          const timer = setTimeout(fire, ms);
          return () => clearTimeout(timer);
        }
        const entry = { fire, isOver: false };
        held.push(entry);
        return () => void (entry.isOver = true);
      },
    },
  });
  await client.logIn('ana@aurora.example', DEMO_PASSWORD);
});
afterAll(async () => {
  client.kill();
  // A killed page leaves connections that never bore a request, and node waits a minute for each.
  const sweep = setInterval(() => server.app.server.closeAllConnections(), 20);
  await server.stop();
  clearInterval(sweep);
});

const QUERY: ListQuery = { page: 1, limit: 100, search: '', sort: { by: 'id', descending: false }, filters: {} };
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const PERIOD = { start: day(400), finish: day(-1) };

/** Opens a list as a screen does, and waits for its rows. */
async function shown<Name extends ListName>(
  list: Name,
  { filters = {}, ...query }: Partial<ListQuery> = {},
): Promise<readonly ListRows[Name][]> {
  const opened = { ...QUERY, ...query, filters };
  client.append(
    client.directory.list(list) === undefined
      ? { type: 'list.opened', list, query: opened }
      : { type: 'list.queried', list, change: opened },
  );
  const page = await client.waitFor((directory) => {
    const actor = directory.list(list);
    if (actor === undefined) return null;
    if (selectListingPhase(actor.getSnapshot()) === 'failed') throw new Error('The list failed');
    return selectListingPhase(actor.getSnapshot()) === 'ready' && selectListPage(actor.getSnapshot());
  });
  return rowsOf(page, list);
}

test('the numbers of the demo agree with each other, on every list', async () => {
  const [period, previous] = await shown('report.numbers', { filters: PERIOD });
  expect(period).toMatchObject({ id: 'period', ...PERIOD });
  expect(previous?.numbers.opened).toBe(0);
  const opened = period?.numbers.opened ?? 0;
  expect(opened).toBeGreaterThan(400);
  for (const list of [
    'report.days',
    'report.hours',
    'report.departments',
    'report.users',
    'report.instances',
  ] as const) {
    const rows = await shown(list, { filters: PERIOD, limit: 1_000 });
    expect(`${list} ${rows.reduce((sum, { numbers }) => sum + numbers.opened, 0)}`).toBe(`${list} ${opened}`);
  }
  const [total, ...users] = await shown('report.dashboard', { filters: PERIOD });
  expect(total).toEqual({ id: 'total', label: null, numbers: period?.numbers });
  expect(users.every(({ label }) => label !== null)).toBe(true);
});

test('sorted by a number; the tickets behind one', async () => {
  const rows = await shown('report.users', { filters: PERIOD, sort: { by: 'waitingAverage', descending: true } });
  const waits = rows.map(({ numbers }) => numbers.waitingAverage).filter((wait) => wait !== null);
  expect(waits.length).toBeGreaterThan(1);
  expect(waits).toEqual(waits.toSorted((one, other) => other - one));
  const busiest = rows.find(({ numbers }) => numbers.finished > 0);
  const group = { groupBy: 'user', groupKey: busiest?.id ?? '' };
  const tickets = await shown('report.tickets', { filters: { ...PERIOD, ...group, tickets: 'finished' }, limit: 5 });
  expect(tickets.map(({ user }) => user?.id)).toEqual(tickets.map(() => busiest?.id));
  expect(tickets[0]?.finishedAt).toEqual(expect.any(Number));
});

test('of this moment: together and by instance', async () => {
  const [total, ...instances] = await shown('report.now');
  expect(total?.numbers.open).toBeGreaterThan(10);
  expect(instances.reduce((sum, { numbers }) => sum + numbers.waiting, 0)).toBe(total?.numbers.waiting);
  const waiting = await shown('report.tickets', { filters: { tickets: 'unanswered' }, limit: 100 });
  expect(waiting.length).toBe(total?.numbers.unanswered);
  expect(Math.min(...waiting.map(({ waitingSince }) => waitingSince ?? Infinity))).toBe(
    total?.numbers.longestWaitSince,
  );
});

test('the calendar that days are counted in is the company’s', async () => {
  const [calendar] = await shown('report.calendar');
  expect(calendar?.timezone).toBe('America/Sao_Paulo');
  expect(calendar?.today).toMatch(/^\d{4}-\d\d-\d\d$/u);
});

test('asked to renew itself -> asked again after each answer, and no more once it isn’t wanted', async () => {
  const asked = () =>
    client.commands.filter((command) => command.type === 'list.fetch' && command.list === 'report.now').length;
  await shown('report.now', { renewMs: RENEW_MS });
  for (let time = 1; time <= 2; time += 1) {
    const before = asked();
    held.at(-1)?.fire();
    expect(asked()).toBe(before + 1);
    await shownNow();
    expect(held).toHaveLength(time + 1);
  }
  await shown('report.now', { renewMs: null });
  expect(held).toHaveLength(3);
  expect(held.at(-1)?.isOver).toBe(true);
});

async function shownNow(): Promise<void> {
  await client.waitFor((directory) => {
    const actor = directory.list('report.now');
    return actor !== undefined && selectListingPhase(actor.getSnapshot()) === 'ready';
  });
}

/** Takes a file as a screen does; answers what became of it. */
async function taken(key: string, values: FormValues) {
  const after = client.events.items.at(-1)?.position ?? 0;
  const form = 'download';
  client.append({ type: 'form.left', form, key });
  client.append({ type: 'form.opened', form, key, values });
  client.append({ type: 'form.submitted', form, key });
  const end = await Promise.race([client.next('form.saved', after), client.next('form.refused', after)]);
  return end.type === 'form.saved' ? 'saved' : end.failure;
}

const days = { start_at: PERIOD.start, finish_at: PERIOD.finish };
const ofUsers = { ...days, group_by: 'user', user_ids: null, format: 'csv', locale: 'pt_BR' };

test('a sheet is given as a file, by the name the server says: numbers, tickets and the audit', async () => {
  const { saved } = client.environment;
  expect(await taken('report.groups', ofUsers)).toBe('saved');
  const [sheet] = saved;
  expect(sheet?.name).toBe(`relatorio-${days.start_at}-${days.finish_at}.csv`);
  const text = (await sheet?.file.text()) ?? '';
  expect(text).toContain('Atendente;');
  expect(text).toContain('Bruno Carvalho;');
  expect(await taken('report.tickets', { tickets: 'open', format: 'xlsx', locale: 'en' })).toBe('saved');
  expect(saved[1]?.name).toBe('atendimentos.xlsx');
  expect(saved[1]?.file.type).toContain('spreadsheetml');
  expect(await taken('audit', { action: 'sheet.', search: '', format: 'csv', locale: 'pt_BR' })).toBe('saved');
  expect((await saved[2]?.file.text())?.trimEnd().split('\r\n')).toHaveLength(3);
});

test('its token expired meanwhile -> renewed, and the file is there', async () => {
  const expired = { status: 401, headers: { 'content-type': 'application/json' } };
  const before = client.environment.saved.length;
  spoil('/report/groups/sheet', () => new Response('{"status":"Token is Expired"}', expired));
  expect(await taken('report.groups', ofUsers)).toBe('saved');
  expect(client.events.items.some(({ type }) => type === 'call.expired')).toBe(true);
  expect(client.environment.saved).toHaveLength(before + 1);
});

test.each([
  ['while its token is renewed', 401, '{"status":"Token is Expired"}'],
  ['when all of it is there', 200, 'Atendente;'],
])('given up %s -> not asked for again, and nothing is saved', async (_when, status, body) => {
  const [sheet, key] = ['/report/groups/sheet', 'report.groups'];
  const [before, position] = [client.environment.saved.length, client.app.log.position];
  const times = () => asked.filter((address) => address.includes(sheet)).length;
  const first = times();
  spoil(sheet, () => {
    client.append({ type: 'form.stopped', form: 'download', key });
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  });
  client.append({ type: 'form.left', form: 'download', key });
  client.append({ type: 'form.opened', form: 'download', key, values: ofUsers });
  client.append({ type: 'form.submitted', form: 'download', key });
  await client.next('form.stopped', position);
  if (status === 401) await client.next('token.refreshed', position);
  // What comes later is there: of the other nothing is on its way.
  expect(await taken('report.tickets', { tickets: 'open', format: 'xlsx', locale: 'en' })).toBe('saved');
  expect(client.environment.saved.slice(before).map(({ name }) => name)).toEqual(['atendimentos.xlsx']);
  expect(times()).toBe(first + 1);
});

test('broken off in the middle -> told, and nothing is saved', async () => {
  const before = client.environment.saved.length;
  spoil('/report/groups/sheet', (real) => {
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('Atendente;')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    return new Response(half, { status: 200, headers: real.headers });
  });
  expect(await taken('report.groups', ofUsers)).toMatchObject({ code: 'NETWORK', key: 'error.network' });
  expect(client.environment.saved).toHaveLength(before);
});

test('more than is held at a time -> saved whole, in its order', async () => {
  const before = client.environment.saved.length;
  const pieces = Array.from({ length: 20 }, (_, index) => new Uint8Array(1024 * 1024).fill(index));
  spoil('/report/groups/sheet', (real) => new Response(new Blob(pieces).stream(), { headers: real.headers }));
  expect(await taken('report.groups', ofUsers)).toBe('saved');
  const bytes = await client.environment.saved[before]?.file.arrayBuffer();
  expect(Buffer.from(bytes ?? new ArrayBuffer(0)).equals(Buffer.concat(pieces))).toBe(true);
});

test('refused -> each field says why; without the permission -> told', async () => {
  const wrong = { ...ofUsers, finish_at: '2000-06-30' };
  expect(await taken('report.groups', wrong)).toMatchObject({ fields: { finish_at: 'error.report.range' } });
  const sheet = { tenantName: 'aurora', startAt: '2026-01-01', finishAt: '2026-01-31', format: 'csv', locale: 'pt_BR' };
  expect(await taken('tenant', { ...sheet, sheet: 'orders' })).toMatchObject({ key: 'error.forbidden' });
  expect(await taken('tenant', { ...sheet, sheet: 'campaign_status', types: [] })).toMatchObject({
    fields: { types: 'error.sheet.types' },
  });
  expect(await taken('nothing', {})).toMatchObject({ code: 'NOT_FOUND' });
});

test('the back-office takes a company’s sheets; of campaigns a file a status', async () => {
  const support = startClient({ url: server.url, tenant: 'balcao' });
  try {
    await support.logIn('suporte@balcao.example', DEMO_PASSWORD);
    const values = {
      sheet: 'campaign_status',
      tenantName: 'aurora',
      startAt: day(300),
      finishAt: day(0),
      types: ['sent', 'failed'],
      format: 'csv',
      locale: 'pt_BR',
    };
    support.append({ type: 'form.opened', form: 'download', key: 'tenant', values });
    support.append({ type: 'form.submitted', form: 'download', key: 'tenant' });
    await support.next('form.saved');
    expect(support.environment.saved.map(({ name }) => name.slice(0, 16))).toEqual([
      'campanhas-sent-2',
      'campanhas-failed',
    ]);
  } finally {
    support.kill();
  }
});

/** What the demo has of people, customers and the company's own words. */
async function textsOfDemo(): Promise<readonly string[]> {
  const { rows } = await server.owner.query<{ value: string }>(`
    select distinct value from (
      select unnest(array[name, phone_number, email, note, image]) from customer
      union all select address from customer_number
      union all select text_value from customer_value
      union all select unnest(array[body, document_name]) from message
      union all select name from tag
      union all select protocol from chat_ticket
      union all select unnest(array[name, username, email]) from app_user
      union all select name from instance
      union all select name from department
      union all select unnest(array[shortcut, body]) from quick_reply
      union all select name from customer_field
      union all select name from outcome
    ) of_demo (value) where value ~ '[[:alnum:]]{3}'`);
  return rows.map(({ value }) => value);
}

test('a session over the whole demo -> its report holds no text, name, number or token of a customer', async () => {
  const values = [...(await textsOfDemo()), ...tokens];
  const { app, events } = client;
  const fetched = () => events.items.filter(({ type }) => type === 'tickets.listed' || type === 'chat.listed').length;
  const after = async (...appended: readonly AppEvent[]) => {
    const count = fetched();
    for (const event of appended) client.append(event);
    await client.waitFor(() => fetched() > count);
  };
  const [first, second] = await client.waitFor(({ ticketOrder }) => {
    const [one, other] = ticketOrder.getSnapshot().ids;
    return one !== undefined && other !== undefined && ([one, other] as const);
  });
  await after({ type: 'ticket.opened', ticketId: first });
  await after({ type: 'ticket.opened', ticketId: second });
  await after({ type: 'inbox.searched', search: 'maria' });
  await after({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'all' });

  // The administration's screens: their rows, and what a form loads and is given.
  const byName: Partial<ListQuery> = { limit: 20, sort: { by: 'name', descending: false } };
  const lists = ['customers', 'users', 'instances', 'tags', 'quickReplies'] as const;
  const rows = await Promise.all(lists.map(async (list) => shown(list, byName)));
  expect(rows.map(({ length }) => length > 0)).toEqual(lists.map(() => true));
  const [customer] = await shown('customers', byName);
  const of = { form: 'chat.customer', key: customer?.id ?? '' } as const;
  client.append({ type: 'form.opened', ...of, values: null });
  await client.next('form.loaded');
  client.append({ type: 'form.changed', ...of, field: 'name', value: 'Rosalina Prates' });
  const contact = '5511912345678';
  client.append({ type: 'form.opened', form: 'blockedContacts.unblock', key: contact, values: {} });

  const log = { position: 0, snapshots: app.snapshots(), tail: events.items };
  const session = JSON.stringify([...log.snapshots, log.tail]);
  expect(values.length).toBeGreaterThan(2_000);
  expect(tokens.size).toBeGreaterThan(0);
  expect(toldIn(session, values).length).toBeGreaterThan(60);
  const report = JSON.stringify(reportOf(log));
  expect(toldIn(report, [...values, 'Rosalina Prates', contact])).toEqual([]);
  for (const type of ['list.answered', 'form.loaded', 'form.changed']) expect(report).toContain(`"type":"${type}"`);
});
