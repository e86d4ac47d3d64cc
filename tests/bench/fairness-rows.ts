import { sql } from 'kysely';
import { withTenant } from '../../server/db/database.ts';
import type { Database } from '../../server/db/database.ts';
import type { Company, Size } from './load-companies.ts';

/** Two companies with thousands of conversations each. */
export const FAIRNESS_SIZE: Size = {
  companies: 2,
  users: 30,
  busy: 9,
  customersOfBusy: 300,
  customersOfOthers: 20,
  messagesOfEach: 3,
};

/** Conversations with long texts, and how many and how long they are. */
const LONG_CONVERSATIONS = 10;
const LONG_MESSAGES = 250;
const LONG_TEXT = 4_096;
const AUDIT_ENTRIES = 20_000;

/** Adds long conversations, an audit and everything that an administrator may ask for; answers the customers of the first attendant. */
export async function addHeavyRows(db: Database, companies: readonly Company[]): Promise<string[][]> {
  const customers: string[][] = [];
  for (const { tenantId, people } of companies) customers.push(await addTo(db, tenantId, people[1]?.userId ?? ''));
  await sql`analyze`.execute(db.kysely);
  return customers;
}

function addTo(db: Database, tenantId: string, owner: string): Promise<string[]> {
  return withTenant(db, tenantId, async (tx) => {
    await sql`
      insert into role_permission (tenant_id, role_id, route_name)
      select tenant_id, id, route from role cross join unnest(array['users', 'access', 'dashboard-report',
        'dashboard-analytics', 'dashboard-control-panel', 'dashboard-produtivity-report']) route
      where name = 'administrador'`.execute(tx);
    const { rows } = await sql<{ id: string; customer_id: string }>`
      select id, customer_id from chat_ticket where tenant_id = ${tenantId} and user_id = ${owner}
      order by id limit ${LONG_CONVERSATIONS}`.execute(tx);
    await sql`
      insert into message (tenant_id, ticket_id, customer_id, instance_id, type, user_id, sent_at, created_at, body,
        tag_type, ack)
      select t.tenant_id, t.id, t.customer_id, t.instance_id, n % 2, case when n % 2 = 0 then t.user_id end,
        now(), now(), repeat(md5(n::text), ${LONG_TEXT / 32}::int), 'text', 3
      from chat_ticket t cross join generate_series(1, ${LONG_MESSAGES}::int) n
      where t.tenant_id = ${tenantId} and t.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
    await sql`
      insert into audit (tenant_id, user_id, action, subject, details)
      select ${tenantId}::bigint, ${owner}::bigint, 'login', 'user:' || n, jsonb_build_object('note', md5(n::text))
      from generate_series(1, ${AUDIT_ENTRIES}::int) n`.execute(tx);
    return rows.map((row) => row.customer_id);
  });
}
