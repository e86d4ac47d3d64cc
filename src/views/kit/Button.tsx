import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';
import { useText } from './useText.ts';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger' | 'link';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  /** One `primary` a view at most; `danger` for what can't be undone. */
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'>, Look {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** As wide as its container. */
  readonly isWide?: boolean;
}

/** A button with a text. `isPending` keeps its width and its focus, and ignores presses. */
export function Button({
  variant = 'default',
  size = 'md',
  isWide = false,
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  const names = cx(styles.button, styles[variant], size !== 'md' && styles[size], isWide && styles.wide, className);
  return (
    <AriaButton {...whilePending(rest)} className={names}>
      {icon}
      <span className={styles.label}>{children}</span>
      {rest.isPending === true && <Pending />}
    </AriaButton>
  );
}

export interface IconButtonProps
  extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'>, Look {
  /** What it does, for those who do not see the icon. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A square button with an icon alone. */
export function IconButton({ label, icon, variant = 'ghost', size = 'md', className, ...rest }: IconButtonProps) {
  const names = cx(styles.button, styles.iconOnly, styles[variant], size !== 'md' && styles[size], className);
  return (
    <AriaButton {...whilePending(rest)} aria-label={label} className={names}>
      {icon}
      {rest.isPending === true && <Pending />}
    </AriaButton>
  );
}

/**
 * A button that waits can't be pressed, yet keeps the focus. Not by react-aria's own `isPending`, which
 * has the button announced by its id and leaves that behind when a dialog goes with its button.
 */
function whilePending<Props extends Pick<AriaButtonProps, 'isPending' | 'onPress' | 'type'>>(props: Props) {
  const { isPending = false, onPress, ...rest } = props;
  if (!isPending) return { ...rest, ...(onPress === undefined ? {} : { onPress }) };
  return {
    ...rest,
    ...(rest.type === 'submit' ? { type: 'button' as const } : {}),
    'aria-disabled': true,
    'data-pending': true,
  };
}

function Pending() {
  const text = useText();
  return (
    <span className={styles.spinner} role="progressbar" aria-label={text('kit.pending')}>
      <Spinner />
    </span>
  );
}
