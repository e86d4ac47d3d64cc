import type { Grouping } from '../../../contract/facts/metrics.ts';
import { reportCalendar } from '../../../contract/graphql/report-calendar.ts';
import { reportGroups } from '../../../contract/graphql/report-groups.ts';
import { reportLive } from '../../../contract/graphql/report-live.ts';
import { reportNumbers } from '../../../contract/graphql/report-numbers.ts';
import { reportOutcomes } from '../../../contract/graphql/report-outcomes.ts';
import { reportTickets } from '../../../contract/graphql/report-tickets.ts';
import type { ReportTicket as WireTicket } from '../../../contract/graphql/report-tickets.ts';
import type { LiveNumbers, ReportNumbers } from '../../../contract/reports/numbers.ts';
import { dashboardReport } from '../../../contract/rest/dashboard-report.ts';
import type { MomentNumbers, PeriodNumbers, ReportGroup, ReportTicket } from '../../machines/entities/reports.ts';
import type { ListQuery } from '../../machines/log/events-administration.ts';
import { restRequest } from '../backoffice/request.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { ListSources, Result } from './sources.ts';

type ReportList =
  | 'report.calendar'
  | 'report.daysBefore'
  | 'report.hoursBefore'
  | 'report.usersBefore'
  | 'report.numbers'
  | 'report.days'
  | 'report.hours'
  | 'report.departments'
  | 'report.users'
  | 'report.instances'
  | 'report.now'
  | 'report.tickets'
  | 'report.outcomes'
  | 'report.dashboard';

/**
 * Dashboards and reports. Common filters: `start` and `finish` (days); `users`, `departments` and `instances`
 * (comma-separated ids).
 */
export function reportLists(parts: CallParts): Pick<ListSources, ReportList> {
  const { gateway } = parts;

  async function groupsOf(
    grouping: Grouping,
    query: ListQuery,
  ): Promise<Result<{ rows: ReportGroup[]; total: number }>> {
    const variables = {
      group_by: grouping,
      ...daysOf(query),
      ...chosenOf(query),
      compared_to: query.filters['comparedTo'] ?? null,
      search: query.search,
      sort_name: WIRE_NAMES[query.sort.by] ?? query.sort.by,
      sort_type: query.sort.descending ? 'DESC' : 'ASC',
      pagination_page: query.page,
      pagination_limit: query.limit,
    };
    const result = await gateway.request(graphqlCall(parts, 'list.fetch', reportGroups, { variables }));
    return mapped(result, ({ reportGroups: { items, total_items } }) => ({
      rows: items.map(({ key, name, numbers }) => ({ id: key, label: name, numbers: numbersOf(numbers) })),
      total: total_items,
    }));
  }

  return {
    'report.calendar': async () => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', reportCalendar, { variables: {} }));
      return mapped(result, (answer) => ({ list: 'report.calendar', rows: [answer.reportCalendar], total: 1 }));
    },
    /** The period and the previous one; `compareStart` selects another. */
    'report.numbers': async (query) => {
      const variables = {
        ...daysOf(query),
        ...chosenOf(query),
        compare_start_at: query.filters['compareStart'] ?? null,
      };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', reportNumbers, { variables }));
      return mapped(result, ({ reportNumbers: { previous, ...period } }) => ({
        list: 'report.numbers',
        rows: [
          { id: 'period', start: period.start_at, finish: period.finish_at, numbers: numbersOf(period.numbers) },
          {
            id: 'previous',
            start: previous.start_at,
            finish: previous.finish_at,
            numbers: numbersOf(previous.numbers),
          },
        ],
        total: 2,
      }));
    },
    'report.days': async (query) => mapped(await groupsOf('day', query), (page) => ({ list: 'report.days', ...page })),
    'report.hours': async (query) =>
      mapped(await groupsOf('hour', query), (page) => ({ list: 'report.hours', ...page })),
    'report.daysBefore': async (query) =>
      mapped(await groupsOf('day', query), (page) => ({ list: 'report.daysBefore', ...page })),
    'report.hoursBefore': async (query) =>
      mapped(await groupsOf('hour', query), (page) => ({ list: 'report.hoursBefore', ...page })),
    'report.usersBefore': async (query) =>
      mapped(await groupsOf('user', query), (page) => ({ list: 'report.usersBefore', ...page })),
    'report.departments': async (query) =>
      mapped(await groupsOf('department', query), (page) => ({ list: 'report.departments', ...page })),
    'report.users': async (query) =>
      mapped(await groupsOf('user', query), (page) => ({ list: 'report.users', ...page })),
    'report.instances': async (query) =>
      mapped(await groupsOf('instance', query), (page) => ({ list: 'report.instances', ...page })),
    /**
     * The total first, then by `groupBy`: department, user or instance. Facts: `at`, the server's time, and `online`,
     * the number of attendants online.
     */
    'report.now': async (query) => {
      const variables = { ...chosenOf(query), group_by: query.filters['groupBy'] ?? null };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', reportLive, { variables }));
      return mapped(result, ({ reportLive: { at, online_users, numbers, items } }) => ({
        list: 'report.now',
        rows: [
          { id: 'total', label: null, numbers: momentNumbersOf(numbers) },
          ...items.map((item) => ({ id: item.key, label: item.name, numbers: momentNumbersOf(item.numbers) })),
        ],
        total: items.length + 1,
        facts: { at: Date.parse(at), online: online_users },
      }));
    },
    /** The tickets behind a number: `tickets` selects the set, `groupBy` and `groupKey` the group, `outcome` the outcome. */
    'report.tickets': async (query) => {
      const { filters, page, limit } = query;
      const variables = {
        ...behindOf(query),
        outcome_id: filters['outcome'] ?? null,
        pagination_page: page,
        pagination_limit: limit,
      };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', reportTickets, { variables }));
      return mapped(result, ({ reportTickets: { items, total_items } }) => ({
        list: 'report.tickets',
        rows: items.map(ticketOf),
        total: total_items,
      }));
    },
    /** The outcomes of these tickets. */
    'report.outcomes': async (query) => {
      const request = { variables: behindOf(query) };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', reportOutcomes, request));
      return mapped(result, ({ reportOutcomes: rows }) => ({
        list: 'report.outcomes',
        rows: rows.map(({ id, name, deleted, tickets }) => ({ id, name, isDeleted: deleted, tickets })),
        total: rows.length,
      }));
    },
    /** The total first, then the chosen users by name, on one page. */
    'report.dashboard': async (query) => {
      const body = { ...daysOf(query), selectedUsers: idsOf(query.filters['users']) };
      const result = await gateway.request(restRequest(parts, 'list.fetch', dashboardReport, { body }));
      return mapped(result, ({ totals, users }) => ({
        list: 'report.dashboard',
        rows: [
          { id: 'total', label: null, numbers: numbersOf(totals) },
          ...users.map(({ id, name, numbers }) => ({ id, label: name, numbers: numbersOf(numbers) })),
        ],
        total: users.length + 1,
      }));
    },
  };
}

