import { NOT_PAIRED } from '../../../contract/facts/providers.ts';
import {
  CARD_ADDRESSES_MAX,
  CARD_TEXT_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  PLACE_TEXT_MAX_LENGTH,
  QUOTE_MAX_LENGTH,
} from '../../../contract/facts/limits.ts';

/**
 * SQL fragments that build the contract's entities in the database: one round trip per page, however many rows and
 * relations. Each takes a row's alias in the `from` list.
 */

/** A wire timestamp, null for null. */
export const wireTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Longest file name or type on the wire, in characters: customers' may be longer than ours. */
export const WIRE_NAME_MAX_LENGTH = 255;

/** Whether a text has more than `max` characters, without reading more of it. */
const isLonger = (column: string, max: number): string =>
  `(octet_length(${column}) > ${max} and length(left(${column}, ${max + 1})) > ${max})`;

/** A text cut to `max` characters, ending with `…`. Null if empty. */
export const clipped = (column: string, max: number): string =>
  `case when ${isLonger(column, max)} then left(${column}, ${max - 1}) || '…' else nullif(${column}, '') end`;

/** A message's text on the wire; `isCut` says whether it was cut. */
const text = (m: string): string =>
  `case when ${m}.tag_type = 'reaction' then ${clipped(`${m}.body`, QUOTE_MAX_LENGTH)}
    when octet_length(${m}.body) > ${MESSAGE_MAX_LENGTH} then left(${m}.body, ${MESSAGE_MAX_LENGTH})
    else nullif(${m}.body, '') end`;

const isCut = (m: string): string =>
  `(${m}.tag_type is distinct from 'reaction' and ${isLonger(`${m}.body`, MESSAGE_MAX_LENGTH)})`;

/** A user's id and name, null for null. */
export const personJson = (tenant: string, id: string): string =>
  `(select json_build_object('id', person.id::text, 'name', person.name)
    from app_user person where person.tenant_id = ${tenant} and person.id = ${id})`;

/** A department's id and name, also when it was deleted since. */
export const departmentJson = (tenant: string, id: string): string =>
  `(select json_build_object('id', known.id::text, 'name', known.name) from (
    select d.tenant_id, d.id, d.name from department d union all
    select past.tenant_id, past.id, past.name from past_department past) known
    where known.tenant_id = ${tenant} and known.id = ${id} limit 1)`;

const related = (alias: string): string =>
  `json_build_object('id', ${alias}.id::text, 'type', ${alias}.type, 'message', ${clipped(`${alias}.body`, QUOTE_MAX_LENGTH)},
    'tag_type', coalesce(${alias}.tag_type, 'text'),
    'document_name', ${clipped(`${alias}.document_name`, WIRE_NAME_MAX_LENGTH)},
    'is_bot_message', ${alias}.is_bot_message, 'user', ${personJson(`${alias}.tenant_id`, `${alias}.user_id`)})`;

/** The message quoted or reacted to. Not `coalesce`: under row-level security no index serves such a condition. */
const parentId = (m: string): string =>
  `(case when ${m}.reply_to_id is null then ${m}.parent_id else ${m}.reply_to_id end)`;

/** Every such message has a row in `message_media`. */
const hasFile = (m: string): string => `coalesce(${m}.media->>'provider_id', ${m}.media->>'sent_as') is not null`;

/** Limits of a sent place or contact card: customers' phones may send any length. */
const CONTACTS_MAX = 10;
/** Of a message's cards together: an event has them twice, beside a text of 4096 characters of up to six bytes each. */
const CARDS_BYTES_MAX = 5_000;

/** `sharedPlaceSchema`; null of other kinds. */
const placeJson = (m: string): string => `(case when ${m}.content->>'kind' = 'location' then json_build_object(
  'latitude', ${m}.content->'location'->'latitude', 'longitude', ${m}.content->'location'->'longitude',
  'name', left(${m}.content->'location'->>'name', ${PLACE_TEXT_MAX_LENGTH}),
  'address', left(${m}.content->'location'->>'address', ${PLACE_TEXT_MAX_LENGTH})) end)`;

