import { sql } from 'kysely';
import type { InboundMessage } from '../../channels/channel.ts';
import type { Tx } from '../../db/database.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { storedMessageSchema } from './stored-schema.ts';

/**
 * A change that names no sender is by whoever wrote what it changes, which may still be queued; undefined if that is no
 * customer's message.
 */
export async function withWriter(
  tx: Tx,
  { tenantId, instanceId }: InstancePlace,
  message: InboundMessage,
): Promise<InboundMessage | undefined> {
  if (message.from !== '' || (message.kind !== 'edit' && message.kind !== 'revoke')) return message;
  const { rows } = await sql<{ from: string | null; queued: string | null }>`
    select c.phone_number as "from", null as queued from message m
    join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id
    where m.tenant_id = ${tenantId} and m.instance_id = ${instanceId} and m.type = 1
      and m.whatsapp_message_id = ${message.targetProviderId}
    union all
    select null, w.body from inbound_waiting w where w.tenant_id = ${tenantId} and w.instance_id = ${instanceId}
      and w.kind = 'message' and w.provider_key = ${message.targetProviderId}
    limit 1`.execute(tx);
  const [found] = rows;
  if (found === undefined) return undefined;
  if (found.queued === null) return { ...message, from: found.from ?? '' };
  const { from, fromUserId } = storedMessageSchema.parse(JSON.parse(found.queued));
  return { ...message, from, fromUserId };
}
