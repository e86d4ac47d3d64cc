import type { CustomerId, InstanceId, TicketId, UserId } from './ids.ts';

/* What the dashboards and reports show. Durations are milliseconds, moments milliseconds since 1970. */

/** The calendar that days are counted in. */
export interface ReportCalendar {
  /** As `America/Sao_Paulo`. */
  readonly timezone: string;
  /** Which day it is there, as `2026-11-20`. */
  readonly today: string;
}

/** Numbers of some days; what each says stands in the catalogue's `report.definition.…`. Null: nothing to take it of. */
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

/** Numbers of this moment. */
export interface MomentNumbers {
  readonly open: number;
  /** In the queue: nobody's yet. */
  readonly waiting: number;
  readonly unanswered: number;
  readonly longestWaitSince: number | null;
}

/** The numbers of some days: those asked for, or those they are compared with. */
export interface ReportPeriod {
  readonly id: 'period' | 'previous';
  /** Days of the company's calendar, as `2026-11-20`. */
  readonly start: string;
  readonly finish: string;
  readonly numbers: PeriodNumbers;
}

/** A day, an hour (`0` to `23`), a department, user or instance. */
export interface ReportGroup {
  /** Empty: nobody's, of no department; `total`: all together. */
  readonly id: string;
  readonly label: string | null;
  readonly numbers: PeriodNumbers;
}

export interface MomentGroup {
  /** As a report group's. */
  readonly id: string;
  readonly label: string | null;
  readonly numbers: MomentNumbers;
}

/** A ticket behind a number. */
export interface ReportTicket {
  readonly id: TicketId;
  readonly protocol: string;
  readonly customer: { readonly id: CustomerId; readonly name: string };
  readonly user: { readonly id: UserId; readonly name: string } | null;
  readonly instance: { readonly id: InstanceId; readonly name: string };
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly waitingSince: number | null;
  readonly firstResponse: number | null;
  readonly handling: number | null;
  readonly received: number;
  readonly sent: number;
}
