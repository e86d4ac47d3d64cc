import { cx } from './cx.ts';
import styles from './Icon.module.css';

export interface IconProps {
  /** Pixels a side; otherwise what `--icon` of the surroundings says, or 20. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** An icon out of one path on a 24-unit square. Decorative: the control or text around it carries the meaning. */
export function icon(path: string) {
  return function Icon({ size, className }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        focusable="false"
        className={cx(styles.icon, className)}
        {...(size === undefined ? {} : { style: { width: size, height: size } })}
      >
        <path d={path} />
      </svg>
    );
  };
}
