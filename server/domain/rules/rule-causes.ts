import { sql } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';

/** An execution, or a flow that one began, which caused events: the rules before it, and itself. */
export type Cause = { chain: readonly Id[] };

/** What had the event at a position happen; undefined: a person, a customer or time did. */
export async function causeOf({ tx, tenantId }: Change, position: number): Promise<Cause | undefined> {
  const { rows } = await sql<Cause>`
    select first.chain::text[] as chain from (
      (select chain, caused_from, caused_to from rule_execution
        where tenant_id = ${tenantId} and caused_to > caused_from and caused_to >= ${position}
        order by caused_to limit 1)
      union all
      (select chain, caused_from, caused_to from rule_cause
        where tenant_id = ${tenantId} and caused_to >= ${position} order by caused_to limit 1)) first
    where first.caused_from < ${position} limit 1`.execute(tx);
  return rows[0];
}

/** A flow caused events after the execution that had it begin: after the first position, up to the last. */
export async function addRuleCause(
  { tx, tenantId }: Change,
  chain: readonly Id[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (to === from) return;
  await sql`
    insert into rule_cause (tenant_id, caused_from, caused_to, chain)
    values (${tenantId}, ${from}, ${to}, ${[...chain]}::bigint[])`.execute(tx);
}

/** A flow begins that rules caused: so is what it does now, and later. Answers its run. */
export async function causedByRules(change: Change, chain: readonly Id[], begin: () => Promise<Id>): Promise<Id> {
  const { tx, tenantId } = change;
  const from = await change.position();
  const runId = await begin();
  await sql`update flow_run set rule_chain = ${[...chain]}::bigint[]
    where tenant_id = ${tenantId} and id = ${runId}`.execute(tx);
  await addRuleCause(change, chain, { from, to: await change.position() });
  return runId;
}
