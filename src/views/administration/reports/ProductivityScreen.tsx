import { useSelector } from '@xstate/react';
import type { ReportCalendar, ReportGroup } from '../../../machines/entities/reports.ts';
import { selectHiddenColumns } from '../../../machines/shell/shell.preferences.selectors.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { useText } from '../../kit/useText.ts';
import { ColumnChoice } from '../list/ColumnChoice.tsx';
import { PeriodTiles } from './PeriodTiles.tsx';
import { sheetOf } from './sheet-of.ts';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { metricOf, metrics, type Metric } from './metrics.ts';
import { NumbersTable } from './NumbersTable.tsx';
import { CalendarGate, ReportPage } from './ReportPage.tsx';
import { PeriodChoice, ScopeFilters, ScopeWords } from './ScopeBar.tsx';
import { TicketsDialog } from './TicketsDialog.tsx';
import { useDownload } from '../download/use-download.ts';
import { useDrillDown } from './use-drill-down.ts';
import { useReport } from './use-report.ts';
import { scopeOf, useAddress } from './use-scope.ts';
import { useGroupName } from './values.ts';

/** /dashboard/produtivity-report: each attendant's numbers, compared with before. */
export function ProductivityScreen() {
  const text = useText();
  const title = text('reports.productivity');
  return <CalendarGate title={title}>{(calendar) => <Productivity title={title} calendar={calendar} />}</CalendarGate>;
}

const noColumns: readonly string[] = [];
const PAGE = 25;

function Productivity({ title, calendar }: { readonly title: string; readonly calendar: ReportCalendar }) {
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const groupName = useGroupName();
  const locale = useSelector(directory.shell, selectLocale);
  const address = useAddress();
  const scope = scopeOf(address, calendar, 'last7');
  const { drillDown, open: openDrillDown, close: closeDrillDown } = useDrillDown();
  const download = useDownload('report.groups');
  const listing = useReport('report.users', {
    filters: scope.filters,
    limit: PAGE,
    sort: { by: 'handled', descending: true },
  });
  const before = useReport('report.usersBefore', { filters: scope.filtersBefore });
  const all = useReport('report.numbers', { filters: { ...scope.filters, compareStart: scope.before.start } });
  const hidden = useSelector(directory.shell, (snapshot) => selectHiddenColumns(snapshot, 'report.users')) ?? noColumns;
  const { rows, phase, failure, query, total, updateQuery, retry } = listing;
  const wasBy = new Map((before.rows ?? []).map((group) => [group.id, group]));
  const together = all.rows?.find(({ id }) => id === 'period');
  const was = all.rows?.find(({ id }) => id === 'previous');
  if (was !== undefined) wasBy.set('total', { id: 'total', label: null, numbers: was.numbers });
  const open = (row: ReportGroup, { label, tickets }: Pick<Metric, 'label' | 'tickets'> = metricOf('handled')) =>
    openDrillDown({
      title: text('reports.tickets.of', { name: text(label), group: groupName('user', row) }),
      tickets,
      filters: scope.filters,
      ...(row.id === 'total' ? {} : { group: { by: 'user', key: row.id } }),
    });
  return (
    <ReportPage
      title={title}
      tools={
        <>
          <ScopeFilters scope={scope} address={address} />
          <PeriodChoice scope={scope} address={address} calendar={calendar} />
          <ColumnChoice
            columns={metrics.map(({ id, label }) => ({ id, title: text(label) }))}
            hidden={hidden}
            onChange={(ids) => append({ type: 'columns.chosen', table: 'report.users', hidden: ids })}
          />
          <DownloadMenu
            download={download}
            sheets={[{ id: 'user', label: title }]}
            onChoose={(by, format) => download.start({ ...sheetOf(scope), group_by: by, format, locale })}
          />
        </>
      }
    >
      <DownloadProblem download={download} />
      <ScopeWords scope={scope} calendar={calendar} />
      <PeriodTiles
        scope={scope}
        shown={['handled', 'handlingAverage', 'firstResponseMedian', 'answers']}
        onOpen={openDrillDown}
      />
      {failure === null ? (
        <NumbersTable
          label={title}
          groupBy="user"
          numberOf={({ id: metric }, { id }) =>
            id === 'total'
              ? rowNumber('report.numbers', `numbers.${metric}`, 'period')
              : rowNumber('report.users', `numbers.${metric}`, id)
          }
          rows={rows}
          total={together === undefined ? undefined : { id: 'total', label: null, numbers: together.numbers }}
          before={before.rows === null ? undefined : wasBy}
          shown={metrics.filter(({ id }) => !hidden.includes(id))}
          sort={query.sort}
          onSort={(sort) => updateQuery({ sort })}
          isStale={phase === 'stale'}
          onOpen={open}
          pageSize={PAGE}
          emptyLevel={2}
          footer={
            total <= PAGE ? undefined : (
              <Pagination
                page={query.page}
                pageSize={query.limit}
                total={total}
                onPage={(page) => updateQuery({ page })}
                sizes={[10, PAGE, 50, 100]}
                onSize={(limit) => updateQuery({ limit })}
              />
            )
          }
        />
      ) : (
        <ErrorState title={text('reports.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      )}
      {drillDown !== undefined && (
        <TicketsDialog {...drillDown} timezone={calendar.timezone} onClose={closeDrillDown} />
      )}
    </ReportPage>
  );
}
