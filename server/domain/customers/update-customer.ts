import { sql } from 'kysely';
import { customerFormSchema } from '../../../contract/entities/customer-details.ts';
import type { CustomerDetails, CustomerForm } from '../../../contract/entities/customer-details.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { followNumber, followZones } from '../campaigns/follow.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { storeValues, storedValues } from './card-values.ts';
import { correctNumber } from './correct-number.ts';
import { requireCustomer, requireCustomersPermission } from './customer-access.ts';
import { publishCustomer } from './customer-audience.ts';
import { parseImage, setCustomerImage } from '../users/user-image.ts';
import { customerDetailsView } from './customer-details.ts';

/**
 * Changes what the company keeps of a customer whom the actor may open; omitted fields stay. Refuses with
 * CONFLICT `error.form.conflict` an outdated version, and by field (`value_<id>`) a value that doesn't fit its type, a
 * picture as a user's, a time zone that nobody knows, or a number as `correctNumber` says.
 */
export function updateCustomer(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: CustomerForm & { id: string; version?: string | null | undefined },
): Promise<CustomerDetails> {
  requireCustomersPermission(caller);
  const id = parseId(rawId);
  const input = parseInput(customerFormSchema, variables);
  const image = parseImage(input.image);
  return changeAsActor(services, caller, requireCustomersPermission, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireCustomer(tx, actor, id);
    const before = await customerDetailsView(tx, tenantId, id);
    if (version !== undefined && version !== null && version !== before.version) throw conflict('error.form.conflict');
    const values = storedValues(before, input);
    const timezone = input.timezone === '' ? null : input.timezone;
    await tx
      .updateTable('customer')
      .set({
        name: input.name,
        ...(input.email === undefined ? {} : { email: input.email === '' ? null : input.email }),
        ...(timezone === undefined ? {} : { timezone }),
        ...(input.note === undefined ? {} : { note: input.note === '' ? null : input.note }),
        version: sql<number>`version + 1`,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    if (input.phone_number !== undefined && input.phone_number !== null) {
      await correctNumber(change, services, before, input.phone_number);
    }
    await storeValues(change, id, values);
    await setCustomerImage(tx, { tenantId, customerId: id, before: before.customer.image }, image);
    const after = await customerDetailsView(tx, tenantId, id);
    if (after.customer.phone_number !== before.customer.phone_number) await followNumber(tx, tenantId, id);
    else if (after.timezone !== before.timezone) await followZones(tx, tenantId, [id]);
    const details = changedFields(AUDITED, auditedOf(before), auditedOf(after));
    if (Object.keys(details).length > 0) {
      await auditAction(tx, actor, { action: 'customer.update', subject: `customer:${id}`, details });
      await publishCustomer(change, id);
      const fields = changedValues(before, after);
      const hasChanged = Object.keys(details).some((each) => each !== 'fields');
      change.note('CustomerTouched', { customer: { id }, hasChanged, fields });
    }
    return after;
  });
}

/** The company's fields whose value is another one now. */
function changedValues({ values: before }: CustomerDetails, { values: after }: CustomerDetails): Id[] {
  const ids = new Set([...before, ...after].map(({ field_id }) => field_id));
  const valueIn = (values: CustomerDetails['values'], id: Id) => values.find(({ field_id }) => field_id === id)?.value;
  return [...ids].filter((id) => valueIn(before, id) !== valueIn(after, id));
}

const AUDITED = ['name', 'phone_number', 'email', 'note', 'timezone', 'image', 'fields'] as const;

function auditedOf({ customer, email, note, timezone, fields, values }: CustomerDetails) {
  const named = values.map(({ field_id, value }) => `${fields.find(({ id }) => id === field_id)?.name}: ${value}`);
  return {
    name: customer.name,
    phone_number: customer.phone_number,
    email,
    note,
    timezone,
    image: customer.image,
    fields: named,
  };
}
