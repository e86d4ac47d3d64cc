import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Tone } from './Tag.tsx';
import styles from './Pill.module.css';

interface PillProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** Draws a dot in the tone's colour; `isBusy` makes it pulse. */
  readonly dot?: Tone;
  readonly isBusy?: boolean;
  readonly tone?: Tone;
  readonly title?: string;
  readonly className?: string | undefined;
}

/** A small status: the connection, the time left of the 24 hours. */
export function Pill({ children, icon, dot, isBusy = false, tone = 'neutral', title, className }: PillProps) {
  return (
    <span className={cx(styles.pill, styles[tone], className)} {...(title === undefined ? {} : { title })}>
      {icon}
      {dot !== undefined && <span className={cx(styles.dot, styles[`dot-${dot}`], isBusy && styles.busy)} />}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
