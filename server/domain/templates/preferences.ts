import { sql } from 'kysely';
import type { PreferenceNews } from '../../channels/channel.ts';
import { canonicalAddress } from '../../channels/phone-number.ts';
import { changeTenant } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { noteConsent } from '../customers/note-consent.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import { endRefusalsOf } from '../customers/kept-refusals.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';

/**
 * Stores whether a customer wants marketing; an older choice doesn't replace a newer one. Serialised with merges,
 * so that it isn't stored for a customer who was just merged away.
 */
export async function receivePreference(
  services: Pick<Services, 'db' | 'keys'>,
  { tenantId }: InstancePlace,
  { from, timestamp, wantsMarketing }: PreferenceNews,
): Promise<void> {
  await changeTenant(services.db, tenantId, async (change) => {
    const { rows } = await sql<{ id: Id }>`
      update customer set marketing_wish_at = ${timestamp},
        declined_marketing_at = case when ${wantsMarketing}::boolean then null else ${timestamp}::timestamptz end
      where tenant_id = ${tenantId} and id = ${customerAt(tenantId, canonicalAddress(from))}
        and coalesce(marketing_wish_at, '-infinity') <= ${timestamp}
      returning id`.execute(change.tx);
    for (const { id } of rows) {
      const kind = wantsMarketing ? 'granted' : 'revoked';
      await noteConsent(change, id, { channel: 'whatsapp', kind, origin: 'provider', at: timestamp });
      if (wantsMarketing) await endRefusalsOf(change.tx, services, tenantId, id, 'whatsapp');
    }
  });
}
