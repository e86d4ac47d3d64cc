import { sql } from 'kysely';
import type { CustomerTag } from '../../../contract/entities/tag.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { customerTagsJson } from '../views/json.ts';

/** Attendants who see a ticket of the customer: owners, those of unowned ones' instances, and those offered one. */
export async function attendantsWhoSee(tx: Tx, tenantId: Id, customerId: Id): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`
    select t.user_id as id from chat_ticket t
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.user_id is not null
    union
    select served.user_id from chat_ticket t
    join user_instance served on served.tenant_id = t.tenant_id and served.instance_id = t.instance_id
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.user_id is null
    union
    select x.next_user_id from chat_ticket t
    join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}`.execute(tx);
  return rows.map((row) => row.id);
}

/** Tells everyone who sees the customer what they are called, look like and are tagged now. Returns their tags. */
export async function publishCustomer({ tx, tenantId, append }: Change, id: Id): Promise<CustomerTag[]> {
  const { rows } = await sql<{ name: string; phone: string; image: string | null; tags: CustomerTag[] }>`
    select c.name, c.phone_number as phone, c.image, ${sql.raw(customerTagsJson('c'))} as tags from customer c
    where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return [];
  const userIds = await attendantsWhoSee(tx, tenantId, id);
  append('CustomerUpdated', { customer: { id, ...row } }, { to: 'users', userIds, admins: true });
  return row.tags;
}
