import { sql } from 'kysely';
import type { Customer } from '../../../contract/entities/customer.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibleCustomer } from '../tickets/visibility.ts';
import { customerJson } from '../views/json.ts';

/** A customer of whom the actor sees a ticket; else not found. */
export function customerInfos(services: Services, actor: Actor, rawId: string): Promise<Customer> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireVisibleCustomer(tx, actor, id, null);
    return customerView(tx, actor.tenantId, id);
  });
}

/** A customer of the tenant; refuses another id as not found. */
export async function customerView(tx: Tx, tenantId: Id, id: Id): Promise<Customer> {
  const { rows } = await sql<{ view: Customer }>`
    select ${sql.raw(customerJson('c'))} as view from customer c
    where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(tx);
  const view = rows[0]?.view;
  if (view === undefined) throw notFound();
  return view;
}
