import { sql } from 'kysely';
import { referencesOf } from '../../../contract/audit-words.ts';
import type { AuditEntry } from '../../../contract/entities/audit-entry.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';

/** An entry as it is kept, before what it speaks of is named. */
export type KeptEntry = Omit<AuditEntry, 'names'>;

/** What each kind is called. The deleted have a name as long as their row is there. */
const SOURCES = {
  user: sql`select 'user' as kind, id, name from app_user`,
  role: sql`select 'role' as kind, id, display_name as name from role`,
  department: sql`select 'department' as kind, id, name from department`,
  instance: sql`select 'instance' as kind, id, name from instance`,
  ticket: sql`select 'ticket' as kind, id, protocol as name from chat_ticket`,
  customer: sql`select 'customer' as kind, id, name from customer`,
  invitation: sql`select 'invitation' as kind, id, email as name from invitation`,
} as const;

/** Names what the entries of a tenant speak of: its own people and things, and companies by their address. */
export async function namedEntries(
  services: Services,
  tenantId: Id,
  entries: readonly KeptEntry[],
): Promise<AuditEntry[]> {
  const references = entries.map((entry) => [...referencesOf(entry)]);
  const wanted = new Set(references.flat());
  const names = new Map([
    ...(await namesWithin(services, tenantId, wanted)),
    ...(await namesOfCompanies(services, wanted)),
  ]);
  return entries.map((entry, index) => ({
    ...entry,
    names: (references[index] ?? []).flatMap((of) => {
      const name = names.get(of);
      return name === undefined ? [] : [{ of, name }];
    }),
  }));
}

async function namesWithin(
  services: Services,
  tenantId: Id,
  wanted: ReadonlySet<string>,
): Promise<readonly (readonly [string, string])[]> {
  const queries = Object.entries(SOURCES).flatMap(([kind, source]) => {
    const ids = idsOf(wanted, kind);
    return ids.length === 0 ? [] : [sql`${source} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`];
  });
  if (queries.length === 0) return [];
  const { rows } = await withTenant(services.db, tenantId, (tx) =>
    sql<{ kind: string; id: string; name: string }>`
      select kind, id::text as id, name from (${sql.join(queries, sql` union all `)}) found`.execute(tx),
  );
  return rows.map(({ kind, id, name }) => [`${kind}:${id}`, name]);
}

/** A company by its id is what the deed was done to; by its address, where somebody came from or went. */
async function namesOfCompanies(
  services: Services,
  wanted: ReadonlySet<string>,
): Promise<readonly (readonly [string, string])[]> {
  const [ids, slugs] = [idsOf(wanted, 'tenant'), idsOf(wanted, 'company')];
  if (ids.length + slugs.length === 0) return [];
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<{ id: string; slug: string; name: string }>`
      select id::text as id, slug, name from tenant
      where id = any(${ids}::bigint[]) or slug = any(${slugs}::text[])`.execute(tx),
  );
  return rows.flatMap(({ id, slug, name }) => [[`tenant:${id}`, name] as const, [`company:${slug}`, name] as const]);
}

function idsOf(wanted: ReadonlySet<string>, kind: string): string[] {
  return [...wanted].filter((of) => of.startsWith(`${kind}:`)).map((of) => of.slice(kind.length + 1));
}
