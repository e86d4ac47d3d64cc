import type { ColumnType, Generated } from 'kysely';
import type { MediaState } from '../../../contract/facts/media.ts';
import type { Id, Identity, Now, Position } from './columns.ts';

export type CustomerTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  phone_number: string;
  image: string | null;
  is_blacklisted: Generated<boolean>;
  created_at: Now;
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
  is_not_responded: Generated<boolean>;
  unseen_count: Generated<number>;
  last_message_id: Id | null;
  last_received_at: Date | null;
  last_message_at: Now;
  department_id: Id | null;
  off_hours_told_at: Date | null;
  /** Since when the customer has waited for an answer. */
  waiting_since: Date | null;
  taken_at: Date | null;
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
  waited_ms: ColumnType<string | null, number | null | undefined, number | null>;
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
};

export type OutboxState = 'queued' | 'sending' | 'uncertain' | 'sent' | 'failed';

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
  created_at: Now;
  updated_at: Now;
};
