import { cx } from './cx.ts';
import styles from './Icon.module.css';

export interface IconProps {
  /** Width and height in pixels; otherwise the inherited `--icon`, or 20. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** An icon made of one path in a 24-unit square. Decorative: the control or text around it carries the meaning. */
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
