import { readdirSync } from 'node:fs';
import { buildSchema, isNonNullType } from 'graphql';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantSdl } from '../../contract/graphql/schema.ts';

/*
 * Every call of the specification, as it is written there. What was added beside it may be left out, so
 * that who speaks the specification alone is understood.
 */

/** Arguments of the tenants' GraphQL; with a default where the specification has one. */
const GRAPHQL = {
  query: {
    ticketTransfer: ['chat_ticket_id', 'transferred'],
    chatTickets: [
      'instance_id',
      'search_query',
      'finished_tickets',
      'all_users',
      'pagination_page = 1',
      'pagination_limit = 10',
      'customer_id',
    ],
    customerInfos: ['id'],
    customerChats: ['customer_id', 'instance_id', 'finished_tickets', 'all_users'],
    users: [],
    userInfos: [],
    userInstances: ['user_id'],
    instances: ['remove_ids'],
    onlineUsers: ['user_id', 'instance_id'],
  },
  mutation: {
    createTicketTransfer: ['next_user_id', 'previous_user_id', 'chat_ticket_id'],
    confirmTicketTransfer: ['id'],
    deleteTicketTransfer: ['id'],
    sendMessage: ['user_id', 'to_number', 'message', 'instance_id', 'reply_message_id', 'from_chat'],
    sendImageSelenium: ['user_id', 'image_url', 'image_caption', 'to_number', 'instance_id'],
    resetCustomerUnseenMsgs: ['id', 'instance_id'],
    logIn: ['email', 'password', 'remember'],
    refreshToken: [],
    connected: [],
    disconnected: [],
    newUser: ['username', 'name', 'email', 'password', 'role_id', 'user_department_id', 'chosen_instances'],
    updateUser: ['id', 'username', 'name', 'image', 'email', 'role_id', 'user_department_id', 'chosen_instances'],
    updateUserPassword: ['password'],
    deleteUser: ['id'],
    disconnectUser: ['user_id'],
    deleteUserInstance: ['id'],
  },
} as const;

/** Fields of the answers that it names. */
const GRAPHQL_ANSWERS = {
  chatTickets: ['total_pages', 'items'],
  logIn: ['token', 'user'],
  refreshToken: ['token'],
  updateUserPassword: ['token', 'user'],
} as const;

/** What goes into the back-office's calls, and what comes out where it is named. */
type Row = readonly [call: string, given: readonly string[], answer?: readonly string[]];
const REST: readonly Row[] = [
  ['POST /api/auth/login', ['email', 'password', 'ip'], ['access_token', 'origin_backoffice', 'has_permission_routes']],
  ['POST /api/auth/logout', ['data', 'ip']],
  ['POST /api/users/email', ['email'], ['name', 'email', 'id']],
  ['GET /api/users', []],
  ['PUT /api/users/{id}', ['id', 'email', 'name']],
  ['PATCH /api/users/{id}', ['id']],
  ['DELETE /api/users/{id}', ['id']],
  ['GET /api/users/is-funcional-user', []],
  ['GET /api/tenant/{filter}', ['filter']],
  [
    'POST /api/tenant/paginated',
    ['filter_users', 'pagination_page = 1', 'pagination_limit = 4', 'search', 'sort_name = "id"', 'sort_type = "DESC"'],
  ],
  ['POST /api/tenant', ['name', 'cnpj', 'features', 'template', 'pool', 'userLimit']],
  ['POST /api/tenant/delete', ['id']],
  ['POST /api/tenant/restore', ['id']],
  ['GET /api/tenant/sheets/orders', ['startAt', 'finishAt']],
  ['GET /api/tenant/sheets/instance_logs', ['startAt', 'finishAt']],
  ['GET /api/tenant/feature', ['tenantName']],
  ['POST /api/tenant/feature', ['option', 'enabled', 'tenantName']],
  ['GET /api/tenant/generate-campaign-status-webhook', ['tenantName', 'startAt', 'finishAt', 'type']],
  ['POST /api/dashboard-report', ['start_at', 'finish_at', 'selectedUsers']],
  ['GET /api/permission/email', ['email']],
  ['GET /api/permission', []],
  ['GET /api/permission/categories', []],
  ['POST /api/permission/update', ['roleId', 'permissions']],
  ['GET /api/instance', ['tenantName']],
  ['POST /api/instance', ['name', 'tenantName', 'isOfficial', 'isUnlimited']],
  ['POST /api/instance/update', ['id', 'tenantName', 'name', 'activated']],
  ['POST /api/instance/syncMessages', ['id', 'daysAgo', 'tenantName', 'unlimitedSync']],
  ['GET /api/ip', [], ['ip']],
];
/** Of these it doesn't say what a body holds. */
const REST_OF_ANY_BODY = ['POST /api/users', 'PATCH /api/user-settings/{id}'];

