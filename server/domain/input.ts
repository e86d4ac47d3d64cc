import type * as z from 'zod/mini';
import { limitsOf } from '../../contract/field-problems.ts';
import { conflict, DomainError } from './errors.ts';

/** As far as it is told what a schema found wrong. */
type Issue = Parameters<typeof limitsOf>[0][number] & { readonly message: string };
type Fault = { readonly issues: readonly Issue[] };

/**
 * The refusal of an input: INVALID with what is wrong with each field. `error.form.invalid` when a
 * schema for what people type says so in the catalogue's words, else `error.invalid`. Its params are the
 * limits that were passed, as `limitsOf` names them.
 */
export function refusedInput({ issues }: Fault): DomainError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const [field] = path;
    const isNamed = message.startsWith('error.');
    if (field !== undefined) fields[isNamed ? String(field) : path.join('.')] ??= isNamed ? message : 'error.invalid';
  }
  const isForm = issues.some(({ message }) => message.startsWith('error.'));
  const params = limitsOf(issues);
  const details = { fields, ...(Object.keys(params).length === 0 ? {} : { params }) };
  return new DomainError('INVALID', isForm ? 'error.form.invalid' : 'error.invalid', details);
}

/** What came over GraphQL, whose types say less than the contract's schema. Refuses as `refusedInput`. */
export function parseInput<Output>(schema: z.ZodMiniType<Output>, given: unknown): Output {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw refusedInput(parsed.error);
}

/** Refuses a save on top of somebody else's: CONFLICT `error.form.conflict` when what was loaded is no longer held. */
export function requireVersion(given: string | null | undefined, held: string): void {
  if (given !== undefined && given !== null && given !== held) throw conflict('error.form.conflict');
}
