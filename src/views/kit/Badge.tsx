import { VisuallyHidden } from './VisuallyHidden.tsx';
import { cx } from './cx.ts';
import { useText } from './useText.ts';
import styles from './Badge.module.css';

interface BadgeProps {
  readonly count: number;
  /** What is read aloud instead of "3 não lidas". */
  readonly label?: string;
  readonly className?: string | undefined;
}

/** How many things want attention; nothing at all for zero, `99+` from a hundred on. */
export function Badge({ count, label, className }: BadgeProps) {
  const text = useText();
  if (count <= 0) return null;
  return (
    <span className={cx(styles.badge, className)}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{label ?? text('kit.badge', { count })}</VisuallyHidden>
    </span>
  );
}
