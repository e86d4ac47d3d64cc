import { VisuallyHidden } from './VisuallyHidden.tsx';
import { cx } from './cx.ts';
import { useText } from './useText.ts';
import styles from './Badge.module.css';

interface BadgeProps {
  readonly count: number;
  /** Announced instead of "3 não lidas". */
  readonly label?: string;
  readonly className?: string | undefined;
  /** Which number it is, for “Por que este número?”. */
  readonly number?: string;
}

/** A count of unread things; nothing for zero, `99+` from 100 on. */
export function Badge({ count, label, className, number }: BadgeProps) {
  const text = useText();
  if (count <= 0) return null;
  return (
    <span className={cx(styles.badge, className)} data-number={number}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{label ?? text('kit.badge', { count })}</VisuallyHidden>
    </span>
  );
}
