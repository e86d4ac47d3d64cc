import type { ColumnType, Generated } from 'kysely';
import type { CustomerViewQuery } from '../../../contract/entities/customer-view.ts';
import type { SavedViewQuery } from '../../../contract/entities/saved-view.ts';
import type { ChatEventKind } from '../../../contract/facts/chat-events.ts';
import type { MediaState } from '../../../contract/facts/media.ts';
import type { CustomerFieldType } from '../../../contract/facts/customers.ts';
import type { TagColor } from '../../../contract/facts/tag-colors.ts';
import type { ScheduledReason, ScheduledState } from '../../../contract/facts/scheduled-messages.ts';
import type { SentAs } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { Id, Identity, Json, Now, Position } from './columns.ts';
import type { ConsentKind } from './customers.ts';

export type CustomerTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  phone_number: string;
  image: string | null;
  is_blacklisted: Generated<boolean>;
  created_at: Now;
  email: string | null;
  note: string | null;
  /** In place of their area code's. */
  timezone: string | null;
  version: Generated<number>;
  declined_marketing_at: Date | null;
  marketing_wish_at: Date | null;
  whatsapp_consent: Generated<ConsentKind | null>;
  sms_consent: Generated<ConsentKind | null>;
  /** When it was erased on request; its number is a placeholder since. */
  erased_at: Date | null;
};

/** Additional addresses of a customer. */
export type CustomerNumberTable = { tenant_id: Id; address: string; customer_id: Id; created_at: Now };

export type TagTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  color: TagColor;
  version: Generated<number>;
  created_at: Now;
};

/** How a company's attendances end; a removed one stays for its tickets. */
export type OutcomeTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  version: Generated<number>;
  created_at: Now;
  deleted_at: Date | null;
};

export type CustomerTagTable = { tenant_id: Id; customer_id: Id; tag_id: Id; created_at: Now };

export type CustomerFieldTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  type: CustomerFieldType;
  options: Json<string[]>;
  position: Generated<number>;
  version: Generated<number>;
  created_at: Now;
};

/** `user_id` null: the company's. */
export type QuickReplyTable = {
  tenant_id: Id;
  id: Identity;
  user_id: Id | null;
  shortcut: string;
  body: string;
  version: Generated<number>;
  created_at: Now;
};

/** A list whose views are saved; also the permission that it takes. */
export type SavedViewList = 'chat' | 'customers';

/** A list as a user saved it. */
export type SavedViewTable = {
  tenant_id: Id;
  id: Identity;
  user_id: Id;
  list: SavedViewList;
  name: string;
  query: Json<SavedViewQuery | CustomerViewQuery>;
  created_at: Now;
};

/** A message to be sent later; what was sent or cancelled stays for a while. */
export type ScheduledMessageTable = {
  tenant_id: Id;
  id: Identity;
  customer_id: Id;
  instance_id: Id;
  user_id: Id;
  client_id: string;
  body: string;
  reply_to_id: Id | null;
  send_at: Date;
  state: Generated<ScheduledState>;
  reason: ScheduledReason | null;
  version: Generated<number>;
  created_at: Now;
  updated_at: Now;
};

/** One of the values is set, by the field's type. */
export type CustomerValueTable = {
  tenant_id: Id;
  customer_id: Id;
  field_id: Id;
  text_value: string | null;
  number_value: number | null;
  date_value: string | null;
};

export type PinnedCustomerTable = { tenant_id: Id; user_id: Id; customer_id: Id; pinned_at: Now };

export type ChatTicketTable = {
  tenant_id: Id;
  id: Identity;
  protocol: string;
  customer_id: Id;
  instance_id: Id;
  user_id: Id | null;
  started_at: Now;
  finished_at: Date | null;
  finished_by: Id | null;
  is_finishing: Generated<boolean>;
  /** The outcome of a finished ticket, with its name at the time. */
  outcome_id: Id | null;
  outcome_name: string | null;
  is_not_responded: Generated<boolean>;
  unseen_count: Generated<number>;
  last_message_id: Id | null;
  last_received_at: Date | null;
  last_received_from: string | null;
  history_from: Generated<Id>;
  last_message_at: Now;
  department_id: Id | null;
  off_hours_told_at: Date | null;
  /** Until when its owner snoozed it. */
  snoozed_until: Date | null;
  woken_at: Date | null;
  /** When its owner was last notified that the 24-hour window is about to close. */
  window_told_at: Date | null;
  /** Since when the customer has waited for an answer. */
  waiting_since: Date | null;
  taken_at: Date | null;
  /** Since when its owner has it. */
  owned_since: Date | null;
  first_response_at: Date | null;
  first_response_by: Id | null;
  first_response_ms: ColumnType<string | null, number | null | undefined, number | null>;
};

/** A message's file: its place at the provider or in the store. */
export type Media = {
  provider_id?: string;
  url?: string;
  sha256?: string;
  size?: number;
  /** Of a sent file: how the provider shows it. */
  sent_as?: SentAs;
};

