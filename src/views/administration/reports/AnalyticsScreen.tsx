import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import { formatAxisDay } from '../../../i18n/calendar-days.ts';
import type { PeriodNumbers, ReportCalendar, ReportGroup } from '../../../machines/entities/reports.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { ChevronDownIcon } from '../../kit/icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import styles from './AnalyticsScreen.module.css';
import { BarChart, Legend, type Bar } from './BarChart.tsx';
import { Breakdown } from './Breakdown.tsx';
import { ChartCard } from './ChartCard.tsx';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { LiveSection } from './LiveSection.tsx';
import { MetricHelp } from './MetricHelp.tsx';
import { metricOf, metrics, type Metric } from './metrics.ts';
import { NumbersTable } from './NumbersTable.tsx';
import { lengthOf } from './period.ts';
import { CalendarGate, ReportPage } from './ReportPage.tsx';
import { PeriodChoice, ScopeFilters, ScopeWords } from './ScopeBar.tsx';
import { Delta, StatTile } from './StatTile.tsx';
import { idsOf, TicketsDialog, type Behind } from './TicketsDialog.tsx';
import { useDownload } from '../download/use-download.ts';
import { useReport } from './use-report.ts';
import { scopeOf, useAddress, type Scope } from './use-scope.ts';
import { useGroupName, writtenValue, type GroupBy } from './values.ts';

interface AnalyticsScreenProps {
  /** Both routes are this screen: the control panel begins with today, the analytics with thirty days. */
  readonly of: 'controlPanel' | 'analytics';
}

/** /dashboard/control-panel and /dashboard/analytics: the numbers of now, of some days, and what is behind them. */
export function AnalyticsScreen({ of }: AnalyticsScreenProps) {
  const text = useText();
  const title = text(`reports.${of}`);
  return (
    <CalendarGate title={title}>
      {(calendar) => <Analytics title={title} calendar={calendar} usual={of === 'analytics' ? 'last30' : 'today'} />}
    </CalendarGate>
  );
}

interface AnalyticsProps {
  readonly title: string;
  readonly calendar: ReportCalendar;
  readonly usual: 'today' | 'last30';
}

const sheets: readonly GroupBy[] = ['day', 'hour', 'department', 'user', 'instance'];

function Analytics({ title, calendar, usual }: AnalyticsProps) {
  const { directory } = useApp();
  const text = useText();
  const id = useId();
  const locale = useSelector(directory.shell, selectLocale);
  const address = useAddress();
  const scope = scopeOf(address, calendar, usual);
  const [behind, setBehind] = useState<Behind>();
  const download = useDownload('report.groups');
  const metric = metricOf(address.param('metric'));
  const groupName = useGroupName();
  const openGroup = (by: GroupBy) => (group: Pick<ReportGroup, 'id' | 'label'>) =>
    setBehind({
      title: text('reports.tickets.of', { name: text(metric.label), group: groupName(by, group) }),
      tickets: metric.tickets,
      filters: scope.filters,
      ...(group.id === 'total' ? {} : { group: { by, key: group.id } }),
    });
  const titles = { day: 'reports.byDay', hour: 'reports.byHour' } as const;
  return (
    <ReportPage
      title={title}
      tools={
        <>
          <ScopeFilters scope={scope} address={address} />
          <PeriodChoice scope={scope} address={address} calendar={calendar} />
          <DownloadMenu
            download={download}
            sheets={sheets.map((by) => ({
              id: by,
              label:
                by === 'day' || by === 'hour'
                  ? text(titles[by])
                  : `${text('reports.by')} ${text(`reports.by.${by}`).toLocaleLowerCase()}`,
            }))}
            onChoose={(by, format) => download.start({ ...sheetOf(scope), group_by: by, format, locale })}
          />
        </>
      }
    >
      <DownloadProblem download={download} />
      <LiveSection timezone={calendar.timezone} chosen={scope.chosen} address={address} onOpen={setBehind} />
      <section className={styles.section} aria-labelledby={id}>
        <header className={styles.header}>
          <h2 id={id} className={styles.title}>
            {text('reports.inPeriod')}
          </h2>
          <ScopeWords scope={scope} calendar={calendar} />
        </header>
        <PeriodTiles scope={scope} onOpen={setBehind} />
        <div className={styles.metric}>
          <MenuButton
            label={`${text('reports.metric')}: ${text(metric.label)}`}
            groups={[
              {
                id: 'metric',
                title: text('reports.metric'),
                selected: metric.id,
                onSelect: (chosen) => address.setParams({ metric: chosen }),
                entries: metrics.map((each) => ({ id: each.id, label: text(each.label) })),
              },
            ]}
          >
            {text(metric.label)}
            <ChevronDownIcon />
          </MenuButton>
          <MetricHelp name={text(metric.label)} definition={text(metric.definition)} />
        </div>
        <div className={styles.charts}>
          {lengthOf(scope.days) > 1 && <DaysChart scope={scope} metric={metric} onOpen={openGroup('day')} />}
          <HoursChart
            scope={scope}
            metric={metric}
            onOpen={openGroup('hour')}
            className={lengthOf(scope.days) > 1 ? undefined : styles.wide}
          />
          <Breakdown scope={scope} metric={metric} address={address} onOpen={openGroup} />
        </div>
      </section>
      {behind !== undefined && (
        <TicketsDialog {...behind} timezone={calendar.timezone} onClose={() => setBehind(undefined)} />
      )}
    </ReportPage>
  );
}

