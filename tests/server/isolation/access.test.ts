import { readdirSync } from 'node:fs';
import { buildSchema, getNamedType, getNullableType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphQLArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { GRAPHQL_ACCESS, REST_ACCESS } from '../../../contract/facts/access-calls.ts';
import type { CallAccess } from '../../../contract/facts/access-calls.ts';
import { PERMISSIONS } from '../../../contract/facts/access.ts';
import { graphqlErrorsSchema } from '../../../contract/errors.ts';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { joinWith } from '../../support/one-permission.ts';
import { callRest } from '../../support/rest-wire.ts';
import { DEMO_PASSWORD } from '../../support/server.ts';

/*
 * Each REST call and each GraphQL field, made by everybody: what comes of it is what the contract's
 * table of who may what says. Their inputs are right but name nothing that is there, so that what is
 * permitted is answered with something else than a refusal of who asks.
 */

/** Of the automation: each by somebody whose role permits it alone. */
const ALONE = ['active-chat-flow', 'passive-chat-flow', 'conversation-bot', 'rules'] as const;
const PEOPLE = [
  'nobody',
  'attendant',
  ...ALONE,
  'administrator',
  'other tenant’s administrator',
  'back-office',
] as const;
type Who = (typeof PEOPLE)[number];
type Outcome = 'permitted' | 'forbidden' | 'login needed';

const NOTHING = '987654321';
const DAYS = { startAt: '2026-03-01', finishAt: '2026-03-31' };
/** Inputs of REST calls that don't take an empty one; a call without a right one is refused as invalid, and fails here. */
const INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/auth/login': { email: 'x@aurora.example', password: 'x' },
  'POST /api/auth/second-factor': { second_factor_token: 'x', code: '123456' },
  'GET /api/auth/identity': { tenantName: 'nowhere' },
  'POST /api/auth/identity': { tenantName: 'nowhere', code: 'x' },
  'GET /api/identity-provider': { tenantName: 'nowhere' },
  'PUT /api/identity-provider': {
    tenantName: 'nowhere',
    enabled: false,
    label: 'Xis',
    issuer: 'https://login.example',
    client_id: 'x',
    email_domain: 'aurora.example',
    creates_users: false,
  },
  'POST /api/auth/forgot-password': { email: 'x@aurora.example' },
  'POST /api/auth/reset-password': { token: 'x', password: 'Uma#boa+senha7' },
  'POST /api/auth/invitation': { token: 'x' },
  'POST /api/auth/register': { token: 'x', name: 'Xis', username: 'xis', password: 'Uma#boa+senha7' },
  'POST /api/auth/unlock': { password: 'Balcao#2026' },
  'PATCH /api/user-settings/:id': { two_factor: false, code: '123456' },
  'PUT /api/user-settings/:id/recovery-codes': { code: '123456' },
  'PATCH /api/security-settings': { two_factor_required: false },
  'POST /api/invitations': { email: 'xis@aurora.example', role_id: NOTHING },
  'POST /api/tenant/invite': { tenantName: 'nowhere', email: 'xis@aurora.example' },
  'POST /api/users/email': { email: 'x@aurora.example' },
  'POST /api/users': {
    username: 'xis',
    name: 'Xis',
    email: 'ana@aurora.example',
    password: 'Uma#boa+senha7',
    role_id: NOTHING,
  },
  'PUT /api/users/:id': { name: 'Outro Nome' },
  'GET /api/permission/email': { email: 'x@aurora.example' },
  'POST /api/permission/update': { roleId: NOTHING, permissions: [] },
  'POST /api/dashboard-report': { start_at: '2026-03-01', finish_at: '2026-03-31', selectedUsers: [] },
  'POST /api/report/groups/sheet': { start_at: '2026-03-01', finish_at: '2026-03-31', group_by: 'user' },
  'POST /api/report/tickets/sheet': { tickets: 'open' },
  'POST /api/tenant': { name: 'Xis', cnpj: '11.444.777/0001-61' },
  'POST /api/tenant/update': { id: NOTHING, name: 'Xis', cnpj: '11.444.777/0001-61' },
  'POST /api/tenant/delete': { id: NOTHING },
  'POST /api/tenant/restore': { id: NOTHING },
  'POST /api/tenant/enter': { tenantName: 'nowhere' },
  'GET /api/tenant/feature': { tenantName: 'nowhere' },
  'POST /api/tenant/feature': { tenantName: 'nowhere', option: 'reports', enabled: true },
  'GET /api/tenant/sheets/orders': { ...DAYS },
  'GET /api/tenant/sheets/instance_logs': { ...DAYS },
  'GET /api/tenant/generate-campaign-status-webhook': { ...DAYS, tenantName: 'nowhere', type: 'sent' },
  'GET /api/instance': { tenantName: 'nowhere' },
  'POST /api/instance': { name: 'Xis', tenantName: 'nowhere', isOfficial: true, isUnlimited: false },
  'POST /api/instance/update': { id: NOTHING, tenantName: 'nowhere', name: 'Xis' },
  'POST /api/instance/syncMessages': { id: NOTHING, daysAgo: 1, tenantName: 'nowhere', unlimitedSync: false },
  'PUT /api/maintenance': { on: false },
  'PATCH /api/dynamic-settings/:key': { value: 12 },
  'POST /api/training-videos': { title: 'Xis', url: 'https://videos.example/x', position: 1 },
  'PUT /api/training-videos/:id': { title: 'Xis', url: 'https://videos.example/x', position: 1 },
  'POST /api/training-videos/:id/watched': { watched: true },
  'POST /api/terms-of-use/accept': { id: NOTHING },
  // Refused by its bytes, so that nobody is asked for it here.
  'POST /api/terms-of-use': { title: 'Xis', pdf: 'data:application/pdf;base64,WA==' },
  'GET /api/campaigns/recipients': { campaign_id: NOTHING },
  'POST /api/message-templates/submit': { id: NOTHING },
  'POST /api/message-templates/delete': { id: NOTHING },
  'PUT /api/campaigns/files/:client_id': { name: 'x.png' },
  'PUT /api/message-templates/files/:client_id': { name: 'x.png', instance_id: NOTHING },
  'PUT /api/blocked-contacts/file/:client_id': { name: 'x.csv' },
  'PUT /api/customer-imports/:client_id': { name: 'x.csv' },
  'GET /api/customer-imports/refused': { import_id: NOTHING },
  'GET /api/conversation/export': { customer_id: NOTHING, instance_id: NOTHING, format: 'json' },
  'GET /api/whatsapp-protocol': { protocol: '20260101-0001' },
  'GET /api/whatsapp-protocol/timeline': { protocol: '20260101-0001' },
  'GET /api/whatsapp-protocol/pdf': { protocol: '20260101-0001' },
  'POST /api/instance/test': { id: NOTHING, tenantName: 'nowhere' },
  'POST /api/connection/replay': { tenantName: 'nowhere' },
};
const PATH_PARTS: Readonly<Record<string, string>> = { filter: 'active', tenant: '1', key: 'unknown' };

