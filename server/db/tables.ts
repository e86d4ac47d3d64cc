import type { Insertable, Selectable } from 'kysely';
import type {
  AppUserTable,
  InvitationTable,
  PermissionTable,
  RolePermissionTable,
  RoleTable,
  CustomerImageTable,
  UserImageTable,
  UserPreferenceTable,
  UserInstanceTable,
} from './tables/people.ts';
import type {
  CampaignFileTable,
  CampaignPartTable,
  CampaignRecipientTable,
  MessageRateTable,
  CampaignTable,
  CampaignTallyTable,
  CampaignTestTable,
  NumberPaceTable,
  WhatsAppAccountTable,
} from './tables/campaigns.ts';
import type {
  AudienceTable,
  BlockedContactTable,
  ConsentTable,
  CustomerGroupMemberTable,
  CustomerGroupTable,
  KeptRefusalTable,
  RefusalKeyTable,
} from './tables/customers.ts';
import type {
  AuditTable,
  DepartmentTable,
  PastDepartmentTable,
  EventTable,
  MailJobTable,
  TenantFeatureTable,
  TenantTable,
} from './tables/company.ts';
import type {
  ChatTicketTable,
  ConversationEventTable,
  ConversationPastTable,
  CustomerFieldTable,
  CustomerNumberTable,
  CustomerTable,
  CustomerTagTable,
  CustomerValueTable,
  MessageTable,
  MessageMonthTable,
  MessageTallyTable,
  MessageMediaTable,
  MessageWordBacklogTable,
  MessageWordTable,
  OutboxTable,
  OutgoingFileTable,
  PinnedCustomerTable,
  ReadReceiptTable,
  OutcomeTable,
  QuickReplyTable,
  SavedViewTable,
  ScheduledMessageTable,
  TagTable,
  TicketTransferTable,
  UnusedFileTable,
} from './tables/attendance.ts';
import type {
  InboundWaitingTable,
  InstanceLogTable,
  InstanceSyncTable,
  InstanceTable,
  MessageTemplateTable,
  TemplateFileTable,
  TemplateSyncTable,
  ParkedStatusTable,
  WebhookRejectedTable,
} from './tables/instances.ts';
import type { CustomerImportChangeTable, CustomerImportRefusedTable, CustomerImportTable } from './tables/imports.ts';
import type { IdentityGrantTable, IdentityLinkTable, IdentityProviderTable } from './tables/identity.ts';
import type {
  DatabaseIdentityTable,
  MaintenanceTable,
  TenantSettingTable,
  TermsAcceptanceTable,
  TermsVersionTable,
  TrainingVideoTable,
  TrainingVideoWatchedTable,
} from './tables/support.ts';
import type {
  LoginFailureTable,
  LoginLimitTable,
  PasswordResetTable,
  RecoveryCodeTable,
  SessionTable,
  SocketTicketTable,
  TotpTable,
} from './tables/login.ts';

export type { Id } from './tables/columns.ts';

/** The tables for kysely; the migrations define them. */
export type Tables = {
  tenant: TenantTable;
  tenant_feature: TenantFeatureTable;
  event: EventTable;
  role: RoleTable;
  permission: PermissionTable;
  role_permission: RolePermissionTable;
  department: DepartmentTable;
  past_department: PastDepartmentTable;
  app_user: AppUserTable;
  instance: InstanceTable;
  instance_log: InstanceLogTable;
  message_template: MessageTemplateTable;
  template_file: TemplateFileTable;
  template_sync: TemplateSyncTable;
  instance_sync: InstanceSyncTable;
  inbound_waiting: InboundWaitingTable;
  user_instance: UserInstanceTable;
  session: SessionTable;
  user_image: UserImageTable;
  user_preference: UserPreferenceTable;
  customer_image: CustomerImageTable;
  customer_number: CustomerNumberTable;
  socket_ticket: SocketTicketTable;
  login_limit: LoginLimitTable;
  login_failure: LoginFailureTable;
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
  consent: ConsentTable;
  blocked_contact: BlockedContactTable;
  refusal_key: RefusalKeyTable;
  kept_refusal: KeptRefusalTable;
  audience: AudienceTable;
  customer_group: CustomerGroupTable;
  customer_group_member: CustomerGroupMemberTable;
  customer_import: CustomerImportTable;
  customer_import_change: CustomerImportChangeTable;
  customer_import_refused: CustomerImportRefusedTable;
  campaign: CampaignTable;
  campaign_file: CampaignFileTable;
  campaign_part: CampaignPartTable;
  campaign_recipient: CampaignRecipientTable;
  message_rate: MessageRateTable;
  campaign_tally: CampaignTallyTable;
  campaign_test: CampaignTestTable;
  number_pace: NumberPaceTable;
  whatsapp_account: WhatsAppAccountTable;
  tag: TagTable;
  customer_tag: CustomerTagTable;
  customer_field: CustomerFieldTable;
  customer_value: CustomerValueTable;
  outcome: OutcomeTable;
  quick_reply: QuickReplyTable;
  saved_view: SavedViewTable;
  scheduled_message: ScheduledMessageTable;
  pinned_customer: PinnedCustomerTable;
  chat_ticket: ChatTicketTable;
  message: MessageTable;
  message_month: MessageMonthTable;
  message_tally: MessageTallyTable;
  message_word: MessageWordTable;
  message_word_backlog: MessageWordBacklogTable;
  ticket_transfer: TicketTransferTable;
  conversation_event: ConversationEventTable;
  conversation_past: ConversationPastTable;
  message_media: MessageMediaTable;
  outbox: OutboxTable;
  outgoing_file: OutgoingFileTable;
  read_receipt: ReadReceiptTable;
  unused_file: UnusedFileTable;
  parked_status: ParkedStatusTable;
  webhook_rejected: WebhookRejectedTable;
  maintenance: MaintenanceTable;
  database_identity: DatabaseIdentityTable;
  terms_version: TermsVersionTable;
  terms_acceptance: TermsAcceptanceTable;
  tenant_setting: TenantSettingTable;
  training_video: TrainingVideoTable;
  training_video_watched: TrainingVideoWatchedTable;
};

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
