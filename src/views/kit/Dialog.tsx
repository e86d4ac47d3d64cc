import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import { FocusBack } from './FocusBack.tsx';
import { CloseIcon } from './icons.tsx';
import { useText } from './useText.ts';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, primary last. */
  readonly footer?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Must be answered: Escape or a click outside doesn't close it. */
  readonly isBlocking?: boolean;
}

/** A dialog over the screen; a bottom sheet on phones. Import it lazily: it brings react-aria's overlays. */
export function Dialog({ title, isOpen, onClose, children, footer, size = 'md', isBlocking = false }: DialogProps) {
  const text = useText();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={!isBlocking}
      isKeyboardDismissDisabled={isBlocking}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal, styles[size])}>
        <FocusBack />
        <AriaDialog className={cx(styles.dialog)} {...(isBlocking ? { role: 'alertdialog' } : {})}>
          <header className={styles.header}>
            <Heading slot="title" level={2} className={cx(styles.title)}>
              {title}
            </Heading>
            {!isBlocking && (
              <IconButton
                label={text('action.close')}
                icon={<CloseIcon />}
                className={styles.close}
                onPress={onClose}
              />
            )}
          </header>
          <Body>{children}</Body>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const TAKES_FOCUS = 'a[href], button, input, select, textarea, [tabindex]';

/** The content. Where it is longer than the screen and has nothing to focus, it takes the focus, so that keys scroll it. */
function Body({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isReadAlone, setReadAlone] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const look = () =>
      setReadAlone(element.scrollHeight > element.clientHeight && element.querySelector(TAKES_FOCUS) === null);
    const resizes = new ResizeObserver(look);
    resizes.observe(element);
    const changes = new MutationObserver(look);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      resizes.disconnect();
      changes.disconnect();
    };
  }, []);
  return (
    <div ref={box} className={styles.body} {...(isReadAlone ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}
