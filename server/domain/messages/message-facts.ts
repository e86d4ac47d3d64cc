import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import type { Conversation, Visibility } from '../tickets/visibility.ts';

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
      and m.ticket_id <= ${visibility.ticketId}) as found`.execute(tx);
  if (rows[0]?.found !== true) throw notFound();
}
