import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';

/** A customer on an instance. */
export type Conversation = { tenantId: Id; customerId: Id; instanceId: Id };

/** Refuses as not found an id that is no message of the conversation. */
export async function requireMessageOf(tx: Tx, conversation: Conversation, id: Id): Promise<void> {
  if (!(await isMessageOf(tx, conversation, id))) throw notFound();
}

export async function isMessageOf(tx: Tx, conversation: Conversation, id: Id): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from message m where m.tenant_id = ${conversation.tenantId} and m.id = ${id}
      and m.customer_id = ${conversation.customerId} and m.instance_id = ${conversation.instanceId}) as found`.execute(
    tx,
  );
  return rows[0]?.found ?? false;
}
