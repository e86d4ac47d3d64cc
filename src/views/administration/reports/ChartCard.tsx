import type { ReactNode } from 'react';
import type { Failure } from '../../../machines/entities/failure.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { cx } from '../../kit/cx.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './ChartCard.module.css';
import { useAddress } from './use-scope.ts';

interface ChartCardProps {
  /** Its name in the page's address while its table is shown. */
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly lead?: ReactNode;
  /** The legend, above the drawing. */
  readonly legend?: ReactNode;
  readonly chart: ReactNode;
  readonly table: ReactNode;
  /** Neither chart nor table has loaded. */
  readonly isLoading: boolean;
  readonly isStale?: boolean;
  readonly failure: Failure | null;
  readonly onRetry: () => void;
  /** There is nothing to draw. */
  readonly isEmpty: boolean;
  readonly className?: string | undefined;
}

/** Numbers as a chart or as a table. */
export function ChartCard(props: ChartCardProps) {
  const {
    id,
    title,
    lead,
    legend,
    chart,
    table,
    isLoading,
    isStale = false,
    failure,
    onRetry,
    isEmpty,
    className,
  } = props;
  const text = useText();
  const failureText = useFailureText();
  const { param, setParams } = useAddress();
  const tables = (param('table') ?? '').split(',').filter(Boolean);
  const view = tables.includes(id) ? 'table' : 'chart';
  const setView = (next: 'chart' | 'table') => {
    const others = tables.filter((each) => each !== id);
    const shown = next === 'table' ? [...others, id] : others;
    setParams({ table: shown.length === 0 ? null : shown.join(',') });
  };
  const body = () => {
    if (failure !== null) {
      return (
        <ErrorState title={text('reports.failed')} onRetry={onRetry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      );
    }
    if (isLoading) {
      return (
        <>
          <VisuallyHidden>
            <span role="status">{text('reports.loading')}</span>
          </VisuallyHidden>
          <Skeleton shape="block" height={232} />
        </>
      );
    }
    if (view === 'table') return <div className={styles.table}>{table}</div>;
    if (isEmpty) return <p className={styles.none}>{text('reports.chart.none')}</p>;
    return chart;
  };
  return (
    <section className={cx(styles.card, className)} aria-label={title}>
      <header className={styles.header}>
        <h3 className={styles.title}>{title}</h3>
        {lead !== undefined && <div className={styles.lead}>{lead}</div>}
        <SegmentedControl
          label={text('reports.view', { name: title })}
          options={[
            { value: 'chart', label: text('reports.view.chart') },
            { value: 'table', label: text('reports.view.table') },
          ]}
          value={view}
          onChange={setView}
          className={styles.view}
        />
      </header>
      {legend !== undefined && view === 'chart' && !isEmpty && !isLoading && failure === null && legend}
      <div className={cx(styles.body, isStale && styles.stale)} aria-busy={isStale || isLoading}>
        {body()}
      </div>
    </section>
  );
}
