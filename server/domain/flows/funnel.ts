import { sql } from 'kysely';
import type { FlowFunnelStep } from '../../../contract/entities/flow.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { listedFlow } from './flow-rows.ts';
import { requireEditing } from './manage-flows.ts';

/**
 * For each step of a version: how many conversations entered it, left it, and still wait or dropped out there. A wrong
 * answer leaves a conversation at its step. While a called flow runs, the conversation counts as waiting at the calling
 * step. A conversation that was moved to another version counts as having left this one.
 */
export function findFunnel(
  services: Services,
  actor: Actor,
  { flow_id: rawId, version }: { flow_id: string; version: number },
): Promise<FlowFunnelStep[]> {
  requireEditing(actor);
  const id = parseId(rawId);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const { kind } = await listedFlow(tx, tenantId, id);
    requireEditing(actor, kind);
    const { rows } = await sql<FlowFunnelStep>`
      with step as (
        select s.kind, s.from_node, s.exit, s.node from flow_step s
        where s.tenant_id = ${tenantId} and s.flow_id = ${id} and s.number = ${version}
          and s.kind in ('begin', 'call', 'goto', 'move', 'exit')
          and not (s.kind = 'exit' and s.from_node = s.node and s.tries > 0)),
      place as (
        select r.status, r.node from flow_run r
        where r.tenant_id = ${tenantId} and r.flow_id = ${id} and r.number = ${version}
        union all
        select r.status, c.place->>'node' from flow_run r, jsonb_array_elements(r.callers) as c (place)
        where r.tenant_id = ${tenantId} and r.callers <> '[]'
          and c.place @> jsonb_build_object('flowId', ${id}::text, 'number', ${version}::integer)),
      held as (
        select node, count(*) filter (where status = 'running') as waiting,
          count(*) filter (where status in ('stopped', 'stuck')) as dropped
        from place group by node),
      counted as (
        select node, count(*) as entered from step group by node),
      gone as (
        select from_node as node, json_agg(json_build_object('exit', exit, 'count', times) order by times desc, exit) as exits
        from (select from_node, exit, count(*)::integer as times from step where kind = 'exit' group by from_node, exit) e
        group by from_node)
      select c.node, c.entered::integer as entered,
        (c.entered - coalesce(h.waiting, 0) - coalesce(h.dropped, 0))::integer as left,
        coalesce(h.waiting, 0)::integer as waiting, coalesce(h.dropped, 0)::integer as dropped,
        coalesce(g.exits, '[]') as exits
      from counted c left join held h on h.node = c.node left join gone g on g.node = c.node
      order by c.entered desc, c.node`.execute(tx);
    return rows;
  });
}
