/** The lists that a `ListUpdated` frame names. */
export const UPDATED_LISTS = [
  'tags',
  'outcomes',
  'quick_replies',
  'saved_views',
  'scheduled_messages',
  'message_templates',
  'message_limit',
  'customer_fields',
  'wait_settings',
] as const;
export type UpdatedList = (typeof UPDATED_LISTS)[number];
