import { sql } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { attendantsWhoSee } from './customer-audience.ts';

type Blockable = { id: Id; isBlocked: boolean; userIds: Id[]; hasTicket: boolean };

/**
 * Runs a change of blocked numbers; tells those who see a customer with one of them if that blocks or unblocks the
 * customer. A trigger does it.
 */
export async function changeBlocks<T>(
  { tx, tenantId, append }: Change,
  addresses: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const find = async () => {
    const { rows } = await sql<Blockable>`
      select c.id, c.is_blacklisted as "isBlocked",
        exists (select from chat_ticket t where t.tenant_id = c.tenant_id and t.customer_id = c.id) as "hasTicket",
        array(
          select t.user_id::text from chat_ticket t
          where t.tenant_id = c.tenant_id and t.customer_id = c.id and t.user_id is not null
          union
          select served.user_id::text from chat_ticket t
          join user_instance served on served.tenant_id = t.tenant_id and served.instance_id = t.instance_id
          where t.tenant_id = c.tenant_id and t.customer_id = c.id and t.user_id is null
          union
          select x.next_user_id::text from chat_ticket t
          join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
            and x.transferred_at is null and x.deleted_at is null
          where t.tenant_id = c.tenant_id and t.customer_id = c.id) as "userIds"
      from customer c
      where c.tenant_id = ${tenantId} and c.id in (
        select id from customer where tenant_id = ${tenantId} and phone_number = any(${addresses}::text[])
        union
        select id from customer where tenant_id = ${tenantId} and provider_user_id = any(${addresses}::text[])
        union
        select customer_id from customer_number where tenant_id = ${tenantId} and address = any(${addresses}::text[]))
      order by c.id`.execute(tx);
    return rows;
  };
  const before = new Map((await find()).map(({ id, isBlocked }) => [id, isBlocked]));
  const result = await work();
  let isAny = false;
  for (const { id, isBlocked, userIds, hasTicket } of await find()) {
    if (before.get(id) === isBlocked) continue;
    isAny = true;
    // No open screen but the list of customers shows one without a ticket.
    if (!hasTicket) continue;
    append(
      'CustomerBlacklisted',
      { customer: { id, is_blacklisted: isBlocked } },
      { to: 'users', userIds, admins: true },
    );
  }
  if (isAny) append('ListUpdated', { list: 'customers' }, { to: 'all' });
  return result;
}

/** After an unblocked customer's numbers changed: tells those who see them if they are blocked now, and answers that. */
export async function tellIfBlocked({ tx, tenantId, append }: Change, id: Id): Promise<boolean> {
  const { is_blacklisted: isBlocked } = await tx
    .selectFrom('customer')
    .select('is_blacklisted')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!isBlocked) return false;
  const userIds = await attendantsWhoSee(tx, tenantId, id);
  append('CustomerBlacklisted', { customer: { id, is_blacklisted: true } }, { to: 'users', userIds, admins: true });
  append('ListUpdated', { list: 'customers' }, { to: 'all' });
  return true;
}
