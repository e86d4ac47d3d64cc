/**
 * Views of the open tickets that a user sees. `mine`: they own it, or it is offered to them. `queue`: nobody owns it.
 * `waiting`: theirs, and the customer was answered. `snoozed`: theirs, and put off: in neither of their others. `all`:
 * every one.
 */
export const TICKET_VIEWS = ['mine', 'queue', 'waiting', 'snoozed', 'all'] as const;
export type TicketView = (typeof TICKET_VIEWS)[number];

/** `last_message`: newest first. `longest_wait`: whoever has waited longest for an answer first, the answered last. */
export const TICKET_SORTS = ['last_message', 'longest_wait'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/** Finished tickets are counted up to here. */
export const FINISHED_COUNT_MAX = 1_000;

/** A ticket can be put off for so long. */
export const SNOOZE_MAX_DAYS = 366;

/** A user saves so many views of the list. */
export const SAVED_VIEWS_MAX = 10;
export const SAVED_VIEW_NAME_MAX = 40;
