import type { ColumnType, Generated } from 'kysely';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import type { CampaignVariable } from '../../../contract/entities/campaign.ts';
import type { CampaignFile, CampaignStatus, RecipientState, SkipReason } from '../../../contract/facts/campaigns.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { FrozenContent } from '../../domain/campaigns/content.ts';
import type { Id, Identity, Json, Now } from './columns.ts';

type Nullable<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Without audience and group it is for every customer. `tree` and `content` are set once it is scheduled. */
export type CampaignTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  status: Generated<CampaignStatus>;
  reason: string | null;
  version: Generated<number>;
  audience_id: Id | null;
  group_id: Id | null;
  tree: Nullable<AudienceNode>;
  instance_ids: Id[];
  channel: Generated<ChannelName>;
  template_id: Id | null;
  message: string | null;
  file_id: Id | null;
  content: Nullable<FrozenContent>;
  variables: Json<CampaignVariable[]>;
  starts_at: Date | null;
  window_from: Generated<number>;
  window_to: Generated<number>;
  requires_consent: Generated<boolean>;
  skip_in_attendance: Generated<boolean>;
  weekly_limit: number | null;
  per_minute: number | null;
  pace_tokens: Generated<number>;
  paced_at: Now;
  batches: Generated<number[]>;
  batch_minutes: Generated<number>;
  chosen: Generated<number>;
  answer_flow_id: Id | null;
  prepared_to: Id | null;
  /** Of its recipients. */
  zones: Generated<string[]>;
  told_at: Date | null;
  created_by: Id | null;
  created_at: Now;
  started_at: Date | null;
  finished_at: Date | null;
};

/** The price of a message from a day on. */
export type MessageRateTable = {
  tenant_id: Id;
  category: string;
  prefix: string;
  since: string;
  currency: string;
  amount: string;
  updated_at: Now;
};

/** A batch's own message. `content` is set once the campaign is scheduled. */
export type CampaignPartTable = {
  tenant_id: Id;
  campaign_id: Id;
  batch: number;
  template_id: Id | null;
  message: string | null;
  file_id: Id | null;
  content: Nullable<FrozenContent>;
  variables: Json<CampaignVariable[]>;
};

/** A file that campaigns send: in the header of their template, or with their text. */
export type CampaignFileTable = {
  tenant_id: Id;
  id: Identity;
  user_id: Id;
  client_id: string;
  kind: CampaignFile;
  name: string;
  mime_type: string;
  size_bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  has_preview: Generated<boolean>;
  created_at: Now;
  /** When an attendant last sent it. */
  used_at: Generated<Date | null>;
};

/** A customer of a campaign; the row is the queue. */
export type CampaignRecipientTable = {
  tenant_id: Id;
  campaign_id: Id;
  customer_id: Id;
  called_as: Id | null;
  address: string;
  instance_id: Id;
  params: Json<Record<string, string>>;
  zone: string;
  state: RecipientState;
  skip_reason: SkipReason | null;
  attempts: Generated<number>;
  batch: Generated<number>;
  next_attempt_at: Date;
  was_put_off: Generated<boolean>;
  locked_by: string | null;
  locked_until: Date | null;
  provider_message_id: string | null;
  error_code: string | null;
  error_key: string | null;
  price_category: string | null;
  price_prefix: string | null;
  is_billable: boolean | null;
  segments: number | null;
  sent_at: Date | null;
  answered_at: Date | null;
  ticket_id: Id | null;
  updated_at: Now;
};

/** A change of a count; triggers write it. */
export type CampaignTallyTable = {
  tenant_id: Id;
  campaign_id: Id;
  id: Identity;
  state: string;
  count: string;
  is_sum: Generated<boolean>;
};

export type NumberPaceTable = {
  tenant_id: Id;
  instance_id: Id;
  per_second: Generated<number>;
  tokens: Generated<number>;
  filled_at: Now;
  held_until: Date | null;
  holds: Generated<number>;
};

/** `daily_limit` null: the provider sets none. */
export type WhatsAppAccountTable = { tenant_id: Id; waba_id: string; daily_limit: number | null; updated_at: Now };

export type CampaignTestTable = {
  tenant_id: Id;
  id: Identity;
  campaign_id: Id;
  instance_id: Id;
  address: string;
  batch: Generated<number>;
  content: Json<FrozenContent>;
  params: Json<Record<string, string>>;
  state: Generated<'pending' | 'rich' | 'sms' | 'sending' | 'sent' | 'failed' | 'uncertain'>;
  error_key: string | null;
  locked_until: Date | null;
  requested_by: Id;
  created_at: Now;
};
