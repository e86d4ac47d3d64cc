import { readdirSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { GRAPHQL_ACCESS, REST_ACCESS } from '../../../contract/facts/access-calls.ts';
import type { CallAccess } from '../../../contract/facts/access-calls.ts';
import { graphqlErrorsSchema, restErrorSchema } from '../../../contract/errors.ts';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import { createTenant } from '../../../contract/rest/tenants.ts';
import { newLinkToken } from '../../../server/domain/account/link-token.ts';
import { paramsOfField } from '../../../src/machines/editing/params-of-field.ts';
import { textLookup } from '../../../src/views/app/text-lookup.ts';
import { allMessages } from '../../support/all-messages.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { askRest } from '../../support/rest-calls.ts';
import type { Form, Own } from './form.ts';
import { forms } from './forms.ts';
import { SCRIPT, wrongValues } from './values.ts';
import type { Foreign } from './values.ts';

/*
 * Every form of the administration, by its call: a value that is wrong in one field is refused in
 * words that every language has, and leaves the whole database as it was. What only looks wrong, a
 * script in a text, is kept and answered as the text it is. Saved twice at once, it is saved once.
 */

type Values = Readonly<Record<string, unknown>>;
/** What a call came to. `key` is undefined where it was answered. */
interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly key: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string | number>>;
}

const restCallSchema = z.object({
  method: z.string(),
  path: z.string(),
  body: z.object({ def: z.object({ shape: z.record(z.string(), z.unknown()) }) }),
});
const restFolder = new URL('../../../contract/rest/', import.meta.url);
const restModules: Record<string, unknown>[] = await Promise.all(
  readdirSync(restFolder).map((file) => import(new URL(file, restFolder).href)),
);
const restCalls = restModules.flatMap((module) =>
  Object.values(module).flatMap((value) => restCallSchema.safeParse(value).data ?? []),
);
/** Whether a call is made without a login. */
function isOpen(call: string): boolean {
  const access: CallAccess | undefined = Object.entries<CallAccess>({ ...REST_ACCESS, ...GRAPHQL_ACCESS }).find(
    ([name]) => name === call,
  )?.[1];
  return access === 'anyone' || access === 'link';
}

const schema = buildSchema(tenantSdl);
const mutations = schema.getMutationType()?.getFields() ?? {};
const lookups: ReturnType<typeof textLookup>[] = [];
let world: World;
let support: string;
let foreign: Foreign;
let own: Own;

beforeAll(async () => {
  world = await startAttendance({ config: { trustProxy: 'loopback' } });
  support = await world.server.tokenOf('suporte@balcao.example');
  for (const locale of ['pt_BR', 'en', 'pt'] as const) {
    const messages = await allMessages(locale);
    const lookup = textLookup(messages);
    lookup.use(locale, messages);
    lookups.push(lookup);
  }
  const tenant = await askRest(world.url, support, createTenant, {
    name: 'Empresa de fora',
    cnpj: '45.997.418/0001-53',
  });
  const thingsOf = async (userId: string, instanceId: string) => {
    const [row] = await world.rows<{ tenant: string; role: string; department: string }>(
      'select tenant_id as tenant, role_id as role, department_id as department from app_user where id = $1',
      [userId],
    );
    if (row === undefined) throw new Error('nobody');
    return { ...row, user: userId, instance: instanceId };
  };
  const { ana, bruno, carla, bia } = world.people;
  foreign = await thingsOf(bia.id, world.instances.brisa);
  const mine = await thingsOf(bruno.id, world.instances.suporte);
  const [invitation, reset] = [newLinkToken(mine.tenant), newLinkToken(mine.tenant)];
  await world.rows(
    `insert into invitation (tenant_id, email, role_id, token_hash, expires_at)
    values ($1, 'rui@aurora.example', $2, $3, now() + interval '1 day')`,
    [mine.tenant, mine.role, invitation.hash],
  );
  await world.rows(
    `insert into password_reset (tenant_id, token_hash, user_id, expires_at)
    values ($1, $2, $3, now() + interval '1 day')`,
    [mine.tenant, reset.hash, carla.id],
  );
  const kept = await keptOf(mine.tenant);
  own = { ...mine, ...kept, admin: ana.id, tenant: tenant.id, invitation: invitation.text, reset: reset.text };
  await prepareHoldings();
});
afterAll(() => world.stop());

