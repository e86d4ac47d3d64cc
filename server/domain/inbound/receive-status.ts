import { sql } from 'kysely';
import type { StatusUpdate } from '../../channels/channel.ts';
import { canonicalAddress } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import { OUTBOX_OPEN } from '../../db/tables/attendance.ts';
import { ackOf, applyUpdate, deliveryUpdateOf } from '../delivery/delivery.ts';
import type { DeliveryUpdate } from '../delivery/delivery.ts';
import { findSentByCallback, findSentByProviderId, recordUpdate, refusedBy } from '../delivery/sent-row.ts';
import type { SentRow } from '../delivery/sent-row.ts';
import { callbackOfSms, receiveCampaignStatus } from '../campaigns/settle.ts';
import type { Services } from '../context.ts';
import { keepLateRefusal } from '../customers/kept-refusals.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';

/**
 * Processes a status of a sent message. Levels only rise, so order and repetition don't matter. If the message isn't
 * known yet, the status is parked until the send's answer names it.
 */
export async function receiveStatus(
  services: Pick<Services, 'keys' | 'now'>,
  change: Change,
  place: InstancePlace,
  status: StatusUpdate,
): Promise<void> {
  await keepIfErased(services, change, status);
  const update = deliveryUpdateOf(status);
  const message =
    (await findSentByProviderId(change.tx, place, status.providerMessageId)) ??
    (status.callbackData === undefined
      ? undefined
      : await findSentByCallback(change.tx, place, status.callbackData, status.timestamp));
  // A campaign's message is one of a ticket once the customer has answered.
  const callbackData = status.callbackData ?? (await callbackOfSms(change.tx, place, status));
  const isCampaigns =
    callbackData !== undefined &&
    (await receiveCampaignStatus(change, place, { ...status, callbackData }, services.now()));
  if (message === undefined && isCampaigns) return;
  if (message === undefined) {
    await park(change, place, status.providerMessageId, update);
    return;
  }
  const recorded = recordUpdate(change, message, [update], status.providerMessageId);
  // The outcome is known, so the outbox is done with it.
  await Promise.all([recorded, settleOutbox(change, message, 'failed' in update ? 'failed' : 'sent')]);
}

/** A customer's no, by the provider's word, who was erased since the message was sent. */
export async function keepIfErased(
  services: Pick<Services, 'keys'>,
  { tx, tenantId }: Change,
  { recipient, errors: [error] }: StatusUpdate,
): Promise<void> {
  const refused = error === undefined ? [] : refusedBy(error);
  if (recipient === undefined || refused.length === 0) return;
  await keepLateRefusal(tx, services, tenantId, canonicalAddress(recipient), refused);
}

/** What is sent stays sent, and of a message's three statuses the outbox needs none once its answer came. */
async function settleOutbox(
  { tx, tenantId }: Change,
  { id, outboxState }: SentRow,
  state: 'failed' | 'sent',
): Promise<void> {
  if (outboxState === null || outboxState === 'sent' || outboxState === state) return;
  await tx
    .updateTable('outbox')
    .set({ state, updated_at: sql`now()`, locked_until: null })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', id)
    .where('state', 'in', state === 'failed' ? OUTBOX_OPEN : [...OUTBOX_OPEN, 'failed' as const])
    .execute();
}

async function park(
  { tx }: Change,
  place: InstancePlace,
  providerMessageId: string,
  update: DeliveryUpdate,
): Promise<void> {
  const { tenantId, instanceId } = place;
  const { rows } = await sql<Parked>`
    select ack, error_code as "errorCode", error_key as "errorKey" from parked_status
    where tenant_id = ${tenantId} and instance_id = ${instanceId}
      and whatsapp_message_id = ${providerMessageId}`.execute(tx);
  const parked = parkedDelivery(rows[0]);
  const { ack, error } = applyUpdate(parked, update);
  await sql`
    insert into parked_status (tenant_id, instance_id, whatsapp_message_id, ack, error_code, error_key)
    values (${tenantId}, ${instanceId}, ${providerMessageId}, ${ack}, ${error?.code ?? null}::text, ${error?.key ?? null}::text)
    on conflict (tenant_id, instance_id, whatsapp_message_id) do update
      set ack = excluded.ack, error_code = excluded.error_code, error_key = excluded.error_key`.execute(tx);
}

/** A row of parked statuses. */
export type Parked = { ack: number; errorCode: string | null; errorKey: string | null };

function parkedDelivery(row: Parked | undefined) {
  const error =
    row?.errorCode === null || row === undefined
      ? null
      : { code: row.errorCode, key: row.errorKey ?? 'channel.error.unknown' };
  return { ack: ackOf(row?.ack ?? 0), error };
}

/** What a message's parked statuses say. */
export function parkedUpdates(row: Parked | null): DeliveryUpdate[] {
  if (row === null) return [];
  const { ack, error } = parkedDelivery(row);
  return error === null ? [{ ack }] : [{ ack }, { failed: error }];
}
