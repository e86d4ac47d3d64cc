import type { ReactNode } from 'react';
import { Link, type LinkProps } from './Link.tsx';
import type { ButtonSize, ButtonVariant } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Button.module.css';

interface LinkButtonProps extends Omit<LinkProps, 'className' | 'style'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
}

/** A link that looks like a button: it navigates, so it can be opened in another tab. */
export function LinkButton({ variant = 'default', size = 'md', icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={cx(styles.button, styles[variant], size !== 'md' && styles[size], className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </Link>
  );
}
