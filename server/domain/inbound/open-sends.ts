import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';

/** While a send of ours is under way, nobody knows yet whether it is what the provider tells of. */
export const WHILE_SENDING_MS = 1_000;

/**
 * Whether a send begun by then, to the customer if one is given, still waits for its provider's id: what the company's
 * phone changes may be it. Later sends can't be, so that a busy number doesn't wait for ever.
 */
export async function isAnySendOpen(
  tx: Tx,
  { tenantId, instanceId }: InstancePlace,
  by: Date,
  customerId: Id | null,
): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`select exists (
    select from outbox o join message m on m.tenant_id = o.tenant_id and m.id = o.message_id
    where o.tenant_id = ${tenantId} and o.instance_id = ${instanceId} and o.state in ('sending', 'uncertain')
      and m.whatsapp_message_id is null and m.created_at <= ${by}
      and (${customerId}::bigint is null or m.customer_id = ${customerId})) as "isOpen"`.execute(tx);
  return rows[0]?.isOpen === true;
}
