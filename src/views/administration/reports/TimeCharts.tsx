import { useSelector } from '@xstate/react';
import { formatAxisDay, formatDays } from '../../../i18n/calendar-days.ts';
import type { ReportGroup } from '../../../machines/entities/reports.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { BarChart, Legend, type Bar } from './BarChart.tsx';
import { ChartCard } from './ChartCard.tsx';
import type { Metric } from './metrics.ts';
import type { Days } from './period.ts';
import { NumbersTable } from './NumbersTable.tsx';
import { useReport } from './use-report.ts';
import type { Scope } from './use-scope.ts';
import { useGroupName, writtenValue } from './values.ts';

interface ChartProps {
  readonly scope: Scope;
  readonly metric: Metric;
  readonly onOpen: (group: Pick<ReportGroup, 'id' | 'label'>, metric?: Metric) => void;
  readonly className?: string | undefined;
}

/** Numbers per day, compared with the days before. */
export function DaysChart(props: ChartProps) {
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
      // Compared by position: the first day with the first.
      before={before.rows ?? []}
      short={({ id }) => formatAxisDay(locale, id)}
    />
  );
}

/** Numbers per hour of the day, compared with the days before. */
export function HoursChart(props: ChartProps) {
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

function TimeChart({ scope, title, groupBy, listing, before, short, metric, onOpen, className }: TimeChartProps) {
  const text = useText();
  const formats = useFormats();
  const groupName = useGroupName();
  const nameOfDay = (group: ReportGroup | undefined) => (group === undefined ? undefined : groupName('day', group));
  const { directory } = useApp();
  const locale = useSelector(directory.shell, selectLocale);
  const { rows, phase, failure, retry } = listing;
  const bars = (rows ?? []).map((group, index): Bar => ({
    id: group.id,
    short: short(group),
    name: groupName(groupBy, group),
    value: group.numbers[metric.id],
    before: before[index]?.numbers[metric.id] ?? null,
    beforeName: groupBy === 'day' ? nameOfDay(before[index]) : undefined,
  }));
  const daysOf = ({ start, finish }: Days) => formatDays(locale, start, finish);
  const legend = { value: text('reports.legend.period'), before: text('reports.legend.before') };
  return (
    <ChartCard
      id={groupBy}
      title={title}
      legend={<Legend value={daysOf(scope.days)} before={daysOf(scope.before)} />}
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
      table={
        <NumbersTable
          label={title}
          groupBy={groupBy}
          numberOf={({ id: metric }, { id }) =>
            rowNumber(groupBy === 'day' ? 'report.days' : 'report.hours', `numbers.${metric}`, id)
          }
          rows={rows}
          onOpen={onOpen}
        />
      }
    />
  );
}
