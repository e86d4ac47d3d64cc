import { sql } from 'kysely';
import type { PreferenceNews } from '../../channels/channel.ts';
import { canonicalAddress } from '../../channels/phone-number.ts';
import { changeTenant } from '../../db/change.ts';
import type { Services } from '../context.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';

/**
 * Stores whether a customer wants marketing; an older wish doesn't replace a newer one. Before or after a merge of
 * theirs: in between, it would be of a customer who is gone.
 */
export async function receivePreference(
  { db }: Pick<Services, 'db'>,
  { tenantId }: InstancePlace,
  { from, timestamp, wantsMarketing }: PreferenceNews,
): Promise<void> {
  const wish = wantsMarketing ? 'granted' : 'revoked';
  await changeTenant(db, tenantId, ({ tx }) =>
    sql`
      with told as (
      update customer set marketing_wish_at = ${timestamp},
        declined_marketing_at = case when ${wantsMarketing}::boolean then null else ${timestamp}::timestamptz end
      where tenant_id = ${tenantId} and id = ${customerAt(tenantId, canonicalAddress(from))}
        and coalesce(marketing_wish_at, '-infinity') <= ${timestamp}
      returning tenant_id, id, whatsapp_consent)
      insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin, evidence)
      select tenant_id, id, 'whatsapp', 'marketing', ${wish}, ${timestamp}, 'provider', 'user_preferences' from told
      where whatsapp_consent is distinct from ${wish}`.execute(tx),
  );
}