const restCallSchema = z.object({ method: z.string(), path: z.string(), body: z.unknown(), answer: z.unknown() });
const restFolder = new URL('../../../contract/rest/', import.meta.url);
const restModules: Record<string, unknown>[] = await Promise.all(
  readdirSync(restFolder).map((file) => import(new URL(file, restFolder).href)),
);
const restCalls = restModules.flatMap((module) =>
  Object.values(module).flatMap((value) => {
    const call = restCallSchema.safeParse(value);
    return call.success ? [{ name: `${call.data.method} ${call.data.path}`, ...call.data }] : [];
  }),
);

const schema = buildSchema(tenantSdl);
const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ kind: type?.name.toLowerCase() ?? '', field })),
);

let world: World;
const tokens = new Map<Who, string>();
beforeAll(async () => {
  world = await startAttendance({ emulator: null });
  const { ana, bruno, bia } = world.people;
  tokens.set('attendant', bruno.token);
  tokens.set('administrator', ana.token);
  tokens.set('other tenant’s administrator', bia.token);
  for (const permission of ALONE) {
    const email = await joinWith(world.server, permission);
    tokens.set(permission, await world.server.tokenOf(email, DEMO_PASSWORD));
  }
  tokens.set('back-office', await world.server.tokenOf('suporte@balcao.example'));
});
afterAll(() => world.stop());

/** What the table says of somebody. The attendant's role permits the attendance alone. */
function expected(access: CallAccess, who: Who): Outcome {
  if (access === 'anyone') return 'permitted';
  if (who === 'nobody') return 'login needed';
  const isPermitted =
    access === 'user' ||
    (access === 'admin' && who !== 'attendant' && !isAlone(who)) ||
    (access === 'backoffice' && who === 'back-office') ||
    (typeof access === 'object' &&
      ('all' in access ? access.all.every((route) => holds(who, route)) : access.some((route) => holds(who, route))));
  return isPermitted ? 'permitted' : 'forbidden';
}

function holds(who: Who, route: string): boolean {
  if (who === 'attendant') return route === 'chat';
  if (isAlone(who)) return route === who;
  return who === 'back-office' || PERMISSIONS.some(({ name, backoffice }) => name === route && !backoffice);
}

function isAlone(who: Who): boolean {
  return ALONE.some((permission) => permission === who);
}

function outcomeOf(key: string | undefined): Outcome {
  if (key === 'error.session.expired') return 'login needed';
  return key === 'error.forbidden' ? 'forbidden' : 'permitted';
}

