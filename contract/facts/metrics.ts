/*
 * Every number of the dashboards and reports. The catalogue's `report.definition.<name>` defines it, and is shown
 * beside the number.
 */

/** Unit of a number: a count, a duration, or a point in time. */
export type MetricUnit = 'count' | 'duration' | 'moment';

interface Metric<Name extends string> {
  readonly name: Name;
  readonly unit: MetricUnit;
  /** `period`: of the requested days; `live`: of this moment. */
  readonly of: 'period' | 'live';
  /** Catalogue ids of its name and definition. */
  readonly labelId: `report.metric.${Name}`;
  readonly definitionId: `report.definition.${Name}`;
  /** The tickets behind it, as an argument of `reportTickets`. */
  readonly tickets: TicketSet;
}

/** Most users, departments or instances that can be chosen; none chosen means all. */
export const REPORT_CHOSEN_MAX = 5_000;
/** Longest key of a group: an id, a day or an hour. */
export const GROUP_KEY_MAX = 32;

/** Ticket sets of a period. */
const PERIOD_TICKET_SETS = [
  'opened',
  'finished',
  'first_responses',
  'handled',
  'answers',
  'messages_in',
  'messages_out',
] as const;
export type PeriodTicketSet = (typeof PERIOD_TICKET_SETS)[number];

/** Ticket sets of this moment, which need no days. */
const LIVE_TICKET_SETS = ['open', 'waiting', 'unanswered'] as const;
export type LiveTicketSet = (typeof LIVE_TICKET_SETS)[number];

export const TICKET_SETS = [...PERIOD_TICKET_SETS, ...LIVE_TICKET_SETS] as const;
export type TicketSet = PeriodTicketSet | LiveTicketSet;

export function isLiveSet(tickets: TicketSet): tickets is LiveTicketSet {
  return LIVE_TICKET_SETS.some((live) => live === tickets);
}

function metric<const Name extends string>(
  name: Name,
  unit: MetricUnit,
  of: 'period' | 'live',
  tickets: TicketSet,
): Metric<Name> {
  return { name, unit, of, labelId: `report.metric.${name}`, definitionId: `report.definition.${name}`, tickets };
}

export const METRICS = [
  metric('opened', 'count', 'period', 'opened'),
  metric('finished', 'count', 'period', 'finished'),
  metric('first_responses', 'count', 'period', 'first_responses'),
  metric('first_response_median_ms', 'duration', 'period', 'first_responses'),
  metric('first_response_average_ms', 'duration', 'period', 'first_responses'),
  metric('handled', 'count', 'period', 'handled'),
  metric('handling_average_ms', 'duration', 'period', 'handled'),
  metric('answers', 'count', 'period', 'answers'),
  metric('waiting_average_ms', 'duration', 'period', 'answers'),
  metric('messages_in', 'count', 'period', 'messages_in'),
  metric('messages_out', 'count', 'period', 'messages_out'),
  metric('open', 'count', 'live', 'open'),
  metric('waiting', 'count', 'live', 'waiting'),
  metric('unanswered', 'count', 'live', 'unanswered'),
  metric('longest_waiting_since', 'moment', 'live', 'unanswered'),
] as const;

export type MetricName = (typeof METRICS)[number]['name'];

/** What numbers can be grouped by. Hours are 0 to 23, in the company's time zone. */
export const GROUPINGS = ['day', 'hour', 'department', 'user', 'instance'] as const;
export type Grouping = (typeof GROUPINGS)[number];
