/* Bounds of scheduled messages; loaded with them. */

/** Most messages that wait in a conversation, including those that could not be sent. */
export const SCHEDULED_MAX = 10;
/** Of how many tickets they can be counted in one call. */
export const SCHEDULED_COUNT_MAX = 1_000;
/** How far ahead one can be scheduled. */
export const SCHEDULED_MAX_DAYS = 90;
/** A message sent this long after its time counts as late. */
export const SCHEDULED_LATE_MS = 120_000;

/** `refused`: it could not be sent when it was due, and waits for somebody to change, send or cancel it. */
export const SCHEDULED_STATES = ['waiting', 'refused', 'sent', 'cancelled'] as const;
export type ScheduledState = (typeof SCHEDULED_STATES)[number];

/**
 * Why one wasn't sent when due. `finished`: the conversation had no open ticket; `window`: the 24 hours after the
 * customer's last message were over; `author`: whoever wrote it may no longer serve customers.
 */
export const SCHEDULED_REASONS = [
  'finished',
  'window',
  'blacklisted',
  'monthlyLimit',
  'disconnected',
  'author',
  'other',
] as const;
export type ScheduledReason = (typeof SCHEDULED_REASONS)[number];