/** What a company keeps of its customers: of each the one that the forms change, and one whose name is taken. */
async function keptOf(tenantId: string): Promise<Pick<Own, 'tag' | 'field' | 'quickReply' | 'customer'>> {
  const one = async (insert: string, values: unknown[]): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(`${insert} returning id`, values);
    if (row === undefined) throw new Error('not inserted');
    return row.id;
  };
  for (const name of ['Tomada', 'Tomado']) {
    await one('insert into tag (tenant_id, name, color) values ($1, $2, $3)', [tenantId, name, 'blue']);
    await one('insert into customer_field (tenant_id, name, type) values ($1, $2, $3)', [tenantId, name, 'text']);
    await one('insert into quick_reply (tenant_id, shortcut, body) values ($1, $2, $3)', [
      tenantId,
      name.toLowerCase(),
      'Oi',
    ]);
  }
  const { customer } = await world.open({ from: '5511900000077' });
  return {
    customer: customer.id,
    tag: await one("insert into tag (tenant_id, name, color) values ($1, 'Muda', 'blue')", [tenantId]),
    field: await one(
      `insert into customer_field (tenant_id, name, type, options) values ($1, 'Muda', 'choice', '["Sim"]')`,
      [tenantId],
    ),
    quickReply: await one("insert into quick_reply (tenant_id, shortcut, body) values ($1, 'muda', 'Oi')", [tenantId]),
  };
}

let addresses = 0;
/** One call as it is on the wire, from an address of its own: limits count by it. */
async function send({ call, who }: Pick<Form, 'call' | 'who'>, given: Values): Promise<Outcome> {
  const token = { administrator: world.people.ana.token, 'back-office': support, nobody: '' }[who];
  addresses += 1;
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  };
  const [method = '', path] = call.split(' ');
  if (path === undefined) {
    const body = JSON.stringify({ query: documentOf(call, given), variables: given });
    const response = await fetch(`${world.url}/aurora/graphql`, { method: 'POST', headers, body });
    return outcomeOf(response.status, await response.json());
  }
  const inPath = new Set(Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name));
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = given[name];
    return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value ?? null)).toWellFormed());
  });
  const body = JSON.stringify(Object.fromEntries(Object.entries(given).filter(([name]) => !inPath.has(name))));
  const response = await fetch(world.url + address, { method, headers, body });
  return outcomeOf(response.status, await response.json());
}

function documentOf(name: string, given: Values): string {
  const field = mutations[name];
  const args = (field?.args ?? []).filter((argument) => argument.name in given);
  const declared = args.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const isPlain = field === undefined || String(field.type).startsWith('Boolean');
  return `mutation t(${declared}) { ${name}(${passed})${isPlain ? '' : ' { __typename }'} }`;
}

function outcomeOf(status: number, body: unknown): Outcome {
  const overGraphql = graphqlErrorsSchema.safeParse(body).data?.errors[0];
  const detail = overGraphql === undefined ? restErrorSchema.safeParse(body).data?.error : overGraphql.extensions;
  const isRefused = overGraphql !== undefined || status >= 400;
  return {
    status,
    body,
    key: isRefused ? (detail?.key ?? 'no key') : undefined,
    fields: detail?.fields ?? {},
    params: detail?.params ?? {},
  };
}

/** What no call may change by being refused, whole. Tries are counted, and who was last at work is no form's. */
const UNTOUCHED_BY = new Set(['login_failure', 'login_limit', 'server_node', 'session', 'webhook_rejected']);
let holdingsQuery: string;
async function prepareHoldings(): Promise<void> {
  const tables = await world.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const wanted = tables.filter(({ name }) => !UNTOUCHED_BY.has(name));
  const one = ({ name }: { name: string }) =>
    `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as held from "${name}" t`;
  holdingsQuery = wanted.map(one).join(' union all ');
}

async function holdings(): Promise<Readonly<Record<string, string>>> {
  // Prepared: parsing and planning it takes longer than running it.
  const { rows } = await world.server.owner.query<{ name: string; held: string }>({
    name: 'holdings',
    text: holdingsQuery,
  });
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]));
}

