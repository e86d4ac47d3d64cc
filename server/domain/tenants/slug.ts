import { TENANT_NAME_MAX } from '../../../contract/facts/accounts.ts';
import { invalid } from '../errors.ts';
import { isTenantSlug } from '../tenants.ts';

/**
 * A company's URL name, made of its name: `Aurora Móveis` is `aurora-moveis`. Refuses a name that yields nothing, or a
 * reserved segment.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, TENANT_NAME_MAX)
    .replaceAll(/^-+|-+$/g, '');
  if (isTenantSlug(slug)) return slug;
  throw invalid('error.form.invalid', {
    name: slug === '' ? 'error.tenant.nameUnusable' : 'error.tenant.nameReserved',
  });
}