export type MessageTable = {
  tenant_id: Id;
  id: Identity;
  ticket_id: Id;
  customer_id: Id;
  instance_id: Id;
  /** 1 received, 0 sent. */
  type: 0 | 1;
  whatsapp_message_id: string | null;
  client_id: string | null;
  user_id: Id | null;
  sent_at: Now;
  created_at: Now;
  body: string | null;
  tag_type: string | null;
  ack: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  unseen: Generated<boolean>;
  is_bot_message: Generated<boolean>;
  parent_id: Id | null;
  recovered: Generated<boolean>;
  document_name: string | null;
  document_mimetype: string | null;
  media: ColumnType<Media | null, string | null | undefined, string | null>;
  /** A received message's content beyond text and file; null if there is none. */
  content: ColumnType<unknown, string | null | undefined, string | null>;
  reply_to_id: Id | null;
  /** The ticket's owner when it arrived, or its sender. */
  attendant_id: Id | null;
  is_quiet: Generated<boolean>;
  is_forwarded: Generated<boolean>;
  /** The undelivered message that it sends once more. */
  repeats_id: Id | null;
  /** Sent while the customer's window was closed. */
  begins_conversation: boolean | null;
  /** Of a sent template. */
  template: ColumnType<unknown, string | null | undefined, string | null>;
  waited_ms: ColumnType<string | null, number | null | undefined, number | null>;
  /** The attendant's name that was prefixed to the text sent to the customer. */
  signed_as: string | null;
};

/** Counts of messages per quarter of an hour. */
export type MessageTallyTable = {
  tenant_id: Id;
  slot: Date;
  instance_id: Id;
  /** 0: none. */
  attendant_id: Id;
  received: Generated<number>;
  sent: Generated<number>;
  answers: Generated<number>;
  waited_ms: Position;
};

/** Messages sent by an instance in a month of its company. */
export type MessageMonthTable = {
  tenant_id: Id;
  month: string;
  instance_id: Id;
  sent: Position;
};

export type TicketTransferTable = {
  tenant_id: Id;
  id: Identity;
  ticket_id: Id;
  previous_user_id: Id | null;
  next_user_id: Id;
  created_by: Id | null;
  created_at: Now;
  transfer_at: Now;
  transferred_at: Date | null;
  deleted_at: Date | null;
  was_away: Generated<boolean>;
  note: string | null;
  /** Idempotency key, chosen by its creator's page; null without one. */
  client_id: Generated<string | null>;
};

/** An event or note in a conversation. */
export type ConversationEventTable = {
  tenant_id: Id;
  id: Identity;
  ticket_id: Id;
  kind: ChatEventKind;
  at: Now;
  after_message_id: Id;
  user_id: Id | null;
  previous_user_id: Id | null;
  next_user_id: Id | null;
  department_id: Id | null;
  /** Of a note that no person wrote. */
  author: Generated<string | null>;
  body: string | null;
  mentions: ColumnType<{ id: Id; name: string }[] | null, string | null | undefined, string | null>;
  client_id: string | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  version: Generated<number>;
};

/** A word of a message's text or file name. */
export type MessageWordTable = { tenant_id: Id; word: string; message_id: Id; customer_id: Id; instance_id: Id };

/** The words of a tenant's messages below `before_id` aren't stored yet. */
export type MessageWordBacklogTable = { tenant_id: Id; before_id: Id };

/** Up to which ticket a tenant's old conversations have their events. */
export type ConversationPastTable = { tenant_id: Id; told_ticket: ColumnType<Id, Id | undefined, Id> };

/** States of a queued message, by kind; `upload`: its file goes to the provider first. */
export const OUTBOX_WAITING = [
  'queued',
  'upload',
  'template',
  'template_file',
  'carousel',
  'interactive',
  'sms',
  'gateway',
  'gateway_file',
] as const;
/** States of a message whose outcome is pending. */
export const OUTBOX_OPEN = [...OUTBOX_WAITING, 'sending', 'uncertain'] as const;
export type OutboxState = (typeof OUTBOX_OPEN)[number] | 'sent' | 'failed';

/** A message's file. */
export type MessageMediaTable = {
  tenant_id: Id;
  message_id: Id;
  state: Generated<MediaState>;
  attempts: Generated<number>;
  next_attempt_at: Now;
  locked_by: string | null;
  error_key: string | null;
  mime_type: string | null;
  size_bytes: number | null;
  sha256: string | null;
  width: number | null;
  height: number | null;
  has_preview: Generated<boolean>;
  created_at: Now;
  updated_at: Now;
};

export type OutboxTable = {
  tenant_id: Id;
  message_id: Id;
  instance_id: Id;
  customer_id: Id;
  state: Generated<OutboxState>;
  attempts: Generated<number>;
  next_attempt_at: Now;
  locked_by: string | null;
  locked_until: Date | null;
  last_error: string | null;
  /** The provider's id of the message's file, and since when. */
  provider_media_id: string | null;
  provider_media_at: Date | null;
  /** The run of a flow that wrote the message. */
  flow_run_id: Id | null;
  created_at: Now;
  updated_at: Now;
};

/** A file uploaded by a user to send it. */
export type ReadReceiptTable = {
  tenant_id: Id;
  ticket_id: Id;
  message_id: Id;
  state: Generated<'waiting' | 'done'>;
  attempts: Generated<number>;
  next_attempt_at: Now;
  locked_by: string | null;
  error_key: string | null;
};

export type OutgoingFileTable = {
  tenant_id: Id;
  user_id: Id;
  client_id: string;
  state: Generated<'ready' | 'sent'>;
  name: string;
  tag_type: TagType;
  sent_as: SentAs;
  mime_type: string;
  size_bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  has_preview: Generated<boolean>;
  created_at: Now;
};

/** Files that may be orphaned, since a row that used them was deleted. */
export type UnusedFileTable = { tenant_id: Id; sha256: string; since: Now };