const cardText = (value: string): string => `left(${value}, ${CARD_TEXT_MAX_LENGTH})`;

/** `sharedContactSchema` of the first ones that fit; null if none does, and of other kinds. */
const contactsJson = (m: string): string => `(case when ${m}.content->>'kind' = 'contacts' then (
  select json_agg(fitting.card order by fitting.at) from (
    select built.card, built.at, sum(octet_length(built.card::text)) over (order by built.at) as bytes from (
      select json_build_object('name', ${cardText("raw.value->>'name'")},
        'organization', ${cardText("raw.value->>'organization'")},
        'phones', coalesce((select json_agg(json_build_object('phone', ${cardText("p.value->>'phone'")},
            'wa_id', ${cardText("p.value->>'waId'")}) order by p.at)
          from jsonb_array_elements(raw.value->'phones') with ordinality p (value, at)
          where p.at <= ${CARD_ADDRESSES_MAX}), '[]'),
        'emails', coalesce((select json_agg(${cardText('e.value')} order by e.at)
          from jsonb_array_elements_text(raw.value->'emails') with ordinality e (value, at)
          where e.at <= ${CARD_ADDRESSES_MAX}), '[]')) as card, raw.at
      from jsonb_array_elements(${m}.content->'contacts') with ordinality raw (value, at)
      where raw.at <= ${CONTACTS_MAX}) built) fitting
  where fitting.bytes <= ${CARDS_BYTES_MAX}) end)`;

/** `choicesSchema`; null of other kinds. Its texts are ours, so they are short. */
export const choicesJson = (m: string): string => `(case when ${m}.content->>'kind' = 'choices' then json_build_object(
  'button', ${m}.content->'button', 'options', ${m}.content->'options') end)`;

/** The message that `m` refers to, as JSON; null if it isn't read through the ticket of `m`. */
const parentJson = (m: string): string => `(select ${related('parent')} from message parent
    where parent.tenant_id = ${m}.tenant_id and parent.id = ${parentId(m)}
      and parent.ticket_id >= (select readable.history_from from chat_ticket readable
        where readable.tenant_id = ${m}.tenant_id and readable.id = ${m}.ticket_id))`;

const reactionsJson = (m: string, upTo: string): string => `coalesce((
  select json_agg(${related('child')} order by child.id) from message child
    where child.tenant_id = ${m}.tenant_id and child.parent_id = ${m}.id and child.body <> ''
      and child.error_code is null and child.ticket_id <= ${upTo}
      and not exists (select from message newer where newer.tenant_id = child.tenant_id
        and newer.parent_id = child.parent_id and newer.type = child.type and newer.error_code is null
        and newer.id > child.id and newer.ticket_id <= ${upTo})), '[]'::json)`;

/**
 * Facts known about a message before the query runs, which save look-ups that would cost more than the rest.
 * `isNew`: it is just being stored, so nobody has reacted to it. `isPlain`: a text that refers to no other message, perhaps
 * with choices.
 */
export type KnownOfMessage = { isNew?: boolean; isPlain?: boolean; hasChoices?: boolean };

/**
 * `customerChatSchema`, with reactions up to ticket `upTo`. A message never quotes one of a later ticket. Only the last
 * reaction of each side counts, as at the provider, and an empty one removes it. One that failed doesn't count.
 */
