import type { PeriodNumbers } from '../../../machines/entities/reports.ts';
import type { MessageId } from '../../../i18n/message-id.ts';

type PeriodName = keyof PeriodNumbers;
type Unit = 'count' | 'duration';

/** A number of some days: how it is called and defined, and which tickets are behind it. */
export interface Metric {
  readonly id: PeriodName;
  readonly unit: Unit;
  readonly label: MessageId;
  /** The same above a column. */
  readonly short: MessageId;
  readonly definition: MessageId;
  /** As the tickets' list calls them. */
  readonly tickets: string;
  /** Whether less of it is better; undefined where neither is. */
  readonly lessIsBetter?: true;
}

function metric(id: PeriodName, wire: WireName, unit: Unit, tickets: string): Metric {
  return {
    id,
    unit,
    label: `report.metric.${wire}`,
    short: `report.short.${wire}`,
    definition: `report.definition.${wire}`,
    tickets,
    ...(unit === 'duration' ? { lessIsBetter: true } : {}),
  };
}

type NameOf<Id> = Id extends `report.short.${infer Name}` ? Name : never;
type WireName = NameOf<MessageId>;

/** Every number of some days, in the order of tables. */
export const metrics: readonly Metric[] = [
  metric('opened', 'opened', 'count', 'opened'),
  metric('finished', 'finished', 'count', 'finished'),
  metric('handled', 'handled', 'count', 'handled'),
  metric('handlingAverage', 'handling_average_ms', 'duration', 'handled'),
  metric('firstResponses', 'first_responses', 'count', 'first_responses'),
  metric('firstResponseMedian', 'first_response_median_ms', 'duration', 'first_responses'),
  metric('firstResponseAverage', 'first_response_average_ms', 'duration', 'first_responses'),
  metric('answers', 'answers', 'count', 'answers'),
  metric('waitingAverage', 'waiting_average_ms', 'duration', 'answers'),
  metric('received', 'messages_in', 'count', 'messages_in'),
  metric('sent', 'messages_out', 'count', 'messages_out'),
];

/** The metric of a name that may come from an address; the first when it is none. */
export function metricOf(id: string | null): Metric {
  const [first] = metrics;
  const found = metrics.find((each) => each.id === id) ?? first;
  if (found === undefined) throw new Error('There are no metrics');
  return found;
}
