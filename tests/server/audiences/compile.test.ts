import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audienceProblems, audienceTreeSchema } from '../../../contract/entities/audience-tree.ts';
import type { AudienceLeaf, AudienceNode } from '../../../contract/entities/audience-tree.ts';
import { withTenant } from '../../../server/db/database.ts';
import { inAudience, lookedUp } from '../../../server/domain/audiences/compile.ts';
import { startTestServer } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';
import { createRandom } from '../../support/simulation-random.ts';

/* The compiled conditions, against what a plain reading of the same tree says of the same customers. */

const NOW = new Date('2026-06-15T12:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const COUNT = 120;
const NAMES = ['Ângela Souza', 'Bruno de Lima', 'Carla Škoda', 'angelo Souto', 'Zé', 'Ana-Maria'] as const;

/** A customer as the test made them. */
type Made = {
  id: string;
  name: string;
  phone: string;
  created: Date;
  blocked: boolean;
  whatsapp: 'granted' | 'revoked' | null;
  sms: 'granted' | 'revoked' | null;
  tags: string[];
  groups: string[];
  tickets: { instance: string; department: string | null; open: boolean; last: Date }[];
  values: Partial<Record<'text' | 'number' | 'date' | 'flag', string>>;
};

let server: TestServer;
let tenantId: string;
let other: { tenantId: string; tag: string; group: string; instance: string; department: string; field: string };
const ids = { tags: [''], groups: [''], instances: [''], departments: [''] };
const fields = { text: '', number: '', date: '', flag: '' };
const made: Made[] = [];
const random = createRandom(20_261_126);

const rows = async (text: string, values: unknown[] = []): Promise<string[]> =>
  (await server.owner.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
const one = async (text: string, values: unknown[] = []): Promise<string> => (await rows(text, values))[0] ?? '';

beforeAll(async () => {
  server = await startTestServer({ attendance: null, emulator: null });
  tenantId = await one("select id from tenant where slug = 'aurora'");
  const kept = async (tenant: string) => ({
    tags: await rows(
      "insert into tag (tenant_id, name, color) select $1, 'T' || n, 'blue' from generate_series(1, 3) n returning id",
      [tenant],
    ),
    groups: await rows(
      "insert into customer_group (tenant_id, name) select $1, 'G' || n from generate_series(1, 2) n returning id",
      [tenant],
    ),
    departments: await rows(
      "insert into department (tenant_id, name) select $1, 'D' || n from generate_series(1, 2) n returning id",
      [tenant],
    ),
    instances: await rows('select id from instance where tenant_id = $1 order by id', [tenant]),
  });
  Object.assign(ids, await kept(tenantId));
  for (const type of ['text', 'number', 'date', 'flag'] as const) {
    fields[type] = await one('insert into customer_field (tenant_id, name, type) values ($1, $2, $3) returning id', [
      tenantId,
      type,
      type === 'flag' ? 'boolean' : type,
    ]);
  }
  for (let at = 0; at < COUNT; at++) made.push(await make(at));
  const foreign = await one("select id from tenant where slug = 'brisa'");
  const theirs = await kept(foreign);
  const [tag = '', group = '', instance = '', department = ''] = [
    theirs.tags[0],
    theirs.groups[0],
    theirs.instances[0],
    theirs.departments[0],
  ];
  const field = await one("insert into customer_field (tenant_id, name, type) values ($1, 'F', 'text') returning id", [
    foreign,
  ]);
  other = { tenantId: foreign, tag, group, instance, department, field };
  const customer = await one(
    "insert into customer (tenant_id, name, phone_number) values ($1, 'Ângela Souza', '5511900009999') returning id",
    [foreign],
  );
  await rows('insert into customer_tag (tenant_id, customer_id, tag_id) values ($1, $2, $3)', [foreign, customer, tag]);
  await rows('insert into customer_group_member (tenant_id, customer_id, group_id) values ($1, $2, $3)', [
    foreign,
    customer,
    group,
  ]);
  await rows("insert into customer_value (tenant_id, customer_id, field_id, text_value) values ($1, $2, $3, 'x')", [
    foreign,
    customer,
    field,
  ]);
  await rows(
    "insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, department_id) values ($1, 'x', $2, $3, $4)",
    [foreign, customer, instance, department],
  );
});
afterAll(() => server.stop());

/** Each or none of the items. */
const some = (items: readonly string[]): string[] => items.filter(() => random.chance(0.4));

async function make(at: number): Promise<Made> {
  const code = random.pick(['11', '19', '21', '88']) ?? '';
  const tickets = random.chance(0.6) ? some(ids.instances) : [];
  const customer: Made = {
    id: '',
    name: random.pick(NAMES) ?? '',
    phone: `55${code}9${String(10_000_000 + at)}`,
    created: daysAgo(random.int(200) + 0.5),
    blocked: random.chance(0.2),
    whatsapp: random.pick(['granted', 'revoked', null] as const) ?? null,
    sms: random.pick(['granted', 'revoked', null] as const) ?? null,
    tags: some(ids.tags),
    groups: some(ids.groups),
    tickets: tickets.map((instance) => ({
      instance,
      department: random.pick([...ids.departments, null]) ?? null,
      open: random.chance(0.5),
      last: daysAgo(random.int(200) + 0.5),
    })),
    values: {
      ...(random.chance(0.7) && { text: random.pick(['São Paulo', 'Campinas', 'Santos']) ?? '' }),
      ...(random.chance(0.7) && { number: random.pick(['1', '12.5', '5000', '-3']) ?? '' }),
      ...(random.chance(0.7) && { date: random.pick(['2026-01-31', '2026-03-01', '2025-12-24']) ?? '' }),
      ...(random.chance(0.7) && { flag: random.pick(['true', 'false']) ?? '' }),
    },
  };
  customer.id = await one(
    `insert into customer (tenant_id, name, phone_number, created_at, is_blacklisted, whatsapp_consent, sms_consent)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [tenantId, customer.name, customer.phone, customer.created, customer.blocked, customer.whatsapp, customer.sms],
  );
  const { id } = customer;
  await rows('insert into customer_tag (tenant_id, customer_id, tag_id) select $1, $2, unnest($3::bigint[])', [
    tenantId,
    id,
    customer.tags,
  ]);
  await rows(
    'insert into customer_group_member (tenant_id, customer_id, group_id) select $1, $2, unnest($3::bigint[])',
    [tenantId, id, customer.groups],
  );
  for (const { instance, department, open, last } of customer.tickets) {
    await rows(
      `insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, department_id, last_message_at, finished_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, `${id}-${instance}`, id, instance, department, last, open ? null : last],
    );
  }
  const { text, number, date, flag } = customer.values;
  for (const [field, column, value] of [
    [fields.text, 'text_value', text],
    [fields.number, 'number_value', number],
    [fields.date, 'date_value', date],
    [fields.flag, 'number_value', flag && (flag === 'true' ? '1' : '0')],
  ]) {
    if (value === undefined) continue;
    await rows(`insert into customer_value (tenant_id, customer_id, field_id, ${column}) values ($1, $2, $3, $4)`, [
      tenantId,
      id,
      field,
      value,
    ]);
  }
  return customer;
}

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .toLowerCase();

