import { sql } from 'kysely';
import type { Customer } from '../../../contract/entities/customer.ts';
import type { CustomerDetails } from '../../../contract/entities/customer-details.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { customerJson } from '../views/json.ts';
import { requireCustomer, requireCustomersPermission } from './customer-access.ts';
import { customerFieldViews } from './customer-fields.ts';
import { customerValuesJson } from './values-json.ts';

/** All that the company keeps of a customer whom the actor may open; else not found. */
export function customerDetails(services: Services, actor: Actor, rawId: string): Promise<CustomerDetails> {
  requireCustomersPermission(actor);
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireCustomer(tx, actor, id);
    const details = await customerDetailsView(tx, actor.tenantId, id);
    return maySeeGroups(actor) ? { ...details, groups: await groupsOf(tx, actor.tenantId, id) } : details;
  });
}

const maySeeGroups = ({ routes }: Actor): boolean => routes.has('customers') || routes.has('customer-groups');

async function groupsOf(tx: Tx, tenantId: Id, id: Id): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select g.id::text as id, g.name from customer_group_member m
    join customer_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.tenant_id = ${tenantId} and m.customer_id = ${id} and g.deleted_at is null
    order by lower(g.name), g.id`.execute(tx);
  return rows;
}

type DetailsRow = {
  customer: Customer;
  email: string | null;
  note: string | null;
  timezone: string | null;
  version: string;
  numbers: string[];
  may_correct_number: boolean;
  values: { field_id: string; value: string }[];
};

/** A customer of the tenant with all that is kept of them; refuses another id as not found. */
export async function customerDetailsView(tx: Tx, tenantId: Id, id: Id): Promise<CustomerDetails> {
  const { rows } = await sql<DetailsRow>`
    select ${sql.raw(customerJson('c'))} as customer, c.email, c.note, c.timezone, c.version::text as version,
      array(select extra.address from customer_number extra where extra.tenant_id = c.tenant_id
        and extra.customer_id = c.id and extra.address ~ '^[0-9]' order by extra.created_at, extra.address) as numbers,
      c.provider_user_id is null and c.phone_number ~ '^[0-9]'
        and not exists (select from message m
          where m.tenant_id = c.tenant_id and m.customer_id = c.id and m.type = 1)
        and not exists (select from inbound_waiting w where w.tenant_id = c.tenant_id
          and c.phone_number in (w.conversation, w.address)) as may_correct_number,
      ${sql.raw(customerValuesJson('c'))} as values
    from customer c where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return { ...row, fields: await customerFieldViews(tx, tenantId) };
}
