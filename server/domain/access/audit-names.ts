import { sql } from 'kysely';
import * as z from 'zod/mini';
import { referencesOf } from '../../../contract/facts/audit-words.ts';
import type { AuditEntry, AuditName } from '../../../contract/entities/audit-entry.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';

/** Where the name of each kind is found. Deleted things have a name while their row exists. */
const SOURCES = {
  user: sql`select 'user' as kind, id, name from app_user`,
  role: sql`select 'role' as kind, id, display_name as name from role`,
  department: sql`select 'department' as kind, id, name from
    (select tenant_id, id, name from department union all select tenant_id, id, name from past_department) known`,
  instance: sql`select 'instance' as kind, id, name from instance`,
  ticket: sql`select 'ticket' as kind, id, protocol as name from chat_ticket`,
  transfer: sql`select 'transfer' as kind, id, protocol as name from (select x.tenant_id, x.id, t.protocol
    from ticket_transfer x join chat_ticket t on t.tenant_id = x.tenant_id and t.id = x.ticket_id) of_ticket`,
  customer: sql`select 'customer' as kind, id, name from customer`,
  tag: sql`select 'tag' as kind, id, name from tag`,
  outcome: sql`select 'outcome' as kind, id, name from outcome`,
  audience: sql`select 'audience' as kind, id, name from audience`,
  customer_group: sql`select 'customer_group' as kind, id, name from customer_group`,
  customer_field: sql`select 'customer_field' as kind, id, name from customer_field`,
  flow: sql`select 'flow' as kind, id, name from flow`,
  rule: sql`select 'rule' as kind, id, name from rule`,
  campaign: sql`select 'campaign' as kind, id, name from campaign`,
  import: sql`select 'import' as kind, id, name from customer_import`,
  quick_reply: sql`select 'quick_reply' as kind, id, shortcut as name from quick_reply`,
  invitation: sql`select 'invitation' as kind, id, email as name from invitation`,
} as const;

const detailsSchema = z.record(z.string(), z.unknown());
const supportedSchema = z.object({ acting_for: z.object({ tenant: z.string() }) });

function detailsOf({ details }: AuditEntry): Readonly<Record<string, unknown>> {
  const parsed = detailsSchema.safeParse(JSON.parse(details));
  return parsed.success ? parsed.data : {};
}

/** Adds the missing names to a tenant's entries: its own users and things, and companies by URL name. */
export async function withNames(
  services: Services,
  tenantId: Id,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const all = entries.map(detailsOf);
  const nameless = entries.map((entry, index) => {
    // Logout details come from the client, so an id in them proves nothing.
    const details = JSON.stringify({ ...all[index], data: null });
    return [...referencesOf({ ...entry, details })].filter((of) => !isNamed(entry, of));
  });
  const wanted = new Set(nameless.flat());
  if (wanted.size === 0) return [...entries];
  const within = await withTenant(services.db, tenantId, (tx) => namesWithin(tx, tenantId, wanted));
  const supporting = all.flatMap((details) => supportedSchema.safeParse(details).data?.acting_for.tenant ?? []);
  const names = [...within, ...(await namesOfCompanies(services, tenantId, wanted, supporting))];
  return entries.map((entry, index) => {
    const found = names.filter(({ of }) => nameless[index]?.includes(of));
    return found.length === 0 ? entry : { ...entry, names: [...entry.names, ...found] };
  });
}

function isNamed({ names }: AuditEntry, of: string): boolean {
  return names.some((name) => name.of === of);
}

/** Names of a tenant's own things, in its transaction; unknown ones are left out. */
export async function namesWithin(tx: Tx, tenantId: Id, wanted: ReadonlySet<string>): Promise<AuditName[]> {
  const queries = Object.entries(SOURCES).flatMap(([kind, source]) => {
    const ids = idsOf(wanted, kind);
    return ids.length === 0 ? [] : [sql`${source} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`];
  });
  if (queries.length === 0) return [];
  const { rows } = await sql<AuditName>`
    select kind || ':' || id as of, name from (${sql.join(queries, sql` union all `)}) found`.execute(tx);
  return rows;
}

/**
 * Names of companies: by id for the subject, by URL name for where a support user came from or went. A company learns
 * only its own name and those in `supporting`; the back-office any.
 */
async function namesOfCompanies(
  services: Services,
  tenantId: Id,
  wanted: ReadonlySet<string>,
  supporting: readonly string[],
): Promise<AuditName[]> {
  const [ids, slugs] = [idsOf(wanted, 'tenant'), idsOf(wanted, 'company')];
  if (ids.length + slugs.length === 0) return [];
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<{ id: string; slug: string; name: string }>`
      select id::text as id, slug, name from tenant
      where (id = any(${ids}::bigint[]) or slug = any(${slugs}::text[]))
        and (id = ${tenantId} or slug = any(${supporting}::text[])
          or exists (select from tenant own where own.id = ${tenantId} and own.is_backoffice))`.execute(tx),
  );
  return rows.flatMap(({ id, slug, name }) => [
    { of: `tenant:${id}`, name },
    { of: `company:${slug}`, name },
  ]);
}

function idsOf(wanted: ReadonlySet<string>, kind: string): string[] {
  return [...wanted].filter((of) => of.startsWith(`${kind}:`)).map((of) => of.slice(kind.length + 1));
}
