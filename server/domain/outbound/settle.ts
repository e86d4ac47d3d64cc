import { sql } from 'kysely';
import { ACK } from '../../../contract/ack.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';
import { UNCERTAIN } from '../delivery/delivery.ts';
import type { DeliveryError } from '../delivery/delivery.ts';
import { findSentById, findSentByProviderId, recordNews } from '../delivery/sent-row.ts';
import { takeParked } from '../inbound/receive-status.ts';
import type { Claim } from './outbox-rows.ts';

/**
 * The provider has the message: its id, what was parked under it, and the first tick. Answers
 * whether the tenant's outbox has something else to send.
 */
export function settleAccepted(db: Database, claim: Claim, providerMessageId: string): Promise<boolean> {
  return changeTenant(db, claim.tenantId, async (change) => {
    const { tx, tenantId } = change;
    // Asked together, answered in this order.
    const [, message, other, parked, isMoreQueued] = await Promise.all([
      setState(change, claim.messageId, 'sent', ['sending', 'uncertain', 'queued', 'failed']),
      findSentById(tx, tenantId, claim.messageId),
      findSentByProviderId(tx, claim, providerMessageId),
      takeParked(change, claim, providerMessageId),
      isQueued(change),
    ]);
    if (message === undefined) return isMoreQueued;
    const isTaken = other !== undefined && other.id !== message.id;
    await recordNews(change, message, [{ ack: ACK.sent }, ...parked], isTaken ? null : providerMessageId);
    return isMoreQueued;
  });
}

async function isQueued({ tx, tenantId }: Change): Promise<boolean> {
  const [row] = await anyQueued(tx, { tenantId });
  return row?.isQueued ?? true;
}

const anyQueued = prepared<{ tenantId: Id }, { isQueued: boolean }>(
  (value) => sql`
    select exists (select from outbox o where o.tenant_id = ${value('tenantId')} and o.state = 'queued') as "isQueued"`,
);

/** The message will never go out: it stays in the conversation with the reason. */
export function settleFailed(
  db: Database,
  claim: Pick<Claim, 'tenantId' | 'messageId'>,
  error: DeliveryError,
): Promise<void> {
  return changeTenant(db, claim.tenantId, async (change) => {
    if (!(await setState(change, claim.messageId, 'failed', ['queued', 'sending', 'uncertain']))) return;
    const message = await findSentById(change.tx, change.tenantId, claim.messageId);
    if (message !== undefined) await recordNews(change, message, [{ failed: error }], null);
  });
}

/** Gives up waiting for the provider's word on uncertain sends; answers how many. */
export async function giveUpUncertain(db: Database, tenantId: Id): Promise<number> {
  return changeTenant(db, tenantId, async (change) => {
    const { rows } = await sql<{ id: Id }>`
      update outbox set state = 'failed', updated_at = now()
      where tenant_id = ${tenantId} and state = 'uncertain' and next_attempt_at <= now()
      returning message_id as id`.execute(change.tx);
    for (const { id } of rows) {
      const message = await findSentById(change.tx, tenantId, id);
      if (message !== undefined) await recordNews(change, message, [{ failed: UNCERTAIN }], null);
    }
    return rows.length;
  });
}

/** Whether it was in one of the states it may leave. */
async function setState(
  { tx, tenantId }: Change,
  messageId: Id,
  to: OutboxState,
  from: OutboxState[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ state: to, locked_by: null, locked_until: null, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
