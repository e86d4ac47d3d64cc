/* Of active flows: what has them start, and why they don't. */

/** What had a flow start for a customer. */
export const FLOW_START_SOURCES = ['attendant', 'audience', 'campaign', 'api', 'rule'] as const;
export type FlowStartSource = (typeof FLOW_START_SOURCES)[number];

export const FLOW_START_STATUSES = ['waiting', 'started', 'skipped'] as const;
export type FlowStartStatus = (typeof FLOW_START_STATUSES)[number];

/**
 * Why a flow didn't start: the customer is blocked, doesn't want messages, hasn't allowed them, has no number, is erased, is with a
 * person, is in a flow, it was outside of the hours, the month's messages are used up, the number can't send, the flow is off,
 * whoever asked for it took it back, or it failed too often.
 */
export const FLOW_SKIP_REASONS = [
  'blocked',
  'opted_out',
  'no_consent',
  'no_number',
  'erased',
  'in_attendance',
  'in_flow',
  'quiet_hours',
  'monthly_limit',
  'instance_off',
  'flow_off',
  'cancelled',
  'failed',
] as const;
export type FlowSkipReason = (typeof FLOW_SKIP_REASONS)[number];

export const FLOW_REPEATS = ['once', 'daily', 'weekly'] as const;
export type FlowRepeats = (typeof FLOW_REPEATS)[number];

/** Launches of a flow that are to come. */
export const FLOW_LAUNCHES_MAX = 20;
/** A launch isn't planned further ahead. */
export const FLOW_LAUNCH_AHEAD_DAYS = 365;
/** Longest name that a caller gives a start. */
export const FLOW_START_KEY_MAX = 80;
/** The starts of so many days are counted. */
export const FLOW_STARTS_COUNTED_DAYS = 30;
/** Starts are kept for so many days. */
export const FLOW_STARTS_KEPT_DAYS = 180;
/** Where whoever has a flow's key starts it. */
export const FLOW_STARTS_PATH = '/api/flow-starts';
