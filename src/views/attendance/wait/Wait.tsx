import type { ReactNode } from 'react';
import type { WaitLimits } from '../../../machines/entities/administration.ts';
import { waitLevel } from '../../../machines/ticket/wait-level.ts';
import { cx } from '../../kit/cx.ts';
import { AlertIcon, ClockIcon } from '../../kit/icons.tsx';
import styles from './Wait.module.css';

interface WaitProps {
  /** Milliseconds. */
  readonly waited: number;
  readonly limits: WaitLimits;
  /** How long, as text. */
  readonly children: ReactNode;
}

/** How long a customer has waited: plain, amber with a clock, or red with an alert. */
export function Wait({ waited, limits, children }: WaitProps) {
  const level = waitLevel(waited, limits);
  const Icon = level === 'plain' ? null : level === 'alert' ? AlertIcon : ClockIcon;
  return (
    <span className={cx(styles.wait, styles[level])} data-wait={level}>
      {Icon !== null && <Icon size={13} />}
      {children}
    </span>
  );
}
