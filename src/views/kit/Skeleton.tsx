import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly shape?: 'text' | 'circle' | 'block';
  /** Any CSS length; full width by default. */
  readonly width?: CSSProperties['width'];
  readonly height?: CSSProperties['height'];
  readonly className?: string | undefined;
}

/** Placeholder while something loads. Appears after a moment, so that quick responses don't flicker. */
export function Skeleton({ shape = 'text', width, height, className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={cx(styles.skeleton, styles[shape], className)} style={{ width, height }} />
  );
}

/** Placeholder rows of a list, an avatar and two lines each. */
export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton shape="circle" width={36} height={36} />
          <Skeleton width={`${46 + ((index * 17) % 30)}%`} />
          <Skeleton width={`${62 + ((index * 23) % 34)}%`} />
        </div>
      ))}
    </div>
  );
}
