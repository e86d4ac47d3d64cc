import type { AckName } from '../../../contract/facts/ack.ts';
import { cx } from './cx.ts';
import { useText } from './useText.ts';
import styles from './Ticks.module.css';

/** Delivery state of a sent message. */
export type Delivery = AckName | 'uncertain' | 'error';

const paths: Record<Delivery, string> = {
  pending: 'M9 1a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM9 3.2v2.5l1.7 1',
  sent: 'm4 6 3.5 4L14 1',
  delivered: 'm1 6 3.5 4L11 1M8 9.5l1 .5L16 1',
  read: 'm1 6 3.5 4L11 1M8 9.5l1 .5L16 1',
  played: 'm1 6 3.5 4L11 1M8 9.5l1 .5L16 1',
  uncertain: 'M9 1a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM9 3.3v2.4M9 7.7h.01',
  error: 'M9 1a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM9 3.3v2.4M9 7.7h.01',
};

/** The ticks beside a sent message. */
export function Ticks({
  delivery,
  className,
}: {
  readonly delivery: Delivery;
  readonly className?: string | undefined;
}) {
  const text = useText();
  const isSeen = delivery === 'read' || delivery === 'played';
  return (
    <svg
      role="img"
      aria-label={text(`kit.ticks.${delivery}`)}
      viewBox="0 0 18 11"
      className={cx(
        styles.ticks,
        isSeen && styles.seen,
        (delivery === 'error' || delivery === 'uncertain') && styles.error,
        className,
      )}
    >
      <path d={paths[delivery]} />
    </svg>
  );
}
