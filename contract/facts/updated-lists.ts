/** The lists that this version's `ListUpdated` frames name. */
export type UpdatedList =
  | 'tags'
  | 'outcomes'
  | 'quick_replies'
  | 'saved_views'
  | 'preferences'
  | 'scheduled_messages'
  | 'message_templates'
  | 'message_limit'
  | 'customer_fields'
  | 'customers'
  | 'customer_views'
  | 'audiences'
  | 'consents'
  | 'blocked_contacts'
  | 'customer_imports'
  | 'wait_settings';