/** Whether a tree holds for a customer, as its description says. */
function holds(node: AudienceNode, customer: Made): boolean {
  if ('all' in node) return node.all.every((part) => holds(part, customer));
  if ('any' in node) return node.any.some((part) => holds(part, customer));
  if ('not' in node) return !node.not.some((part) => holds(part, customer));
  const isWithin = (moment: Date, days: number) => moment.getTime() >= daysAgo(days).getTime();
  switch (node.field) {
    case 'tag':
      return customer.tags.some((tag) => node.value.includes(tag));
    case 'group':
      return customer.groups.some((group) => node.value.includes(group));
    case 'instance':
      return customer.tickets.some(({ instance }) => node.value.includes(instance));
    case 'open_in':
      return customer.tickets.some(
        ({ open, department }) => open && department !== null && node.value.includes(department),
      );
    case 'area_code':
      return node.value.includes(customer.phone.slice(2, 4));
    case 'name': {
      const words = folded(customer.name)
        .split(/[^a-z0-9]+/u)
        .filter((word) => word.length > 1);
      const asked = folded(node.value)
        .split(/[^a-z0-9]+/u)
        .filter((word) => word.length > 1);
      const last = asked.pop();
      return (
        last !== undefined && words.some((word) => word.startsWith(last)) && asked.every((word) => words.includes(word))
      );
    }
    case 'created':
      return isWithin(customer.created, node.value) === (node.op === 'within');
    case 'last_contact':
      return customer.tickets.some(({ last }) => isWithin(last, node.value)) === (node.op === 'within');
    case 'consent':
      return (customer[node.op] ?? 'unknown') === node.value;
    case 'blocked':
      return customer.blocked === node.value;
    case 'value': {
      const type = (['text', 'number', 'date', 'flag'] as const).find((each) => fields[each] === node.field_id);
      const own = type && customer.values[type];
      if (type === undefined || own === undefined) return false;
      if (node.op === 'filled') return true;
      if (node.op === 'in') {
        return node.value.some((each) => (type === 'number' ? Number(each) === Number(own) : each === own));
      }
      const [than = ''] = node.value;
      const [left, right] = type === 'number' ? [Number(own), Number(than)] : [own, than];
      if (type === 'text' || type === 'flag') return false;
      return node.op === 'above' ? left > right : left < right;
    }
  }
}

