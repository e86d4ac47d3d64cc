import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { UNCERTAIN } from '../../../contract/facts/ack.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { followZones } from '../campaigns/follow.ts';
import type { Merge } from './merge-preview.ts';

/** The tables with a foreign key to a customer, and those without one that hold their id. A test compares them. */
export const MERGED_TABLES = [
  'campaign_recipient',
  'chat_ticket',
  'consent',
  'customer_group_member',
  'customer_image',
  // Goes with the customer: what an import did to who was merged isn't undone.
  'customer_import_change',
  'customer_number',
  'customer_tag',
  'customer_value',
  // Follows by its triggers.
  'customer_word',
  'flow_start',
  'message',
  'message_word',
  'outbox',
  'pinned_customer',
  'rule_execution',
  'scheduled_message',
] as const;

/** SQL: the note of customer `c` when `o` is merged into them. */
export const JOINED_NOTE = sql<string | null>`(case when c.note = o.note then c.note
  else nullif(concat_ws(E'\n\n', c.note, o.note), '') end)`;

/** SQL: what both allowed: who revoked it once stays out. */
function joinedConsent(channel: 'whatsapp' | 'sms'): RawBuilder<unknown> {
  const [own, other] = [sql.raw(`c.${channel}_consent`), sql.raw(`o.${channel}_consent`)];
  return sql`case when 'revoked' in (${own}, ${other}) then 'revoked' else coalesce(${own}, ${other}) end`;
}

/** More than any id. */
const AFTER_ALL = '9223372036854775807';

/** Gives the other's tickets and messages to the remaining customer, and counts the conversations that were both's. */
export async function moveConversations(tx: Tx, tenantId: Id, merge: Merge): Promise<void> {
  const { into, from } = merge;
  // The words of old messages are stored in the background, with the customer's id.
  await sql`select before_id from message_word_backlog where tenant_id = ${tenantId} for update`.execute(tx);
  const { rows: shared } = await sql<{ id: Id }>`
    select t.instance_id as id from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${into}
    intersect
    select t.instance_id from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${from}`.execute(tx);
  await sql`select move_message_words(${tenantId}, ${from}, ${into})`.execute(tx);
  await sql`
    update outbox o set customer_id = ${into} from message m
    where m.tenant_id = ${tenantId} and m.customer_id = ${from}
      and o.tenant_id = ${tenantId} and o.message_id = m.id`.execute(tx);
  await sql`update message set customer_id = ${into} where tenant_id = ${tenantId} and customer_id = ${from}`.execute(
    tx,
  );
  await sql`
    update chat_ticket t set customer_id = ${into},
      last_received_from = case when t.last_received_at is null then null
        else coalesce(t.last_received_from, other.phone_number) end
    from customer other where other.tenant_id = ${tenantId} and other.id = ${from}
      and t.tenant_id = ${tenantId} and t.customer_id = ${from}`.execute(tx);
  await sql`
    update rule_execution set customer_id = ${into}
    where tenant_id = ${tenantId} and customer_id = ${from}`.execute(tx);
  await sql`
    update scheduled_message set customer_id = ${into}
    where tenant_id = ${tenantId} and customer_id = ${from}`.execute(tx);
  // Both wait for the same flow: it starts once.
  await sql`
    delete from flow_start s where s.tenant_id = ${tenantId} and s.customer_id = ${from} and s.status = 'waiting'
      and exists (select from flow_start kept where kept.tenant_id = ${tenantId} and kept.customer_id = ${into}
        and kept.flow_id = s.flow_id and kept.status = 'waiting')`.execute(tx);
  await sql`update flow_start set customer_id = ${into} where tenant_id = ${tenantId} and customer_id = ${from}`.execute(
    tx,
  );
  for (const { id } of shared) await recount(tx, tenantId, into, id);
}

/**
 * What a ticket says of its conversation up to it, out of all tickets up to it: the 24-hour window and its
 * number, and of those that are read through it the unseen messages and the last message. Events from before the first message of one side stand behind the other's messages
 * that were there then.
 */
async function recount(tx: Tx, tenantId: Id, customerId: Id, instanceId: Id): Promise<void> {
  const isOfIt = (row: string): RawBuilder<unknown> => {
    const of = sql.raw(row);
    return sql`${of}.tenant_id = ${tenantId} and ${of}.customer_id = ${customerId} and ${of}.instance_id = ${instanceId}`;
  };
  await sql`
    update chat_ticket t set unseen_count = counted.unseen, last_message_id = counted.last_message_id,
      last_message_at = counted.last_message_at, last_received_at = counted.last_received_at,
      last_received_from = counted.last_received_from
    from (
      select n.id,
        (select count(*) from message m where m.tenant_id = ${tenantId} and m.unseen and m.ticket_id in (
          select p.id from chat_ticket p where ${isOfIt('p')} and p.id between n.history_from and n.id))::integer as unseen,
        (select max(p.last_message_id) from chat_ticket p
          where ${isOfIt('p')} and p.id between n.history_from and n.id) as last_message_id,
        max(n.last_message_at) over upto as last_message_at, wrote.last_received_at, wrote.last_received_from
      from chat_ticket n
      cross join lateral (
        select p.last_received_at, p.last_received_from from chat_ticket p where ${isOfIt('p')} and p.id <= n.id
        order by p.last_received_at desc nulls last, p.id desc limit 1) wrote
      where ${isOfIt('n')}
      window upto as (order by n.id)) counted
    where t.tenant_id = ${tenantId} and t.id = counted.id`.execute(tx);
  await sql`
    update conversation_event e set after_message_id = coalesce((
        select m.id from message m where ${isOfIt('m')} and m.created_at <= e.at and m.id < coalesce((
          select min(own.id) from message own where own.tenant_id = ${tenantId} and own.ticket_id = e.ticket_id),
          ${AFTER_ALL}::bigint)
        order by m.id desc limit 1), 0)
    from chat_ticket t
    where ${isOfIt('t')} and e.tenant_id = ${tenantId} and e.ticket_id = t.id and e.after_message_id = 0`.execute(tx);
}

