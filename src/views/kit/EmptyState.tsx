import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** What to do, or when something will appear here. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** `h2`, unless it is below one. */
  readonly level?: 2 | 3;
  readonly className?: string | undefined;
}

/** Says that nothing is here yet, and what to do about it. */
export function EmptyState({ icon, title, children, action, level = 2, className }: EmptyStateProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <div className={cx(styles.empty, className)}>
      <span className={styles.icon}>{icon}</span>
      <Title className={styles.title}>{title}</Title>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
