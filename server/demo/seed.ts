import { sql } from 'kysely';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { DEMO_COMPANIES } from './companies.ts';
import { salesScripts } from './conversations/sales.ts';
import type { Script } from './conversations/script.ts';
import { supportScripts } from './conversations/support.ts';
import { travelScripts } from './conversations/travel.ts';
import { storeDetails } from './store-details.ts';
import { storePlan } from './store-plan.ts';
import { planDemo } from './plan.ts';
import type { DemoAttendant, PlanInput } from './plan.ts';

type DemoSize = Pick<PlanInput, 'seed' | 'customers' | 'finishedTickets' | 'open'> & {
  /** The scripts of each number, by the provider's `phone_number_id`. */
  scripts: Readonly<Record<string, readonly Script[]>>;
};

/** The size of each demo tenant, by URL name. */
const SIZES: Readonly<Record<string, DemoSize>> = {
  aurora: {
    seed: 2_026,
    customers: 300,
    finishedTickets: 420,
    open: { queued: 14, waiting: 18, answered: 22, offered: 3, closing: 4 },
    scripts: { '100000000000001': salesScripts, '100000000000002': supportScripts },
  },
  brisa: {
    seed: 77,
    customers: 60,
    finishedTickets: 70,
    open: { queued: 4, waiting: 5, answered: 6, offered: 1, closing: 1 },
    scripts: { '200000000000001': travelScripts },
  },
};

/** The tables with most of the rows. */
export const SEEDED_TABLES = [
  'customer',
  'chat_ticket',
  'message',
  'ticket_transfer',
  'conversation_event',
  'customer_tag',
  'customer_value',
  'customer_word',
  'consent',
] as const;

/**
 * Fills the demo's tenants with customers and conversations up to `now`, deterministically. Skips tenants that have a
 * customer. Returns the URL names it filled.
 */
export async function seedDemo(db: Database, now: Date): Promise<string[]> {
  const tenants = await withPlatform(db, (tx) =>
    tx.selectFrom('tenant').select(['id', 'slug']).where('slug', 'in', Object.keys(SIZES)).orderBy('id').execute(),
  );
  const filled: string[] = [];
  for (const { id, slug } of tenants) {
    const size = SIZES[slug];
    if (size !== undefined && (await withTenant(db, id, (tx) => fillTenant(tx, { id, slug }, size, now))))
      filled.push(slug);
  }
  return filled;
}

/** Whether it was empty. Nodes that start together wait for each other here. */
async function fillTenant(
  tx: Tx,
  { id: tenantId, slug }: { id: Id; slug: string },
  size: DemoSize,
  now: Date,
): Promise<boolean> {
  const tenant = await tx
    .selectFrom('tenant')
    .select('timezone')
    .where('id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const customer = await tx
    .selectFrom('customer')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .limit(1)
    .executeTakeFirst();
  if (customer !== undefined) return false;
  const instances = await tx
    .selectFrom('instance')
    .select(['id', 'phone_number_id'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute();
  const { rows: attendants } = await sql<DemoAttendant>`
    select u.id, u.name, array(select served.instance_id::text from user_instance served
      where served.tenant_id = u.tenant_id and served.user_id = u.id order by served.instance_id) as "instanceIds"
    from app_user u where u.tenant_id = ${tenantId} order by u.id`.execute(tx);
  const plan = planDemo({
    seed: size.seed,
    now,
    customers: size.customers,
    finishedTickets: size.finishedTickets,
    open: size.open,
    attendants,
    instances: instances.flatMap(({ id, phone_number_id: number }) => {
      const scripts = number === null ? undefined : size.scripts[number];
      return scripts === undefined ? [] : [{ id, scripts }];
    }),
  });
  const company = DEMO_COMPANIES[slug];
  const ids = await storePlan(tx, tenantId, tenant.timezone, plan, company?.handovers ?? []);
  // A seed of its own: the conversations stay as they are.
  if (company !== undefined) await storeDetails(tx, tenantId, company, plan, ids, size.seed + 1);
  return true;
}