/** Gives the other's pins, tags, values, numbers, notes and picture to the remaining customer, whose own win. */
export async function moveCard(
  tx: Tx,
  tenantId: Id,
  { into, from }: Merge,
  { takesName, takesImage }: { takesName: boolean; takesImage: boolean },
): Promise<void> {
  const isOthers = sql`tenant_id = ${tenantId} and customer_id = ${from}`;
  await sql`
    insert into pinned_customer (tenant_id, user_id, customer_id, pinned_at)
    select tenant_id, user_id, ${into}, pinned_at from pinned_customer where ${isOthers}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into customer_tag (tenant_id, customer_id, tag_id)
    select tenant_id, ${into}, tag_id from customer_tag where ${isOthers}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into customer_value (tenant_id, customer_id, field_id, text_value, number_value, date_value)
    select tenant_id, ${into}, field_id, text_value, number_value, date_value from customer_value where ${isOthers}
    on conflict do nothing`.execute(tx);
  // If both are recipients of a campaign, the row that got further stays, so that nothing is sent twice. An unconfirmed
  // send ranks above a certain failure, as it may have arrived.
  const rank = sql`case when state in ('skipped', 'cancelled') then 0 when state = 'pending' then 1
    when state = 'failed' and error_code is distinct from ${UNCERTAIN} then 2 else 3 end`;
  await sql`
    delete from campaign_recipient gone where gone.tenant_id = ${tenantId} and (gone.campaign_id, gone.customer_id) in (
      select campaign_id, customer_id from (
        select campaign_id, customer_id, row_number() over (partition by campaign_id
          order by ${rank} desc, customer_id = ${into} desc) as place
        from campaign_recipient where tenant_id = ${tenantId} and customer_id in (${into}, ${from})) both_of
      where place > 1)`.execute(tx);
  await sql`update campaign_recipient set customer_id = ${into}, called_as = coalesce(called_as, customer_id)
    where ${isOthers}`.execute(tx);
  await sql`update consent set customer_id = ${into} where ${isOthers}`.execute(tx);
  await sql`
    insert into customer_group_member (tenant_id, group_id, customer_id)
    select tenant_id, group_id, ${into} from customer_group_member where ${isOthers}
    on conflict do nothing`.execute(tx);
  await sql`update customer_number set customer_id = ${into} where ${isOthers}`.execute(tx);
  await sql`
    insert into customer_number (tenant_id, address, customer_id)
    select ${tenantId}, address, ${into} from customer c
    cross join lateral (select c.phone_number as address union select c.provider_user_id) own
    where c.tenant_id = ${tenantId} and c.id = ${from} and address is not null
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ takesImage: boolean }>`
    select o.image is not null and (${takesImage}::boolean or c.image is null) as "takesImage"
    from customer c join customer o on o.tenant_id = c.tenant_id and o.id = ${from}
    where c.tenant_id = ${tenantId} and c.id = ${into}`.execute(tx);
  const isImageTaken = rows[0]?.takesImage === true;
  if (isImageTaken) {
    await sql`delete from customer_image where tenant_id = ${tenantId} and customer_id = ${into}`.execute(tx);
    await sql`update customer_image set customer_id = ${into} where ${isOthers}`.execute(tx);
  }
  await sql`
    update customer c set
      name = case when ${takesName}::boolean then o.name else c.name end,
      image = case when ${isImageTaken}::boolean then o.image else c.image end,
      email = coalesce(c.email, o.email),
      timezone = coalesce(c.timezone, o.timezone),
      note = ${JOINED_NOTE},
      is_blacklisted = c.is_blacklisted or o.is_blacklisted,
      declined_marketing_at = greatest(c.declined_marketing_at, o.declined_marketing_at),
      marketing_wish_at = greatest(c.marketing_wish_at, o.marketing_wish_at),
      whatsapp_consent = ${joinedConsent('whatsapp')},
      sms_consent = ${joinedConsent('sms')},
      created_at = least(c.created_at, o.created_at),
      version = c.version + 1
    from customer o
    where c.tenant_id = ${tenantId} and c.id = ${into} and o.tenant_id = ${tenantId} and o.id = ${from}`.execute(tx);
  await followZones(tx, tenantId, [into]);
}
