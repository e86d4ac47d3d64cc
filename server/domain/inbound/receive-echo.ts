import { sql } from 'kysely';
import { ACK } from '../../../contract/facts/ack.ts';
import { isBlank } from '../../../contract/facts/blank.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import { signatureOf } from '../../../contract/facts/signature.ts';
import type { InboundMessage } from '../../channels/channel.ts';
import { parseGatewayAddress } from '../../channels/gateway/address.ts';
import { canonicalAddress } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import type { Services } from '../context.ts';
import { recordUpdate, SENT, sentRow } from '../delivery/sent-row.ts';
import type { Found } from '../delivery/sent-row.ts';
import { freeTicket, stopFlow } from '../flows/stop-flow.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { firstResponse, waitedMs } from '../reports/waits.ts';
import { storableText } from '../text.ts';
import { FRAME_WITH_STORED_BY_SYSTEM, STORED_VIEW } from '../views/ticket-view.ts';
import { findArrival } from './find-arrival.ts';
import type { NewestTicket } from './find-arrival.ts';
import { momentOf } from './receive-message.ts';
import type { Late, Received } from './receive-message.ts';
import { parkedUpdates } from './receive-status.ts';
import type { Parked } from './receive-status.ts';
import { storedContent } from './stored-content.ts';
import { addWaiting, conversationOf } from './waiting-rows.ts';
import { isAnySendOpen, WHILE_SENDING_MS } from './open-sends.ts';
import { echoKey } from './with-writer.ts';

/**
 * Processes a message that the company's phone sent to a customer (`from`). From a gateway, what Balcão sent comes back
 * too: by its provider's id, or before that is known, by what it says; its lost answer is known then. Meta tells of
 * nothing but what was written in WhatsApp's app. What was written on the phone is nobody's message in the
 * conversation's newest ticket, and answers what the customer wrote before it. What is edited or deleted there, also of
 * what Balcão sent, is a line that quotes it, and no answer. Ignored where there is no conversation: not each chat of a
 * phone is the company's.
 */
export async function receiveEcho(
  services: Services,
  change: Change,
  place: InstancePlace,
  message: InboundMessage,
  { isItsTurn = false, receivedAt }: Pick<Late, 'isItsTurn' | 'receivedAt'>,
): Promise<Received> {
  const { tx } = change;
  const existing = await findArrival(tx, place, {
    providerId: message.providerMessageId,
    relatedProviderId: 'targetProviderId' in message ? message.targetProviderId : message.replyToProviderId,
    address: canonicalAddress(message.from),
    userId: null,
    conversation: conversationOf(message),
    receivedAt: undefined,
  });
  if (existing.isKnown) return { outcome: 'duplicate' };
  if (existing.isBehind) {
    if (isItsTurn) throw new Error('Messages of this customer are queued before it');
    await addWaiting(tx, place, { kind: 'echo', message }, { retryMs: WHILE_SENDING_MS });
    return { outcome: 'waiting' };
  }
  const { customer, ticket, relatedId } = existing;
  if (customer === undefined || ticket === undefined) return { outcome: 'ignored' };
  if (isChange(message) && relatedId === null) {
    const mayCome =
      (await isQueued(tx, place, message.targetProviderId)) ||
      (await isAnySendOpen(tx, place, receivedAt ?? services.now(), customer.id));
    if (!mayCome) return { outcome: 'ignored' };
    if (isItsTurn) throw new Error('What it changes is not here yet');
    await addWaiting(tx, place, { kind: 'echo', message }, { retryMs: WHILE_SENDING_MS });
    return { outcome: 'waiting' };
  }
  const comesBack = parseGatewayAddress(message.phoneNumberId) !== undefined;
  const pending =
    comesBack && !isChange(message) ? await findPending(change, place, customer.id, message.timestamp) : [];
  const own = pending.find((sent) => isSame(sent, message));
  const parked = await takeParked(change, place, message.providerMessageId);
  if (own !== undefined) {
    await recordUpdate(change, sentRow(own), [{ ack: ACK.sent }, ...parkedUpdates(parked)], message.providerMessageId);
    await sql`update outbox set state = 'sent', locked_by = null, locked_until = null, updated_at = now()
      where tenant_id = ${change.tenantId} and message_id = ${own.id}`.execute(tx);
    return { outcome: 'duplicate' };
  }
  if (pending.some(({ state }) => state === 'sending')) {
    // Rolls back what was taken.
    if (isItsTurn) throw new Error('A send to this customer is under way');
    await giveBack(change, place, message.providerMessageId, parked);
    await addWaiting(tx, place, { kind: 'echo', message }, { retryMs: WHILE_SENDING_MS });
    return { outcome: 'waiting' };
  }
  const now = services.now();
  const hadFlow = ticket.flowRunId !== null && (await stopFlow(change, ticket.id, now, { isAnswered: true }));
  await store(change, place, { message, customerId: customer.id, ticket, hadFlow, relatedId, parked, now });
  return { outcome: 'kept' };
}

