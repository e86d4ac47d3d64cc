import { GROUPINGS, TICKET_SETS } from '../../contract/facts/metrics.ts';
import { daysOf } from '../../contract/facts/days.ts';
import type { Actor, Services } from '../../server/domain/context.ts';
import { reportCalendar } from '../../server/domain/reports/calendar.ts';
import { groupNumbers } from '../../server/domain/reports/groups.ts';
import { liveNumbers } from '../../server/domain/reports/live.ts';
import { compareNumbers, dashboardReport } from '../../server/domain/reports/reports.ts';
import { ticketsBehind } from '../../server/domain/reports/tickets.ts';
import { openFilled, timeOf } from './filled.ts';
import type { BenchRow } from './row.ts';

const BUDGET_MS = 1_000;
const USERS = 1_000;
const TICKETS = 100_000;
/** Ten messages each: a million. */
const MESSAGES_OF_EACH = 10;
const OPEN = 500;
const START = '2026-03-01';
const FINISH = '2026-05-29';
const DAYS = daysOf(START, FINISH);

/** Times each report over all of a company's million messages. The slower of two runs counts: screens are opened cold and warm. */
export function benchReports(): Promise<BenchRow[]> {
  return openFilled(COMPANY, ROUTES, measure);
}

const ROUTES = ['dashboard-analytics', 'dashboard-control-panel', 'dashboard-report', 'dashboard-produtivity-report'];

async function measure(services: Services, actor: Actor): Promise<BenchRow[]> {
  const all = { start_at: START, finish_at: FINISH };
  const lastDay = { start_at: FINISH, finish_at: FINISH };
  const groups = (group_by: (typeof GROUPINGS)[number]) => groupNumbers(services, actor, { ...all, group_by });
  const reports: [string, () => Promise<unknown>][] = [
    [
      `control panel of ${DAYS} days, all its calls at once`,
      () =>
        Promise.all([
          reportCalendar(services, actor),
          liveNumbers(services, actor, { group_by: 'user' }),
          compareNumbers(services, actor, all),
          ...(['day', 'hour', 'user'] as const).map(groups),
        ]),
    ],
    [`numbers of ${DAYS} days, beside those before`, () => compareNumbers(services, actor, all)],
    ['numbers of one day', () => compareNumbers(services, actor, lastDay)],
    ...GROUPINGS.map((group_by): [string, () => Promise<unknown>] => [
      `${DAYS} days by ${group_by}`,
      () => groups(group_by),
    ]),
    [`report of ${USERS} users`, () => dashboardReport(services, actor, { ...all, selectedUsers: [] })],
    ['numbers of this moment', () => liveNumbers(services, actor, { group_by: 'user' })],
    ...TICKET_SETS.map((tickets): [string, () => Promise<unknown>] => [
      `tickets behind ${tickets}`,
      () => ticketsBehind(services, actor, { ...all, tickets }),
    ]),
  ];
  const rows: BenchRow[] = [];
  for (const [what, run] of reports) {
    const value = Math.max(await timeOf(run), await timeOf(run));
    rows.push({ what, value, unit: 'ms', budget: BUDGET_MS, better: 'less' });
  }
  return rows;
}

/** One company: a thousand attendants, a hundred thousand tickets in working hours of three months, some hundred still open. */
const COMPANY = [
  `insert into tenant (slug, name) values ('grande', 'Grande')`,
  `insert into role (tenant_id, name, display_name) select id, 'atendente', 'Atendente' from tenant`,
  `insert into department (tenant_id, name) select id, 'Setor ' || n from tenant, generate_series(1, 20) n`,
  `insert into instance (tenant_id, name) select id, 'Número ' || n from tenant, generate_series(1, 4) n`,
  `insert into app_user (tenant_id, name, username, email, role_id, department_id, password_hash)
    select tenant_id, 'Pessoa ' || n, 'pessoa' || n, 'pessoa' || n || '@grande.example', id,
      (select min(id) from department) + n % 20, '' from role, generate_series(1, ${USERS}) n`,
  `insert into customer (tenant_id, name, phone_number)
    select id, 'Cliente ' || n, (5511900000000 + n)::text from tenant, generate_series(1, ${TICKETS}) n`,
  `insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, started_at, taken_at, finished_at, last_message_at)
    select tenant.id, 'P' || n, (select min(id) from customer) + n, (select min(id) from instance) + n % 4,
      (select min(id) from app_user) + (n * 7919) % ${USERS}, at, at + interval '3 minutes',
      case when n < ${TICKETS - OPEN} then at + interval '40 minutes' end, at + interval '30 minutes'
    from tenant, generate_series(0, ${TICKETS - 1}) n, lateral (select timestamptz '${START} 08:00 America/Sao_Paulo'
      + n * ${DAYS} / ${TICKETS} * interval '1 day' + (n * 7919) % 36000 * interval '1 second' as at) moment`,
  `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, user_id, attendant_id, sent_at, created_at, body)
    select tenant_id, id, customer_id, instance_id, (m + 1) % 2, case when m % 2 = 1 then user_id end, user_id,
      started_at + m * interval '3 minutes', started_at + m * interval '3 minutes', 'O pedido saiu ontem.'
    from chat_ticket cross join generate_series(0, ${MESSAGES_OF_EACH - 1}) m order by started_at, m`,
  'analyze',
  'select recount_reports(id) from tenant',
  'vacuum analyze',
];
