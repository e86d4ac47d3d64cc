import { sql } from 'kysely';
import { customerFormSchema } from '../../../contract/entities/customer-details.ts';
import type { CustomerDetails, CustomerForm } from '../../../contract/entities/customer-details.ts';
import type { OwnFieldName } from '../../../contract/facts/customers.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibleCustomer } from '../tickets/visibility.ts';
import { publishCustomer } from './customer-audience.ts';
import { parseImage, setCustomerImage } from '../users/user-image.ts';
import { customerDetailsView } from './customer-details.ts';
import { storedValue } from './field-values.ts';
import type { StoredValue } from './field-values.ts';

/**
 * Changes what the company keeps of a customer of whom the actor sees a ticket; omitted fields stay. Refuses with
 * CONFLICT `error.form.conflict` an outdated version, and by field (`value_<id>`) a value that doesn't fit its type, or
 * a picture as a user's.
 */
export function updateCustomer(
  services: Services,
  actor: Actor,
  { id: rawId, version, ...variables }: CustomerForm & { id: string; version?: string | null | undefined },
): Promise<CustomerDetails> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  const input = parseInput(customerFormSchema, variables);
  const image = parseImage(input.image);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    await requireVisibleCustomer(tx, actor, id, null);
    const before = await customerDetailsView(tx, tenantId, id);
    if (version !== undefined && version !== null && version !== before.version) throw conflict('error.form.conflict');
    const values = storedValues(before, input);
    await tx
      .updateTable('customer')
      .set({
        name: input.name,
        ...(input.email === undefined ? {} : { email: input.email === '' ? null : input.email }),
        ...(input.note === undefined ? {} : { note: input.note === '' ? null : input.note }),
        version: sql<number>`version + 1`,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await store(change, id, values);
    await setCustomerImage(tx, { tenantId, customerId: id, before: before.customer.image }, image);
    const after = await customerDetailsView(tx, tenantId, id);
    const details = changedFields(AUDITED, auditedOf(before), auditedOf(after));
    if (Object.keys(details).length > 0) {
      await auditAction(tx, actor, { action: 'customer.update', subject: `customer:${id}`, details });
      await publishCustomer(change, id);
    }
    return after;
  });
}

const AUDITED = ['name', 'email', 'note', 'image', 'fields'] as const;

function auditedOf({ customer, email, note, fields, values }: CustomerDetails) {
  const named = values.map(({ field_id, value }) => `${fields.find(({ id }) => id === field_id)?.name}: ${value}`);
  return { name: customer.name, email, note, image: customer.image, fields: named };
}

/** The values to store by field; null clears one. */
function storedValues(before: CustomerDetails, { values = [] }: CustomerForm): Map<Id, StoredValue | null> {
  const stored = new Map<Id, StoredValue | null>();
  const problems: Record<string, string> = {};
  for (const { field_id: fieldId, value } of values) {
    const field = before.fields.find(({ id }) => id === fieldId);
    const held = before.values.find(({ field_id }) => field_id === fieldId)?.value;
    // Unchanged values aren't checked again: a customer keeps a choice that was removed since.
    if (field !== undefined && value !== null && value === held) continue;
    const result = field === undefined ? { problem: 'error.field.gone' } : storedValue(field, value);
    if (result !== null && 'problem' in result) problems[`value_${fieldId}` satisfies OwnFieldName] = result.problem;
    else stored.set(fieldId, result);
  }
  if (Object.keys(problems).length > 0) throw invalid('error.form.invalid', problems);
  return stored;
}

async function store({ tx, tenantId }: Change, id: Id, values: Map<Id, StoredValue | null>): Promise<void> {
  for (const [fieldId, value] of values) {
    if (value === null) {
      await sql`delete from customer_value
        where tenant_id = ${tenantId} and customer_id = ${id} and field_id = ${fieldId}`.execute(tx);
      continue;
    }
    const { text, number, date } = value;
    await sql`
      insert into customer_value (tenant_id, customer_id, field_id, text_value, number_value, date_value)
      values (${tenantId}, ${id}, ${fieldId}, ${text}, ${number}, ${date}::date)
      on conflict (tenant_id, customer_id, field_id) do update
      set text_value = excluded.text_value, number_value = excluded.number_value,
        date_value = excluded.date_value`.execute(tx);
  }
}
