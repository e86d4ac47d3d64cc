import { useEffect, useEffectEvent, useRef, type FocusEvent, type ReactNode } from 'react';
import { focusToast } from '../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../shortcuts/ShortcutsProvider.tsx';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import { BellIcon } from './administration-icons.tsx';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from './icons.tsx';
import { useText } from './useText.ts';
import styles from './Toasts.module.css';

export interface Toast {
  readonly id: string;
  readonly tone: 'info' | 'success' | 'warning' | 'danger' | 'notice';
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  /** Fading out, though still listed. */
  readonly isLeaving?: boolean;
}

const symbols = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, danger: AlertIcon, notice: BellIcon };

/**
 * Notices, over the top bar: the newest, and the others behind it until they are pressed or focused; pointed at, they
 * cover nothing more. F8 leads there and Escape back. It stays mounted while empty, because screen readers only announce
 * changes inside a region they already know. The caller decides how long a notice stays.
 */
export function Toasts({
  toasts,
  onClose,
  onHeldChange,
}: {
  readonly toasts: readonly Toast[];
  readonly onClose: (id: string) => void;
  /** The pointer or the focus is on the notices (called again when others come), or left them. */
  readonly onHeldChange?: (isHeld: boolean) => void;
}) {
  const text = useText();
  const { region, focusNewest, focusBack } = useFocusKept(toasts);
  const held = useHeld(toasts.map(({ id }) => id).join(' '), onHeldChange);
  useShortcut(focusToast, focusNewest);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons inside take the keys.
    <section
      ref={region}
      aria-label={text('kit.toast.region', { count: toasts.length })}
      className={styles.region}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Nothing else closes with it.
        event.preventDefault();
        focusBack();
      }}
      {...held}
    >
      <ol role="list" aria-live="polite" aria-relevant="additions text" className={styles.list}>
        {toasts.map((toast, index) => {
          const Symbol = symbols[toast.tone];
          return (
            <li
              key={toast.id}
              tabIndex={-1}
              className={cx(styles.toast, styles[toast.tone], toast.isLeaving === true && styles.leaving)}
            >
              <span className={styles.symbol}>
                <Symbol />
              </span>
              <div className={styles.words}>
                <strong>{toast.title}</strong>
                {toast.text !== undefined && <div className={styles.text}>{toast.text}</div>}
              </div>
              {toast.action !== undefined && <div className={styles.action}>{toast.action}</div>}
              {toasts.length > 1 && index === toasts.length - 1 && (
                <span aria-hidden="true" className={styles.more}>
                  +{toasts.length - 1}
                </span>
              )}
              <IconButton
                size="sm"
                label={text('kit.toast.close')}
                icon={<CloseIcon />}
                className={styles.close}
                onPress={() => onClose(toast.id)}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Reports when the pointer or the focus enters the notices, and when both have left. */
function useHeld(ids: string, onHeldChange: ((isHeld: boolean) => void) | undefined) {
  const on = useRef({ pointer: false, focus: false, held: false });
  const update = (change: { readonly pointer?: boolean; readonly focus?: boolean }) => {
    Object.assign(on.current, change);
    const isHeld = on.current.pointer || on.current.focus;
    if (isHeld === on.current.held) return;
    on.current.held = isHeld;
    onHeldChange?.(isHeld);
  };
  const changed = useEffectEvent(() => {
    // The last one vanished under the pointer, which fires no event.
    if (ids === '') update({ pointer: false, focus: false });
    // Those that came are held too.
    else if (on.current.held) onHeldChange?.(true);
  });
  useEffect(() => changed(), [ids]);
  return {
    onPointerEnter: () => update({ pointer: true }),
    onPointerLeave: () => update({ pointer: false }),
    onFocus: () => update({ focus: true }),
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) update({ focus: false });
    },
  };
}

/** When a focused notice disappears, moves the focus to the next one, or back to where it came from. */
function useFocusKept(toasts: readonly Toast[]) {
  const region = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(null);
  const isInside = useRef(false);
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const entered = ({ relatedTarget }: globalThis.FocusEvent) => {
      isInside.current = true;
      if (relatedTarget instanceof HTMLElement && !element.contains(relatedTarget)) before.current = relatedTarget;
    };
    // A removed element blurs without `relatedTarget`, so only a blur with one counts as leaving.
    const left = ({ relatedTarget }: globalThis.FocusEvent) => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) isInside.current = false;
    };
    element.addEventListener('focusin', entered);
    element.addEventListener('focusout', left);
    return () => {
      element.removeEventListener('focusin', entered);
      element.removeEventListener('focusout', left);
    };
  }, []);
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    // Without the focus, the others behind the newest can't take it.
    const next = region.current?.querySelector<HTMLElement>('li:last-child button');
    if (next) next.focus();
    else before.current?.focus();
    isInside.current = next !== null && next !== undefined;
  }, [toasts]);
  return {
    region,
    focusNewest: () =>
      region.current?.querySelector<HTMLElement>('li:last-child button, li:last-child [tabindex="0"]')?.focus(),
    focusBack: () => before.current?.focus(),
  };
}
