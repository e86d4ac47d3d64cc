import type { FormValue, FormValues } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import type { Result } from './sources.ts';

/**
 * Puts the secrets of the named fields in the place of their names in the vault while `save` runs; a
 * field that holds none is empty. They are forgotten once it was saved.
 */
export async function withSecrets<Answer>(
  { vault }: Pick<CallParts, 'vault'>,
  values: FormValues,
  fields: readonly string[],
  save: (all: FormValues) => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  const refs = fields.map((field): [string, FormValue | undefined] => [field, values[field]]);
  const read = refs.map(([field, ref]) => [field, (typeof ref === 'string' ? vault.read(ref) : undefined) ?? '']);
  const result = await save({ ...values, ...Object.fromEntries(read) });
  if (result.ok) for (const [, ref] of refs) if (typeof ref === 'string') vault.drop(ref);
  return result;
}
