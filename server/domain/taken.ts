import { constraintOf, isDuplicate } from '../db/failures.ts';
import type { DomainError } from './errors.ts';
import { invalid } from './errors.ts';

/** What the unique indexes keep apart beyond a tenant's lock, by their names: the field, and how it is said. */
const TAKEN = {
  app_user_email: { email: 'error.user.emailTaken' },
  app_user_username: { username: 'error.user.usernameTaken' },
  tenant_cnpj: { cnpj: 'error.tenant.cnpjTaken' },
} as const;
type Index = keyof typeof TAKEN;

/** What is wrong with a field whose value another row has. */
export function takenFields<Name extends Index>(index: Name): (typeof TAKEN)[Name] {
  return TAKEN[index];
}

/**
 * Refuses by field, with `error.form.invalid`, a save that another one of the same value was quicker than;
 * `otherwise` says it in other words. Other failures stay what they are.
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
