/**
 * Which columns the platform's role reads of all companies: what finds a company, a number, a job that
 * is due. A migration that lets it read another one adds that here, where a reviewer sees it.
 */
export const PLATFORM_READS: Readonly<Record<string, string>> = {
  app_user: 'deleted_at email id last_seen_at left_at node_id support_user_id tenant_id',
  campaign: 'id status tenant_id',
  campaign_tally: 'is_sum tenant_id',
  campaign_test: 'state tenant_id',
  customer_import: 'locked_until status tenant_id',
  database_identity: 'identity one',
  chat_ticket: 'finished_at id instance_id last_received_at owned_since snoozed_until tenant_id user_id window_told_at',
  department: 'activated distribution id tenant_id transfer_after_minutes',
  instance:
    'activated channel checked_at claimed_number id is_official last_seen_at name phone_number phone_number_id provider reconnects sender_address state state_at state_key tenant_id waba_asked_at waba_id',
  flow_launch: 'id next_at tenant_id',
  flow_request: 'id next_attempt_at state tenant_id',
  flow_run: 'due_at id status tenant_id',
  flow_start: 'due_at status tenant_id',
  inbound_waiting: 'id last_error next_attempt_at received_at state tenant_id',
  instance_sync: 'id locked_until state tenant_id',
  login_failure: 'tenant_id',
  login_limit: 'failures key window_ends_at',
  mail_job: 'attempts created_at id payload run_at',
  maintenance: 'ends_at is_on message one since version',
  message_media: 'message_id next_attempt_at state tenant_id',
  migration: 'applied_at breaks_older checksum name',
  outbox: 'locked_until message_id next_attempt_at state tenant_id',
  permission: 'category feature is_backoffice route_name',
  read_receipt: 'next_attempt_at state tenant_id',
  rule_cursor: 'position tenant_id waits',
  scheduled_message: 'id send_at state tenant_id',
  server_node: 'beats id pools started_at',
  template_sync: 'due_at locked_until tenant_id waba_id',
  tenant:
    'cnpj created_at deleted_at epoch id instance_limit is_backoffice message_limit name pool protocol_count protocol_day slug stream_floor stream_position template timezone two_factor_required user_limit version',
  tenant_feature: 'enabled option tenant_id',
  tenant_setting: 'key tenant_id',
  terms_acceptance: 'tenant_id version_id',
  terms_version: 'bytes id published_at published_by title',
  ticket_transfer: 'created_by deleted_at id tenant_id transfer_at transferred_at',
  training_video: 'created_at description id language position title url version',
  webhook_rejected: 'body channel id reason received_at tenant_id',
};

/** Tables whose rows are everybody's, which each company may read. */
export const SHARED_TABLES: readonly string[] = ['permission', 'terms_version', 'training_video'];
