import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_ROLE } from '../../contract/facts/roles.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { prepareReport } from '../../src/adapters/report.ts';
import { replayApp } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import { partsOfKey } from '../../src/machines/entities/ids.ts';
import { selectListingPhase, selectListPage } from '../../src/machines/listing/listing.selectors.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { reportOf } from '../../src/machines/log/report.ts';
import { createBrowser, startClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { createDemoData } from '../support/demo-data.ts';
import type { DemoData } from '../support/demo-data.ts';
import { laterParts } from '../support/later-parts.ts';
import { memoryStorage } from '../support/node-environment.ts';
import { main, parseLog } from '../support/replay-log.ts';
import { differenceOfStates, toldIn } from '../support/replay.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let data: DemoData;
let server: TestServer;
let folder: string;
beforeAll(async () => {
  data = await createDemoData();
  server = await startTestServer({ config: { dataDir: data.env.DATA_DIR }, databaseUrl: data.env.DATABASE_URL });
  // Nothing, unless the cluster was given and there is no data to copy.
  await seedDemo(server.db, new Date());
  folder = await mkdtemp(join(tmpdir(), 'balcao-report-'));
}, 120_000);
afterAll(async () => {
  await server.stop();
  await data.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Lists that need no filter, by what they are sorted. */
const LISTS = {
  name:
    'customers users roles instances departments tags outcomes customerFields customerGroups audiences campaigns ' +
    'messageTemplates flows rules chat.quickReplies chat.views choices.users missedNotices',
  shortcut: 'quickReplies',
  created_at: 'blockedContacts',
  at: 'audit loginHistory connectedUsers',
  lastUsedAt: 'mySessions',
};

/** The program's own words, what was made of other columns, and the server's books. */
const NO_DATA =
  /^(?:customer_word|message_word|migration|event|permission|role_permission)\.|\.(?:kind|state|status|channel|provider|category|quality|reason|tag_type|media|error_code|error_key|color|mime_type|type|action|timezone|parameter_format|name_key)$/u;

/** Of each of these the session holds some; that the report could tell them is seen so. */
const PEOPLES = [
  'app_user.name',
  'app_user.email',
  'customer.name',
  'customer.phone_number',
  'customer.email',
  'customer.note',
  'customer_value.text_value',
  'message.body',
  'message.document_name',
  'conversation_event.body',
  'tag.name',
  'quick_reply.body',
  'message_template.name',
  'instance.name',
  'chat_ticket.protocol',
];
const TYPED = 'Rascunho de uma resposta';

/** Each text of the database, with the columns that have it. */
async function textsOfDatabase(): Promise<Map<string, Set<string>>> {
  const { rows: columns } = await server.owner.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'ARRAY')`,
  );
  const found = new Map<string, Set<string>>();
  for (const { table, column } of columns) {
    const name = `${table}.${column}`;
    if (NO_DATA.test(name)) continue;
    const { rows } = await server.owner.query<{ value: unknown }>(
      `select distinct to_jsonb("${column}") as value from "${table}" where "${column}" is not null`,
    );
    for (const text of rows.flatMap(({ value }) => textsIn(value)))
      if (text !== ADMIN_ROLE) found.set(text, (found.get(text) ?? new Set()).add(name));
  }
  return found;
}

/** Those that say something: a few digits may be any id. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /[\p{L}\d]{3}/u.test(value) && !/^\d{1,5}$/u.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Opens a list, or asks it for something else, and goes through its pages. */
async function lookAt(client: Client, list: string, by: string, filters = {}): Promise<void> {
  const name = list as ListName;
  const query = { page: 1, limit: 100, search: '', sort: { by, descending: false }, filters };
  const isHeld = client.directory.list(name) !== undefined;
  client.append(
    isHeld ? { type: 'list.queried', list: name, change: query } : { type: 'list.opened', list: name, query },
  );
  for (let page = 1; ; page += 1) {
    const { total } = await client.waitFor(() => {
      const snapshot = client.directory.list(name)?.getSnapshot();
      return snapshot && selectListingPhase(snapshot) === 'ready' && selectListPage(snapshot);
    });
    if (page * query.limit >= total) return;
    client.append({ type: 'list.queried', list: name, change: { page: page + 1 } });
  }
}

/** The administrator looks at everything: each conversation, each list to its end, and who has a note or data. */
async function lookAtAll(client: Client): Promise<void> {
  const { append, directory, waitFor } = client;
  for (const status of ['open', 'finished'] as const) {
    append({ type: 'inbox.filtered', instanceId: null, status, scope: 'all' });
    await waitFor(({ inbox }) => {
      const { value, context } = inbox.getSnapshot();
      if (value === 'ready' && !context.complete && !context.wantsMore) append({ type: 'inbox.endReached' });
      return value === 'ready' && context.complete;
    });
  }
  const conversations = new Map([...directory.rows()].flatMap(({ id, thread }) => (thread ? [[thread.key, id]] : [])));
  for (const [key, ticketId] of conversations) {
    append({ type: 'ticket.opened', ticketId });
    await waitFor(() => directory.conversation(key)?.getSnapshot().matches({ chat: 'ready' }));
    append({ type: 'ticket.left', ticketId });
  }
  const { rows } = await server.owner.query<{ id: string }>(
    `select id from customer c where tenant_id = (select id from tenant where slug = 'aurora') and (note is not null
      or exists (select from customer_value v where v.tenant_id = c.tenant_id and v.customer_id = c.id))`,
  );
  const known = new Set([...conversations.keys()].map((key) => partsOfKey(key).customerId));
  for (const { id } of rows) if (known.has(id)) await lookAt(client, 'chat.customer', 'name', { customer: id });
  for (const [by, lists] of Object.entries(LISTS)) for (const list of lists.split(' ')) await lookAt(client, list, by);
}

/** What the page saves as a report. */
async function savedBy({ environment }: Client, log: StoredLog): Promise<string> {
  prepareReport(reportOf(log), environment).save();
  return (await environment.saved.at(-1)?.file.text()) ?? '';
}

function statesOf(text: string): ReturnType<typeof replayApp> {
  const { events, stored } = parseLog(text);
  return replayApp(events, laterParts, stored);
}

test('a session with all of the demo’s data -> its report tells none of it, and replays to its states', async () => {
  const localStorage = memoryStorage();
  const client = startClient({ url: server.url, tenant: 'aurora', browser: { ...createBrowser(), localStorage } });
  const { position } = client.app.log;
  const journal = createJournal(client.app, { position, snapshots: client.app.snapshots(), tail: [] });
  await client.logIn('ana@aurora.example', DEMO_PASSWORD);
  await lookAtAll(client);
  const whole = await savedBy(client, journal.whole());
  expect(differenceOfStates(client.app.snapshots(), statesOf(whole))).toBe(null);

  // As a page that opened with all of it saves it: a snapshot, and what came since.
  journal.renew();
  const [opened] = client.directory.ticketOrder.getSnapshot().ids;
  client.append({ type: 'ticket.opened', ticketId: opened ?? '' });
  client.append({ type: 'draft.changed', ticketId: opened ?? '', text: TYPED });
  await client.next('chat.listed', journal.latest().position);
  const latest = await savedBy(client, journal.latest());
  expect(differenceOfStates(client.app.snapshots(), statesOf(latest))).toBe(null);
  const file = join(folder, 'report.json');
  await writeFile(file, latest);
  expect(await main(['--quiet', file])).toBe(0);

  const texts = await textsOfDatabase();
  const session = JSON.stringify(client.events.items);
  const isHeld = (text: string) => session.includes(JSON.stringify(text).slice(1, -1));
  const isSeen = (column: string) => [...texts].some(([text, names]) => names.has(column) && isHeld(text));
  expect(PEOPLES.filter((column) => !isSeen(column))).toEqual([]);
  const refresh = client.browser.jar.value('balcao_refresh', '/aurora/graphql') ?? '';
  const [access = ''] = [...localStorage.entries.values()].flatMap((kept) => kept.match(/eyJ[\w.-]+/u) ?? []);
  const secrets = [refresh, access];
  expect(secrets).not.toContain('');
  for (const report of [whole, latest]) {
    const told = toldIn(report, [...texts.keys(), ...secrets, TYPED]).map(String);
    expect(told.map((text) => [text, ...(texts.get(text) ?? [])])).toEqual([]);
  }
}, 180_000);
