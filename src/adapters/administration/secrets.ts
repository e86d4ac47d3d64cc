import type { FormValue, FormValues } from '../../machines/entities/forms.ts';
import type { CallParts } from '../calls/parts.ts';
import type { Result } from './sources.ts';

/**
 * Replaces the vault references of the named fields by their secrets while `save` runs; a field without one is empty.
 * They are dropped after a successful save.
 */
export async function withSecrets<Values extends FormValues, Answer>(
  { vault }: Pick<CallParts, 'vault'>,
  values: Values,
  fields: readonly (keyof Values & string)[],
  save: (all: Values) => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  const refs = fields.map((field): [string, FormValue | undefined] => [field, values[field]]);
  const read = refs.map(([field, ref]) => [field, (typeof ref === 'string' ? vault.read(ref) : undefined) ?? '']);
  const result = await save({ ...values, ...Object.fromEntries(read) });
  if (result.ok) for (const [, ref] of refs) if (typeof ref === 'string') vault.drop(ref);
  return result;
}
