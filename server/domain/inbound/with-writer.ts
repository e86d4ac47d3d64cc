import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { storedEchoSchema, storedMessageSchema } from './stored-schema.ts';
import type { MessagePart } from './waiting-rows.ts';

/**
 * A change that names no sender is by whoever wrote what it changes, which may still be queued: by a customer, or the
 * company on its phone. Undefined if that is no message here.
 */
export async function withWriter(
  tx: Tx,
  { tenantId, instanceId }: InstancePlace,
  part: MessagePart,
): Promise<MessagePart | undefined> {
  const { message } = part;
  if (message.from !== '' || (message.kind !== 'edit' && message.kind !== 'revoke')) return part;
  const target = message.targetProviderId;
  const { rows } = await sql<{ from: string | null; isOurs: boolean; queued: string | null }>`
    select c.phone_number as "from", m.type = 0 as "isOurs", null as queued from message m
    join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id
    where m.tenant_id = ${tenantId} and m.instance_id = ${instanceId} and m.whatsapp_message_id = ${target}
    union all
    select null, false, w.body from inbound_waiting w where w.tenant_id = ${tenantId} and w.instance_id = ${instanceId}
      and w.kind = 'message' and w.provider_key in (${target}, ${echoKey(target)})
    limit 1`.execute(tx);
  const [found] = rows;
  if (found === undefined) return undefined;
  if (found.queued === null) {
    return { kind: found.isOurs ? 'echo' : 'message', message: { ...message, from: found.from ?? '' } };
  }
  const queued: unknown = JSON.parse(found.queued);
  const echo = storedEchoSchema.safeParse(queued);
  const { from, fromUserId } = echo.success ? echo.data.echo : storedMessageSchema.parse(queued);
  return { kind: echo.success ? 'echo' : 'message', message: { ...message, from, fromUserId } };
}

/** The key under which what the company's phone sent is queued. */
export function echoKey(providerId: string): string {
  return `echo ${providerId}`;
}
