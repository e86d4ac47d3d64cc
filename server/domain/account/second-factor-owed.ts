import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * SQL condition: whether the user in row `person` must first set up a second factor, because their company (row
 * `tenant`) requires one and they have none.
 */
export function owesSecondFactor(person: 'person' | 'u'): RawBuilder<boolean> {
  const user = (column: string) => sql.ref(`${person}.${column}`);
  return sql<boolean>`(tenant.two_factor_required and ${user('support_user_id')} is null
    and not exists (select from totp own where own.tenant_id = ${user('tenant_id')}
      and own.user_id = ${user('id')} and own.confirmed_at is not null))`;
}
