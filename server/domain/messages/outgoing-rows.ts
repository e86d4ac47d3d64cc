import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';
import type { Claim } from '../outbound/outbox-rows.ts';
import { CLAIMED, claimedAtOnce } from '../outbound/claimed-at-once.ts';
import { firstResponse, waitedMs } from '../reports/waits.ts';
import { ANY, PLAIN } from '../views/ticket-view.ts';

/** A message that may be sent. */
export type OutgoingValues = {
  tenantId: Id;
  ticketId: Id;
  customerId: Id;
  instanceId: Id;
  userId: Id;
  /** The ticket's owner afterwards; null: it stays in its queue. */
  ownerId: Id | null;
  clientId: string | null;
  now: Date;
  body: string;
  tagType: TagType;
  media: string | null;
  replyToId: Id | null;
  documentName: string | null;
  documentType: string | null;
  isForwarded: boolean;
  repeatsId: Id | null;
  /** As JSON. */
  template: string | null;
  /** As JSON. */
  content: string | null;
  /** The customer's window is closed. */
  begins: boolean;
  /** The name that is prefixed to it; null for none. */
  signedAs: string | null;
  outboxState: OutboxState;
  /** The message whose file is repeated. */
  sourceId: Id | null;
  /** Who claims it, null for nobody, and for how long. */
  lockedBy: string | null;
  leaseMs: number;
};

/** The ticket's frame afterwards. `claimed`: of a text that was claimed as it was stored, where it goes. */
type Stored = { frame: ChatTicketFrame; claimed?: Pick<Claim, 'address' | 'phoneNumberId' | 'sealedToken'> | null };

type Value = (name: keyof OutgoingValues) => RawBuilder<unknown>;

export const storeText = prepared<OutgoingValues, Stored>((value) => storing(value, claimedAtOnce(value), PLAIN));
export const storeMessage = prepared<OutgoingValues, Stored>((value) => storing(value, queued(value)));
export const storeWithFile = prepared<OutgoingValues, Stored>((value) =>
  storing(value, sql`${queued(value)}${withFile(value)}`),
);
export const storeWithFileOfAnother = prepared<OutgoingValues, Stored>((value) =>
  storing(value, sql`${queued(value)}${withFileOfAnother(value)}`),
);

/**
 * Stores the message and updates its ticket; returns the ticket's frame afterwards. `more` are more parts of the
 * statement, which see the message as `stored`; its outbox entry is `queued`.
 */
function storing(value: Value, more: RawBuilder<unknown>, { view, frame } = ANY): RawBuilder<Stored> {
  return sql`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, client_id, user_id, sent_at,
        created_at, body, tag_type, media, document_name, document_mimetype, reply_to_id, attendant_id, is_forwarded, repeats_id, template, content, waited_ms, signed_as,
        begins_conversation)
      values (${value('tenantId')}, ${value('ticketId')}, ${value('customerId')}, ${value('instanceId')}, 0,
        ${value('clientId')}, ${value('userId')}, ${value('now')}, ${value('now')}, ${value('body')}, ${value('tagType')},
        ${value('media')}, ${value('documentName')}, ${value('documentType')}, ${value('replyToId')}, ${value('userId')},
        ${value('isForwarded')}, ${value('repeatsId')}, ${value('template')}, ${value('content')}, ${waitedMs(value)}, ${value('signedAs')},
        ${value('begins')})
      returning m.id, m.waited_ms, ${view} as view),
    ${more}
    update chat_ticket t set user_id = ${value('ownerId')}, is_not_responded = false, last_message_id = stored.id,
      last_message_at = ${value('now')},
      taken_at = coalesce(t.taken_at, case when ${value('ownerId')}::bigint is not null then ${value('now')}::timestamptz end),
      owned_since = case when t.user_id is distinct from ${value('ownerId')}::bigint then ${value('now')}::timestamptz
        else t.owned_since end, ${firstResponse(value)}
    from stored
    join queued on true
    join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}
    join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
    returning ${frame} as frame,
      ${CLAIMED} as claimed`;
}

/** The message's outbox entry. */
function queued(value: Value): RawBuilder<unknown> {
  return sql`
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state)
      select ${value('tenantId')}::bigint, stored.id, ${value('instanceId')}::bigint, ${value('customerId')}::bigint,
        ${value('outboxState')}::text from stored
      returning state)`;
}

/** The message gets the uploaded file, which is done with. */
function withFile(value: Value): RawBuilder<unknown> {
  const isIts = sql`f.tenant_id = ${value('tenantId')} and f.user_id = ${value('userId')}
        and f.client_id = ${value('clientId')}`;
  return sql`,
    kept as (
      insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height, has_preview)
      select f.tenant_id, stored.id, 'ready', f.mime_type, f.size_bytes, f.sha256, f.width, f.height, f.has_preview
      from stored, outgoing_file f where ${isIts}),
    taken as (update outgoing_file f set state = 'sent' where ${isIts})`;
}

/** The message gets the same file as another one. */
function withFileOfAnother(value: Value): RawBuilder<unknown> {
  return sql`,
    kept as (
      insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height, has_preview)
      select f.tenant_id, stored.id, 'ready', f.mime_type, f.size_bytes, f.sha256, f.width, f.height, f.has_preview
      from stored, message_media f where f.tenant_id = ${value('tenantId')} and f.message_id = ${value('sourceId')})`;
}
