import type { Generated, GeneratedAlways } from 'kysely';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { Provider } from '../../../contract/facts/providers.ts';
import type { Id, Identity, Json, Now } from './columns.ts';

export type InstanceState = 'unverified' | 'connected' | 'disconnected';

export type InstanceTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  channel: Generated<ChannelName>;
  provider: Generated<Provider>;
  /** Twilio's account. */
  provider_account: string | null;
  phone_number: string | null;
  /** As typed. */
  phone_number_id: string | null;
  /** The gateway's URL, if it isn't official. */
  gateway_url: string | null;
  /** The QR code that a phone scans to be paired, and its expiry. */
  pairing_code: string | null;
  pairing_until: Date | null;
  /** The number's address, in the form that channels and webhooks use. */
  sender_address: GeneratedAlways<string | null>;
  /** Set once its credentials passed a test; unique across instances. */
  claimed_number: string | null;
  /** The number's account at the provider, once that is known. */
  waba_id: string | null;
  waba_asked_at: Date | null;
  /** Sealed; tokens from before sealing are plain until the next start. */
  access_token: string | null;
  department_id: Id | null;
  token_last4: string | null;
  state: Generated<InstanceState>;
  state_key: string | null;
  state_at: Now;
  last_seen_at: Date | null;
  checked_at: Date | null;
  reconnects: Generated<number>;
  version: Generated<number>;
  activated: Generated<boolean>;
  is_official: Generated<boolean>;
  is_unlimited: Generated<boolean>;
  created_at: Now;
};

export type InstanceLogTable = {
  tenant_id: Id;
  id: Identity;
  instance_id: Id;
  at: Now;
  what: 'created' | 'activated' | 'deactivated' | 'credentials' | 'connected' | 'disconnected' | 'synced';
  reason_key: string | null;
  user_id: Id | null;
  by_name: string | null;
};

export type InstanceSyncTable = {
  tenant_id: Id;
  id: Identity;
  instance_id: Id;
  days_ago: number | null;
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
  total: Generated<number>;
  done: Generated<number>;
  kept: Generated<number>;
  last_id: Generated<Id>;
  created_by: Id | null;
  created_at: Now;
  finished_at: Date | null;
  locked_until: Date | null;
};

export type MessageTemplateTable = {
  tenant_id: Id;
  id: Identity;
  waba_id: string;
  provider_id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  reason: string | null;
  quality: string | null;
  parameter_format: Generated<'POSITIONAL' | 'NAMED'>;
  components: Json<unknown>;
  card_file_ids: (Id | null)[] | null;
  draft: Json<unknown> | null;
  version: Generated<number>;
  reason_text: string | null;
  paused_until: Date | null;
  submitting_until: Date | null;
  lost_at: Date | null;
  told_at: Date | null;
  gone_at: Date | null;
  created_at: Now;
  updated_at: Now;
};

export type TemplateFileTable = {
  tenant_id: Id;
  id: Identity;
  waba_id: string;
  user_id: Id;
  client_id: string;
  kind: 'image' | 'video' | 'document';
  name: string;
  handle: string;
  /** Of `campaign_file`: its bytes. */
  file_id: Id | null;
  created_at: Now;
};

export type TemplateSyncTable = {
  tenant_id: Id;
  waba_id: string;
  due_at: Now;
  attempts: Generated<number>;
  last_error: string | null;
  synced_at: Date | null;
  locked_until: Date | null;
};

export type ParkedStatusTable = {
  tenant_id: Id;
  instance_id: Id;
  whatsapp_message_id: string;
  ack: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  received_at: Now;
};

export type WebhookRejectedTable = {
  id: Identity;
  tenant_id: Id | null;
  channel: Generated<string>;
  reason: string;
  body: string;
  received_at: Now;
};

export type InboundWaitingTable = {
  tenant_id: Id;
  id: Identity;
  instance_id: Id;
  kind: 'message' | 'status';
  provider_key: string;
  conversation: string;
  address: string | null;
  body: string;
  state: Generated<'waiting' | 'stuck'>;
  attempts: Generated<number>;
  next_attempt_at: Now;
  last_error: string | null;
  failing_since: Date | null;
  leased_until: Date | null;
  is_alone: Generated<boolean>;
  received_at: Now;
};
