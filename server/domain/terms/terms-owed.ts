import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { TERMS_GRACE_HOURS } from '../../../contract/rest/terms-of-use.ts';

/**
 * Whether the user `person` must accept the terms that hold before anything else in the session
 * `held`, as a condition beside their `tenant`: they haven't, and logged in after these were
 * published, or long enough ago that nobody is stopped in the middle of a conversation. The
 * platform's own people and those who are in for support are not asked.
 */
export function owesTerms(person: 'person' | 'u', held: 'session' | 's', now: Date): RawBuilder<boolean> {
  const user = (column: string) => sql.ref(`${person}.${column}`);
  return sql<boolean>`(not tenant.is_backoffice and ${user('support_user_id')} is null and exists (
    select from terms_version holding where holding.id = (select max(id) from terms_version)
      and (holding.published_at <= ${sql.ref(`${held}.created_at`)}
        or holding.published_at <= ${now}::timestamptz - make_interval(hours => ${sql.lit(TERMS_GRACE_HOURS)}))
      and not exists (select from terms_acceptance given where given.tenant_id = ${user('tenant_id')}
        and given.user_id = ${user('id')} and given.version_id = holding.id)))`;
}
