import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AuditEntry } from '../../../contract/entities/audit-entry.ts';
import type { LoginHistoryPage, LoginHistoryVariables } from '../../../contract/graphql/login-history.ts';
import type { AuditPage, PaginatedAuditVariables } from '../../../contract/graphql/paginated-audit.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditDeed } from '../audit-across.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseOptionalId } from '../ids.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { wallClockOf } from '../wall-clock.ts';
import { namedEntries } from './audit-names.ts';
import { isFound } from './audit-search.ts';

/** What of the audit is asked for. */
export type AuditFilter = Pick<PaginatedAuditVariables, 'user_id' | 'action' | 'from' | 'to' | 'search'>;

const MOMENT = sql.raw(`to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const SOURCE = sql.raw(`audit a left join app_user u on u.tenant_id = a.tenant_id and u.id = a.user_id`);
const VIEW = sql<AuditEntry>`json_build_object('id', a.id::text, 'at', ${MOMENT},
  'user', case when u.id is not null then json_build_object('id', u.id::text, 'name', u.name, 'email', u.email) end,
  'action', a.action, 'subject', a.subject, 'details', a.details::text, 'address', a.address,
  'request_id', a.request_id, 'names', a.names)`;

function conditionOf(tenantId: Id, asked: AuditFilter): RawBuilder<unknown> {
  const conditions = [sql`a.tenant_id = ${tenantId}`];
  const userId = parseOptionalId(asked.user_id);
  if (userId !== null) conditions.push(sql`a.user_id = ${userId}`);
  const actions = storableText(asked.action ?? '')
    .split(',')
    .flatMap((action) => action.trim() || []);
  if (actions.length > 0) conditions.push(sql`(${sql.join(actions.map(isOfAction), sql` or `)})`);
  const [from, to] = [momentOf(asked.from, 'from'), momentOf(asked.to, 'to')];
  if (from !== null) conditions.push(sql`a.at >= ${from}`);
  if (to !== null) conditions.push(sql`a.at < ${to}`);
  const search = asked.search?.trim() ?? '';
  if (search !== '') conditions.push(isFound(search));
  return sql.join(conditions, sql` and `);
}

/** One that ends with a dot is the beginning of several. */
function isOfAction(action: string): RawBuilder<unknown> {
  return action.endsWith('.') ? sql`starts_with(a.action, ${action})` : sql`a.action = ${action}`;
}

function momentOf(given: string | null | undefined, input: string): Date | null {
  if (given === null || given === undefined || given === '') return null;
  const moment = new Date(given);
  // Beyond these PostgreSQL has no such time.
  if (!/^\d{4}-\d\d-\d\d/.test(given) || Number.isNaN(moment.getTime())) {
    throw invalid('error.invalid', { [input]: 'error.invalid' });
  }
  return moment;
}

/** A page of the tenant's audit, newest first; for who may see who did what. */
export async function paginatedAudit(
  services: Services,
  actor: Actor,
  asked: PaginatedAuditVariables,
): Promise<AuditPage> {
  requirePermission(actor, 'access');
  const { limit, offset } = parsePage(asked);
  const condition = conditionOf(actor.tenantId, asked);
  const { total, entries } = await withTenant(services.db, actor.tenantId, async (tx) => {
    const counted = await sql<{ total: number }>`
      select count(*)::integer as total from ${SOURCE} where ${condition}`.execute(tx);
    const { rows } = await sql<{ view: AuditEntry }>`
      select ${VIEW} as view from ${SOURCE} where ${condition}
      order by a.at desc, a.id desc limit ${limit} offset ${offset}`.execute(tx);
    return { total: counted.rows[0]?.total ?? 0, entries: rows.map(({ view }) => view) };
  });
  const items = await namedEntries(services, actor.tenantId, entries);
  return { total_pages: Math.ceil(total / limit), total_items: total, items };
}

/** Entries that are read at a time. */
const EXPORT_PART = 1_000;

/** Entries of a sheet: `wall` writes a moment of the wire as the company's wall clock shows it, which is of `timezone`. */
export type AuditRows = {
  parts: AsyncIterable<readonly AuditEntry[]>;
  timezone: string;
  wall: (at: string) => string;
};

/**
 * The tenant's audit newest first, a part at a time, however long it is; for who may see who did what.
 * That it was taken away is an entry itself. Refuses before the first part is read.
 */
export async function exportAudit(services: Services, actor: Actor, asked: AuditFilter): Promise<AuditRows> {
  requirePermission(actor, 'access');
  const condition = conditionOf(actor.tenantId, asked);
  const { timezone } = await withTenant(services.db, actor.tenantId, async (tx) => {
    await auditDeed(tx, actor, { action: 'audit.export', details: { ...asked } });
    return tx.selectFrom('tenant').select('timezone').where('id', '=', actor.tenantId).executeTakeFirstOrThrow();
  });
  return { parts: partsOf(services, actor.tenantId, condition), timezone, wall: wallClockOf(timezone) };
}

async function* partsOf(
  services: Services,
  tenantId: Id,
  condition: RawBuilder<unknown>,
): AsyncIterable<readonly AuditEntry[]> {
  // As the database writes it: a Date would cut the microseconds off, and entries with them.
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
    if (entries.length > 0) yield await namedEntries(services, tenantId, entries);
    last = rows.at(-1);
    isMore = rows.length === EXPORT_PART;
  }
}

/** What one's own coming and going, and all that guards it, is written down as; a dot at the end stands for all that begin so. */
const LOGIN_ACTIONS = ['login', 'login.', 'logout', 'session.', 'password.', 'twoFactor.', 'user.password'] as const;
/** What others did to one's own login. */
const LOGIN_DEEDS = ['twoFactor.takenAway'] as const;

/** A page of the actor's own logins, failed ones too, newest first. */
export async function loginHistory(
  services: Services,
  actor: Actor,
  asked: LoginHistoryVariables,
): Promise<LoginHistoryPage> {
  const { limit, offset } = parsePage(asked);
  const own = sql.join(LOGIN_ACTIONS.map(isOfAction), sql` or `);
  const condition = sql`a.tenant_id = ${actor.tenantId} and (
    (a.user_id = ${actor.userId} and (${own}) and not a.action = any(${[...LOGIN_DEEDS]}::text[]))
    or (a.subject = ${`user:${actor.userId}`} and a.action = any(${[...LOGIN_DEEDS]}::text[])))`;
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
