import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Connection, ConnectionPage, PaginatedConnectionsBody } from '../../../contract/rest/connections.ts';
import { withPlatform } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { likePattern } from '../text.ts';
import { wireTime } from '../views/json.ts';

const SORTS: Readonly<Record<PaginatedConnectionsBody['sort_name'], RawBuilder<unknown>>> = {
  tenant: sql`lower(t.name)`,
  name: sql`lower(i.name)`,
  state: sql`i.state`,
  last_seen_at: sql`i.last_seen_at`,
  reconnects: sql`i.reconnects`,
};

const VIEW = sql.raw<Connection>(`json_build_object(
  'id', i.id::text, 'name', i.name, 'tenant', json_build_object('name', t.name, 'tenantName', t.slug),
  'phone_number', i.phone_number, 'activated', i.activated, 'isOfficial', i.is_official,
  'state', i.state, 'state_key', i.state_key, 'state_at', ${wireTime('i.state_at')},
  'last_seen_at', ${wireTime('i.last_seen_at')}, 'reconnects', i.reconnects)`);

/** A page of the connections of all active companies; needs the permission to see connections. */
export function paginatedConnections(
  services: Services,
  actor: Actor,
  query: PaginatedConnectionsBody,
): Promise<ConnectionPage> {
  requirePermission(actor, 'wabox-connections');
  const conditions = [sql`t.deleted_at is null`];
  const input = (text: string | null | undefined): string => text?.trim() ?? '';
  if (input(query.tenantName) !== '') conditions.push(sql`t.slug = ${input(query.tenantName)}`);
  if (input(query.email) !== '') {
    conditions.push(sql`exists (select from app_user u where u.tenant_id = t.id and u.deleted_at is null
      and u.email = ${input(query.email).toLowerCase()})`);
  }
  if (query.state !== undefined && query.state !== null) conditions.push(sql`i.state = ${query.state}`);
  if (input(query.search) !== '') {
    const pattern = likePattern(input(query.search));
    conditions.push(sql`(i.name ilike ${pattern} or t.name ilike ${pattern} or i.phone_number ilike ${pattern})`);
  }
  const direction = query.sort_type === 'ASC' ? sql`asc` : sql`desc`;
  const limit = query.pagination_limit;
  const source = sql`from instance i join tenant t on t.id = i.tenant_id where ${sql.join(conditions, sql` and `)}`;
  return withPlatform(services.db, async (tx) => {
    const { rows: counted } = await sql<{ total: string }>`select count(*) as total ${source}`.execute(tx);
    const total = Number(counted[0]?.total ?? 0);
    const { rows } = await sql<{ view: Connection }>`
      select ${VIEW} as view ${source}
      order by ${SORTS[query.sort_name]} ${direction} nulls last, i.id
      limit ${limit} offset ${(query.pagination_page - 1) * limit}`.execute(tx);
    return { total_pages: Math.ceil(total / limit), total_items: total, items: rows.map(({ view }) => view) };
  });
}
