import { sql } from 'kysely';
import { withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { FLOW_STOPPED } from './outbox-rows.ts';
import type { Claim } from './outbox-rows.ts';
import { waitingAsText } from './outbox-states.ts';
import { settleFailed } from './settle.ts';

/** Queues a message possibly claimed under this name: it was never tried. One whose flow was stopped since isn't sent any more. */
export async function putBackUntried(db: Database, tenantId: Id, lockedBy: string): Promise<void> {
  const isClaimed = sql`o.tenant_id = ${tenantId} and o.state = 'sending' and o.locked_by = ${lockedBy}`;
  const hasChoices = sql`(select m.content->>'kind' = 'choices' from message m
    where m.tenant_id = ${tenantId} and m.id = o.message_id)`;
  const stopped = await withTenant(db, tenantId, async (tx) => {
    await sql`
      update outbox o set state = ${waitingAsText(tenantId, sql`o.instance_id`, hasChoices)}, attempts = 0,
        locked_by = null, locked_until = null, next_attempt_at = now(), updated_at = now()
      where ${isClaimed} and o.last_error is distinct from ${FLOW_STOPPED.key}`.execute(tx);
    const { rows } = await sql<Pick<Claim, 'messageId' | 'attempts'>>`
      select o.message_id as "messageId", o.attempts from outbox o where ${isClaimed}`.execute(tx);
    return rows;
  });
  for (const claim of stopped) await settleFailed(db, { tenantId, ...claim }, FLOW_STOPPED);
}
