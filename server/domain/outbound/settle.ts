import { sql } from 'kysely';
import { ACK } from '../../../contract/facts/ack.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { OUTBOX_OPEN } from '../../db/tables/attendance.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';
import { UNCERTAIN } from '../delivery/delivery.ts';
import type { DeliveryError } from '../delivery/delivery.ts';
import { findSentById, findSentByProviderId, recordUpdate } from '../delivery/sent-row.ts';
import { applyParked } from '../inbound/receive-status.ts';
import type { Claim } from './outbox-rows.ts';
import { WAITING_STATES } from './outbox-states.ts';

/**
 * The provider accepted the message: stores its id, applies its parked statuses, and sets the first level. Returns
 * whether the tenant's outbox has more to send.
 */
export function settleAccepted(db: Database, claim: Claim, providerMessageId: string): Promise<boolean> {
  return changeTenant(db, claim.tenantId, async (change) => {
    const { tx, tenantId } = change;
    // Pipelined: answered in this order.
    const [, message, other, parked, isMoreQueued] = await Promise.all([
      setState(change, claim.messageId, 'sent', [...OUTBOX_OPEN, 'failed']),
      findSentById(tx, tenantId, claim.messageId),
      findSentByProviderId(tx, claim, providerMessageId),
      applyParked(change, claim, providerMessageId),
      isQueued(change),
    ]);
    if (message === undefined) return isMoreQueued;
    const isTaken = other !== undefined && other.id !== message.id;
    await recordUpdate(change, message, [{ ack: ACK.sent }, ...parked], isTaken ? null : providerMessageId);
    return isMoreQueued;
  });
}

async function isQueued({ tx, tenantId }: Change): Promise<boolean> {
  const [row] = await anyQueued(tx, { tenantId });
  return row?.isQueued ?? true;
}

const anyQueued = prepared<{ tenantId: Id }, { isQueued: boolean }>(
  (value) => sql`
    select exists (select from outbox o where o.tenant_id = ${value('tenantId')} and o.state in ${WAITING_STATES}) as "isQueued"`,
);

/**
 * The message will never be sent: it stays in the conversation with the reason. Nothing if another node has claimed it
 * since.
 */
export function settleFailed(
  db: Database,
  claim: Pick<Claim, 'tenantId' | 'messageId' | 'attempts'>,
  error: DeliveryError,
): Promise<void> {
  return changeTenant(db, claim.tenantId, async (change) => {
    if (!(await setState(change, claim.messageId, 'failed', OUTBOX_OPEN, claim.attempts))) return;
    const message = await findSentById(change.tx, change.tenantId, claim.messageId);
    if (message !== undefined) await recordUpdate(change, message, [{ failed: error }], null);
  });
}

/** Gives up on uncertain sends; returns how many. */
export async function giveUpUncertain(db: Database, tenantId: Id): Promise<number> {
  return changeTenant(db, tenantId, async (change) => {
    const { rows } = await sql<{ id: Id }>`
      update outbox set state = 'failed', updated_at = now()
      where tenant_id = ${tenantId} and state = 'uncertain' and next_attempt_at <= now()
      returning message_id as id`.execute(change.tx);
    for (const { id } of rows) {
      const message = await findSentById(change.tx, tenantId, id);
      if (message !== undefined) await recordUpdate(change, message, [{ failed: UNCERTAIN }], null);
    }
    return rows.length;
  });
}

/** Whether it was in a state that allows this, and, if `attempts` is given, is still that claim. */
async function setState(
  { tx, tenantId }: Change,
  messageId: Id,
  to: OutboxState,
  from: readonly OutboxState[],
  attempts?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ state: to, locked_by: null, locked_until: null, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('state', 'in', from)
    .$if(attempts !== undefined, (query) => query.where('attempts', '=', attempts ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
