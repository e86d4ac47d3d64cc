import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';
import type { Distribution, Holiday, OpeningHours } from '../../contract/entities/department.ts';
import type { Audience } from './audience.ts';

/** An id: bigint in the database, a decimal string in the program and on the wire. */
export type Id = string;

type Identity = GeneratedAlways<Id>;
/** A bigint that counts: read as a string, converted where it is read. */
type Position = ColumnType<string, number | string | undefined, number | string>;
/** JSON is written as text, since the driver takes arrays for SQL arrays. */
type Json<T> = ColumnType<T, string, string>;
type Now = Generated<Date>;

export type TenantTable = {
  id: Identity;
  slug: string;
  name: string;
  cnpj: string | null;
  is_backoffice: Generated<boolean>;
  timezone: Generated<string>;
  user_limit: number | null;
  instance_limit: number | null;
  /** Messages of a calendar month. */
  message_limit: number | null;
  template: string | null;
  pool: string | null;
  version: Generated<number>;
  two_factor_required: Generated<boolean>;
  created_at: Now;
  deleted_at: Date | null;
  stream_position: Position;
  stream_floor: Position;
  epoch: Generated<string>;
  /** `YYYY-MM-DD` */
  protocol_day: Generated<string>;
  protocol_count: Generated<number>;
};

export type TenantFeatureTable = { tenant_id: Id; option: string; enabled: boolean; updated_at: Now };

export type EventTable = {
  tenant_id: Id;
  position: Position;
  name: string;
  data: Json<unknown>;
  audience: Json<Audience>;
  created_at: Now;
};

export type RoleTable = { tenant_id: Id; id: Identity; name: string; display_name: string; created_at: Now };
export type PermissionTable = {
  route_name: string;
  category: string;
  is_backoffice: Generated<boolean>;
  feature: string | null;
};
export type RolePermissionTable = { tenant_id: Id; role_id: Id; route_name: string };
export type DepartmentTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  activated: Generated<boolean>;
  greeting: string | null;
  off_hours_text: string | null;
  opening_hours: ColumnType<OpeningHours[] | null, string | null | undefined, string | null>;
  holidays: ColumnType<Holiday[], string | undefined, string>;
  distribution: Generated<Distribution>;
  max_open_tickets: number | null;
  transfer_after_minutes: number | null;
  last_assigned_to: Id | null;
  version: Generated<number>;
  created_at: Now;
};

export type AppUserTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  username: string;
  /** Lower case. */
  email: string;
  image: string | null;
  role_id: Id;
  department_id: Id | null;
  password_hash: string;
  is_blocked: Generated<boolean>;
  is_connected: Generated<boolean>;
  connected_at: Date | null;
  last_seen_at: Date | null;
  /** Of a person of the back-office who is here for support. */
  support_user_id: Id | null;
  created_at: Now;
  deleted_at: Date | null;
};

export type InstanceState = 'unverified' | 'connected' | 'disconnected';
export type InstanceTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  channel: Generated<'whatsapp' | 'sms'>;
  phone_number: string | null;
  /** As it was typed. */
  phone_number_id: string | null;
  /** The same once its credentials passed a test: of one instance at most. */
  claimed_number: string | null;
  /** Sealed; one from before is plain until the next start. */
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
export type UserInstanceTable = { tenant_id: Id; id: Identity; user_id: Id; instance_id: Id };

export type SessionEnd = 'logout' | 'reuse' | 'disconnected' | 'password' | 'blocked' | 'deleted' | 'revoked';
export type SessionTable = {
  tenant_id: Id;
  id: Identity;
  user_id: Id;
  token_hash: Buffer;
  /** The tokens before, oldest first; `at` is when the next one took its place. */
  retired: ColumnType<{ hash: string; at: string }[], string | undefined, string>;
  rotated_at: Now;
  created_at: Now;
  expires_at: Date;
  /** Null: as long as it is refreshed. */
  ends_at: Date | null;
  remember: Generated<boolean>;
  revoked_at: Date | null;
  revoked_reason: SessionEnd | null;
  address: string | null;
  user_agent: string | null;
};
export type UserImageTable = {
  tenant_id: Id;
  key: string;
  user_id: Id;
  mime_type: string;
  bytes: Buffer;
  created_at: Now;
};
export type SocketTicketTable = {
  tenant_id: Id;
  token_hash: Buffer;
  user_id: Id;
  session_id: Id;
  expires_at: Date;
  used_at: Date | null;
};
export type LoginLimitTable = { key: Buffer; failures: number; window_ends_at: Date };
export type TotpTable = {
  tenant_id: Id;
  user_id: Id;
  sealed_secret: string;
  /** Null: shown, but no code of it was given yet. */
  confirmed_at: Date | null;
  last_used_step: Position;
  created_at: Now;
};
export type RecoveryCodeTable = {
  tenant_id: Id;
  user_id: Id;
  code_hash: Buffer;
  key_id: string | null;
  used_at: Date | null;
  is_active: Generated<boolean>;
};
export type IdentityProviderTable = {
  tenant_id: Id;
  enabled: boolean;
  label: string;
  issuer: string;
  client_id: string;
  sealed_secret: string | null;
  email_domain: string;
  creates_users: boolean;
  role_id: Id | null;
  version: Generated<number>;
};
export type IdentityLinkTable = { tenant_id: Id; issuer: string; subject: string; user_id: Id; created_at: Now };
export type IdentityGrantTable = {
  tenant_id: Id;
  code_hash: Buffer;
  browser_hash: Buffer;
  user_id: Id;
  expires_at: Date;
  used_at: Date | null;
};
export type PasswordResetTable = {
  tenant_id: Id;
  token_hash: Buffer;
  user_id: Id;
  created_at: Now;
  expires_at: Date;
  used_at: Date | null;
};
export type InvitationTable = {
  tenant_id: Id;
  id: Identity;
  /** Lower case. */
  email: string;
  role_id: Id;
  department_id: Id | null;
  instance_ids: Generated<Id[]>;
  locale: string;
  invited_by: Id | null;
  token_hash: Buffer | null;
  created_at: Now;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
};
export type MailJobTable = {
  id: Identity;
  payload: Json<unknown>;
  attempts: Generated<number>;
  run_at: Now;
  created_at: Now;
};
export type AuditTable = {
  tenant_id: Id;
  id: Identity;
  at: Now;
  user_id: Id | null;
  action: string;
  subject: string | null;
  details: ColumnType<unknown, string | undefined, never>;
  address: string | null;
  request_id: string | null;
};

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
  /** Since when the customer waits for an answer. */
  waiting_since: Date | null;
  taken_at: Date | null;
  first_response_at: Date | null;
  first_response_by: Id | null;
  first_response_ms: ColumnType<string | null, number | null | undefined, number | null>;
};

