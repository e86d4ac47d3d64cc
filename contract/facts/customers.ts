/* Choices and limits of a company's customer data. */

/** Types of a company's own fields; `choice` is one of a list. */
export const CUSTOMER_FIELD_TYPES = ['text', 'number', 'date', 'choice', 'boolean'] as const;
export type CustomerFieldType = (typeof CUSTOMER_FIELD_TYPES)[number];

/** The name of a company's own field in the customer's form, with the field's id. */
export type OwnFieldName = `value_${string}`;

/** Most tags of a company, and of a customer. */
export const TAGS_MAX = 200;
export const CUSTOMER_TAGS_MAX = 20;
/** Most fields of a company, and options of a choice. */
export const CUSTOMER_FIELDS_MAX = 40;
export const FIELD_OPTIONS_MAX = 100;
/** Highest place of a field among the others. */
export const FIELD_POSITION_MAX = 999;
export const CUSTOMER_NAME_MAX = 200;
/** Longest phone number, as typed. */
export const CUSTOMER_NUMBER_MAX = 40;
export const CUSTOMER_NOTE_MAX = 2_000;
export const CUSTOMER_VALUE_MAX = 500;
/** Files of a customer per page. */
export const CUSTOMER_MEDIA_PAGE = 24;

/** Kinds of files that the gallery lists separately. */
export const MEDIA_GROUPS = ['pictures', 'documents'] as const;
export type MediaGroup = (typeof MEDIA_GROUPS)[number];
/** Most lines of numbers that are blocked or unblocked at once. */
export const BLOCKED_LINES_MAX = 5_000;
/** Longest of those lines, in characters. */
export const BLOCKED_LINE_MAX = 200;
/** Largest file of numbers to block, in bytes, and most lines it may have. */
export const BLOCKED_FILE_MAX = 10 * 1024 * 1024;
export const BLOCKED_FILE_LINES_MAX = 50_000;
/** Longest reason for blocking a number. */
export const BLOCK_REASON_MAX = 200;
/** Longest evidence of a consent. */
export const EVIDENCE_MAX = 500;

/** Channels that a customer allows or forbids marketing on. */
export const CONSENT_CHANNELS = ['whatsapp', 'sms'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];
export const CONSENT_KINDS = ['granted', 'revoked'] as const;
/** Source of a consent: the customer, an attendant, one of the company’s lists, the channel’s provider, or their no before they were erased. */
export const CONSENT_ORIGINS = ['customer', 'attendant', 'import', 'provider', 'erased'] as const;
export type ConsentOrigin = (typeof CONSENT_ORIGINS)[number];
/** Columns that the list of customers can be sorted by. */
export const CUSTOMER_SORTS = ['name', 'created_at'] as const;
/** How a list compares a company's own field with a value; `filled`: it has any. */
export const FIELD_FILTERS = ['in', 'above', 'below', 'filled'] as const;
/** Latest consent on a channel, to filter by; `none`: never given nor refused. */
export const CONSENT_FILTERS = [
  'whatsapp_granted',
  'whatsapp_revoked',
  'whatsapp_none',
  'sms_granted',
  'sms_revoked',
  'sms_none',
] as const;
