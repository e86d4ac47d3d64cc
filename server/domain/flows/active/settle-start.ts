import { sql } from 'kysely';
import type { FlowSkipReason } from '../../../../contract/facts/flow-starts.ts';
import type { Change } from '../../../db/change.ts';
import type { Id } from '../../../db/tables.ts';

/** Notes what became of a start: a run, or a reason. */
export async function settleStart(
  { tx, tenantId }: Pick<Change, 'tx' | 'tenantId'>,
  id: Id,
  { reason, runId }: { reason: FlowSkipReason | null; runId: Id | null },
  now: Date,
): Promise<void> {
  await sql`
    update flow_start set status = ${reason === null ? 'started' : 'skipped'}, reason = ${reason}, run_id = ${runId},
      settled_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}
