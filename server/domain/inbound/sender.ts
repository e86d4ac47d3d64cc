import { sql } from 'kysely';
import { CUSTOMER_NAME_MAX } from '../../../contract/facts/customers.ts';
import type { InboundMessage } from '../../channels/channel.ts';
import { canonicalAddress, isUserId, phoneDigits } from '../../channels/phone-number.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { addNumber, customerAt } from '../customers/customer-numbers.ts';
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
 * but no other name. A newly known number replaces the user id, and a changed number the old one.
 */
export async function findOrCreateSender(
  tx: Tx,
  place: InstancePlace,
  message: InboundMessage,
  known: KnownCustomer | undefined,
): Promise<Sender> {
  const userId = userIdOf(message);
  const profileName = beginningOf(storableText(message.profileName ?? '').trim(), CUSTOMER_NAME_MAX);
  if (known === undefined) {
    const row = await tx
      .insertInto('customer')
      .values({ tenant_id: place.tenantId, name: profileName || message.from, phone_number: message.from })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (userId !== null) await setUserId(tx, place.tenantId, row.id, userId);
    return { id: row.id, isBlacklisted: false, alias: null };
  }
  await updateSender(tx, place.tenantId, known, { message, profileName, userId });
  return { id: known.id, isBlacklisted: known.isBlacklisted, alias: known.alias };
}

async function updateSender(
  tx: Tx,
  tenantId: Id,
  known: KnownCustomer,
  changes: { message: InboundMessage; profileName: string; userId: string | null },
): Promise<void> {
  const { message, profileName, userId } = changes;
  const moved = movedTo(message);
  if (known.alias !== null) {
    // The main number and user id are another phone's.
    for (const address of [userId, message.from, moved]) {
      if (address !== null && address !== known.alias) await addNumber(tx, tenantId, known.id, address);
    }
    if (moved !== null) await answerAt(tx, tenantId, known.id, { from: known.alias, to: moved });
  } else {
    if (userId !== null && known.userId === null) await setUserId(tx, tenantId, known.id, userId);
    if (isUserId(known.address) && !isUserId(message.from)) await setAddress(tx, tenantId, known.id, message.from);
    if (moved !== null) await setAddress(tx, tenantId, known.id, moved);
  }
  if (profileName === '' || known.name !== known.address) return;
  await tx
    .updateTable('customer')
    .set({ name: profileName })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', known.id)
    .execute();
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

/** Changes a customer's number, unless another customer has it. An additional number of theirs becomes their main one. */
async function setAddress(tx: Tx, tenantId: Id, id: Id, address: string): Promise<void> {
  await sql`
    with changed as (
      update customer set phone_number = ${address},
        name = case when name = phone_number then ${address} else name end
      where tenant_id = ${tenantId} and id = ${id}
        and not exists (select from customer o where o.tenant_id = ${tenantId} and o.phone_number = ${address})
        and not exists (select from customer_number o
          where o.tenant_id = ${tenantId} and o.address = ${address} and o.customer_id <> ${id})
      returning id),
    extra as (
      delete from customer_number n using changed
      where n.tenant_id = ${tenantId} and n.address = ${address} and n.customer_id = changed.id)
    update chat_ticket t set last_received_from = null from changed
    where t.tenant_id = ${tenantId} and t.customer_id = changed.id and t.last_received_from = ${address}`.execute(tx);
}
