import { sql } from 'kysely';
import type { FlowSkipReason } from '../../../../contract/facts/flow-starts.ts';
import type { Change } from '../../../db/change.ts';
import { verdictOn } from './skip-reason.ts';
import { settleStart } from './settle-start.ts';
import { addStart, startableOf } from './start-flow.ts';
import type { WantedStart } from './start-flow.ts';

/** Queues a start that a rule requested. Returns why the customer is skipped, which is counted as well; null if they aren't. */
export async function startByRule(
  change: Change,
  wanted: Omit<WantedStart, 'source'>,
  now: Date,
): Promise<FlowSkipReason | null> {
  const { tx, tenantId } = change;
  const { flowId, customerId } = wanted;
  const startable = await startableOf(tx, tenantId, flowId);
  if (startable === undefined) return 'flow_off';
  if (startable.instanceIds.length === 0) return 'instance_off';
  const { rows: waiting } = await sql`select from flow_start
    where tenant_id = ${tenantId} and flow_id = ${flowId} and customer_id = ${customerId} and status = 'waiting' limit 1`.execute(
    tx,
  );
  const start = await addStart(change, startable, { ...wanted, source: 'rule' }, now);
  if (start === undefined) return null;
  const scope = { tenantId, now };
  const verdict =
    waiting.length > 0 ? 'in_flow' : await verdictOn(tx, scope, startable, { ...start, customerId, source: 'rule' });
  if (verdict === null || verdict instanceof Date) return null;
  await settleStart(change, start.id, { reason: verdict, runId: null }, now);
  return verdict;
}
