import { sql } from 'kysely';
import { CUSTOMER_NAME_MAX } from '../../../contract/facts/customers.ts';
import type { InboundMessage } from '../../channels/channel.ts';
import { canonicalAddress, isUserId, phoneDigits } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { followNumber } from '../campaigns/follow.ts';
import { tellIfBlocked } from '../customers/block-addresses.ts';
import { addNumber, customerAt } from '../customers/customer-numbers.ts';
import { refuseAgainFor, UnreadableRefusals } from '../customers/kept-refusals.ts';
import { setAddress } from '../customers/set-address.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { beginningOf, storableText } from '../text.ts';
import type { KnownCustomer } from './find-arrival.ts';

export type Sender = {
  id: Id;
  isBlacklisted: boolean;
  /** Their additional number that the message is from; null: their main one. */
  alias: string | null;
};

/** WhatsApp's id of the sender, if any. */
export function userIdOf(message: InboundMessage): string | null {
  return isUserId(message.from) ? message.from : (message.fromUserId ?? null);
}

/**
 * The customer who wrote, `known` or created with the profile's name. A profile name replaces a bare number as a name,
 * but no other name. A newly known number replaces the user id, and a changed number the old one; if that one is
 * blocked, so are they.
 */
export async function findOrCreateSender(
  services: Pick<Services, 'keys'>,
  change: Change,
  place: InstancePlace,
  message: InboundMessage,
  known: KnownCustomer | undefined,
): Promise<Sender> {
  const { tx } = change;
  const userId = userIdOf(message);
  const profileName = beginningOf(storableText(message.profileName ?? '').trim(), CUSTOMER_NAME_MAX);
  if (known === undefined) {
    const row = await tx
      .insertInto('customer')
      .values({ tenant_id: place.tenantId, name: profileName || message.from, phone_number: message.from })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (userId !== null) await setUserId(tx, place.tenantId, row.id, userId);
    change.note('CustomerTouched', { customer: { id: row.id }, isNew: true });
    const refused = await refusedAgain(change, services, row.id);
    return { id: row.id, isBlacklisted: refused.has('contact'), alias: null };
  }
  const isChanged = await updateAddresses(tx, place.tenantId, known, message, userId);
  if (isChanged) await refusedAgain(change, services, known.id);
  const isBlacklisted = known.isBlacklisted || (isChanged && (await tellIfBlocked(change, known.id)));
  // Their new number is listed along with it.
  if (known.isBlacklisted && known.alias === null && isChanged) {
    change.append('ListUpdated', { list: 'blocked_contacts' }, { to: 'all' });
  }
  if (profileName !== '' && known.name === known.address) {
    await tx
      .updateTable('customer')
      .set({ name: profileName })
      .where('tenant_id', '=', place.tenantId)
      .where('id', '=', known.id)
      .execute();
  }
  return { id: known.id, isBlacklisted, alias: known.alias };
}

/** A message is taken although the key can't be read; the hourly resealing warns of it. */
async function refusedAgain(change: Change, services: Pick<Services, 'keys'>, id: Id): Promise<ReadonlySet<string>> {
  try {
    return await refuseAgainFor(change, services, id);
  } catch (error) {
    if (error instanceof UnreadableRefusals) return new Set();
    throw error;
  }
}

/** Stores what a message says of its sender's numbers; answers whether it says anything new. */
async function updateAddresses(
  tx: Tx,
  tenantId: Id,
  known: KnownCustomer,
  message: InboundMessage,
  userId: string | null,
): Promise<boolean> {
  const { id, alias } = known;
  const moved = movedTo(message);
  if (alias !== null) {
    // The main number and user id are another phone's.
    const others = [userId, message.from, moved].flatMap((each) => (each === null || each === alias ? [] : each));
    for (const address of others) await addNumber(tx, tenantId, id, address);
    if (moved !== null) await answerAt(tx, tenantId, id, { from: alias, to: moved });
    return others.length > 0;
  }
  const isIdNew = userId !== null && known.userId === null;
  const isNumberNew = isUserId(known.address) && !isUserId(message.from);
  if (isIdNew) await setUserId(tx, tenantId, id, userId);
  if (isNumberNew) await setAddress(tx, tenantId, id, message.from);
  if (moved !== null) await setAddress(tx, tenantId, id, moved);
  if (isNumberNew || moved !== null) await followNumber(tx, tenantId, id);
  return isIdNew || isNumberNew || moved !== null;
}

/** The number that a message says its sender has changed to. */
function movedTo(message: InboundMessage): string | null {
  if (message.kind !== 'system' || message.newAddress === undefined || isUserId(message.newAddress)) return null;
  const digits = phoneDigits(message.newAddress);
  return digits === undefined ? null : canonicalAddress(digits);
}

/** Answers to a customer's additional number go to another one, if that is theirs too. */
async function answerAt(tx: Tx, tenantId: Id, id: Id, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update chat_ticket t set last_received_from = nullif(${to}, c.phone_number)
    from customer c
    where c.tenant_id = ${tenantId} and c.id = ${id} and t.tenant_id = ${tenantId} and t.customer_id = ${id}
      and t.last_received_from = ${from} and ${customerAt(tenantId, to)} = ${id}`.execute(tx);
}

/** Stores a customer's WhatsApp user id, unless another customer has it. */
async function setUserId(tx: Tx, tenantId: Id, id: Id, userId: string): Promise<void> {
  await sql`
    update customer set provider_user_id = ${userId} where tenant_id = ${tenantId} and id = ${id}
      and not exists (select from customer o where o.tenant_id = ${tenantId} and o.provider_user_id = ${userId})
      and not exists (select from customer_number o where o.tenant_id = ${tenantId} and o.address = ${userId})`.execute(
    tx,
  );
}
