import { sql } from 'kysely';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { Flow, FlowNode } from '../../../contract/flows/flow.ts';
import { nodeAt } from '../../../flows/exits.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { endRun } from './run-flow.ts';
import type { Services } from '../context.ts';

/** Runs that are given to people in one change, as it holds up the company. */
const AT_ONCE = 20;

type Published = { id: Id; number: number; flow: Flow };

/**
 * Moves the runs of earlier versions into a new one where their step is the same there; its question isn't asked again. Answers how
 * many, and the ids of the others. Neither: those that wait for another server.
 */
export async function moveRuns(
  { tx, tenantId }: Change,
  { id, number, flow }: Published,
  now: Date,
): Promise<{ moved: number; others: Id[] }> {
  const { rows: places } = await sql<{ number: number; nodes: string[]; flow: unknown }>`
    select r.number, array_agg(distinct r.node) as nodes, (select v.flow from flow_version v
      where v.tenant_id = ${tenantId} and v.flow_id = ${id} and v.number = r.number) as flow
    from flow_run r
    where r.tenant_id = ${tenantId} and r.flow_id = ${id} and r.status = 'running' and r.number <> ${number}
    group by r.number`.execute(tx);
  let moved = 0;
  const others: Id[] = [];
  for (const { number: from, nodes, flow: stored } of places) {
    const before = flowSchema.safeParse(stored).data;
    const same = nodes.filter((node) => isSameStep(before && nodeAt(before, node), nodeAt(flow, node)));
    const asking = nodes.filter((node) => before !== undefined && nodeAt(before, node)?.kind === 'request');
    const { numAffectedRows } = await sql`
      with moved as (
        update flow_run set number = ${number}, seq = seq + 1, updated_at = ${now}
        where tenant_id = ${tenantId} and flow_id = ${id} and status = 'running' and number = ${from}
          and node = any(${same}::text[])
        returning id, seq, node, tries, due_at)
      insert into flow_step (tenant_id, run_id, seq, at, kind, cause, flow_id, number, node, tries, status, due_at)
      select ${tenantId}::bigint, id, seq, ${now}::timestamptz, 'move', 'person', ${id}::bigint, ${number}::integer, node,
        tries, 'running', due_at
      from moved`.execute(tx);
    moved += Number(numAffectedRows ?? 0n);
    const { rows: left } = await sql<{ id: Id }>`
      select id from flow_run where tenant_id = ${tenantId} and flow_id = ${id} and status = 'running'
        and number = ${from} and not node = any(${asking}::text[])`.execute(tx);
    others.push(...left.map((run) => run.id));
  }
  return { moved, others };
}

/** Gives the tickets of runs to people. Answers how many; what fails is logged and stays, as the version is published by now. */
export async function handOffRuns(services: Services, tenantId: Id, ids: readonly Id[]): Promise<number> {
  const endOne = (change: Change, id: Id): Promise<boolean> =>
    change.attempt(
      (part) => endRun(part, id, { status: 'handed_off', cause: 'person' }, services.now()),
      async (_whole, error) => {
        services.log.error({ err: error, run: id }, 'a conversation could not be taken from a flow');
        return false;
      },
    );
  let count = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const given = changeTenant(services.db, tenantId, async (change) => {
      let ended = 0;
      for (const id of some) if (await endOne(change, id)) ended += 1;
      return ended;
    });
    count += await given.catch((error: unknown) => {
      services.log.warn({ err: error, tenant: tenantId }, 'conversations could not be taken from a flow');
      return 0;
    });
  }
  return count;
}

/** Its exits have the same names. A call that is under way counts only where it was made. */
function isSameStep(one: FlowNode | undefined, other: FlowNode | undefined): boolean {
  if (one === undefined || one.kind !== other?.kind || one.kind === 'request') return false;
  const exitsOf = ({ exits }: FlowNode) => Object.keys(exits).toSorted().join(' ');
  return exitsOf(one) === exitsOf(other);
}
