import { constraintOf, isDuplicate } from '../db/failures.ts';
import type { DomainError } from './errors.ts';
import { invalid } from './errors.ts';

/** Unique indexes that reach beyond a tenant's lock, by name: the field, and its error. */
const TAKEN = {
  app_user_email: { email: 'error.user.emailTaken' },
  app_user_username: { username: 'error.user.usernameTaken' },
  tenant_cnpj: { cnpj: 'error.tenant.cnpjTaken' },
} as const;
type Index = keyof typeof TAKEN;

/** The error of a field whose value is taken. */
export function takenFields<Name extends Index>(index: Name): (typeof TAKEN)[Name] {
  return TAKEN[index];
}

/**
 * Refuses by field, with `error.form.invalid`, a save that lost a race for the same value; `otherwise` replaces that
 * error. Other failures pass through.
 */
export async function refuseTaken<T>(
  saving: Promise<T>,
  otherwise: Readonly<Partial<Record<Index, DomainError>>> = {},
): Promise<T> {
  try {
    return await saving;
  } catch (error) {
    const broken = isDuplicate(error) ? constraintOf(error) : '';
    if (!isIndex(broken)) throw error;
    throw otherwise[broken] ?? invalid('error.form.invalid', TAKEN[broken]);
  }
}

function isIndex(name: string): name is Index {
  return Object.hasOwn(TAKEN, name);
}