/** What a sheet of numbers is asked with. */
export function sheetOf({ days, chosen }: Scope) {
  return {
    start_at: days.start,
    finish_at: days.finish,
    user_ids: idsOf(chosen['users']),
    department_ids: idsOf(chosen['departments']),
    instance_ids: idsOf(chosen['instances']),
  };
}

const tiles: readonly (keyof PeriodNumbers)[] = [
  'opened',
  'finished',
  'firstResponseMedian',
  'waitingAverage',
  'handlingAverage',
  'answers',
  'received',
  'sent',
];

interface PeriodTilesProps {
  readonly scope: Scope;
  readonly shown?: readonly (keyof PeriodNumbers)[];
  readonly onOpen: (behind: Behind) => void;
}

/** The numbers of the days, each beside what it was. */
export function PeriodTiles({ scope, shown = tiles, onOpen }: PeriodTilesProps) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const { rows, phase, failure, retry } = useReport('report.numbers', {
    filters: { ...scope.filters, compareStart: scope.before.start },
  });
  if (failure !== null) {
    return (
      <ErrorState title={text('reports.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
        {failureText(failure)}
      </ErrorState>
    );
  }
  const now = rows?.find(({ id }) => id === 'period')?.numbers;
  const before = rows?.find(({ id }) => id === 'previous')?.numbers;
  return (
    <div className={phase === 'stale' ? `${styles.tiles} ${styles.stale}` : styles.tiles} aria-busy={phase !== 'ready'}>
      {shown.map(metricOf).map((metric) => {
        const value = now?.[metric.id] ?? null;
        const was = before?.[metric.id] ?? null;
        const isMedian = metric.id === 'firstResponseMedian';
        return (
          <StatTile
            key={metric.id}
            label={text(metric.label)}
            definition={text(metric.definition)}
            value={now === undefined ? undefined : writtenValue(formats, metric, value)}
            about={
              now !== undefined && (
                <>
                  <Delta
                    value={value}
                    before={was}
                    lessIsBetter={metric.lessIsBetter === true}
                    beforeText={writtenValue(formats, metric, was)}
                  />
                  {isMedian && (
                    <span>
                      {text('reports.average', { value: writtenValue(formats, metric, now.firstResponseAverage) })}
                    </span>
                  )}
                </>
              )
            }
            onOpen={
              value === null || value === 0
                ? undefined
                : () => onOpen({ title: text(metric.label), tickets: metric.tickets, filters: scope.filters })
            }
          />
        );
      })}
    </div>
  );
}

interface ChartProps {
  readonly scope: Scope;
  readonly metric: Metric;
  readonly onOpen: (group: Pick<ReportGroup, 'id' | 'label'>) => void;
  readonly className?: string | undefined;
}

function DaysChart(props: ChartProps) {
  const { directory } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const listing = useReport('report.days', { filters: props.scope.filters });
  const before = useReport('report.daysBefore', { filters: props.scope.filtersBefore });
  return (
    <TimeChart
      {...props}
      title={text('reports.byDay')}
      groupBy="day"
      listing={listing}
      // The first day stands beside the first, whatever they are called.
      before={before.rows ?? []}
      short={({ id }) => formatAxisDay(locale, id)}
    />
  );
}

function HoursChart(props: ChartProps) {
  const text = useText();
  const listing = useReport('report.hours', { filters: props.scope.filters });
  const before = useReport('report.hoursBefore', { filters: props.scope.filtersBefore });
  return (
    <TimeChart
      {...props}
      title={text('reports.byHour')}
      groupBy="hour"
      listing={listing}
      before={before.rows ?? []}
      short={({ id }) => text('reports.hour', { hour: id })}
    />
  );
}

interface TimeChartProps extends ChartProps {
  readonly title: string;
  readonly groupBy: 'day' | 'hour';
  readonly listing: Pick<
    ReturnType<typeof useReport<'report.days' | 'report.hours'>>,
    'rows' | 'phase' | 'failure' | 'retry'
  >;
  readonly before: readonly ReportGroup[];
  readonly short: (group: ReportGroup) => string;
}

function TimeChart({ title, groupBy, listing, before, short, metric, onOpen, className }: TimeChartProps) {
  const text = useText();
  const formats = useFormats();
  const groupName = useGroupName();
  const { rows, phase, failure, retry } = listing;
  const bars = (rows ?? []).map((group, index): Bar => ({
    id: group.id,
    short: short(group),
    name: groupName(groupBy, group),
    value: group.numbers[metric.id],
    before: before[index]?.numbers[metric.id] ?? null,
  }));
  const legend = { value: text('reports.legend.period'), before: text('reports.legend.before') };
  return (
    <ChartCard
      title={title}
      legend={<Legend {...legend} />}
      isLoading={rows === null}
      isStale={phase === 'stale'}
      failure={failure}
      onRetry={retry}
      isEmpty={bars.every(({ value, before: was }) => (value ?? 0) === 0 && (was ?? 0) === 0)}
      className={className}
      chart={
        <BarChart
          label={text('reports.chart', { metric: text(metric.label), name: title })}
          bars={bars}
          write={(value) => writtenValue(formats, metric, value)}
          unit={metric.unit}
          legend={legend}
          onOpen={(id) => {
            const group = rows?.find((each) => each.id === id);
            if (group !== undefined) onOpen(group);
          }}
        />
      }
      table={<NumbersTable label={title} groupBy={groupBy} rows={rows} onOpen={onOpen} />}
    />
  );
}
