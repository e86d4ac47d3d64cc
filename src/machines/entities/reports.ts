import type { CustomerId, InstanceId, TicketId, UserId } from './ids.ts';

/* Rows of dashboards and reports. Durations are milliseconds, times milliseconds since 1970. */

/** The company's calendar, by which reports count days. */
export interface ReportCalendar {
  /** As `America/Sao_Paulo`. */
  readonly timezone: string;
  /** Today's date there, as `2026-11-20`. */
  readonly today: string;
}

/** Numbers of a period; the catalogue defines each under `report.definition.…`. Null: no data to compute it from. */
export interface PeriodNumbers {
  readonly opened: number;
  readonly finished: number;
  readonly firstResponses: number;
  readonly firstResponseMedian: number | null;
  readonly firstResponseAverage: number | null;
  readonly handled: number;
  readonly handlingAverage: number | null;
  readonly answers: number;
  readonly waitingAverage: number | null;
  readonly received: number;
  readonly sent: number;
}

/** Numbers of the current moment. */
export interface MomentNumbers {
  readonly open: number;
  /** In the queue, without an owner. */
  readonly waiting: number;
  readonly unanswered: number;
  readonly longestWaitSince: number | null;
}

/** The numbers of the requested period, or of the previous one that it is compared with. */
export interface ReportPeriod {
  readonly id: 'period' | 'previous';
  /** Days of the company's calendar, as `2026-11-20`. */
  readonly start: string;
  readonly finish: string;
  readonly numbers: PeriodNumbers;
}

/** One row of a breakdown by day, hour (`0` to `23`), department, user or instance. */
export interface ReportGroup {
  /** Empty: without owner or department; `total`: the sum of all. */
  readonly id: string;
  readonly label: string | null;
  readonly numbers: PeriodNumbers;
}

export interface MomentGroup {
  /** As in `ReportGroup`. */
  readonly id: string;
  readonly label: string | null;
  readonly numbers: MomentNumbers;
}

/** A ticket that a number counts. */
export interface ReportTicket {
  readonly id: TicketId;
  readonly protocol: string;
  readonly customer: { readonly id: CustomerId; readonly name: string };
  readonly user: { readonly id: UserId; readonly name: string } | null;
  readonly instance: { readonly id: InstanceId; readonly name: string };
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** Left out for without. */
  readonly outcome?: string;
  readonly waitingSince: number | null;
  readonly firstResponse: number | null;
  readonly handling: number | null;
  readonly received: number;
  readonly sent: number;
}

/** Number of tickets with an outcome; an empty `id`, without a name, means none. */
export interface ReportOutcome {
  readonly id: string;
  readonly name: string | null;
  readonly isDeleted: boolean;
  readonly tickets: number;
}
