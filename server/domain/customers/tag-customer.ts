import { sql } from 'kysely';
import { CUSTOMER_TAGS_MAX } from '../../../contract/facts/customers.ts';
import type { CustomerTag } from '../../../contract/entities/tag.ts';
import type { TagCustomerVariables } from '../../../contract/graphql/tag-customer.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireCustomer, requireCustomersPermission } from './customer-access.ts';
import { publishCustomer } from './customer-audience.ts';
import { customerView } from './customer-infos.ts';
import { tagView } from './tags.ts';

/**
 * Gives a customer whom the actor may open one of the company's tags, or takes it off. Returns the tags they
 * have now. A customer has at most 20.
 */
export function tagCustomer(
  services: Services,
  caller: Actor,
  { id: rawId, tag_id, tagged }: TagCustomerVariables,
): Promise<CustomerTag[]> {
  requireCustomersPermission(caller);
  const id = parseId(rawId);
  const tagId = parseId(tag_id);
  return changeAsActor(services, caller, requireCustomersPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireCustomer(tx, actor, id);
    await tagView(tx, tenantId, tagId);
    const isChanged = tagged ? await addTag(tx, tenantId, id, tagId) : await removeTag(tx, tenantId, id, tagId);
    if (!isChanged) return (await customerView(tx, tenantId, id)).tags ?? [];
    await auditAction(tx, actor, {
      action: tagged ? 'customer.tag' : 'customer.untag',
      subject: `customer:${id}`,
      details: { tag: tagId },
    });
    change.note('CustomerTouched', { customer: { id }, [tagged ? 'tagged' : 'untagged']: [tagId] });
    return publishCustomer(change, id);
  });
}

async function addTag(tx: Tx, tenantId: Id, customerId: Id, tagId: Id): Promise<boolean> {
  const { rows } = await sql<{ has: boolean; count: number }>`
    select coalesce(bool_or(tag_id = ${tagId}), false) as has, count(*)::integer as count
    from customer_tag where tenant_id = ${tenantId} and customer_id = ${customerId}`.execute(tx);
  const { has = false, count = 0 } = rows[0] ?? {};
  if (has) return false;
  if (count >= CUSTOMER_TAGS_MAX) throw conflict('error.customer.tags');
  await tx.insertInto('customer_tag').values({ tenant_id: tenantId, customer_id: customerId, tag_id: tagId }).execute();
  return true;
}

async function removeTag(tx: Tx, tenantId: Id, customerId: Id, tagId: Id): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('customer_tag')
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', customerId)
    .where('tag_id', '=', tagId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
