import type { Tx } from '../../db/database.ts';
import type { Services } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { requireUncommonPassword } from './password-rules.ts';
import type { PasswordChooser, PasswordOwner } from './password-rules.ts';
import { DEMO_PASSWORD, hashPassword } from './passwords.ts';

/**
 * Hashes a new password of `owner`. Refuses as `requireUncommonPassword` does, and, outside the demo, the demo's
 * well-known password, which the login refuses too.
 */
export async function hashNewPassword(
  services: Pick<Services, 'isDemo'>,
  password: string,
  owner: PasswordOwner,
  by: PasswordChooser = 'owner',
): Promise<string> {
  if (password === DEMO_PASSWORD) {
    if (!services.isDemo) throw invalid('error.form.invalid', { password: 'error.password.known' });
  } else {
    await requireUncommonPassword(password, owner, by);
  }
  return hashPassword(password);
}

/** A user as the owner of a password, in a transaction of their tenant. NOT_FOUND if unknown. */
export async function passwordOwner(tx: Tx, of: { tenantId: string; userId: string }): Promise<PasswordOwner> {
  const owner = await tx
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
    .select([
      'app_user.name',
      'app_user.username',
      'app_user.email',
      'tenant.name as company',
      'tenant.slug as tenantName',
    ])
    .where('app_user.tenant_id', '=', of.tenantId)
    .where('app_user.id', '=', of.userId)
    .where('app_user.deleted_at', 'is', null)
    .executeTakeFirst();
  if (owner === undefined) throw notFound();
  return owner;
}

/** The company's names, for passwords of users yet to be created. Runs in a transaction of the tenant. */
export function passwordCompany(tx: Tx, tenantId: string): Promise<Pick<PasswordOwner, 'company' | 'tenantName'>> {
  return tx
    .selectFrom('tenant')
    .select(['name as company', 'slug as tenantName'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
}
