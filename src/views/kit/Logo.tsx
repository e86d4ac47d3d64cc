import { cx } from './cx.ts';
import styles from './Logo.module.css';

/** The mark: one azulejo. */
export function Logo({ size = 36, className }: { readonly size?: number; readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 36 36" width={size} height={size} aria-hidden="true" className={cx(styles.logo, className)}>
      <rect width="36" height="36" rx="9" className={styles.tile} />
      <path d="M18 6c3.2 4.4 7.6 8.8 12 12-4.4 3.2-8.8 7.6-12 12-3.2-4.4-7.6-8.8-12-12 4.4-3.2 8.8-7.6 12-12Z" />
      <circle cx="18" cy="18" r="3.6" />
    </svg>
  );
}
