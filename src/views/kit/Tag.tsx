import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Tag.module.css';

export type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger';

/** A short label: a state, a category. */
export function Tag({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={cx(styles.tag, styles[tone])}>{children}</span>;
}
