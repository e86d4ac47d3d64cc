import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Grouping, TicketSet } from '../../../../contract/facts/metrics.ts';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { ReportTicket } from '../../../machines/entities/reports.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { useRoutes } from '../../app/known-routes.tsx';
import { useNow } from '../../app/use-now.ts';
import { DataTable, type TableColumn } from '../../kit/DataTable.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { ChatIcon, SearchIcon } from '../../kit/icons.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { useText } from '../../kit/useText.ts';
import { FilterChoice } from '../list/FilterChoice.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { MetricGlossary } from './MetricGlossary.tsx';
import styles from './TicketsDialog.module.css';
import { useDownload } from '../download/use-download.ts';
import { useReport } from './use-report.ts';
import { useFormatsOf } from './values.ts';

/** A number whose tickets are shown. */
export interface DrillDown {
  readonly title: string;
  /** The ticket set of the report. */
  readonly tickets: TicketSet;
  readonly group?: { readonly by: Grouping; readonly key: string };
  /** Filters for the days, if any, and for whose tickets. */
  readonly filters: Readonly<Record<string, string>>;
}

interface TicketsDialogProps extends DrillDown {
  readonly timezone: string;
  readonly onClose: () => void;
}

const PAGE = 10;

/** The tickets behind a number, with links to their conversation and protocol. */
export function TicketsDialog({ title, tickets, group, filters, timezone, onClose }: TicketsDialogProps) {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const locale = useSelector(directory.shell, selectLocale);
  const [outcome, setOutcome] = useState<string>();
  const behind = { ...filters, tickets, ...(group === undefined ? {} : { groupBy: group.by, groupKey: group.key }) };
  const listing = useReport('report.tickets', {
    filters: { ...behind, ...(outcome !== undefined && { outcome }) },
    limit: PAGE,
  });
  const download = useDownload('report.tickets');
  const { rows, total, query, phase, failure, updateQuery, retry } = listing;
  const isLive = filters['start'] === undefined;
  const hidden = isLive ? ofNow : ofDays;
  const columns = useTicketColumns(timezone, hidden);
  return (
    <Dialog
      title={rows === null || phase !== 'ready' ? title : text('reports.tickets', { name: title, count: total })}
      isOpen
      size="xl"
      onClose={onClose}
    >
      <div className={styles.tickets}>
        <div className={styles.tools}>
          {(tickets === 'finished' || tickets === 'handled') && (
            <OutcomeFilter behind={behind} value={outcome} onChange={setOutcome} />
          )}
          <DownloadMenu
            download={download}
            sheets={[{ id: 'tickets', label: title }]}
            onChoose={(_, format) =>
              download.start({
                tickets,
                start_at: filters['start'] ?? null,
                finish_at: filters['finish'] ?? null,
                user_ids: idsOf(filters['users']),
                department_ids: idsOf(filters['departments']),
                instance_ids: idsOf(filters['instances']),
                group_by: group?.by ?? null,
                group_key: group?.key ?? null,
                outcome_id: outcome ?? null,
                format,
                locale,
              })
            }
          />
        </div>
        <DownloadProblem download={download} />
        {failure === null ? (
          <div className={styles.table}>
            <DataTable
              label={title}
              columns={columns}
              rows={rows}
              idOf={({ id }) => id}
              nameOf={({ protocol }) => protocol}
              sort={query.sort}
              onSort={() => undefined}
              isStale={phase === 'stale'}
              pageSize={PAGE}
              empty={
                <EmptyState icon={<ChatIcon />} title={text('reports.tickets.none.title')} level={3}>
                  {text('reports.tickets.none.text')}
                </EmptyState>
              }
              {...(rows === null || total <= PAGE
                ? {}
                : {
                    footer: (
                      <Pagination
                        page={query.page}
                        pageSize={query.limit}
                        total={total}
                        onPage={(page) => updateQuery({ page })}
                        sizes={[10, 25, 50]}
                        onSize={(limit) => updateQuery({ limit })}
                      />
                    ),
                  })}
            />
          </div>
        ) : (
          <ErrorState title={text('reports.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
            {failureText(failure)}
          </ErrorState>
        )}
        <MetricGlossary shown={defined.filter(({ id }) => !hidden.includes(id))} />
      </div>
    </Dialog>
  );
}

interface OutcomeFilterProps {
  /** The filters of the tickets. */
  readonly behind: Readonly<Record<string, string>>;
  /** Empty for those without an outcome; undefined for all. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Id of the option for tickets without an outcome. */
const NONE = 'none';

/** Filters by outcome, with how many tickets have each; nothing if none of them has one and none is chosen. */
function OutcomeFilter({ behind, value, onChange }: OutcomeFilterProps) {
  const text = useText();
  const { rows, phase } = useReport('report.outcomes', { filters: behind });
  const [chosen, setChosen] = useState<string>();
  // Until it is ready, the list is that of other tickets.
  const known = phase === 'ready' && rows !== null ? rows : [];
  const counted = known.map(({ id, name, isDeleted, tickets: count }) => {
    const own = name ?? text('reports.tickets.outcome.none');
    const label = isDeleted ? text('reports.tickets.outcome.deleted', { name: own }) : own;
    const of = text('reports.tickets.outcome.count', { name: label, count });
    return { id: id === '' ? NONE : id, name: label, label: of };
  });
  const current = value === '' ? NONE : value;
  const isKnown = current === undefined || counted.some(({ id }) => id === current);
  const options = isKnown ? counted : [...counted, { id: current, label: chosen ?? '' }];
  if (options.length === 0) return null;
  return (
    <FilterChoice
      filter={{ name: 'outcome', label: text('reports.tickets.outcome'), options }}
      value={current}
      onChange={(id) => {
        setChosen(counted.find((option) => option.id === id)?.name ?? chosen);
        onChange(id === NONE ? '' : id);
      }}
    />
  );
}

/** Ids from a comma-separated list. */
export function idsOf(chosen: string | undefined): readonly string[] | null {
  return chosen === undefined || chosen === '' ? null : chosen.split(',');
}

/** Columns that open tickets have no values for, and columns that don't apply to past days. */
const ofNow: readonly string[] = ['finished', 'outcome', 'handling'];
const ofDays: readonly string[] = ['waiting'];

/** The metrics of a ticket. */
const defined = (['waiting', 'firstResponse', 'handling', 'messages'] as const).map((id) => ({
  id,
  label: `reports.tickets.${id}` as const,
  definition: `reports.tickets.${id}.definition` as const,
}));

function useTicketColumns(timezone: string, hidden: readonly string[]): readonly TableColumn<ReportTicket>[] {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormatsOf(timezone);
  const now = useNow();
  const permitted = useSelector(directory.auth, selectRoutes);
  const { routes } = useRoutes(true);
  const canChat = permitted.includes('chat');
  const protocolRoute = routes.find(({ name }) => name === 'whatsapp-protocol' && permitted.includes(name));
  const moment = (at: number) => `${formats.date(at)} ${formats.time(at)}`;
  const duration = (ms: number | null) => (ms === null ? <NoValue /> : formats.duration(ms, 'fine'));
  const columns: readonly TableColumn<ReportTicket>[] = [
    {
      id: 'protocol',
      title: text('reports.tickets.customer'),
      cell: ({ protocol, customer }) => <FirstCell name={customer.name} about={protocol} />,
    },
    {
      id: 'open',
      title: text('reports.tickets.open'),
      cell: ({ id, protocol }) => (
        <span className={styles.links}>
          {canChat && (
            <LinkButton
              size="sm"
              to={`/chat/${id}`}
              icon={<ChatIcon />}
              aria-label={`${text('reports.tickets.chat')}: ${protocol}`}
            >
              {text('reports.tickets.chat.short')}
            </LinkButton>
          )}
          {protocolRoute !== undefined && (
            <LinkButton
              size="sm"
              to={`${protocolRoute.path}?protocol=${encodeURIComponent(protocol)}`}
              icon={<SearchIcon />}
              aria-label={`${text('reports.tickets.timeline')}: ${protocol}`}
            >
              {text('reports.tickets.protocol')}
            </LinkButton>
          )}
        </span>
      ),
    },
    {
      id: 'user',
      title: text('reports.tickets.user'),
      cell: ({ user }) => (user === null ? <NoValue /> : <span className={styles.name}>{user.name}</span>),
    },
    {
      id: 'instance',
      title: text('reports.tickets.instance'),
      cell: ({ instance }) => <span className={styles.name}>{instance.name}</span>,
    },
    { id: 'started', title: text('reports.tickets.started'), cell: ({ startedAt }) => moment(startedAt) },
    {
      id: 'finished',
      title: text('reports.tickets.finished'),
      cell: ({ finishedAt }) => (finishedAt === null ? <NoValue /> : moment(finishedAt)),
    },
    {
      id: 'outcome',
      title: text('reports.tickets.outcome'),
      cell: ({ outcome }) => (outcome === undefined ? <NoValue /> : <span className={styles.name}>{outcome}</span>),
    },
    {
      id: 'waiting',
      title: text('reports.tickets.waiting'),
      align: 'end',
      cell: ({ waitingSince }) => duration(waitingSince === null ? null : now - waitingSince),
    },
    {
      id: 'firstResponse',
      title: text('reports.tickets.firstResponse'),
      align: 'end',
      cell: ({ firstResponse }) => duration(firstResponse),
    },
    {
      id: 'handling',
      title: text('reports.tickets.handling'),
      align: 'end',
      cell: ({ handling }) => duration(handling),
    },
    {
      id: 'messages',
      title: text('reports.tickets.messages'),
      cell: ({ received, sent }) => text('reports.tickets.messages.count', { received, sent }),
    },
  ];
  return columns.filter(({ id }) => !hidden.includes(id));
}