test('the tables have every call, and no other', () => {
  expect(Object.keys(REST_ACCESS).toSorted()).toEqual(restCalls.map(({ name }) => name).toSorted());
  expect(Object.keys(GRAPHQL_ACCESS).toSorted()).toEqual(fields.map(({ field }) => field.name).toSorted());
});

describe('REST', () => {
  test.each(restCalls)('$name', async ({ name, method, path }) => {
    const access: CallAccess = Object.entries<CallAccess>(REST_ACCESS).find(([each]) => each === name)?.[1] ?? 'anyone';
    const address = path.replaceAll(/:(\w+)/g, (_, part: string) => PATH_PARTS[part] ?? NOTHING);
    const input = INPUTS[name] ?? {};
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])).toString();
    const found: Record<string, string> = {};
    const call = async (who: Who) => {
      // A logout is the end of the token.
      const isLogout = name === 'POST /api/auth/logout' && who === 'attendant';
      const token = isLogout ? await world.server.tokenOf('bruno@aurora.example') : tokens.get(who);
      if (name === 'POST /api/auth/logout' && who !== 'nobody' && !isLogout) return;
      const answer = await (method === 'GET'
        ? callRest(world.url, method, query === '' ? address : `${address}?${query}`, { token })
        : callRest(world.url, method, address, { token, body: input }));
      expect([who, answer.status < 500]).toEqual([who, true]);
      if (answer.error?.key !== 'error.login.failed') found[who] = outcomeOf(answer.error?.key);
    };
    await Promise.all(PEOPLE.map(call));
    // Who has the secret may; without it there is nothing to see, with a login or not.
    const wanted = Object.keys(found).map((who) => [
      who,
      access === 'link' ? found[who] : expected(access, asWho(who)),
    ]);
    expect(found).toEqual(Object.fromEntries(wanted));
  });
});

describe('GraphQL', () => {
  test.each(fields.map(({ kind, field }) => [field.name, kind, field] as const))('%s', async (name, kind, field) => {
    const access: CallAccess =
      Object.entries<CallAccess>(GRAPHQL_ACCESS).find(([each]) => each === name)?.[1] ?? 'anyone';
    const needed = field.args.filter((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined);
    const given = needed.map((argument) => `${argument.name}: ${literalOf(argument)}`).join(', ');
    const selection = 'getFields' in getNamedType(field.type) ? ' { __typename }' : '';
    const query = `${kind} { ${name}${given === '' ? '' : `(${given})`}${selection} }`;
    const call = async (who: Who) => {
      const token = tokens.get(who);
      const tenant = who === 'back-office' ? 'balcao' : 'aurora';
      const response = await fetch(`${world.url}/${tenant}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query }),
      });
      const refused = graphqlErrorsSchema.safeParse(await response.json());
      const detail = refused.success ? refused.data.errors[0]?.extensions : undefined;
      // A document that isn't right says nothing of who may.
      expect([who, response.status === 400 || response.status >= 500, query]).toEqual([who, false, query]);
      if (access === 'link') return;
      const isForeign = who === 'other tenant’s administrator' && access !== 'anyone';
      if (isForeign) expect([who, detail?.key]).toEqual([who, 'error.notFound']);
      else expect([who, outcomeOf(detail?.key)]).toEqual([who, expected(access, who)]);
    };
    await Promise.all(PEOPLE.map(call));
  });
});

test('a call in the middle of which the permission goes is refused from then on', async () => {
  const { bruno } = world.people;
  const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [bruno.id]);
  const ask = () => callRest(world.url, 'GET', '/api/users', { token: bruno.token });
  const set = (permissions: string[]) =>
    callRest(world.url, 'POST', '/api/permission/update', {
      token: tokens.get('administrator'),
      body: { roleId: role?.id, permissions },
    });
  await set(['chat', 'users']);
  expect((await ask()).status).toBe(200);
  await set(['chat']);
  expect((await ask()).status).toBe(403);
});

function asWho(name: string): Who {
  const who = PEOPLE.find((each) => each === name);
  if (who === undefined) throw new Error(`Nobody is ${name}`);
  return who;
}

/** The same as a document writes it. */
function literalOf({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): string {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || isListType(getNullableType(type))) return JSON.stringify(valueOf({ name, type }));
  return `{ ${Object.values(named.getFields())
    .map((field) => `${field.name}: ${literalOf(field)}`)
    .join(', ')} }`;
}

/** A value of an argument's type that names nothing. */
function valueOf({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): unknown {
  if (isListType(getNullableType(type))) return [];
  switch (getNamedType(type).name) {
    case 'ID':
      return NOTHING;
    case 'Int':
    case 'Float':
      return 1;
    case 'Boolean':
      return true;
    default:
      return /_at$|^from$|^to$/.test(name) ? '2026-03-01' : 'x';
  }
}
