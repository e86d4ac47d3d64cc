import { sql } from 'kysely';
import type { CustomerDetails } from '../../../contract/entities/customer-details.ts';
import type { MergeCustomersVariables } from '../../../contract/graphql/merge-customers.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { groupsOfCustomer, membersChanged } from '../customer-groups/group-view.ts';
import { DomainError } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireCustomersPermission } from './customer-access.ts';
import { attendantsWhoSee } from './customer-audience.ts';
import { customerDetailsView } from './customer-details.ts';
import { findProblem, requireMergeable } from './merge-preview.ts';
import { refuseAgainFor } from './kept-refusals.ts';
import { moveConversations, moveCard } from './merge-rows.ts';
import type { Merge } from './merge-preview.ts';

/**
 * Merges a customer into another one, for good: everything of the other becomes theirs. Under the company's lock like
 * arriving messages, which come before or after it: then they find the customer by the other's number. CONFLICT as
 * `findProblem` says; not found unless the actor may open both.
 */
export function mergeCustomers(
  services: Services,
  caller: Actor,
  { id, other_id, take_name: takesName = false, take_image: takesImage = false }: MergeCustomersVariables,
): Promise<CustomerDetails> {
  requireCustomersPermission(caller);
  const merge: Merge = { into: parseId(id), from: parseId(other_id) };
  const { into, from } = merge;
  const run = async (change: Change, actor: Actor): Promise<CustomerDetails> => {
    const { tx, tenantId, append } = change;
    await requireMergeable(tx, actor, merge);
    const problem = await findProblem(tx, actor, merge);
    if (problem !== undefined) {
      const { key, ...params } = problem;
      throw new DomainError('CONFLICT', key, { params });
    }
    const before = await customerDetailsView(tx, tenantId, into);
    const { customer: other, numbers = [] } = await customerDetailsView(tx, tenantId, from);
    const seers = [...(await attendantsWhoSee(tx, tenantId, into)), ...(await attendantsWhoSee(tx, tenantId, from))];
    const groups = await groupsOfCustomer(tx, tenantId, from);
    await moveConversations(tx, tenantId, merge);
    await moveCard(tx, tenantId, merge, { takesName, takesImage });
    await deleteMerged(tx, tenantId, from);
    await refuseAgainFor(change, services, into);
    await membersChanged(change, groups);
    const after = await customerDetailsView(tx, tenantId, into);
    await auditAction(tx, actor, {
      action: 'customer.merge',
      subject: `customer:${into}`,
      details: {
        merged: other.name,
        merged_id: from,
        numbers: [other.phone_number, ...numbers],
        ...(before.customer.name === after.customer.name
          ? {}
          : { name: { from: before.customer.name, to: after.customer.name } }),
        takes_image: before.customer.image !== after.customer.image,
      },
    });
    append(
      'CustomersMerged',
      { from: { id: from, name: other.name }, into: { id: into, name: after.customer.name } },
      { to: 'users', userIds: [...new Set(seers)], admins: true },
    );
    return after;
  };
  // It takes longer than others, which mustn't fail with it.
  return changeAsActor(services, caller, requireCustomersPermission, run, caller.tenantId, { isAlone: true });
}

/** Fails if a foreign key without `on delete cascade` still refers to the other customer. */
async function deleteMerged(tx: Tx, tenantId: Id, from: Id): Promise<void> {
  await sql`delete from customer where tenant_id = ${tenantId} and id = ${from}`.execute(tx);
}
