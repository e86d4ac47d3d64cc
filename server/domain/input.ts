import type * as z from 'zod/mini';
import { limitsOf } from '../../contract/facts/field-problems.ts';
import { conflict, DomainError } from './errors.ts';

/** The parts of a schema's issue that are needed here. */
type Issue = Parameters<typeof limitsOf>[0][number] & { readonly message: string };
type Fault = { readonly issues: readonly Issue[] };

/**
 * The refusal of an input: INVALID with what is wrong with each field. `error.form.invalid` if the schema's messages
 * are catalogue ids, else `error.invalid`. Its params are the violated limits, named by `limitsOf`.
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

/**
 * Parses GraphQL input with the contract's schema, which is stricter than the GraphQL types. Refuses as `refusedInput`
 * does.
 */
export function parseInput<Output>(schema: z.ZodMiniType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw refusedInput(parsed.error);
}

/** CONFLICT `error.form.conflict` if the loaded version is outdated. */
export function requireVersion(input: string | null | undefined, current: string): void {
  if (input !== undefined && input !== null && input !== current) throw conflict('error.form.conflict');
}
