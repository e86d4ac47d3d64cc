import type { CustomerFieldType } from '../../../../contract/facts/customers.ts';
import type { MessageId } from '../../../i18n/message-id.ts';

/** What one of the company's fields must hold; `value` is empty for any. */
export interface FieldFilter {
  readonly field: string;
  /** One of `FIELD_FILTERS`. */
  readonly op: string;
  readonly value: string;
}

export const EMPTY_FILTER: FieldFilter = { field: '', op: 'in', value: '' };

/** A comparison's label: a day is after, a number above. */
export function fieldFilterText(type: CustomerFieldType, op: string): MessageId {
  switch (op) {
    case 'above':
      return type === 'date' ? 'base.field.op.after' : 'base.field.op.above';
    case 'below':
      return type === 'date' ? 'base.field.op.before' : 'base.field.op.below';
    case 'filled':
      return 'base.field.op.filled';
    default:
      return 'base.field.op.in';
  }
}

/** The filter as the list's query has it. */
export function fieldFilterOf({
  field,
  fieldOp,
  fieldValue,
}: Readonly<Record<string, string>>): FieldFilter | undefined {
  return field === undefined ? undefined : { field, op: fieldOp ?? 'filled', value: fieldValue ?? '' };
}
