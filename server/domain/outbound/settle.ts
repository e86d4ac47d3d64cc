import { sql } from 'kysely';
import { ACK } from '../../../contract/facts/ack.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { OUTBOX_OPEN } from '../../db/tables/attendance.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';
import { NEVER_CONFIRMED } from '../delivery/delivery.ts';
import type { DeliveryError } from '../delivery/delivery.ts';
import { findSentById, recordUpdate, SENT, sentRow } from '../delivery/sent-row.ts';
import type { Found } from '../delivery/sent-row.ts';
import { parkedUpdates } from '../inbound/receive-status.ts';
import type { Parked } from '../inbound/receive-status.ts';
import type { Claim } from './outbox-rows.ts';
import { WAITING_STATES } from './outbox-states.ts';

/**
 * The provider accepted the message: stores its id, applies its parked statuses, and sets the first level. Returns
 * whether the tenant's outbox has more to send. `patienceMs`: as of a tenant's changes.
 */
export function settleAccepted(
  db: Database,
  claim: Claim,
  providerMessageId: string,
  patienceMs?: number,
): Promise<boolean> {
  const settle = async (change: Change): Promise<boolean> => {
    const { tenantId, instanceId, messageId } = claim;
    const [found] = await settleSent(change.tx, { tenantId, instanceId, messageId, providerId: providerMessageId });
    if (found === undefined) return true;
    const { parked, isTaken, isMoreQueued, isRaised, ...row } = found;
    const updates = [{ ack: ACK.sent }, ...parkedUpdates(parked)];
    await recordUpdate(change, sentRow(row), updates, isTaken ? null : providerMessageId, isRaised);
    return isMoreQueued;
  };
  return changeTenant(db, claim.tenantId, settle, patienceMs === undefined ? {} : { patienceMs });
}

type Settling = { tenantId: Id; instanceId: Id; messageId: Id; providerId: string };
/** `isTaken`: another message has the provider's id. `isRaised`: the message has it, and the first level. */
type Settled = Found & { parked: Parked | null; isTaken: boolean; isMoreQueued: boolean; isRaised: boolean };

/**
 * Removes it from the outbox; returns the message as it was, and the statuses that came before. A message of which
 * nothing is known yet, as nearly all are, gets the id and the first level in the same go.
 */
const settleSent = prepared<Settling, Settled>(
  (value) => sql`
    with done as (
      update outbox set state = 'sent', locked_by = null, locked_until = null, updated_at = now()
      where tenant_id = ${value('tenantId')} and message_id = ${value('messageId')} and state <> 'sent'),
    parked as (
      delete from parked_status where tenant_id = ${value('tenantId')} and instance_id = ${value('instanceId')}
        and whatsapp_message_id = ${value('providerId')}
      returning json_build_object('ack', ack, 'errorCode', error_code, 'errorKey', error_key) as status),
    taken as materialized (
      select from message other where other.tenant_id = ${value('tenantId')}
        and other.instance_id = ${value('instanceId')} and other.whatsapp_message_id = ${value('providerId')}
        and other.type = 0 and other.id <> ${value('messageId')}),
    raised as (
      update message set ack = ${sql.lit(ACK.sent)}, whatsapp_message_id = ${value('providerId')}
      where tenant_id = ${value('tenantId')} and id = ${value('messageId')} and type = 0 and ack = 0
        and error_code is null and whatsapp_message_id is null
        and not exists (select from parked) and not exists (select from taken)
      returning id)
    select ${SENT.columns}, (select status from parked) as parked,
      exists (select from taken) as "isTaken", exists (select from raised) as "isRaised",
      exists (select from outbox o where o.tenant_id = ${value('tenantId')}
        and o.state in ${WAITING_STATES}) as "isMoreQueued"
    from ${SENT.source}
    where m.tenant_id = ${value('tenantId')} and m.type = 0 and m.id = ${value('messageId')}`,
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
      if (message !== undefined) await recordUpdate(change, message, [{ failed: NEVER_CONFIRMED }], null);
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
