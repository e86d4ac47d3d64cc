import { sql } from 'kysely';
import type { TermsVersion } from '../../../contract/rest/terms-of-use.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { parsePage } from '../paging.ts';
import { requireAdmin, requireBackoffice } from '../permissions.ts';
import { likePattern } from '../text.ts';
import { wireTime } from '../views/json.ts';

type Acceptance = { id: string; name: string; email: string; accepted_at: string | null; address: string | null };

/** The company's users and when they accepted the current terms, those who haven't first. For its administrators. */
export function listAcceptances(
  services: Services,
  actor: Actor,
  query: { pagination_page: number; pagination_limit: number; search: string },
): Promise<{ total_items: number; accepted_items: number; items: Acceptance[] }> {
  requireAdmin(actor);
  const { limit, offset } = parsePage(query);
  const pattern = likePattern(query.search.trim());
  const source = sql`
    from app_user u left join terms_acceptance given on given.tenant_id = u.tenant_id and given.user_id = u.id
      and given.version_id = (select max(id) from terms_version)
    where u.tenant_id = ${actor.tenantId} and u.deleted_at is null and u.support_user_id is null
      and exists (select from terms_version) and (u.name ilike ${pattern} or u.email ilike ${pattern})`;
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const counted = await sql<{ total: number; accepted: number }>`
      select count(*)::int as total, count(given.accepted_at)::int as accepted ${source}`.execute(tx);
    const { rows } = await sql<Acceptance>`
      select u.id::text as id, u.name, u.email, ${sql.raw(wireTime('given.accepted_at'))} as accepted_at, given.address
      ${source} order by given.accepted_at desc nulls first, lower(u.name), u.id
      limit ${limit} offset ${offset}`.execute(tx);
    const [count] = counted.rows;
    return { total_items: count?.total ?? 0, accepted_items: count?.accepted ?? 0, items: rows };
  });
}

/** Every version with its number of acceptances in all companies, newest first. For the back-office. */
export async function listVersions(
  services: Services,
  actor: Actor,
): Promise<(TermsVersion & { acceptances: number })[]> {
  requireBackoffice(actor);
  return withPlatform(services.db, async (tx) => {
    const { rows } = await sql<TermsVersion & { acceptances: number }>`
      select v.id::text as id, v.title, ${sql.raw(wireTime('v.published_at'))} as published_at, v.published_by,
        (select count(*)::int from terms_acceptance given where given.version_id = v.id) as acceptances
      from terms_version v order by v.id desc`.execute(tx);
    return rows;
  });
}
