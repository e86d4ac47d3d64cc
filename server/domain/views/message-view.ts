import { sql } from 'kysely';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { findVisibility } from '../tickets/visibility.ts';
import type { Reader } from '../tickets/visibility.ts';
import { messageJson } from './json.ts';

const VIEW = sql.raw<CustomerChat>(messageJson('m', 'visible.up_to'));

/** Messages by ids with reactions up to ticket `upTo`, oldest first; other tenants' ids are left out. */
export async function messageViews(tx: Tx, tenantId: Id, ids: readonly Id[], upTo: Id): Promise<CustomerChat[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ view: CustomerChat }>`
    select ${VIEW} as view from message m cross join (values (${upTo}::bigint)) as visible (up_to)
    where m.tenant_id = ${tenantId} and m.id = any(${ids}::bigint[]) order by m.id`.execute(tx);
  return rows.map(({ view }) => view);
}

/**
 * A message that the actor wrote: visible to them whoever serves the customer now, but without reactions that they
 * can't read. Throws for another tenant's id: look it up first.
 */
export async function ownMessageView(tx: Tx, reader: Reader & { tenantId: Id }, id: Id): Promise<CustomerChat> {
  const { tenantId } = reader;
  const { customerId, instanceId } = await tx
    .selectFrom('message')
    .select(['customer_id as customerId', 'instance_id as instanceId'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const visibility = await findVisibility(tx, reader, { tenantId, customerId, instanceId });
  const [view] = await messageViews(tx, tenantId, [id], visibility?.ticketId ?? '0');
  if (view === undefined) throw new Error(`Message ${id} is not there`);
  return view;
}