async function find(tree: AudienceNode, tenant = tenantId): Promise<string[]> {
  const { rows: found } = await withTenant(server.db, tenant, (tx) =>
    sql<{ id: string }>`select c.id::text as id from customer c
      where c.tenant_id = ${tenant} and ${inAudience({ tenantId: tenant, now: NOW }, tree)} order by c.id`.execute(tx),
  );
  return found.map(({ id }) => id);
}

const expected = (tree: AudienceNode) => made.filter((customer) => holds(tree, customer)).map(({ id }) => id);

function leafOf(): AudienceLeaf {
  const chosen = (items: readonly string[]) => [random.pick(items) ?? '', ...some(items)];
  const days = 1 + random.int(200);
  const op = random.pick(['within', 'beyond'] as const) ?? 'within';
  const type = random.pick(['text', 'number', 'date', 'flag'] as const) ?? 'text';
  const texts = {
    text: ['São Paulo', 'Santos'],
    number: ['1', '12.5'],
    date: ['2026-01-31', '2026-03-01'],
    flag: ['true'],
  }[type];
  const ops =
    type === 'text' || type === 'flag' ? (['in', 'filled'] as const) : (['in', 'above', 'below', 'filled'] as const);
  const leaves: AudienceLeaf[] = [
    { field: 'tag', op: 'in', value: chosen(ids.tags) },
    { field: 'group', op: 'in', value: chosen(ids.groups) },
    { field: 'instance', op: 'in', value: chosen(ids.instances) },
    { field: 'open_in', op: 'in', value: chosen(ids.departments) },
    { field: 'area_code', op: 'in', value: chosen(['11', '19', '21', '99']) },
    {
      field: 'name',
      op: 'has',
      value: random.pick(['ang', 'souza', 'Angela Sou', 'škoda', 'maria ana', '%', 'de li']) ?? '',
    },
    { field: 'created', op, value: days },
    { field: 'last_contact', op, value: days },
    {
      field: 'consent',
      op: random.pick(['whatsapp', 'sms'] as const) ?? 'sms',
      value: random.pick(['granted', 'revoked', 'unknown'] as const) ?? 'unknown',
    },
    { field: 'blocked', op: 'is', value: random.chance(0.5) },
    { field: 'value', field_id: fields[type], op: random.pick(ops) ?? 'in', value: texts },
  ];
  return random.pick(leaves) ?? { field: 'blocked', op: 'is', value: true };
}

function treeOf(depth: number): AudienceNode {
  const parts = Array.from({ length: random.int(4) }, () =>
    depth > 1 && random.chance(0.4) ? treeOf(depth - 1) : leafOf(),
  );
  return random.pick<AudienceNode>([{ all: parts }, { any: parts }, { not: parts }]) ?? { all: parts };
}

describe('compiled', () => {
  test('each condition by itself, many times over -> those it says', async () => {
    const seen = new Map<string, number>();
    for (let round = 0; round < 300; round++) {
      const leaf = leafOf();
      const found = expected(leaf);
      expect({ leaf, found: await find(leaf) }).toEqual({ leaf, found });
      const kind = `${leaf.field} ${leaf.op}`;
      seen.set(kind, Math.max(seen.get(kind) ?? 0, found.length > 0 && found.length < COUNT ? 1 : 0));
    }
    // Each kind was tried with some of the customers in and some out.
    expect(seen.size).toBe(17);
    expect([...seen].filter(([, wasTried]) => wasTried === 0)).toEqual([]);
  });

  test('random trees -> those a plain reading finds; what is none of them is the rest', async () => {
    for (let round = 0; round < 150; round++) {
      const tree = treeOf(4);
      expect(audienceProblems(tree)).toEqual({});
      expect(audienceTreeSchema.parse(tree)).toEqual(tree);
      expect({ tree, found: await find(tree) }).toEqual({ tree, found: expected(tree) });
    }
  });

  test('another company’s ids, and ids that are none -> find nobody', async () => {
    const theirs: AudienceLeaf[] = [
      { field: 'tag', op: 'in', value: [other.tag] },
      { field: 'group', op: 'in', value: [other.group] },
      { field: 'instance', op: 'in', value: [other.instance] },
      { field: 'open_in', op: 'in', value: [other.department] },
      { field: 'value', field_id: other.field, op: 'filled', value: [] },
    ];
    for (const leaf of theirs) {
      expect([leaf.field, await find(leaf), await find(leaf, other.tenantId)]).toEqual([
        leaf.field,
        [],
        [expect.any(String)],
      ]);
    }
    expect(await find({ field: 'tag', op: 'in', value: ['99999999999999999999', '0'] })).toEqual([]);
    expect(await find({ all: [] })).toEqual(made.map(({ id }) => id));
  });
});

