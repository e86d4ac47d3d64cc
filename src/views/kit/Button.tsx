import type { ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Pressable, type PressableProps } from './Pressable.tsx';
import { Spinner } from './Spinner.tsx';
import { useText } from './useText.ts';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger' | 'link';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  /** At most one `primary` per view; `danger` for what can't be undone. */
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

interface Waits {
  readonly isPending?: boolean | undefined;
}

export interface ButtonProps extends Omit<PressableProps, 'children' | 'className' | 'style' | 'ref'>, Look, Waits {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** As wide as its container. */
  readonly isWide?: boolean;
}

/** A button with text. `isPending` keeps its width and focus, and ignores presses. */
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
    <Pressable {...whilePending(rest)} className={names}>
      {icon}
      <span className={styles.label}>{children}</span>
      {rest.isPending === true && <Pending />}
    </Pressable>
  );
}

interface IconButtonProps
  extends Omit<PressableProps, 'children' | 'className' | 'style' | 'aria-label' | 'ref'>, Look, Waits {
  /** What it does, for people who don't see the icon. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A square button with only an icon. */
export function IconButton({ label, icon, variant = 'ghost', size = 'md', className, ...rest }: IconButtonProps) {
  const names = cx(styles.button, styles.iconOnly, styles[variant], size !== 'md' && styles[size], className);
  return (
    <Pressable {...whilePending(rest)} aria-label={label} className={names}>
      {icon}
      {rest.isPending === true && <Pending />}
    </Pressable>
  );
}

/** A pending button ignores presses but keeps the focus. */
function whilePending<Props extends Pick<PressableProps, 'onPress' | 'type'> & Waits>(props: Props) {
  const { isPending = false, onPress, ...rest } = props;
  if (!isPending) return { ...rest, onPress };
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
