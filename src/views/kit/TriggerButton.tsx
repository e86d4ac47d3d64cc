import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import type { ButtonSize, ButtonVariant } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Button.module.css';

interface TriggerButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/**
 * Opens a `DialogTrigger` or `TooltipTrigger`, which pass it their state through react-aria's contexts; `Button`
 * doesn't read those. Looks like one; without text it needs an `aria-label`.
 */
export function TriggerButton(props: TriggerButtonProps) {
  const hasText = props.children !== undefined;
  const { variant = hasText ? 'default' : 'ghost', size = 'md', icon, children, className, ...rest } = props;
  return (
    <AriaButton
      {...rest}
      className={cx(
        styles.button,
        styles[variant],
        !hasText && styles.iconOnly,
        size !== 'md' && styles[size],
        className,
      )}
    >
      {icon}
      {hasText && <span className={styles.label}>{children}</span>}
    </AriaButton>
  );
}
