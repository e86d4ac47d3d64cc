import { sql } from 'kysely';
import type { InboundMessage } from '../../channels/channel.ts';
import { canonicalAddress, isUserId, phoneDigits } from '../../channels/phone-number.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { beginningOf, storableText } from '../text.ts';
import type { KnownCustomer } from './find-arrival.ts';

export type Sender = { id: Id; isBlacklisted: boolean };

const NAME_MAX = 200;

/** WhatsApp's own id of who wrote; null where it tells none. */
export function userIdOf(message: InboundMessage): string | null {
  return isUserId(message.from) ? message.from : (message.fromUserId ?? null);
}

/**
 * The customer who wrote, `known` or created with the profile's name. A bare number for a name gives
 * way to the profile's, any other name stays. A number that becomes known takes the place of the
 * user id, and one that changed the place of the old one.
 */
export async function takeSender(
  tx: Tx,
  place: InstancePlace,
  message: InboundMessage,
  known: KnownCustomer | undefined,
): Promise<Sender> {
  const userId = userIdOf(message);
  const profileName = beginningOf(storableText(message.profileName ?? '').trim(), NAME_MAX);
  if (known === undefined) {
    const row = await tx
      .insertInto('customer')
      .values({ tenant_id: place.tenantId, name: profileName || message.from, phone_number: message.from })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (userId !== null) await nameUser(tx, place.tenantId, row.id, userId);
    return { id: row.id, isBlacklisted: false };
  }
  await bringUpToDate(tx, place.tenantId, known, { message, profileName, userId });
  return { id: known.id, isBlacklisted: known.isBlacklisted };
}

async function bringUpToDate(
  tx: Tx,
  tenantId: Id,
  known: KnownCustomer,
  news: { message: InboundMessage; profileName: string; userId: string | null },
): Promise<void> {
  const { message, profileName, userId } = news;
  if (userId !== null && known.userId === null) await nameUser(tx, tenantId, known.id, userId);
  if (isUserId(known.address) && !isUserId(message.from)) await moveTo(tx, tenantId, known.id, message.from);
  if (message.kind === 'system' && message.newAddress !== undefined) {
    const moved = isUserId(message.newAddress) ? undefined : phoneDigits(message.newAddress);
    if (moved !== undefined) await moveTo(tx, tenantId, known.id, canonicalAddress(moved));
  }
  if (profileName === '' || known.name !== known.address) return;
  await tx
    .updateTable('customer')
    .set({ name: profileName })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', known.id)
    .execute();
}

/** Keeps WhatsApp's user id of a customer, unless another customer has it. */
async function nameUser(tx: Tx, tenantId: Id, id: Id, userId: string): Promise<void> {
  await sql`
    update customer set provider_user_id = ${userId} where tenant_id = ${tenantId} and id = ${id}
      and not exists (select from customer o where o.tenant_id = ${tenantId} and o.provider_user_id = ${userId})`.execute(
    tx,
  );
}

/** Gives a customer another number, unless another customer has it. */
async function moveTo(tx: Tx, tenantId: Id, id: Id, address: string): Promise<void> {
  await sql`
    update customer set phone_number = ${address},
      name = case when name = phone_number then ${address} else name end
    where tenant_id = ${tenantId} and id = ${id}
      and not exists (select from customer o where o.tenant_id = ${tenantId} and o.phone_number = ${address})`.execute(
    tx,
  );
}
