/** Kinds of events shown among a conversation's messages. */
export const CHAT_EVENT_KINDS = [
  'opened',
  'taken',
  'assigned',
  'returned',
  'queued',
  'transfer_offered',
  'transfer_accepted',
  'transfer_withdrawn',
  'finished',
  'reopened',
  'schedule_late',
  'schedule_refused',
  'note',
] as const;
export type ChatEventKind = (typeof CHAT_EVENT_KINDS)[number];

/** Longest note, in UTF-16 units. */
export const NOTE_MAX_LENGTH = 4096;
/** Most people that a note mentions. */
export const NOTE_MENTIONS_MAX = 20;

/** Most events that come with a page of messages. */
export const CHAT_EVENTS_MAX = 500;
