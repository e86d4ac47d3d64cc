import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AuditEntry } from '../../../contract/entities/audit-entry.ts';
import type { LoginHistoryPage, LoginHistoryVariables } from '../../../contract/graphql/login-history.ts';
import type { AuditPage, PaginatedAuditVariables } from '../../../contract/graphql/paginated-audit.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseOptionalId } from '../ids.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { localTimeFormat } from '../local-time.ts';
import { withNames } from './audit-names.ts';
import { matchesSearch } from './audit-search.ts';

/** Filters of the audit list. */
export type AuditFilter = Pick<PaginatedAuditVariables, 'user_id' | 'action' | 'from' | 'to' | 'search'>;

const MOMENT = sql.raw(`to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const SOURCE = sql.raw(`audit a left join app_user u on u.tenant_id = a.tenant_id and u.id = a.user_id`);
const VIEW = sql<AuditEntry>`json_build_object('id', a.id::text, 'at', ${MOMENT},
  'user', case when u.id is not null then json_build_object('id', u.id::text, 'name', u.name, 'email', u.email) end,
  'action', a.action, 'subject', a.subject, 'details', a.details::text, 'address', a.address,
  'request_id', a.request_id, 'names', a.names)`;

function conditionOf(tenantId: Id, query: AuditFilter): RawBuilder<unknown> {
  const conditions = [sql`a.tenant_id = ${tenantId}`];
  const userId = parseOptionalId(query.user_id);
  if (userId !== null) conditions.push(sql`a.user_id = ${userId}`);
  const actions = storableText(query.action ?? '')
    .split(',')
    .flatMap((action) => action.trim() || []);
  if (actions.length > 0) conditions.push(sql`(${sql.join(actions.map(matchesAction), sql` or `)})`);
  const [from, to] = [momentOf(query.from, 'from'), momentOf(query.to, 'to')];
  if (from !== null) conditions.push(sql`a.at >= ${from}`);
  if (to !== null) conditions.push(sql`a.at < ${to}`);
  const search = query.search?.trim() ?? '';
  if (search !== '') conditions.push(matchesSearch(search));
  return sql.join(conditions, sql` and `);
}

/** An action that ends with a dot matches by prefix. */
function matchesAction(action: string): RawBuilder<unknown> {
  return action.endsWith('.') ? sql`starts_with(a.action, ${action})` : sql`a.action = ${action}`;
}

function momentOf(value: string | null | undefined, input: string): Date | null {
  if (value === null || value === undefined || value === '') return null;
  const moment = new Date(value);
  // PostgreSQL has no timestamps beyond these.
  if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(moment.getTime())) {
    throw invalid('error.invalid', { [input]: 'error.invalid' });
  }
  return moment;
}

/** A page of the tenant's audit, newest first; needs the permission to see it. */
export async function paginatedAudit(
  services: Services,
  actor: Actor,
  query: PaginatedAuditVariables,
): Promise<AuditPage> {
  requirePermission(actor, 'access');
  const { limit, offset } = parsePage(query);
  const condition = conditionOf(actor.tenantId, query);
  const { total, entries } = await withTenant(services.db, actor.tenantId, async (tx) => {
    const counted = await sql<{ total: number }>`
      select count(*)::integer as total from ${SOURCE} where ${condition}`.execute(tx);
    const { rows } = await sql<{ view: AuditEntry }>`
      select ${VIEW} as view from ${SOURCE} where ${condition}
      order by a.at desc, a.id desc limit ${limit} offset ${offset}`.execute(tx);
    return { total: counted.rows[0]?.total ?? 0, entries: rows.map(({ view }) => view) };
  });
  const items = await withNames(services, actor.tenantId, entries);
  return { total_pages: Math.ceil(total / limit), total_items: total, items };
}

/** Entries per batch. */
const EXPORT_PART = 1_000;

/** Rows of the sheet; `wall` formats a wire timestamp in the company's `timezone`. */
export type AuditRows = {
  parts: AsyncIterable<readonly AuditEntry[]>;
  timezone: string;
  wall: (at: string) => string;
};

/**
 * The tenant's audit, newest first, in batches; needs the permission to see it. The export itself is audited. Refuses
 * before the first batch is read.
 */
export async function exportAudit(services: Services, actor: Actor, query: AuditFilter): Promise<AuditRows> {
  requirePermission(actor, 'access');
  const condition = conditionOf(actor.tenantId, query);
  const { timezone } = await withTenant(services.db, actor.tenantId, async (tx) => {
    await auditAction(tx, actor, { action: 'audit.export', details: { ...query } });
    return tx.selectFrom('tenant').select('timezone').where('id', '=', actor.tenantId).executeTakeFirstOrThrow();
  });
  return { parts: partsOf(services, actor.tenantId, condition), timezone, wall: localTimeFormat(timezone) };
}

async function* partsOf(
  services: Services,
  tenantId: Id,
  condition: RawBuilder<unknown>,
): AsyncIterable<readonly AuditEntry[]> {
  // As text: a Date would drop the microseconds, and skip entries.
  let last: { at: string; id: Id } | undefined;
  let isMore = true;
  while (isMore) {
    const before = last === undefined ? sql`true` : sql`(a.at, a.id) < (${last.at}::timestamptz, ${last.id}::bigint)`;
    const { rows } = await withTenant(services.db, tenantId, (tx) =>
      sql<{ view: AuditEntry; at: string; id: Id }>`
        select ${VIEW} as view, a.at::text as at, a.id::text as id from ${SOURCE} where ${condition} and ${before}
        order by a.at desc, a.id desc limit ${EXPORT_PART}`.execute(tx),
    );
    const entries = rows.map(({ view }) => view);
    if (entries.length > 0) yield await withNames(services, tenantId, entries);
    last = rows.at(-1);
    isMore = rows.length === EXPORT_PART;
  }
}

/** Actions about one's own login and its protection; a trailing dot matches by prefix. */
const LOGIN_ACTIONS = ['login', 'login.', 'logout', 'session.', 'password.', 'twoFactor.', 'user.password'] as const;
/** Actions of others on one's own login. */
const LOGIN_ACTIONS_BY_OTHERS = ['twoFactor.takenAway'] as const;

/** A page of the actor's own logins, including failed ones, newest first. */
export async function loginHistory(
  services: Services,
  actor: Actor,
  query: LoginHistoryVariables,
): Promise<LoginHistoryPage> {
  const { limit, offset } = parsePage(query);
  const own = sql.join(LOGIN_ACTIONS.map(matchesAction), sql` or `);
  const condition = sql`a.tenant_id = ${actor.tenantId} and (
    (a.user_id = ${actor.userId} and (${own}) and not a.action = any(${[...LOGIN_ACTIONS_BY_OTHERS]}::text[]))
    or (a.subject = ${`user:${actor.userId}`} and a.action = any(${[...LOGIN_ACTIONS_BY_OTHERS]}::text[])))`;
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const counted = await sql<{ total: number }>`
      select count(*)::integer as total from audit a where ${condition}`.execute(tx);
    const { rows } = await sql<LoginHistoryPage['items'][number]>`
      select a.id::text as id, ${MOMENT} as at, a.action, a.address, a.details ->> 'user_agent' as user_agent
      from audit a where ${condition} order by a.at desc, a.id desc limit ${limit} offset ${offset}`.execute(tx);
    const total = counted.rows[0]?.total ?? 0;
    return { total_pages: Math.ceil(total / limit), total_items: total, items: rows };
  });
}
