import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { LiveReport, ReportLiveVariables } from '../../../contract/graphql/report-live.ts';
import type { LiveNumbers } from '../../../contract/reports/numbers.ts';
import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { onlineSql } from '../presence-sql.ts';
import { namesOf } from './groups.ts';
import { OPENED } from './numbers.ts';
import { isChosen, keyOf, onSnapshot, parseChosen, requireChosen } from './scope.ts';
import type { Chosen, RawKey } from './scope.ts';
import { LIVE } from './ticket-sets.ts';

/** What open tickets can be grouped by. */
const LIVE_GROUPINGS = ['department', 'user', 'instance'] as const;
type LiveGrouping = (typeof LIVE_GROUPINGS)[number];

const querySchema = z.object({ group_by: z.nullish(z.enum(LIVE_GROUPINGS)) });

const NO_LIVE_NUMBERS: LiveNumbers = { open: 0, waiting: 0, unanswered: 0, longest_waiting_since: null };

/** The numbers of this moment, in total and by group. Refuses unknown groupings, and unknown ids as not found. */
export async function liveNumbers(
  services: Services,
  actor: Actor,
  variables: ReportLiveVariables,
): Promise<LiveReport> {
  requirePermission(actor, 'dashboard-analytics', 'dashboard-control-panel');
  const grouping = parseInput(querySchema, variables).group_by ?? 'instance';
  const chosen = parseChosen(variables);
  const { tenantId } = actor;
  return onSnapshot(services, actor, async (tx) => {
    await requireChosen(tx, tenantId, chosen);
    const [all, groups, named, online] = await Promise.all([
      openBy(tx, { tenantId, ...chosen }, null),
      openBy(tx, { tenantId, ...chosen }, grouping),
      namesOf(tx, { tenantId, ...chosen }, grouping),
      onlineUsers(tx, { tenantId, ...chosen }),
    ]);
    const names = new Map(named?.map(({ key, name }) => [key, name]));
    return {
      at: services.now().toISOString(),
      online_users: online,
      numbers: all[0]?.numbers ?? NO_LIVE_NUMBERS,
      items: groups.map(({ key, numbers }) => ({ key, name: names.get(key) ?? null, numbers })),
    };
  });
}

async function openBy(
  tx: Tx,
  scope: Chosen & { tenantId: string },
  grouping: LiveGrouping | null,
): Promise<{ key: string; numbers: LiveNumbers }[]> {
  // No period, so no calendar is needed.
  const { join, key } = keyOf(grouping, OPENED, { ...scope, timezone: 'UTC' });
  const { rows } = await sql<OpenRow>`
    select ${key} as key, count(*)::int as open,
      count(*) filter (where ${LIVE.waiting.which})::int as waiting,
      count(*) filter (where ${LIVE.unanswered.which})::int as unanswered,
      min(t.waiting_since) filter (where ${LIVE.unanswered.which}) as since
    from chat_ticket t ${join}
    where t.tenant_id = ${scope.tenantId} and t.finished_at is null and ${isChosen(scope, OPENED, scope.tenantId)}
    group by 1 order by 2 desc, 1`.execute(tx);
  return rows.map(({ key: raw, since, ...counts }) => ({
    key: String(raw ?? ''),
    numbers: { ...counts, longest_waiting_since: since?.toISOString() ?? null },
  }));
}

type OpenRow = { key: RawKey; open: number; waiting: number; unanswered: number; since: Date | null };

async function onlineUsers(tx: Tx, scope: Chosen & { tenantId: string }): Promise<number> {
  const { tenantId, userIds, departmentIds, instanceIds } = scope;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app_user u
    where u.tenant_id = ${tenantId} and u.deleted_at is null and ${sql.raw(onlineSql('u'))}
      and (${userIds}::bigint[] is null or u.id = any(${userIds}::bigint[]))
      and (${departmentIds}::bigint[] is null or u.department_id = any(${departmentIds}::bigint[]))
      and (${instanceIds}::bigint[] is null or exists (select from user_instance served
        where served.tenant_id = u.tenant_id and served.user_id = u.id
          and served.instance_id = any(${instanceIds}::bigint[])))`.execute(tx);
  return rows[0]?.count ?? 0;
}
