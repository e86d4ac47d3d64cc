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

/** WhatsApp's id of the sender, if any. */
export function userIdOf(message: InboundMessage): string | null {
  return isUserId(message.from) ? message.from : (message.fromUserId ?? null);
}

/**
 * The customer who wrote, `known` or created with the profile's name. A profile name replaces a bare number as a name,
 * but no other name. A newly known number replaces the user id, and a changed number the old one.
 */
export async function findOrCreateSender(
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
    if (userId !== null) await setUserId(tx, place.tenantId, row.id, userId);
    return { id: row.id, isBlacklisted: false };
  }
  await updateSender(tx, place.tenantId, known, { message, profileName, userId });
  return { id: known.id, isBlacklisted: known.isBlacklisted };
}

async function updateSender(
  tx: Tx,
  tenantId: Id,
  known: KnownCustomer,
  changes: { message: InboundMessage; profileName: string; userId: string | null },
): Promise<void> {
  const { message, profileName, userId } = changes;
  if (userId !== null && known.userId === null) await setUserId(tx, tenantId, known.id, userId);
  if (isUserId(known.address) && !isUserId(message.from)) await setAddress(tx, tenantId, known.id, message.from);
  if (message.kind === 'system' && message.newAddress !== undefined) {
    const moved = isUserId(message.newAddress) ? undefined : phoneDigits(message.newAddress);
    if (moved !== undefined) await setAddress(tx, tenantId, known.id, canonicalAddress(moved));
  }
  if (profileName === '' || known.name !== known.address) return;
  await tx
    .updateTable('customer')
    .set({ name: profileName })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', known.id)
    .execute();
}

/** Stores a customer's WhatsApp user id, unless another customer has it. */
async function setUserId(tx: Tx, tenantId: Id, id: Id, userId: string): Promise<void> {
  await sql`
    update customer set provider_user_id = ${userId} where tenant_id = ${tenantId} and id = ${id}
      and not exists (select from customer o where o.tenant_id = ${tenantId} and o.provider_user_id = ${userId})`.execute(
    tx,
  );
}

/** Changes a customer's number, unless another customer has it. */
async function setAddress(tx: Tx, tenantId: Id, id: Id, address: string): Promise<void> {
  await sql`
    update customer set phone_number = ${address},
      name = case when name = phone_number then ${address} else name end
    where tenant_id = ${tenantId} and id = ${id}
      and not exists (select from customer o where o.tenant_id = ${tenantId} and o.phone_number = ${address})`.execute(
    tx,
  );
}
