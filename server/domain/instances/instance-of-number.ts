import { askTenant, withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { openToken } from './access-token.ts';

/** Whose a number at the provider is. */
export type InstancePlace = { tenantId: Id; instanceId: Id };

/**
 * The instance that a provider's `phone_number_id` is of: whose credentials for it passed a test, of any tenant that
 * still is one. Undefined if there is none; who only typed the number has none of it.
 */
export async function findInstanceOfNumber(
  services: Pick<Services, 'db'>,
  phoneNumberId: string,
): Promise<InstancePlace | undefined> {
  const row = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('instance')
      .innerJoin('tenant', 'tenant.id', 'instance.tenant_id')
      .select(['instance.tenant_id', 'instance.id'])
      .where('instance.claimed_number', '=', phoneNumberId)
      .where('tenant.deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  return row && { tenantId: row.tenant_id, instanceId: row.id };
}

/** A number's place is looked up again after so long. */
const PLACE_MS = 5_000;

/** Finds the places of numbers, and remembers them for a few seconds: messages come in bursts. */
export function rememberedPlaces(
  services: Pick<Services, 'db'>,
): (phoneNumberId: string) => Promise<InstancePlace | undefined> {
  const known = new Map<string, { place: InstancePlace; until: number }>();
  return async (phoneNumberId) => {
    const remembered = known.get(phoneNumberId);
    if (remembered !== undefined && remembered.until > performance.now()) return remembered.place;
    known.delete(phoneNumberId);
    const place = await findInstanceOfNumber(services, phoneNumberId);
    if (place !== undefined) known.set(phoneNumberId, { place, until: performance.now() + PLACE_MS });
    return place;
  };
}

/** The provider's token for an instance, as of now; undefined when it has none, or none that this server's secret opens. */
export async function accessTokenOf(
  services: Pick<Services, 'db' | 'keys'>,
  place: InstancePlace,
): Promise<string | undefined> {
  const row = await askTenant(services.db, place.tenantId, (tx) =>
    tx
      .selectFrom('instance')
      .select('access_token')
      .where('tenant_id', '=', place.tenantId)
      .where('id', '=', place.instanceId)
      .executeTakeFirst(),
  );
  const kept = row?.access_token ?? null;
  return kept === null ? undefined : openToken(services, place, kept);
}
