import type { ImportTarget } from '../../../../contract/facts/imports.ts';
import type { CustomerImport } from '../../../machines/entities/imports.ts';

/** A column's target as an option's id: `none`, a part of the card, or `field:` and the field's id. */
export type TargetId = string;

export const NOTHING = 'none';
export const CARD_TARGETS = ['name', 'phone', 'email', 'note', 'timezone'] as const satisfies readonly ImportTarget[];
const FIELD = 'field:';

export function fieldTarget(id: string): TargetId {
  return `${FIELD}${id}`;
}

export function targetsOf({ columns }: Pick<CustomerImport, 'columns'>): readonly TargetId[] {
  return columns.map(({ target, field_id: fieldId }) =>
    target === null ? NOTHING : target === 'field' ? fieldTarget(fieldId ?? '') : target,
  );
}

type MappedColumn = { readonly column: number; readonly target: string; readonly field_id: string | null };

/** The request: columns with a target. */
export function mappingOf(targets: readonly TargetId[]): readonly MappedColumn[] {
  return targets.flatMap((target, column): MappedColumn[] => {
    if (target === NOTHING) return [];
    if (target.startsWith(FIELD)) return [{ column, target: 'field', field_id: target.slice(FIELD.length) }];
    return [{ column, target, field_id: null }];
  });
}