export const messageJson = (
  m: string,
  upTo: string,
  { isNew = false, isPlain = false, hasChoices = false }: KnownOfMessage = {},
): string => {
  const unlessPlain = (json: string) => (isPlain ? 'null' : json);
  return `json_build_object(
  'id', ${m}.id::text, 'type', ${m}.type, 'whatsapp_message_id', ${m}.whatsapp_message_id,
  'client_id', ${m}.client_id, 'sent_at', ${wireTime(`${m}.sent_at`)},
  'created_at', ${wireTime(`${m}.created_at`)}, 'message', ${text(m)}, 'is_cut', ${isCut(m)},
  'tag_type', coalesce(${m}.tag_type, 'text'), 'unseen_msg', ${m}.unseen, 'is_temp', false,
  'document_name', ${unlessPlain(clipped(`${m}.document_name`, WIRE_NAME_MAX_LENGTH))},
  'document_mimetype', ${unlessPlain(clipped(`${m}.document_mimetype`, WIRE_NAME_MAX_LENGTH))},
  'has_file', ${isPlain ? 'false' : hasFile(m)}, 'is_forwarded', ${m}.is_forwarded, 'repeats_id', ${m}.repeats_id::text,
  'is_template', ${isPlain ? 'false' : `${m}.template is not null`},
  'image_url', ${unlessPlain(`${m}.media->>'url'`)}, 'location', ${unlessPlain(placeJson(m))},
  'contacts', ${unlessPlain(contactsJson(m))}, 'choices', ${hasChoices ? choicesJson(m) : unlessPlain(choicesJson(m))},
  'is_bot_message', ${m}.is_bot_message,
  'parent_id', ${unlessPlain(`${parentId(m)}::text`)}, 'parentCustomerChat', ${unlessPlain(parentJson(m))},
  'recovered', ${m}.recovered, 'ack', ${m}.ack, 'error_code', ${m}.error_code, 'error_key', ${m}.error_key,
  'childCustomerChats', ${isNew ? "'[]'::json" : reactionsJson(m, upTo)},
  'user', ${personJson(`${m}.tenant_id`, `${m}.user_id`)},
  'chatTicket', json_build_object('id', ${m}.ticket_id::text))`;
};

/** `ticketTransferSchema`. */
export const transferJson = (x: string): string => `json_build_object(
  'id', ${x}.id::text, 'transfer_at', ${wireTime(`coalesce(${x}.transfer_at, ${x}.created_at)`)},
  'created_at', ${wireTime(`${x}.created_at`)}, 'transferred_at', ${wireTime(`${x}.transferred_at`)},
  'deleted_at', ${wireTime(`${x}.deleted_at`)}, 'chatTicket', json_build_object('id', ${x}.ticket_id::text),
  'previousUser', ${personJson(`${x}.tenant_id`, `${x}.previous_user_id`)},
  'nextUser', ${personJson(`${x}.tenant_id`, `${x}.next_user_id`)},
  'previous_user_id', ${x}.previous_user_id::text, 'next_user_id', ${x}.next_user_id::text,
  'triggeringUser', ${personJson(`${x}.tenant_id`, `${x}.created_by`)}, 'note', ${x}.note)`;

/** A customer's tags by name, `customerTagSchema` each. */
export const customerTagsJson = (c: string): string => `coalesce((
  select json_agg(json_build_object('id', tag.id::text, 'name', tag.name, 'color', tag.color) order by lower(tag.name))
  from customer_tag tagged join tag on tag.tenant_id = tagged.tenant_id and tag.id = tagged.tag_id
  where tagged.tenant_id = ${c}.tenant_id and tagged.customer_id = ${c}.id), '[]'::json)`;

/** Most additional numbers of a customer that go with each ticket, the oldest ones. */
const NUMBERS_MAX = 20;

/** A customer's additional numbers; null for none. */
const customerNumbersJson = (c: string): string => `(
  select json_agg(extra.address) from (select n.address from customer_number n
    where n.tenant_id = ${c}.tenant_id and n.customer_id = ${c}.id and n.address ~ '^[0-9]'
    order by n.created_at, n.address limit ${NUMBERS_MAX}) extra)`;

/** `customerSchema`. */
export const customerJson = (c: string): string => `json_build_object(
  'id', ${c}.id::text, 'name', ${c}.name, 'phone_number', ${c}.phone_number, 'image', ${c}.image,
  'is_blacklisted', ${c}.is_blacklisted, 'created_at', ${wireTime(`${c}.created_at`)},
  'tags', ${customerTagsJson(c)}, 'numbers', ${customerNumbersJson(c)})`;

