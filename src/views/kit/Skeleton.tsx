import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly shape?: 'text' | 'circle' | 'block';
  /** Any CSS length; the whole width by default. */
  readonly width?: CSSProperties['width'];
  readonly height?: CSSProperties['height'];
  readonly className?: string | undefined;
}

/** The place of something that is on its way. Invisible for its first moment, so quick answers do not flicker. */
export function Skeleton({ shape = 'text', width, height, className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={cx(styles.skeleton, styles[shape], className)} style={{ width, height }} />
  );
}

/** Rows of a list on their way: a face and two lines each. */
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