function differences(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

/** What is unclear about how a call was refused; null when it is clear in every language. */
function unclear({ status, key, fields, params }: Outcome): string | null {
  if (status >= 500) return `a fault of ours: ${status} ${key}`;
  for (const { textOf } of lookups) {
    const unknown = textOf({ kind: 'message', id: 'error.unknown', values: {} });
    for (const [field, id] of [['', key ?? ''] as const, ...Object.entries(fields)]) {
      const values = { ...paramsOfField(params, field), requestId: 'r-1' };
      const words = textOf({ kind: 'message', id, values });
      if (words === unknown || words === id || /[{}]|undefined|NaN/.test(words)) return `${id}: ${words}`;
    }
  }
  return null;
}

const brief = (value: unknown): string => JSON.stringify(value).slice(0, 60);

describe.each(forms)('$call $of', (form) => {
  const { given, taken = {}, takesNull = false, nullable = [], writes = [], not = {} } = form;

  test('wrong in one field -> refused in clear words, nothing changed', async () => {
    const right = given(own);
    const wrong = { ...wrongValues(foreign), ...not };
    expect(Object.keys(right).filter((field) => wrong[field] === undefined)).toEqual([]);
    const before = await holdings();
    const problems: string[] = [];
    for (const field of Object.keys(right)) {
      const values = [...(wrong[field] ?? []), ...(field in taken ? [taken[field]] : [])].filter(
        (value) => value !== null || !(takesNull || nullable.includes(field)),
      );
      for (const value of values) {
        const outcome = await send(form, { ...right, [field]: value });
        const why = outcome.key === undefined ? 'taken' : unclear(outcome);
        if (why !== null) problems.push(`${field} ${brief(value)}: ${why}`);
      }
      const touched = differences(before, await holdings()).filter((table) => !writes.includes(table));
      if (touched.length > 0) problems.push(`${field}: changed ${touched.join(', ')}`);
    }
    expect(problems).toEqual([]);
  });
});

const ofTexts = forms.flatMap((form) => (form.texts === undefined ? [] : [{ ...form, texts: form.texts }]));
test.each(ofTexts)('$call: a script in a text -> kept as the text that it is', async (form) => {
  const right = form.given(own);
  const scripted = form.texts.map((field) => [field, `${SCRIPT}${String(right[field]).slice(-8)}`] as const);
  const { key, fields } = await send(form, { ...right, ...Object.fromEntries(scripted) });
  expect([key, fields]).toEqual([undefined, {}]);
  for (const [field, text] of scripted) {
    const found = await world.rows(`select from ${form.table} where ${field} = $1`, [text]);
    expect([field, found.length > 0]).toEqual([field, true]);
  }
});

const ofMaking = forms.flatMap((form) => (form.makes === undefined ? [] : [{ ...form, makes: form.makes }]));
test.each(ofMaking)('$call: saved twice at once -> made once, the other told why', async (form) => {
  const { makes, table } = form;
  const values = form.given(own);
  const both = await Promise.all([send(form, values), send(form, values)]);
  const refused = both.filter(({ key }) => key !== undefined);
  expect([refused.length, ...refused.map(unclear)]).toEqual([1, null]);
  expect(await world.rows(`select from ${table} where ${makes} = $1`, [values[makes]])).toHaveLength(1);
});

/** Calls that are no form of the administration, with the names of what they take. */
const others: readonly (Pick<Form, 'call' | 'who'> & { readonly fields: readonly string[] })[] = [
  ...Object.entries(mutations).map(([call, { args }]) => ({ call, fields: args.map(({ name }) => name) })),
  ...restCalls.map(({ method, path, body }) => ({ call: `${method} ${path}`, fields: Object.keys(body.def.shape) })),
]
  .filter(({ call }) => !call.startsWith('GET ') && forms.every((form) => form.call !== call))
  .map((each) => ({ ...each, who: isOpen(each.call) ? 'nobody' : 'administrator' }));

test.each(others)('$call, whatever it is given: refused in clear words without a trace, or answered', async (each) => {
  const values = ['', SCRIPT, 5, null, '987654321', ['a'], { a: 1 }, 'x'.repeat(5_000), '\uD800'];
  const problems: string[] = [];
  let before = await holdings();
  for (const value of values) {
    const outcome = await send(each, Object.fromEntries(each.fields.map((field) => [field, value])));
    const after = await holdings();
    const why = outcome.key === undefined ? null : unclear(outcome);
    if (why !== null) problems.push(`${brief(value)}: ${why}`);
    const touched = differences(before, after).filter((table) => table !== 'audit');
    if (outcome.key !== undefined && touched.length > 0)
      problems.push(`${brief(value)}: changed ${touched.join(', ')}`);
    before = after;
  }
  expect(problems).toEqual([]);
});
