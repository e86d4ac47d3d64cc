import { sql } from 'kysely';
import type { CustomerDetails, CustomerForm } from '../../../contract/entities/customer-details.ts';
import type { OwnFieldName } from '../../../contract/facts/customers.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { invalid } from '../errors.ts';
import { storedValue } from './field-values.ts';
import type { StoredValue } from './field-values.ts';

/** The values to store by field; null clears one. */
export function storedValues(
  before: CustomerDetails,
  { values = [] }: Pick<CustomerForm, 'values'>,
): Map<Id, StoredValue | null> {
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

/** Stores the values of a customer's own fields. */
export async function storeValues(
  { tx, tenantId }: Change,
  id: Id,
  values: Map<Id, StoredValue | null>,
): Promise<void> {
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
