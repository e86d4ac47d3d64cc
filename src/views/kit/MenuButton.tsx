import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import type { MenuGroup } from './menu-items.ts';
import { part } from './part.tsx';
import { Pressable, type PressableProps } from './Pressable.tsx';
import styles from './Button.module.css';

const load = async () => (await import('./MenuPopover.tsx')).MenuPopover;
const MenuPopover = part(load, [], {
  isHidden: ({ isOpen }) => !isOpen,
  onClose: ({ onOpenChange }) => onOpenChange(false),
});
/** Preloads the menu; opening it reports a failure. */
const preload = () => void load().catch(() => undefined);

interface MenuButtonProps extends Omit<PressableProps, 'children' | 'className' | 'style' | 'onPress' | 'ref'> {
  /** Names the button and its menu. */
  readonly label: string;
  readonly children: ReactNode;
  readonly groups: readonly MenuGroup[];
  readonly header?: ReactNode;
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  readonly variant?: 'default' | 'ghost' | 'pill' | 'icon' | 'bare';
  readonly className?: string | undefined;
}

const looks = {
  default: styles.default,
  ghost: styles.ghost,
  pill: styles.pill,
  icon: cx(styles.ghost, styles.iconOnly),
  bare: styles.bare,
};

/** A button with a menu. The menu's code loads when the pointer or the focus comes near. */
export function MenuButton(props: MenuButtonProps) {
  const {
    label,
    children,
    groups,
    header,
    placement = 'bottom start',
    variant = 'default',
    className,
    ...rest
  } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const open = (event: MouseEvent) => {
    setOpened(true);
    // Keyboards and screen readers click with a `detail` of 0.
    setByKeyboard(event.detail === 0);
    setOpen(!isOpen);
  };
  return (
    <>
      <Pressable
        {...rest}
        ref={trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onPress={open}
        className={cx(styles.button, looks[variant], className)}
      >
        {children}
      </Pressable>
      {wasOpened && (
        <MenuPopover
          label={label}
          groups={groups}
          header={header}
          triggerRef={trigger}
          placement={placement}
          isOpen={isOpen}
          focusFirst={byKeyboard}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}
