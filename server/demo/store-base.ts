import { sql } from 'kysely';
import type { AudienceNode } from '../../contract/entities/audience-tree.ts';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { DEMO_COMPANIES } from './companies.ts';
import type { DemoCompany } from './companies.ts';
import { inventPeople, nobodysMobile } from './names.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { describeCustomers } from './store-details.ts';

/** The company with a large customer base. */
const SLUG = 'aurora';
/** Its customers, those with conversations included. */
const CUSTOMERS = 5_000;
const SEED = 5_000;
const DAY_MS = 86_400_000;
/** How long ago the first of them came. */
const DAYS = 540;
/** Their consent to offers on WhatsApp, as shares; the rest neither gave nor refused it. */
const GRANTED = 0.62;
const REVOKED = 0.05;

/** Ids of the company's tags and fields, by name. */
type Known = Readonly<Record<'tags' | 'fields', ReadonlyMap<string, Id>>>;

/** The company's audiences, by name. */
function audiencesOf({ tags, fields }: Known): Readonly<Record<string, AudienceNode>> {
  const tag = (...names: string[]): AudienceNode => ({
    field: 'tag',
    op: 'in',
    value: names.flatMap((name) => tags.get(name) ?? []),
  });
  const consent = (value: 'granted' | 'revoked'): AudienceNode => ({ field: 'consent', op: 'whatsapp', value });
  const bought = fields.get('Compras') ?? '';
  return {
    'VIP e atacado que aceitam ofertas': { all: [tag('VIP', 'Atacado'), consent('granted')] },
    'Grande São Paulo': { all: [{ field: 'area_code', op: 'in', value: ['11'] }, { not: [consent('revoked')] }] },
    'Sumidos há 90 dias': {
      all: [
        { field: 'created', op: 'beyond', value: 90 },
        { field: 'last_contact', op: 'beyond', value: 90 },
        { any: [tag('Pós-venda'), { field: 'value', field_id: bought, op: 'above', value: ['5'] }] },
        { not: [consent('revoked')] },
      ],
    },
  };
}

/**
 * Fills the base of one of the companies up with customers who never wrote, and with audiences of them. Behind the
 * campaigns: those are for the customers who wrote.
 */
export async function seedBase(db: Database, now: Date, slugs: readonly string[]): Promise<void> {
  const company = DEMO_COMPANIES[SLUG];
  if (company === undefined || !slugs.includes(SLUG)) return;
  const { id } = await withPlatform(db, (tx) =>
    tx.selectFrom('tenant').select('id').where('slug', '=', SLUG).executeTakeFirstOrThrow(),
  );
  await withTenant(db, id, (tx) => storeBase(tx, id, company, now));
}

async function storeBase(tx: Tx, tenantId: Id, company: DemoCompany, now: Date): Promise<void> {
  const random = createRandom(SEED);
  const { rows } = await sql<{ count: number; admin: Id }>`
    select (select count(*)::integer from customer where tenant_id = ${tenantId}) as count,
      (select min(id) from app_user where tenant_id = ${tenantId}) as admin`.execute(tx);
  const [{ count, admin } = { count: CUSTOMERS, admin: '' }] = rows;
  const known: Known = {
    tags: await idsByName(tx, tenantId, 'tag'),
    fields: await idsByName(tx, tenantId, 'customer_field'),
  };
  const customers = await insertCustomers(tx, tenantId, CUSTOMERS - count, now, random);
  const ids = {
    tags: company.tags.flatMap(([name]) => known.tags.get(name) ?? []),
    fields: company.fields.flatMap(({ name }) => known.fields.get(name) ?? []),
  };
  await describeCustomers(tx, tenantId, company, ids, customers, random);
  await insertConsents(tx, tenantId, admin, customers, random);
  await insertAudiences(tx, tenantId, admin, audiencesOf(known));
}

async function idsByName(tx: Tx, tenantId: Id, table: 'tag' | 'customer_field'): Promise<ReadonlyMap<string, Id>> {
  const rows = await tx.selectFrom(table).select(['id', 'name']).where('tenant_id', '=', tenantId).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function insertCustomers(
  tx: Tx,
  tenantId: Id,
  count: number,
  now: Date,
  random: Random,
): Promise<readonly { id: Id; name: string }[]> {
  const rows = inventPeople(count, random, nobodysMobile).map((person, order) => ({
    ...person,
    order,
    since: new Date(now.getTime() - ((DAYS * (count - order)) / count) * DAY_MS),
  }));
  const { rows: inserted } = await sql<{ id: Id; name: string }>`
    insert into customer (tenant_id, name, phone_number, created_at) select ${tenantId}, name, phone, since
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (name text, phone text, "order" int, since timestamptz)
    order by "order" returning id, name`.execute(tx);
  return inserted;
}

/** The origin: consent was given on paper, refusals came from the customers. */
async function insertConsents(
  tx: Tx,
  tenantId: Id,
  admin: Id,
  customers: readonly { id: Id }[],
  random: Random,
): Promise<void> {
  const rows = customers.flatMap(({ id: customer }) => {
    const drawn = random.next();
    if (drawn >= GRANTED + REVOKED) return [];
    return [{ customer, kind: drawn < GRANTED ? 'granted' : 'revoked' }];
  });
  await sql`
    insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin, evidence, declared_by)
    select ${tenantId}::bigint, c.id, 'whatsapp', 'marketing', r.kind, c.created_at,
      case r.kind when 'granted' then 'import' else 'customer' end,
      case r.kind when 'granted' then 'Ficha de cadastro assinada na loja' end,
      case r.kind when 'granted' then ${admin}::bigint end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (customer bigint, kind text)
    join customer c on c.tenant_id = ${tenantId} and c.id = r.customer`.execute(tx);
}

async function insertAudiences(
  tx: Tx,
  tenantId: Id,
  admin: Id,
  audiences: Readonly<Record<string, AudienceNode>>,
): Promise<void> {
  const rows = Object.entries(audiences).map(([name, tree]) => ({
    tenant_id: tenantId,
    name,
    tree,
    created_by: admin,
  }));
  await tx
    .insertInto('audience')
    .values(rows.map((row) => ({ ...row, tree: JSON.stringify(row.tree) })))
    .execute();
}
