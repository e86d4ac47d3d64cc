import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { RowNumber } from '../../../machines/replay/row-numbers.ts';
import { cx } from '../../kit/cx.ts';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { MetricHelp } from './MetricHelp.tsx';
import styles from './StatTile.module.css';

interface StatTileProps {
  readonly label: string;
  readonly definition: string;
  /** Undefined while loading. */
  readonly value: string | undefined;
  /** Which number it is, for “Por que este número?”. */
  readonly number?: RowNumber;
  /** Highlighted, as somebody is waiting. */
  readonly isUrgent?: boolean;
  /** Below the number. */
  readonly about?: ReactNode;
  /** Opens its tickets; left out if there are none. */
  readonly onOpen?: (() => void) | undefined;
}

/** One metric's number, which opens its tickets. */
export function StatTile({ label, definition, value, number, isUrgent = false, about, onOpen }: StatTileProps) {
  const text = useText();
  const look = cx(styles.value, isUrgent && styles.urgent);
  return (
    <div className={styles.tile} role="group" aria-label={label} data-number={number}>
      <span className={styles.label}>
        <span>{label}</span>
        <MetricHelp name={label} definition={definition} />
      </span>
      {value === undefined ? (
        <Skeleton width={88} height={28} />
      ) : onOpen === undefined ? (
        <span className={look}>{value}</span>
      ) : (
        <AriaButton
          className={cx(styles.open, look)}
          aria-label={text('reports.see', { name: label, value })}
          onPress={onOpen}
        >
          {value}
        </AriaButton>
      )}
      {about !== undefined && <span className={styles.about}>{about}</span>}
    </div>
  );
}

interface DeltaProps {
  readonly value: number | null;
  readonly before: number | null;
  readonly lessIsBetter?: boolean;
  readonly beforeText: string;
}

/** The change since before, and the earlier value. */
export function Delta({ value, before, lessIsBetter = false, beforeText }: DeltaProps) {
  const text = useText();
  const formats = useFormats();
  const was = text('reports.before', { value: beforeText });
  if (value === null || before === null || before === 0) return <span className={styles.before}>{was}</span>;
  const share = (value - before) / before;
  const isSame = Math.abs(share) < 0.005;
  const isUp = share > 0;
  const tone = isSame || !lessIsBetter ? undefined : isUp ? styles.worse : styles.better;
  const amount = formats.percent(Math.abs(share));
  const words = isSame
    ? text('reports.delta.same')
    : text(isUp ? 'reports.delta.up' : 'reports.delta.down', { share: amount });
  return (
    <>
      <span className={cx(styles.delta, tone)} aria-label={words} role="img">
        {isSame ? '=' : `${isUp ? '▲' : '▼'} ${amount}`}
      </span>
      <span className={styles.before}>{was}</span>
    </>
  );
}
