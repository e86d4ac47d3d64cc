/** What stands in a conversation besides its messages. */
export const CHAT_EVENT_KINDS = [
  'opened',
  'taken',
  'assigned',
  'returned',
  'transfer_offered',
  'transfer_accepted',
  'transfer_withdrawn',
  'finished',
  'note',
] as const;
export type ChatEventKind = (typeof CHAT_EVENT_KINDS)[number];

/** Most events that come with a page of messages. */
export const CHAT_EVENTS_MAX = 500;
