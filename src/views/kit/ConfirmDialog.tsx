import type { KeyboardEvent, ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { useText } from './useText.ts';

interface ConfirmDialogProps {
  /** The question, with its verb: "Finalizar o atendimento?" */
  readonly title: string;
  /** The consequences. */
  readonly children: ReactNode;
  /** The question's verb: "Finalizar". */
  readonly confirmLabel: string;
  /** "Cancelar" if left out. */
  readonly cancelLabel?: string;
  readonly tone?: 'primary' | 'danger';
  /** It can be undone, so Enter confirms. */
  readonly isUndoable?: boolean;
  readonly isOpen: boolean;
  readonly isPending?: boolean;
  /** Why it failed, as text. */
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms what is hard to undo: an accidental Enter only closes it, unless it can be undone. Import it lazily. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel,
    tone = 'primary',
    isUndoable = false,
    isOpen,
    isPending = false,
    error,
    onConfirm,
    onClose,
  } = props;
  const text = useText();
  return (
    <Dialog
      size="sm"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose} autoFocus={!isUndoable}>
            {cancelLabel ?? text('action.cancel')}
          </Button>
          <Button
            variant={tone}
            isPending={isPending}
            onPress={onConfirm}
            onKeyDownCapture={ignoreHeldEnter}
            autoFocus={isUndoable}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {error !== undefined && (
        <Banner tone="danger" className={styles.error}>
          {error}
        </Banner>
      )}
    </Dialog>
  );
}

/** The key that opened it may still be down. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
