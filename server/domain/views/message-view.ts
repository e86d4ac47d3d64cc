import { sql } from 'kysely';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { messageJson } from './json.ts';

const VIEW = sql.raw<CustomerChat>(messageJson('m'));

/** Messages by their ids, oldest first; ids that are not the tenant's are left out. */
export async function messageViews(tx: Tx, tenantId: Id, ids: readonly Id[]): Promise<CustomerChat[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ view: CustomerChat }>`
    select ${VIEW} as view from message m
    where m.tenant_id = ${tenantId} and m.id = any(${ids}::bigint[]) order by m.id`.execute(tx);
  return rows.map(({ view }) => view);
}

/** One message. Refuses an id that is not the tenant's with an error: look it up first. */
export async function messageView(tx: Tx, tenantId: Id, id: Id): Promise<CustomerChat> {
  const [view] = await messageViews(tx, tenantId, [id]);
  if (view === undefined) throw new Error(`Message ${id} is not there`);
  return view;
}