/** A file of a message: where the provider or the store keeps it. */
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
  /** 1 received from the customer, 0 sent. */
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
  reply_to_id: Id | null;
  /** Who had the ticket when it came, or who sent it. */
  attendant_id: Id | null;
  is_quiet: Generated<boolean>;
  waited_ms: ColumnType<string | null, number | null | undefined, number | null>;
};

/** Messages of a quarter of an hour. */
export type MessageTallyTable = {
  tenant_id: Id;
  slot: Date;
  instance_id: Id;
  /** 0: nobody. */
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
};

export type OutboxState = 'queued' | 'sending' | 'uncertain' | 'sent' | 'failed';
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

export type MaintenanceTable = {
  one: Generated<boolean>;
  is_on: Generated<boolean>;
  message: string | null;
  ends_at: Date | null;
  since: Date | null;
  version: Generated<number>;
};

export type TermsVersionTable = {
  id: Identity;
  title: string;
  bytes: Buffer;
  published_at: Now;
  published_by: string;
};
export type TermsAcceptanceTable = {
  tenant_id: Id;
  user_id: Id;
  version_id: Id;
  accepted_at: Now;
  address: string | null;
};

export type TenantSettingTable = {
  tenant_id: Id;
  key: string;
  value: Json<unknown>;
  version: Generated<number>;
  changed_by: Id | null;
  changed_at: Now;
};

export type TrainingVideoTable = {
  id: Identity;
  title: string;
  description: Generated<string>;
  url: string;
  language: 'pt_BR' | 'en' | 'pt' | null;
  position: Generated<number>;
  version: Generated<number>;
  created_at: Now;
};
export type TrainingVideoWatchedTable = { tenant_id: Id; user_id: Id; video_id: Id; watched_at: Now };

/** The tables as kysely sees them; `migrations/` is what they are. */
export type Tables = {
  tenant: TenantTable;
  tenant_feature: TenantFeatureTable;
  event: EventTable;
  role: RoleTable;
  permission: PermissionTable;
  role_permission: RolePermissionTable;
  department: DepartmentTable;
  app_user: AppUserTable;
  instance: InstanceTable;
  instance_log: InstanceLogTable;
  instance_sync: InstanceSyncTable;
  user_instance: UserInstanceTable;
  session: SessionTable;
  user_image: UserImageTable;
  socket_ticket: SocketTicketTable;
  login_limit: LoginLimitTable;
  totp: TotpTable;
  recovery_code: RecoveryCodeTable;
  identity_provider: IdentityProviderTable;
  identity_link: IdentityLinkTable;
  identity_grant: IdentityGrantTable;
  password_reset: PasswordResetTable;
  invitation: InvitationTable;
  mail_job: MailJobTable;
  audit: AuditTable;
  customer: CustomerTable;
  pinned_customer: PinnedCustomerTable;
  chat_ticket: ChatTicketTable;
  message: MessageTable;
  message_tally: MessageTallyTable;
  ticket_transfer: TicketTransferTable;
  outbox: OutboxTable;
  parked_status: ParkedStatusTable;
  webhook_rejected: WebhookRejectedTable;
  maintenance: MaintenanceTable;
  terms_version: TermsVersionTable;
  tenant_setting: TenantSettingTable;
  training_video: TrainingVideoTable;
  training_video_watched: TrainingVideoWatchedTable;
  terms_acceptance: TermsAcceptanceTable;
};

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