type MessageChange = Extract<InboundMessage, { kind: 'edit' | 'revoke' }>;

function isChange(message: InboundMessage): message is MessageChange {
  return message.kind === 'edit' || message.kind === 'revoke';
}

async function isQueued(tx: Tx, { tenantId, instanceId }: InstancePlace, providerId: string): Promise<boolean> {
  const { rows } = await sql<{ isQueued: boolean }>`select exists (select from inbound_waiting w
    where w.tenant_id = ${tenantId} and w.instance_id = ${instanceId} and w.kind = 'message' and w.state = 'waiting'
      and w.provider_key = ${echoKey(providerId)}) as "isQueued"`.execute(tx);
  return rows[0]?.isQueued === true;
}

/** A message of ours whose provider's id isn't known, as far as an echo of it shows. */
type Pending = Found & {
  state: string;
  body: string;
  signedAs: string | null;
  tag: string;
  sentAs: string | null;
  shared: string | null;
};

/** What was being given to the provider at that time, without an answer yet or with a lost one; what is under way first. */
async function findPending(
  { tx, tenantId }: Change,
  { instanceId }: InstancePlace,
  customerId: Id,
  sentAt: Date,
): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select ${SENT.columns}, o.state, coalesce(m.body, '') as body, m.signed_as as "signedAs",
      coalesce(m.tag_type, 'text') as tag, case when m.media->>'url' is not null then 'image' else m.media->>'sent_as' end as "sentAs",
      m.content->>'kind' as shared
    from ${SENT.source}
    join outbox o on o.tenant_id = m.tenant_id and o.message_id = m.id
    where m.tenant_id = ${tenantId} and m.customer_id = ${customerId} and m.instance_id = ${instanceId} and m.type = 0
      and m.whatsapp_message_id is null and o.attempts > 0 and o.updated_at > now() - interval '1 day'
      and ${sentAt} between m.created_at - interval '1 minute' and o.updated_at + interval '1 minute'
      and (o.state in ('sending', 'uncertain') or (o.state = 'failed' and m.error_code = 'uncertain'))
    order by o.state <> 'sending', m.id`.execute(tx);
  return rows;
}

function isSame({ body, signedAs, tag, sentAs, shared }: Pending, message: InboundMessage): boolean {
  const isReaction = tag === 'reaction';
  switch (message.kind) {
    case 'location':
    case 'contacts':
      return shared === message.kind;
    case 'reaction':
      return isReaction && body === (message.emoji ?? '');
    case 'text':
      // Choices are listed behind their text.
      if (shared === 'choices') return message.text.startsWith(signed(signedAs, body));
      return !isReaction && sentAs === null && shared === null && isSameText(signedAs, body, message.text);
    default:
      return sentAs === message.kind && isSameText(signedAs, body, message.text);
  }
}

function isSameText(signedAs: string | null, body: string, text: string): boolean {
  return signed(signedAs, body).trim() === text.trim();
}

/** As the customer reads it. */
function signed(signedAs: string | null, body: string): string {
  return (signedAs === null ? '' : signatureOf(signedAs, 'whatsapp')) + body;
}

/** Removes what was said of a message before it was known. */
async function takeParked(
  { tx, tenantId }: Change,
  { instanceId }: InstancePlace,
  providerId: string,
): Promise<Parked | null> {
  const { rows } = await sql<Parked>`
    delete from parked_status where tenant_id = ${tenantId} and instance_id = ${instanceId}
      and whatsapp_message_id = ${providerId}
    returning ack, error_code as "errorCode", error_key as "errorKey"`.execute(tx);
  return rows[0] ?? null;
}

async function giveBack(
  { tx, tenantId }: Change,
  { instanceId }: InstancePlace,
  providerId: string,
  parked: Parked | null,
): Promise<void> {
  if (parked === null) return;
  await sql`insert into parked_status (tenant_id, instance_id, whatsapp_message_id, ack, error_code, error_key)
    values (${tenantId}, ${instanceId}, ${providerId}, ${parked.ack}, ${parked.errorCode}, ${parked.errorKey})`.execute(
    tx,
  );
}

type Storable = {
  message: InboundMessage;
  customerId: Id;
  ticket: NewestTicket;
  /** It stopped the ticket's flow. */
  hadFlow: boolean;
  relatedId: Id | null;
  parked: Parked | null;
  now: Date;
};

/**
 * What an echo answers in a ticket: nothing if it was sent before what the customer waits for. `since`: when the first
 * message came that the customer sent after it, and still waits for an answer to.
 */
async function answeredBy(
  { tx, tenantId }: Change,
  ticketId: Id,
  sentAt: Date,
): Promise<{ isAnswer: boolean; since: string | null }> {
  // A provider's times are whole seconds, and nobody answers within one.
  const { rows } = await sql<{ isAnswer: boolean; since: string | null }>`
    select (newer.since <= t.waiting_since) is not true as "isAnswer", newer.since::text as since
    from chat_ticket t cross join lateral (
      select min(m.created_at) as since from message m
      where m.tenant_id = ${tenantId} and m.ticket_id = t.id and m.type = 1 and not m.is_quiet
        and t.waiting_since is not null and date_trunc('second', m.sent_at) > ${sentAt}::timestamptz) newer
    where t.tenant_id = ${tenantId} and t.id = ${ticketId}`.execute(tx);
  if (rows[0] === undefined) throw new Error(`Ticket ${ticketId} is not there`);
  return rows[0];
}

/** It is quiet for the company's month and reports: Balcão didn't send it. */
async function store(change: Change, { instanceId }: InstancePlace, storable: Storable): Promise<void> {
  const { tx, tenantId, append } = change;
  const { message, customerId, ticket, hadFlow, relatedId, parked, now } = storable;
  const isReaction = message.kind === 'reaction';
  const media = 'media' in message ? message.media : undefined;
  const sentAt = momentOf(message.timestamp, now, false);
  const { isAnswer, since } =
    isReaction || isChange(message) || !ticket.isOpen
      ? { isAnswer: false, since: null }
      : await answeredBy(change, ticket.id, sentAt);
  // It stopped a flow, but answers nothing.
  if (hadFlow && !isAnswer) await freeTicket(change, ticket.id, now);
  const values = { tenantId, ticketId: ticket.id, now, userId: null };
  const value = (name: keyof typeof values) => sql`${values[name]}`;
  const waited = isAnswer ? waitedMs(value) : sql`null::bigint`;
  const answered = sql`is_not_responded = t.is_not_responded and ${since !== null}::boolean, ${firstResponse(
    (name) => (name === 'now' ? sql`${now}::timestamptz` : sql`null::bigint`),
    sql`${since}::timestamptz`,
  )},`;
  const { rows } = await sql<{ frame: ChatTicketFrame }>`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, whatsapp_message_id, sent_at,
        created_at, body, tag_type, is_quiet, parent_id, reply_to_id, document_name, document_mimetype, media, content,
        is_forwarded, ack, error_code, error_key, waited_ms)
      values (${tenantId}, ${ticket.id}, ${customerId}, ${instanceId}, 0, ${message.providerMessageId},
        ${sentAt}, ${now}, ${isBlank(message.text) ? '' : storableText(message.text)},
        ${message.tagType}, true, ${isReaction ? relatedId : null}, ${isReaction ? null : relatedId},
        ${media?.filename ?? null}, ${media?.mimeType ?? null},
        ${media === undefined ? null : JSON.stringify({ provider_id: media.id, sha256: media.sha256 })},
        ${storedContent(message)}, ${message.forwarded}, ${Math.max(ACK.sent, parked?.ack ?? 0)},
        ${parked?.errorCode ?? null}, ${parked?.errorKey ?? null}, ${waited})
      returning m.id, m.waited_ms, ${STORED_VIEW} as view),
    fetched as (
      insert into message_media (tenant_id, message_id) select ${tenantId}::bigint, stored.id from stored
      where ${media !== undefined}::boolean)
    update chat_ticket t set ${isAnswer ? answered : sql``} last_message_id = stored.id, last_message_at = ${now}
    from stored
    join customer c on c.tenant_id = ${tenantId} and c.id = ${customerId}
    join instance i on i.tenant_id = ${tenantId} and i.id = ${instanceId}
    where t.tenant_id = ${tenantId} and t.id = ${ticket.id}
    returning ${FRAME_WITH_STORED_BY_SYSTEM} as frame`.execute(tx);
  const chatTicket = rows[0]?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticket.id} is not there`);
  const audience = ticketAudience({ instanceId, ownerId: ticket.ownerId, offeredTo: ticket.offeredTo });
  append('CustomerChatCreated', { customerChat, chatTicket }, audience);
}