/** Whether a flow has ticket `t`: nobody owns it, and the customer doesn't wait for anybody. */
export const inFlow = (t: string): string => `(${t}.flow_run_id is not null and ${t}.user_id is null)`;

/** The rows of a ticket's JSON. */
export type TicketRows = {
  ticket: string;
  customer: string;
  instance: string;
  /** The newest ticket of the conversation that the reader sees, which bounds its data. */
  newest: string;
  /** The conversation's last message as JSON, if already available. */
  lastChat?: string;
  /** Whether it is known to be the customer's, or the ticket to have an owner, which saves a look-up. */
  hasWords?: boolean;
  /** Whether the ticket is known to have no pending offer. */
  isNotOffered?: boolean;
};

/** `chatTicketFrameSchema`. */
export const ticketJson = ({
  ticket: t,
  customer,
  instance,
  newest,
  lastChat,
  hasWords,
  isNotOffered,
}: TicketRows): string =>
  `json_build_object(
  'id', ${t}.id::text, 'protocol', ${t}.protocol, 'started_at', ${wireTime(`${t}.started_at`)},
  'finished_at', ${wireTime(`${t}.finished_at`)}, 'is_finishing', ${t}.is_finishing, 'outcome', ${t}.outcome_name,
  'unseenMsg', ${newest}.unseen_count, 'isNotResponded', ${t}.is_not_responded and not ${inFlow(t)},
  'user', (select json_build_object('id', owner.id::text, 'name', owner.name, 'image', owner.image)
    from app_user owner where owner.tenant_id = ${t}.tenant_id and owner.id = ${t}.user_id),
  'instance', json_build_object('id', ${instance}.id::text, 'name', ${instance}.name,
    'isOfficial', ${instance}.is_official, 'channel', ${instance}.channel,
    'hasGateway', ${instance}.provider = 'evolution'),
  'customer', ${customerJson(customer)},
  'customerLastChat', ${lastChat ?? latestJson(t, newest)},
  'last_received_at', ${wireTime(`${newest}.last_received_at`)},
  'in_flow', ${inFlow(t)},
  'waiting_since', case when not ${inFlow(t)} then ${wireTime(`${t}.waiting_since`)} end, 'owned_since', ${wireTime(`${t}.owned_since`)},
  'snoozed_until', ${wireTime(`${t}.snoozed_until`)}, 'woken_at', ${wireTime(`${t}.woken_at`)}, 'department_id', ${t}.department_id::text,
  'customerLastReceivedChat', ${hasWords === true ? 'null' : lastReceivedJson(t)},
  'pendingTransfer', ${isNotOffered === true ? 'null' : pendingJson(t)})`;

const pendingJson = (t: string): string => `(select ${transferJson('pending')} from ticket_transfer pending
    where pending.tenant_id = ${t}.tenant_id and pending.ticket_id = ${t}.id
      and pending.transferred_at is null and pending.deleted_at is null)`;

const latestJson = (
  t: string,
  newest: string,
): string => `(select ${messageJson('latest', `${newest}.id`)} from message latest
    where latest.tenant_id = ${t}.tenant_id and latest.id = ${newest}.last_message_id)`;

/** The customer's last message in a queued ticket, unless it is the last message anyway. */
const lastReceivedJson = (t: string): string =>
  `case when ${t}.user_id is null and ${t}.finished_at is null and not exists (select from message latest
      where latest.tenant_id = ${t}.tenant_id and latest.id = ${t}.last_message_id and latest.type = 1) then
    (select ${related('words')} from message words
      where words.tenant_id = ${t}.tenant_id and words.ticket_id = ${t}.id and words.type = 1 and not words.is_quiet
      order by words.id desc limit 1) end`;

/** `instanceSchema`. */
export const instanceJson = (i: string): string =>
  `json_build_object('id', ${i}.id::text, 'name', ${i}.name, 'activated', ${i}.activated, 'channel', ${i}.channel,
    'hasGateway', ${i}.provider = 'evolution', 'notPaired', ${i}.state_key is not distinct from '${NOT_PAIRED}')`;
