import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../../kit/cx.ts';
import styles from './RankBars.module.css';

interface Rank {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
  readonly written: string;
}

interface RankBarsProps {
  readonly label: string;
  readonly ranks: readonly Rank[];
  /** Label of a row's button. */
  readonly openLabel: (rank: Rank) => string;
  readonly onOpen: (id: string) => void;
}

/** A ranking, highest first. Each row links to its tickets. */
export function RankBars({ label, ranks, openLabel, onOpen }: RankBarsProps) {
  const highest = Math.max(1, ...ranks.map(({ value }) => value ?? 0));
  return (
    <ol role="list" aria-label={label} className={styles.ranks}>
      {ranks.map((rank) => (
        <li key={rank.id}>
          <AriaButton className={cx(styles.rank)} aria-label={openLabel(rank)} onPress={() => onOpen(rank.id)}>
            <span className={styles.name}>{rank.name}</span>
            <b className={styles.value}>{rank.written}</b>
            <span className={styles.track}>
              <i className={styles.bar} style={{ width: `${((rank.value ?? 0) / highest) * 100}%` }} />
            </span>
          </AriaButton>
        </li>
      ))}
    </ol>
  );
}
