import type * as z from 'zod/mini';
import type { DomainError } from './errors.ts';
import { conflict, invalid } from './errors.ts';

/** As far as it is told what a schema found wrong. */
type Fault = { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };

/**
 * The refusal of an input: INVALID with what is wrong with each field. `error.form.invalid` when a
 * schema for what people type says so in the catalogue's words, else `error.invalid`.
 */
export function refusedInput({ issues }: Fault): DomainError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const [field] = path;
    const isNamed = message.startsWith('error.');
    if (field !== undefined) fields[isNamed ? String(field) : path.join('.')] ??= isNamed ? message : 'error.invalid';
  }
  const isForm = issues.some(({ message }) => message.startsWith('error.'));
  return invalid(isForm ? 'error.form.invalid' : 'error.invalid', fields);
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
