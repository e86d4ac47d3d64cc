/* Campaigns: one text for many customers. */

/** States of a campaign. */
export const CAMPAIGN_STATUSES = [
  'draft',
  'scheduled',
  'preparing',
  'probing',
  'running',
  'paused',
  'waiting',
  'cancelling',
  'cancelled',
  'finished',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** States of one of its recipients. */
export const RECIPIENT_STATES = [
  'pending',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  'skipped',
  'cancelled',
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Why a customer is left out of a campaign. */
export const SKIP_REASONS = [
  'blocked',
  'opted_out',
  'no_consent',
  'in_attendance',
  'no_number',
  'weekly_limit',
  'window',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Where the value of a variable comes from. */
export const VARIABLE_SOURCES = ['text', 'name', 'first_name', 'number', 'field'] as const;

export const CAMPAIGN_NAME_MAX = 80;
/** Instances of one campaign. */
export const CAMPAIGN_INSTANCES_MAX = 20;
/** Variables of its template. */
export const CAMPAIGN_VARIABLES_MAX = 64;
/** Recipients of a page. */
export const RECIPIENTS_PAGE_MAX = 100;
/** What a customer writes to hear nothing more of campaigns: exactly one of these. */
export const OPT_OUT_WORDS: readonly string[] = ['SAIR', 'PARAR', 'PARE', 'STOP'];
