import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import { FLOW_STARTS_COUNTED_DAYS } from '../../../../contract/facts/flow-starts.ts';
import type { ActiveFlow } from '../../../../contract/entities/flow-start.ts';
import { withTenant } from '../../../db/database.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import type { Actor, Services } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { requirePermission } from '../../permissions.ts';
import { wireTime } from '../../views/json.ts';

/** Who says how active flows start, and for whom. */
export const requireStarting = (actor: Actor): void => requirePermission(actor, 'active-chat-flow');

/** Launches that are shown of a flow. */
const LAUNCHES_SHOWN = 30;

/** SQL: `FlowStartCounts` of the starts of flow `f` whose tally `y` meets a condition. */
function counts(tenantId: Id, are: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('waiting', coalesce(sum(n) filter (where status = 'waiting'), 0)::integer,
      'started', coalesce(sum(n) filter (where status = 'started'), 0)::integer,
      'skipped', coalesce(sum(n) filter (where status = 'skipped'), 0)::integer,
      'reasons', coalesce(json_agg(json_build_object('reason', reason, 'count', n) order by n desc, reason)
        filter (where status = 'skipped'), '[]'::json))
    from (select y.status, y.reason, sum(y.count)::integer as n from flow_start_tally y
      where y.tenant_id = ${tenantId} and y.flow_id = f.id and ${are}
      group by y.status, y.reason having sum(y.count) > 0) counted)`;
}

function views(tenantId: Id, now: Date, which: RawBuilder<unknown>): RawBuilder<ActiveFlow> {
  const since = new Date(now.getTime() - FLOW_STARTS_COUNTED_DAYS * DAY_MS);
  return sql<ActiveFlow>`
    select f.id::text as id, f.name, f.is_active, f.is_archived, f.bot_name, f.published_number as number, f.has_draft,
      (select count(*)::integer from flow_run r
        where r.tenant_id = f.tenant_id and r.flow_id = f.id and r.status = 'running') as running,
      coalesce(case when f.published_number is null then f.draft->>'channel' else (select v.flow->>'channel' from flow_version v
        where v.tenant_id = f.tenant_id and v.flow_id = f.id and v.number = f.published_number) end, 'whatsapp') as channel,
      f.instance_ids::text[] as instance_ids, f.starts_from, f.starts_to, f.requires_consent, f.key_hint,
      ${counts(tenantId, sql`y.day > (${since}::timestamptz at time zone 'UTC')::date`)} as counts,
      coalesce((select json_agg(launch order by id desc) from (
        select l.id, json_build_object('id', l.id::text, 'audience_id', l.audience_id::text, 'group_id', l.group_id::text,
          'target_name', coalesce(a.name, g.name), 'repeats', l.repeats,
          'starts_at', ${sql.raw(wireTime('l.starts_at'))}, 'next_at', case when l.stopped_at is null then ${sql.raw(wireTime('l.next_at'))} end,
          'is_stopped', l.stopped_at is not null, 'counts', ${counts(tenantId, sql`y.launch_id = l.id`)}) as launch
        from flow_launch l
        left join audience a on a.tenant_id = l.tenant_id and a.id = l.audience_id
        left join customer_group g on g.tenant_id = l.tenant_id and g.id = l.group_id
        where l.tenant_id = f.tenant_id and l.flow_id = f.id
        order by l.id desc limit ${LAUNCHES_SHOWN}) shown), '[]'::json) as launches,
      coalesce((select json_agg(json_build_object('id', m.id::text, 'name', m.name) order by m.id desc) from campaign m
        where m.tenant_id = f.tenant_id and m.answer_flow_id = f.id), '[]'::json) as campaigns,
      f.version::text as version
    from flow f where f.tenant_id = ${tenantId} and f.kind = 'active' and ${which}
    order by f.is_archived, lower(f.name), f.id`;
}

export async function activeFlowViews(tx: Tx, tenantId: Id, now: Date): Promise<ActiveFlow[]> {
  return (await views(tenantId, now, sql`true`).execute(tx)).rows;
}

/** After a change of it: counting takes too long for the company's lock. */
export async function changedFlow(
  { db, now }: Pick<Services, 'db' | 'now'>,
  tenantId: Id,
  id: Id,
): Promise<ActiveFlow> {
  const { rows } = await withTenant(db, tenantId, (tx) => views(tenantId, now(), sql`f.id = ${id}`).execute(tx));
  const [view] = rows;
  if (view === undefined) throw notFound();
  return view;
}

type Stored = Omit<ActiveFlow, 'has_draft' | 'running' | 'channel' | 'counts' | 'launches' | 'campaigns'>;

/** Without its counts. Not found for another company's, and for a flow that answers. */
export async function storedFlow(tx: Tx, tenantId: Id, id: Id): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id::text as id, name, is_active, is_archived, bot_name, published_number as number,
      instance_ids::text[] as instance_ids, starts_from, starts_to, requires_consent, key_hint, version::text as version
    from flow where tenant_id = ${tenantId} and id = ${id} and kind = 'active'`.execute(tx);
  const [flow] = rows;
  if (flow === undefined) throw notFound();
  return flow;
}
