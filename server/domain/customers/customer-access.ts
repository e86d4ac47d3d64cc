import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibleCustomer } from '../tickets/visibility.ts';

/** Customers are opened by those who serve them, and by those who keep the company's base. */
export const requireCustomersPermission = (actor: Actor): void => requirePermission(actor, 'chat', 'customers');

/**
 * Whoever keeps the base opens every customer of the company, others those of whom they see a ticket; else not found.
 * CONFLICT `error.customer.erased` for an erased one.
 */
export async function requireCustomer(tx: Tx, actor: Actor, id: Id): Promise<void> {
  if (!actor.routes.has('customers')) await requireVisibleCustomer(tx, actor, id, null);
  const found = await tx
    .selectFrom('customer')
    .select('erased_at')
    .where('tenant_id', '=', actor.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  if (found.erased_at !== null) throw conflict('error.customer.erased');
}
