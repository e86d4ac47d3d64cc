import { METRICS, type MetricName, type TicketSet } from '../../../../contract/facts/metrics.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { PeriodNumbers } from '../../../machines/entities/reports.ts';

type PeriodName = keyof PeriodNumbers;

/** A metric of a period: its name and definition, and its tickets. */
export interface Metric {
  readonly id: PeriodName;
  readonly unit: 'count' | 'duration';
  readonly label: MessageId;
  /** Column title. */
  readonly short: MessageId;
  readonly definition: MessageId;
  /** Its ticket set. */
  readonly tickets: TicketSet;
  /** Whether less is better; undefined if neither is. */
  readonly lessIsBetter?: true;
}

type NameOf<Id> = Id extends `report.short.${infer Name}` ? Name : never;
type WireName = NameOf<MessageId> & MetricName;

function metric(id: PeriodName, wire: WireName): Metric {
  const found = METRICS.find(({ name }) => name === wire);
  if (found === undefined || found.unit === 'moment') throw new Error(`No number of some days: ${wire}`);
  const { unit, labelId: label, definitionId: definition, tickets } = found;
  const short = `report.short.${wire}` as const;
  return { id, unit, label, short, definition, tickets, ...(unit === 'duration' ? { lessIsBetter: true } : {}) };
}

/** All metrics of a period, in table order. */
export const metrics: readonly Metric[] = [
  metric('opened', 'opened'),
  metric('finished', 'finished'),
  metric('handled', 'handled'),
  metric('handlingAverage', 'handling_average_ms'),
  metric('firstResponses', 'first_responses'),
  metric('firstResponseMedian', 'first_response_median_ms'),
  metric('firstResponseAverage', 'first_response_average_ms'),
  metric('answers', 'answers'),
  metric('waitingAverage', 'waiting_average_ms'),
  metric('received', 'messages_in'),
  metric('sent', 'messages_out'),
];

/** The metric of this name, which may come from an address; the first if it is unknown. */
export function metricOf(id: string | null): Metric {
  const [first] = metrics;
  const found = metrics.find((each) => each.id === id) ?? first;
  if (found === undefined) throw new Error('There are no metrics');
  return found;
}
