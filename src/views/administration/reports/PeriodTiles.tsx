import type { PeriodNumbers } from '../../../machines/entities/reports.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { cx } from '../../kit/cx.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { metricOf } from './metrics.ts';
import styles from './PeriodTiles.module.css';
import { Delta, StatTile } from './StatTile.tsx';
import type { DrillDown } from './TicketsDialog.tsx';
import { useReport } from './use-report.ts';
import type { Scope } from './use-scope.ts';
import { writtenValue } from './values.ts';

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
  readonly onOpen: (drillDown: DrillDown) => void;
}

/** The period's numbers, each compared with before. */
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
    <div className={cx(styles.tiles, phase === 'stale' && styles.stale)} aria-busy={phase !== 'ready'}>
      {shown.map(metricOf).map((metric) => {
        const value = now?.[metric.id] ?? null;
        const was = before?.[metric.id] ?? null;
        const isMedian = metric.id === 'firstResponseMedian';
        return (
          <StatTile
            key={metric.id}
            label={text(metric.label)}
            definition={text(metric.definition)}
            {...(metric.unit === 'count' && { number: rowNumber('report.numbers', `numbers.${metric.id}`, 'period') })}
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
