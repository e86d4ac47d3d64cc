import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { TERMS_GRACE_HOURS } from '../../../contract/rest/terms-of-use.ts';

/**
 * SQL condition: the user `person` of `tenant` must accept the current terms before anything else in `session`.
 * True if they haven't, and logged in after publication, or the grace period is over, so that nobody is interrupted in
 * a conversation. Back-office and support users are exempt.
 */
export function owesTerms(
  person: 'person' | 'u',
  session: 'session' | 's',
  now: Date | RawBuilder<Date>,
): RawBuilder<boolean> {
  const user = (column: string) => sql.ref(`${person}.${column}`);
  return sql<boolean>`(not tenant.is_backoffice and ${user('support_user_id')} is null and exists (
    select from terms_version holding where holding.id = (select max(id) from terms_version)
      and (holding.published_at <= ${sql.ref(`${session}.created_at`)}
        or holding.published_at <= ${now}::timestamptz - make_interval(hours => ${sql.lit(TERMS_GRACE_HOURS)}))
      and not exists (select from terms_acceptance given where given.tenant_id = ${user('tenant_id')}
        and given.user_id = ${user('id')} and given.version_id = holding.id)))`;
}
