import { newCustomerFormSchema } from '../../../contract/entities/customer-details.ts';
import type { CustomerDetails, NewCustomerForm } from '../../../contract/entities/customer-details.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { parseImage, setCustomerImage } from '../users/user-image.ts';
import { customerDetailsView } from './customer-details.ts';
import { findCustomerAt } from './customer-numbers.ts';
import { refuseAgainFor } from './kept-refusals.ts';
import { storeValues, storedValues } from './card-values.ts';
import { typedAddress } from '../../../contract/facts/phone-number.ts';

const requireBasePermission = (actor: Actor): void => requirePermission(actor, 'customers');

/**
 * Adds a customer; needs the permission to keep the base. Refuses by field what `updateCustomer` refuses, and a number
 * that is malformed or is a customer's already.
 */
export function newCustomer(services: Services, caller: Actor, variables: NewCustomerForm): Promise<CustomerDetails> {
  requireBasePermission(caller);
  const input = parseInput(newCustomerFormSchema, variables);
  const address = typedAddress(input.phone_number);
  if (address === undefined) throw invalid('error.form.invalid', { phone_number: 'error.number.malformed' });
  const image = parseImage(input.image);
  return changeAsActor(services, caller, requireBasePermission, async (change, actor) => {
    const { tx, tenantId, append } = change;
    if ((await findCustomerAt(tx, tenantId, address)) !== null) {
      throw invalid('error.form.invalid', { phone_number: 'error.customer.exists' });
    }
    const { id } = await tx
      .insertInto('customer')
      .values({
        tenant_id: tenantId,
        name: input.name,
        phone_number: address,
        email: input.email === '' ? null : (input.email ?? null),
        note: input.note === '' ? null : (input.note ?? null),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await refuseAgainFor(change, services, id);
    await storeValues(change, id, storedValues(await customerDetailsView(tx, tenantId, id), input));
    await setCustomerImage(tx, { tenantId, customerId: id, before: null }, image);
    const details = await customerDetailsView(tx, tenantId, id);
    const { name, phone_number } = details.customer;
    await auditAction(tx, actor, {
      action: 'customer.create',
      subject: `customer:${id}`,
      details: { name, phone_number },
    });
    append('ListUpdated', { list: 'customers' }, { to: 'all' });
    change.note('CustomerTouched', { customer: { id }, isNew: true });
    return details;
  });
}
