import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import { isWithin, readableBy } from '../tickets/visibility.ts';
import type { Conversation, Reader, Visibility } from '../tickets/visibility.ts';

/** Not found unless the id is a message of the conversation that the user can read. */
export async function requireReadable(
  tx: Tx,
  conversation: Conversation,
  visibility: Visibility,
  id: Id,
): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from message m where m.tenant_id = ${conversation.tenantId} and m.id = ${id}
      and m.customer_id = ${conversation.customerId} and m.instance_id = ${conversation.instanceId}
      and ${isWithin(visibility, 'm.ticket_id')}) as found`.execute(tx);
  if (rows[0]?.found !== true) throw notFound();
}

/** A message that something else refers to. */
export type MessageFacts = {
  instanceId: Id;
  /** Its customer's. */
  address: string;
  /** Null if it was never sent. */
  providerId: string | null;
  isReaction: boolean;
};

/**
 * The message with an id, null if the user can't read it; and their own message with a client id, if it was accepted
 * before.
 */
export async function findReadableMessage(
  tx: Tx,
  reader: Reader & { tenantId: Id; userId: Id },
  id: Id,
  clientId: string | null,
): Promise<{ earlierId: Id | null; message: MessageFacts | null }> {
  const { tenantId, userId } = reader;
  const { rows } = await sql<{ earlierId: Id | null; message: MessageFacts | null }>`
    select
      (select own.id from message own where own.tenant_id = ${tenantId} and own.user_id = ${userId}
        and own.client_id = ${clientId}::uuid) as "earlierId",
      (select json_build_object('instanceId', m.instance_id::text, 'address', c.phone_number,
          'providerId', m.whatsapp_message_id, 'isReaction', coalesce(m.tag_type = 'reaction', false))
        from message m join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id
        where m.tenant_id = ${tenantId} and m.id = ${id} and ${readableBy(reader)}) as message`.execute(tx);
  return rows[0] ?? { earlierId: null, message: null };
}