const schema = buildSchema(tenantSdl);
const fields = {
  query: schema.getQueryType()?.getFields() ?? {},
  mutation: schema.getMutationType()?.getFields() ?? {},
};

const callSchema = z.object({ method: z.string(), path: z.string(), body: z.unknown(), answer: z.unknown() });
const restFolder = new URL('../../contract/rest/', import.meta.url);
const restModules: Record<string, unknown>[] = await Promise.all(
  readdirSync(restFolder).map((file) => import(new URL(file, restFolder).href)),
);
const restCalls = new Map(
  restModules
    .flatMap((module) => Object.values(module).flatMap((value) => callSchema.safeParse(value).data ?? []))
    .map((call) => [`${call.method} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`, call]),
);

const fieldSchema = z.object({ def: z.object({ type: z.string(), defaultValue: z.optional(z.unknown()) }) });
const shapeSchema = z.object({ def: z.object({ shape: z.record(z.string(), fieldSchema) }) });

/** What a call takes by name: whether it may be left out, and what it is then. */
type Taken = ReadonlyMap<string, { isNeeded: boolean; fallback: unknown }>;

function expectTaken(given: readonly string[], taken: Taken): void {
  for (const each of given) {
    const [name = '', fallback] = each.split(' = ');
    expect([...taken.keys()]).toContain(name);
    if (fallback !== undefined) expect([name, taken.get(name)?.fallback]).toEqual([name, JSON.parse(fallback)]);
  }
  const names = new Set(given.map((each) => each.split(' = ')[0]));
  const needed = [...taken].flatMap(([name, { isNeeded }]) => (isNeeded ? [name] : []));
  expect(needed.filter((name) => !names.has(name))).toEqual([]);
}

it.each(
  (['query', 'mutation'] as const).flatMap((kind) =>
    Object.entries(GRAPHQL[kind]).map(([name, given]) => [kind, name, given] as const),
  ),
)('%s %s', (kind, name, given) => {
  const field = fields[kind][name];
  const taken = new Map(
    (field?.args ?? []).map(({ name: argument, type, defaultValue }) => [
      argument,
      { isNeeded: isNonNullType(type) && defaultValue === undefined, fallback: defaultValue },
    ]),
  );
  expect(field).toBeDefined();
  expectTaken(given, taken);
});

it.each(Object.entries(GRAPHQL_ANSWERS))('the answer of %s', (name, answered) => {
  const field = fields.query[name] ?? fields.mutation[name];
  const type = schema.getType(String(field?.type).replaceAll(/[![\]]/g, ''));
  const names = type !== undefined && 'getFields' in type ? Object.keys(type.getFields()) : [];
  expect(names).toEqual(expect.arrayContaining([...answered]));
});

it.each(REST.map((row) => [row[0], row] as const))('%s', (name, [, given, answered = []]) => {
  const call = restCalls.get(name);
  const shape = shapeSchema.parse(call?.body).def.shape;
  const taken = new Map(
    Object.entries(shape).map(([field, { def }]) => [
      field,
      { isNeeded: def.type !== 'optional' && def.type !== 'default', fallback: def.defaultValue },
    ]),
  );
  expectTaken(given, taken);
  if (answered.length === 0) return;
  expect(Object.keys(shapeSchema.parse(call?.answer).def.shape)).toEqual(expect.arrayContaining([...answered]));
});

it.each(REST_OF_ANY_BODY)('%s', (name) => {
  expect(restCalls.has(name)).toBe(true);
});
