import { useEffect, useRef, type ReactNode } from 'react';
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
 * The corner where notices appear. It stays mounted while empty, because screen readers only announce changes inside a
 * region they already know. The caller decides how long a notice stays.
 */
export function Toasts({
  toasts,
  onClose,
}: {
  readonly toasts: readonly Toast[];
  readonly onClose: (id: string) => void;
}) {
  const text = useText();
  const region = useFocusKept(toasts);
  return (
    <section ref={region} aria-label={text('kit.toast.region', { count: toasts.length })} className={styles.region}>
      <ol role="list" aria-live="polite" aria-relevant="additions text" className={styles.list}>
        {toasts.map((toast) => {
          const Symbol = symbols[toast.tone];
          return (
            <li
              key={toast.id}
              className={cx(styles.toast, styles[toast.tone], toast.isLeaving === true && styles.leaving)}
            >
              <span className={styles.symbol}>
                <Symbol />
              </span>
              <div className={styles.words}>
                <strong>{toast.title}</strong>
                {toast.text !== undefined && <div className={styles.text}>{toast.text}</div>}
                {toast.action !== undefined && <div className={styles.action}>{toast.action}</div>}
              </div>
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

/** When a focused notice disappears, moves the focus to the next one, or back to where it came from. */
function useFocusKept(toasts: readonly Toast[]) {
  const region = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(null);
  const isInside = useRef(false);
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const entered = ({ relatedTarget }: FocusEvent) => {
      isInside.current = true;
      if (relatedTarget instanceof HTMLElement && !element.contains(relatedTarget)) before.current = relatedTarget;
    };
    // A removed element blurs without `relatedTarget`, so only a blur with one counts as leaving.
    const left = ({ relatedTarget }: FocusEvent) => {
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
    const next = region.current?.querySelector<HTMLElement>('button');
    if (next) next.focus();
    else before.current?.focus();
    isInside.current = next !== null && next !== undefined;
  }, [toasts]);
  return region;
}
