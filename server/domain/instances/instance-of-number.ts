import { parseSmsAddress } from '../../channels/sms/address.ts';
import { queryTenant, withPlatform } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { openToken } from './access-token.ts';

/** The tenant and instance that a number belongs to. */
export type InstancePlace = { tenantId: Id; instanceId: Id };

/**
 * The instance of a provider's `phone_number_id`: the one whose credentials passed a test, in any active tenant.
 * Undefined if there is none; merely entering the number doesn't count.
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

/** Whether an instance of any active tenant has an address, or is about to: it may be under test. */
export async function isSenderKnown(services: Pick<Services, 'db'>, address: string): Promise<boolean> {
  const row = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('instance')
      .innerJoin('tenant', 'tenant.id', 'instance.tenant_id')
      .select('instance.id')
      .where((is) => is.or([is('instance.claimed_number', '=', address), is('instance.sender_address', '=', address)]))
      .where('tenant.deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** How long a number's place is cached. */
const PLACE_MS = 5_000;

/** Finds the places of numbers, with a short cache: messages come in bursts. */
export function cachedPlaces(
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

/** Whether another instance of the company has the sender of Zenvia's, whose addresses differ by instance. */
export async function isSenderTaken(
  services: Pick<Services, 'db'>,
  address: string,
  { tenantId, instanceId }: InstancePlace,
): Promise<boolean> {
  const parsed = parseSmsAddress(address);
  if (parsed?.provider !== 'zenvia') return false;
  const holder = await queryTenant(services.db, tenantId, (tx) =>
    tx
      .selectFrom('instance')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '<>', instanceId)
      .where('provider', '=', 'zenvia')
      .where('phone_number_id', '=', parsed.sender)
      .where('claimed_number', 'is not', null)
      .executeTakeFirst(),
  );
  return holder !== undefined;
}

/** The address made of an instance's form; null if it is incomplete. */
export async function senderAddress(tx: Tx, { tenantId, instanceId }: InstancePlace): Promise<string | null> {
  const row = await tx
    .selectFrom('instance')
    .select('sender_address')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', instanceId)
    .executeTakeFirst();
  return row?.sender_address ?? null;
}

/** The instance's current provider token; undefined if there is none, or it can't be unsealed. */
export async function accessTokenOf(
  services: Pick<Services, 'db' | 'keys'>,
  place: InstancePlace,
): Promise<string | undefined> {
  const row = await queryTenant(services.db, place.tenantId, (tx) =>
    tx
      .selectFrom('instance')
      .select('access_token')
      .where('tenant_id', '=', place.tenantId)
      .where('id', '=', place.instanceId)
      .executeTakeFirst(),
  );
  const stored = row?.access_token ?? null;
  return stored === null ? undefined : openToken(services, place, stored);
}