test('on a filled table each look-up is by an index, under the server’s role', async () => {
  await rows(
    `insert into customer (tenant_id, name, phone_number)
     select $1, 'Cliente ' || n, '55' || (11 + n % 80)::text || '9' || (20000000 + n)::text from generate_series(1, 8000) n`,
    [tenantId],
  );
  await rows(
    `insert into customer_tag (tenant_id, customer_id, tag_id)
     select tenant_id, id, $2 from customer where tenant_id = $1 and name like 'Cliente %' and id % 50 = 0`,
    [tenantId, ids.tags[0]],
  );
  await rows(
    `insert into customer_tag (tenant_id, customer_id, tag_id)
     select tenant_id, id, $2 from customer where tenant_id = $1 and name like 'Cliente %'`,
    [tenantId, ids.tags[1]],
  );
  await rows(
    `insert into customer_value (tenant_id, customer_id, field_id, text_value)
     select tenant_id, id, $2, 'Cidade ' || id % 500 from customer where tenant_id = $1 and name like 'Cliente %'`,
    [tenantId, fields.text],
  );
  await rows(
    `insert into customer_value (tenant_id, customer_id, field_id, number_value)
     select tenant_id, id, $2, id from customer where tenant_id = $1 and name like 'Cliente %'`,
    [tenantId, fields.number],
  );
  for (const table of ['customer', 'customer_word', 'customer_tag', 'customer_value']) await rows(`analyze ${table}`);
  const cases: [AudienceLeaf, string][] = [
    [{ field: 'tag', op: 'in', value: [ids.tags[0] ?? ''] }, 'customer_tag'],
    [{ field: 'area_code', op: 'in', value: ['12', '34'] }, 'customer_word'],
    [{ field: 'name', op: 'has', value: 'angela' }, 'customer_word'],
    [{ field: 'value', field_id: fields.text, op: 'in', value: ['Cidade 7'] }, 'customer_value'],
    [{ field: 'value', field_id: fields.number, op: 'above', value: ['999999999'] }, 'customer_value'],
  ];
  for (const [leaf, table] of cases) {
    const plan = await planOf(leaf);
    expect([leaf.field, plan.includes(`Seq Scan on ${table}`), plan]).toEqual([
      leaf.field,
      false,
      expect.stringContaining(table),
    ]);
  }
});

test('one look-up -> just those the conditions hold for; a range of numbers is one; of others there is none', async () => {
  const number = (op: 'above' | 'below', than: string): AudienceLeaf => ({
    field: 'value',
    field_id: fields.number,
    op,
    value: [than],
  });
  const trees: AudienceNode[] = [
    { all: [{ field: 'tag', op: 'in', value: ids.tags }] },
    { all: [{ all: [{ field: 'area_code', op: 'in', value: ['11', '88'] }] }] },
    { all: [number('above', '0'), number('below', '13')] },
  ];
  for (const tree of trees) {
    const scope = { tenantId, now: NOW };
    const found = lookedUp(scope, tree);
    if (found === undefined) throw new Error('It is no look-up');
    const [looked, held] = await withTenant(server.db, tenantId, async (tx) => [
      await sql<{ id: string }>`select distinct f.id from (${found}) as f (id) order by f.id`.execute(tx),
      await sql<{ id: string }>`select c.id from customer c
        where c.tenant_id = ${tenantId} and ${inAudience(scope, tree)} order by c.id`.execute(tx),
    ]);
    expect(looked.rows.length).toBeGreaterThan(0);
    expect(looked.rows).toEqual(held.rows);
    expect(lookedUp(scope, { not: [tree] })).toBeUndefined();
  }
});

async function planOf(tree: AudienceNode): Promise<string> {
  const condition = inAudience({ tenantId, now: NOW }, tree);
  return withTenant(server.db, tenantId, async (tx) => {
    const { rows: steps } = await sql<Record<string, string>>`
      explain select count(*) from customer c where c.tenant_id = ${tenantId} and ${condition}`.execute(tx);
    return steps.map((step) => Object.values(step).join(' ')).join('\n');
  });
}
