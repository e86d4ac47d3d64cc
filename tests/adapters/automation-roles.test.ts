import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFlow } from '../../contract/graphql/flows.ts';
import { selectListFailure, selectListingPhase } from '../../src/machines/listing/listing.selectors.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import type { Client } from '../support/client.ts';
import { callGraphql } from '../support/attendance.ts';
import { Office } from '../support/office.ts';
import { joinWith } from '../support/one-permission.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { end, flow } from '../flows/builders.ts';

/* Somebody whose role permits one screen of the automation alone, at the real server: whatever that screen shows is answered. */

let server: TestServer;
const clients: Client[] = [];
/** Of a flow of each kind, and of a number. */
const ids = { active: '', passive: '', instance: '' };
beforeAll(async () => {
  server = await startTestServer();
  const who = { tenant: 'aurora', token: await server.tokenOf('ana@aurora.example', DEMO_PASSWORD) };
  const drawn = async (kind: 'active' | 'passive') => {
    const form = { name: kind, kind, flow: JSON.stringify(flow({ start: end('Tchau') }, { kind })), places: '{}' };
    return (await callGraphql(server.url, who, newFlow, form)).newFlow.id;
  };
  ids.active = await drawn('active');
  ids.passive = await drawn('passive');
  const { rows } = await server.owner.query<{ id: string }>(
    "select id::text as id from instance where phone_number_id = '100000000000001'",
  );
  ids.instance = rows[0]?.id ?? '';
});
afterAll(async () => {
  for (const client of clients) client.kill();
  const sweep = setInterval(() => server.app.server.closeAllConnections(), 20);
  await server.stop();
  clearInterval(sweep);
});

/** The lists that the files of these folders of screens name. */
function listsOf(folders: readonly string[]): readonly string[] {
  const found = folders.flatMap((folder) => {
    const at = fileURLToPath(new URL(`../../src/views/administration/${folder}/`, import.meta.url));
    return readdirSync(at, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
      /\.tsx?$/u.test(file) ? namesIn(readFileSync(at + file, 'utf8')) : [],
    );
  });
  return [...new Set(found)].toSorted();
}

const namesIn = (source: string) =>
  [...source.matchAll(/(?:use(?:Listing|Choices|Whole|AskedListing)\(|LIST = )\s*'([\w.]+)'/gu)].map(
    ([, name = '']) => name,
  );

const flowLists = (id: string) =>
  ({
    flows: {},
    'flow.versions': { id },
    'choices.departments': {},
    'choices.users': {},
    'choices.tags': {},
    'choices.customerFields': {},
    'flow.funnel': { id, number: '1' },
    'chat.templates': { instance: ids.instance },
  }) as const;

/** What each permission shows, with the filters that it needs. */
const SCREENS = {
  'active-chat-flow': {
    folders: ['flow-starts', 'flows'],
    lists: () => ({
      ...flowLists(ids.active),
      'flow.active': {},
      'flow.starts': { flow: ids.active },
      'choices.audiences': {},
      'choices.groups': {},
    }),
    form: ['flow.starts', () => ids.active],
  },
  'passive-chat-flow': { folders: ['flows'], lists: () => flowLists(ids.passive), form: null },
  'conversation-bot': {
    folders: ['conversation-bot'],
    lists: () => ({ flows: {} }),
    form: ['flow.answers', () => ids.passive],
  },
  rules: {
    folders: ['rules'],
    lists: () => ({ rules: {}, 'rule.choices': {}, 'rule.bench': {}, 'rule.executions': {}, 'rule.file': {} }),
    form: null,
  },
} as const;

/** Worked out on the page, needing a version of a flow or an audience, or shown to who may see campaigns, too. */
const ELSEWHERE = ['flow.check', 'flow.version', 'audience.reach', 'campaigns'];

/** What a list's last question was refused with; null if it was answered. */
async function failureOf(client: Client, list: ListName): Promise<string | null> {
  const failure = await client.waitFor((directory): { readonly key: string | null } | null => {
    const snapshot = directory.list(list)?.getSnapshot();
    if (snapshot === undefined) return null;
    const phase = selectListingPhase(snapshot);
    return phase === 'ready'
      ? { key: null }
      : phase === 'failed'
        ? { key: selectListFailure(snapshot)?.key ?? '' }
        : null;
  });
  return failure.key;
}

type Asked = Readonly<Partial<Record<ListName, Readonly<Record<string, string>>>>>;
const isList = (asked: Asked, name: string): name is ListName => Object.hasOwn(asked, name);

test.each(Object.keys(SCREENS).filter((name): name is keyof typeof SCREENS => name in SCREENS))(
  'a role with %s alone -> its screen alone in the menu, and nothing of it is refused',
  async (permission) => {
    const { folders, lists, form } = SCREENS[permission];
    const email = await joinWith(server, [permission]);
    await server.owner.query(
      `insert into user_instance (tenant_id, user_id, instance_id)
      select u.tenant_id, u.id, $2 from app_user u where u.email = $1`,
      [email, ids.instance],
    );
    const office = new Office(permission, server.url, 'aurora');
    clients.push(office.client);
    await office.client.logIn(email, DEMO_PASSWORD);
    await office.seesMenu([permission]);
    const asked: Asked = lists();
    // What the screens name is looked at.
    expect(listsOf(folders).filter((name) => !isList(asked, name) && !ELSEWHERE.includes(name))).toEqual([]);
    const refused: string[] = [];
    for (const [name, filters] of Object.entries(asked)) {
      if (!isList(asked, name)) continue;
      office.look(name, filters);
      const failure = await failureOf(office.client, name);
      if (failure !== null) refused.push(`${name} ${failure}`);
    }
    expect(refused).toEqual([]);
    if (form !== null) await office.open(form[0], form[1]());
  },
);
