/* Choices and bounds of the administration's fields; loaded with its screens. */

/** Who gets a new ticket: nobody, the attendant with the fewest tickets, or each in turn. */
export const DISTRIBUTIONS = ['manual', 'least_busy', 'round_robin'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

/** State of an instance at its provider; `unverified` until the first contact in either direction. */
export const INSTANCE_STATES = ['unverified', 'connected', 'disconnected'] as const;
export type InstanceState = (typeof INSTANCE_STATES)[number];

/** Progress of syncing an instance's earlier messages. */
export const SYNC_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** Whether a user is at work, away, or blocked from logging in. */
export const USER_SITUATIONS = ['connected', 'away', 'disconnected', 'blocked'] as const;
export type UserSituation = (typeof USER_SITUATIONS)[number];

/** Format of a sheet: CSV for Brazilian spreadsheets (UTF-8 with BOM, semicolons), or XLSX. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** Delivery status of a message at the provider. */
export const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Events of a ticket's timeline; a transfer also says who it goes to. */
export const PROTOCOL_EVENTS = [
  'opened',
  'message',
  'reaction',
  'transferOffered',
  'transferAccepted',
  'transferWithdrawn',
  'finished',
] as const;
export type ProtocolEventName = (typeof PROTOCOL_EVENTS)[number];

/** Upper limit of the open tickets that a department may give one attendant. */
export const DEPARTMENT_TICKETS_MAX = 1_000;
/** Minutes without an answer after which a ticket is offered to another attendant: at most a day. */
export const TRANSFER_MINUTES_MAX = 1_440;
/** Expected duration of a maintenance: at most three days. */
export const MAINTENANCE_MINUTES_MAX = 4_320;
/** Days for which rejected webhooks are kept and can be synced. */
export const SYNC_DAYS_MAX = 90;
/** Highest position of a training video in the list. */
export const VIDEO_POSITION_MAX = 999;
