import type { Locale } from '../../contract/facts/locales.ts';
import type { Grouping } from '../../contract/facts/metrics.ts';
import type { ReportGroup } from '../../contract/graphql/report-groups.ts';
import type { ReportTicket } from '../../contract/graphql/report-tickets.ts';
import type { ReportNumbers } from '../../contract/reports/numbers.ts';
import type { GroupRows, TicketRows } from '../domain/reports/report-sheet-rows.ts';
import { heading } from './sheet.ts';
import type { Column, Heading, Sheet } from './sheet.ts';

type GroupRow = { label: string; numbers: ReportNumbers };

const GROUP_HEADINGS: Readonly<Record<Grouping, Heading>> = {
  day: heading('Dia', 'Day'),
  hour: heading('Hora', 'Hour'),
  department: heading('Departamento', 'Department'),
  user: heading('Atendente', 'Attendant'),
  instance: heading('Instância', 'Instance'),
};
const NOBODY = heading('Ninguém', 'Nobody');
const NO_DEPARTMENT = heading('Sem departamento', 'No department');
const TOTAL = heading('Total', 'Total');

function count(name: keyof ReportNumbers, pt: string, en: string): Column<GroupRow> {
  return { heading: heading(pt, en), kind: 'number', width: 14, of: ({ numbers }) => numbers[name] };
}

function seconds(name: keyof ReportNumbers, pt: string, en: string): Column<GroupRow> {
  const of = ({ numbers }: GroupRow) => rounded(numbers[name]);
  return { heading: heading(`${pt} (s)`, `${en} (s)`), kind: 'number', width: 20, of };
}

/** A day, hour, department, attendant or instance per row, with the total last. */
export function groupsSheetOf(rows: GroupRows, grouping: Grouping, locale: Locale): Sheet<GroupRow> {
  return {
    name: heading('Relatório', 'Report'),
    fileName: 'relatorio',
    columns: [
      { heading: GROUP_HEADINGS[grouping], kind: 'text', width: 28, of: ({ label }) => label },
      count('opened', 'Atendimentos abertos', 'Tickets opened'),
      count('finished', 'Atendimentos finalizados', 'Tickets finished'),
      count('first_responses', 'Primeiras respostas', 'First responses'),
      seconds('first_response_median_ms', 'Primeira resposta, mediana', 'First response, median'),
      seconds('first_response_average_ms', 'Primeira resposta, média', 'First response, average'),
      count('handled', 'Finalizados com atendente', 'Tickets handled'),
      seconds('handling_average_ms', 'Tempo médio de atendimento', 'Average handling time'),
      count('answers', 'Respostas', 'Answers'),
      seconds('waiting_average_ms', 'Tempo médio de espera', 'Average waiting time'),
      count('messages_in', 'Mensagens recebidas', 'Messages received'),
      count('messages_out', 'Mensagens enviadas', 'Messages sent'),
    ],
    rows: asTheyCome(rows, grouping, locale),
  };
}

async function* asTheyCome({ groups, total }: GroupRows, grouping: Grouping, locale: Locale) {
  for (const group of groups) yield { label: labelOf(group, grouping, locale), numbers: group.numbers };
  yield { label: TOTAL[locale], numbers: total };
}

function labelOf({ key, name }: ReportGroup, grouping: Grouping, locale: Locale): string {
  if (grouping === 'hour') return `${key.padStart(2, '0')}:00`;
  if (grouping === 'day') return locale === 'en' ? key : key.split('-').toReversed().join('/');
  return name ?? (grouping === 'department' ? NO_DEPARTMENT : NOBODY)[locale];
}

/** A ticket per row. */
export function ticketsSheetOf({ tickets, wall }: TicketRows): Sheet<ReportTicket> {
  const text = (of: (ticket: ReportTicket) => string | null, pt: string, en: string): Column<ReportTicket> => ({
    heading: heading(pt, en),
    kind: 'text',
    width: 24,
    of,
  });
  const moment = (of: (ticket: ReportTicket) => string | null, pt: string, en: string): Column<ReportTicket> => ({
    heading: heading(pt, en),
    kind: 'moment',
    width: 20,
    of: (ticket) => {
      const at = of(ticket);
      return at === null ? null : wall(at);
    },
  });
  const number = (of: (ticket: ReportTicket) => number | null, pt: string, en: string): Column<ReportTicket> => ({
    heading: heading(pt, en),
    kind: 'number',
    width: 16,
    of,
  });
  return {
    name: heading('Atendimentos', 'Tickets'),
    fileName: 'atendimentos',
    columns: [
      text(({ protocol }) => protocol, 'Protocolo', 'Protocol'),
      text(({ customer }) => customer.name, 'Cliente', 'Customer'),
      text(({ user }) => user?.name ?? null, 'Atendente', 'Attendant'),
      text(({ instance }) => instance.name, 'Instância', 'Instance'),
      moment(({ started_at }) => started_at, 'Aberto em', 'Opened at'),
      moment(({ finished_at }) => finished_at, 'Finalizado em', 'Finished at'),
      text(({ outcome }) => outcome ?? null, 'Desfecho', 'Outcome'),
      moment(({ waiting_since }) => waiting_since, 'Esperando desde', 'Waiting since'),
      number(({ first_response_ms }) => rounded(first_response_ms), 'Primeira resposta (s)', 'First response (s)'),
      number(({ handling_ms }) => rounded(handling_ms), 'Tempo de atendimento (s)', 'Handling time (s)'),
      number(({ messages_in }) => messages_in, 'Mensagens recebidas', 'Messages received'),
      number(({ messages_out }) => messages_out, 'Mensagens enviadas', 'Messages sent'),
    ],
    rows: tickets,
  };
}

/** Milliseconds as seconds. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value / 1000);
}