/** Sort keys on the wire: `id` is the group's key, `label` its name. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  id: 'key',
  label: 'name',
  firstResponses: 'first_responses',
  firstResponseMedian: 'first_response_median_ms',
  firstResponseAverage: 'first_response_average_ms',
  handlingAverage: 'handling_average_ms',
  waitingAverage: 'waiting_average_ms',
  received: 'messages_in',
  sent: 'messages_out',
};

function daysOf({ filters }: ListQuery): { start_at: string; finish_at: string } {
  return { start_at: filters['start'] ?? '', finish_at: filters['finish'] ?? '' };
}

/** The tickets behind a number. */
function behindOf(query: ListQuery) {
  const { filters } = query;
  return {
    tickets: filters['tickets'] ?? '',
    ...(filters['start'] === undefined ? {} : daysOf(query)),
    ...chosenOf(query),
    group_by: filters['groupBy'] ?? null,
    group_key: filters['groupKey'] ?? null,
  };
}

function chosenOf({ filters }: ListQuery) {
  return {
    user_ids: idsOf(filters['users']),
    department_ids: idsOf(filters['departments']),
    instance_ids: idsOf(filters['instances']),
  };
}

function idsOf(chosen: string | undefined): string[] {
  return (chosen ?? '').split(',').filter((id) => id !== '');
}

function numbersOf(numbers: ReportNumbers): PeriodNumbers {
  return {
    opened: numbers.opened,
    finished: numbers.finished,
    firstResponses: numbers.first_responses,
    firstResponseMedian: numbers.first_response_median_ms,
    firstResponseAverage: numbers.first_response_average_ms,
    handled: numbers.handled,
    handlingAverage: numbers.handling_average_ms,
    answers: numbers.answers,
    waitingAverage: numbers.waiting_average_ms,
    received: numbers.messages_in,
    sent: numbers.messages_out,
  };
}

function momentNumbersOf({ open, waiting, unanswered, longest_waiting_since: since }: LiveNumbers): MomentNumbers {
  return { open, waiting, unanswered, longestWaitSince: momentOf(since) };
}

function momentOf(timestamp: string | null): number | null {
  return timestamp === null ? null : Date.parse(timestamp);
}

function ticketOf(ticket: WireTicket): ReportTicket {
  const { id, protocol, customer, user, instance } = ticket;
  return {
    id,
    protocol,
    customer,
    user,
    instance,
    startedAt: Date.parse(ticket.started_at),
    finishedAt: momentOf(ticket.finished_at),
    ...(typeof ticket.outcome === 'string' && { outcome: ticket.outcome }),
    waitingSince: momentOf(ticket.waiting_since),
    firstResponse: ticket.first_response_ms,
    handling: ticket.handling_ms,
    received: ticket.messages_in,
    sent: ticket.messages_out,
  };
}
