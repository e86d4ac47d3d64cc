/**
 * Views of the open tickets that a user sees. `mine`: they own it, or it is offered to them. `queue`: nobody owns it.
 * `flow`: nobody owns it, but a flow answers; it isn't in the queue. `waiting`: theirs, and the customer was answered. `snoozed`: theirs and snoozed, and in none of their other views.
 * `all`: every one.
 */
export const TICKET_VIEWS = ['mine', 'queue', 'flow', 'waiting', 'snoozed', 'all'] as const;
export type TicketView = (typeof TICKET_VIEWS)[number];

/** `last_message`: newest first. `longest_wait`: whoever has waited longest for an answer first, the answered last. */
export const TICKET_SORTS = ['last_message', 'longest_wait'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/** Finished tickets are counted up to this many. */
export const FINISHED_COUNT_MAX = 1_000;

/** Longest snooze of a ticket, in days. */
export const SNOOZE_MAX_DAYS = 366;

/** Most saved views of a user. */
export const SAVED_VIEWS_MAX = 10;
export const SAVED_VIEW_NAME_MAX = 40;
