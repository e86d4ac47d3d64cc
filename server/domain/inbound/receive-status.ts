import { sql } from 'kysely';
import type { StatusUpdate } from '../../channels/channel.ts';
import type { Change } from '../../db/change.ts';
import { ackOf, afterNews, newsOf } from '../delivery/delivery.ts';
import type { DeliveryNews } from '../delivery/delivery.ts';
import { findSentByCallback, findSentByProviderId, recordNews } from '../delivery/sent-row.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';

/**
 * Takes a provider's word on a message of ours. Levels only rise, so order and repetition don't
 * matter. One whose message isn't known yet is parked until the send's answer names it.
 */
export async function takeStatus(change: Change, place: InstancePlace, status: StatusUpdate): Promise<void> {
  const news = newsOf(status);
  const message =
    (await findSentByProviderId(change.tx, place, status.providerMessageId)) ??
    (status.callbackData === undefined
      ? undefined
      : await findSentByCallback(change.tx, place, status.callbackData, status.timestamp));
  if (message === undefined) {
    await park(change, place, status.providerMessageId, news);
    return;
  }
  const recorded = recordNews(change, message, [news], status.providerMessageId);
  // Known to have gone out, or not to: nobody needs to send it or wait for it any more.
  const settled = change.tx
    .updateTable('outbox')
    .set({ state: 'failed' in news ? 'failed' : 'sent', updated_at: sql`now()`, locked_until: null })
    .where('tenant_id', '=', place.tenantId)
    .where('message_id', '=', message.id)
    .where(
      'state',
      'in',
      'failed' in news ? ['queued', 'sending', 'uncertain'] : ['queued', 'sending', 'uncertain', 'failed'],
    )
    .execute();
  await Promise.all([recorded, settled]);
}

async function park(
  { tx }: Change,
  place: InstancePlace,
  providerMessageId: string,
  news: DeliveryNews,
): Promise<void> {
  const { tenantId, instanceId } = place;
  const { rows } = await sql<{ ack: number; errorCode: string | null; errorKey: string | null }>`
    select ack, error_code as "errorCode", error_key as "errorKey" from parked_status
    where tenant_id = ${tenantId} and instance_id = ${instanceId}
      and whatsapp_message_id = ${providerMessageId}`.execute(tx);
  const parked = parkedDelivery(rows[0]);
  const { ack, error } = afterNews(parked, news);
  await sql`
    insert into parked_status (tenant_id, instance_id, whatsapp_message_id, ack, error_code, error_key)
    values (${tenantId}, ${instanceId}, ${providerMessageId}, ${ack}, ${error?.code ?? null}::text, ${error?.key ?? null}::text)
    on conflict (tenant_id, instance_id, whatsapp_message_id) do update
      set ack = excluded.ack, error_code = excluded.error_code, error_key = excluded.error_key`.execute(tx);
}

function parkedDelivery(row: { ack: number; errorCode: string | null; errorKey: string | null } | undefined) {
  const error =
    row?.errorCode === null || row === undefined
      ? null
      : { code: row.errorCode, key: row.errorKey ?? 'channel.error.unknown' };
  return { ack: ackOf(row?.ack ?? 0), error };
}

/** Takes what was parked for a message that has got its name just now. */
export async function takeParked(
  { tx }: Change,
  place: InstancePlace,
  providerMessageId: string,
): Promise<DeliveryNews[]> {
  const { rows } = await sql<{ ack: number; errorCode: string | null; errorKey: string | null }>`
    delete from parked_status where tenant_id = ${place.tenantId} and instance_id = ${place.instanceId}
      and whatsapp_message_id = ${providerMessageId}
    returning ack, error_code as "errorCode", error_key as "errorKey"`.execute(tx);
  const [row] = rows;
  if (row === undefined) return [];
  const { ack, error } = parkedDelivery(row);
  return error === null ? [{ ack }] : [{ ack }, { failed: error }];
}
