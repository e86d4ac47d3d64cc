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
  'number_changed',
  'weekly_limit',
  'window',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Where the value of a variable comes from. */
export const VARIABLE_SOURCES = ['text', 'name', 'first_name', 'number', 'field'] as const;

/** Why recipients are still queued: waiting for their turn, their local hours, a later batch, or a retry. */
export const QUEUE_REASONS = ['due', 'window', 'later'] as const;
export type QueueReason = (typeof QUEUE_REASONS)[number];

/** The price category of SMS, which their providers don't name. */
export const SMS_PRICE = 'sms';
/** Price categories of a provider's messages. */
export const PRICE_CATEGORIES = ['marketing', 'utility', 'authentication', 'service', SMS_PRICE] as const;
/** The highest price of one message, in any currency. */
export const RATE_MAX = 100_000;

export const CAMPAIGN_NAME_MAX = 80;
/** Instances of one campaign. */
export const CAMPAIGN_INSTANCES_MAX = 20;
/** Variables of its template. */
export const CAMPAIGN_VARIABLES_MAX = 100;
/** Messages of one campaign in a minute. */
export const CAMPAIGN_PER_MINUTE_MAX = 4_800;
/** Parts of one campaign, and minutes between two of them: a week. */
export const CAMPAIGN_BATCHES_MAX = 10;
export const BATCH_MINUTES_MAX = 10_080;
/** Characters of a search for campaigns or recipients. */
export const CAMPAIGN_SEARCH_MAX = 100;
/** Recipients of a page. */
export const RECIPIENTS_PAGE_MAX = 100;
/** Opt-out words: a message that is exactly one of these ends campaigns for its customer. */
export const OPT_OUT_WORDS: readonly string[] = ['SAIR', 'PARAR', 'PARE', 'STOP'];
/** Further opt-out words by SMS, as carriers and providers define them. */
export const SMS_OPT_OUT_WORDS: readonly string[] = [
  ...OPT_OUT_WORDS,
  'CANCELAR',
  'CANCEL',
  'STOPALL',
  'UNSUBSCRIBE',
  'END',
  'QUIT',
];

/** Filters of the recipients' table: all, or those who reached a stage. */
export const RECIPIENT_STAGES = {
  all: null,
  queued: ['pending', 'sending'],
  sent: ['sent', 'delivered', 'read'],
  delivered: ['delivered', 'read'],
  read: ['read'],
  answered: null,
  failed: ['failed'],
  uncertain: ['uncertain'],
  skipped: ['skipped'],
  cancelled: ['cancelled'],
} as const satisfies Readonly<Record<string, readonly RecipientState[] | null>>;
export type RecipientStage = keyof typeof RECIPIENT_STAGES;

export function isRecipientStage(stage: string | null): stage is RecipientStage {
  return stage !== null && Object.hasOwn(RECIPIENT_STAGES, stage);
}

/** The states that the list's tabs show. */
export const CAMPAIGN_TABS = {
  active: ['scheduled', 'preparing', 'probing', 'running', 'paused', 'waiting', 'cancelling'],
  drafts: ['draft'],
  over: ['finished', 'cancelled'],
} as const satisfies Readonly<Record<string, readonly CampaignStatus[]>>;
export type CampaignTab = keyof typeof CAMPAIGN_TABS;

/** Kinds of files that campaigns send, in a template's header or without a template. */
export const CAMPAIGN_FILES = ['image', 'video', 'document', 'audio'] as const;
export type CampaignFile = (typeof CAMPAIGN_FILES)[number];
