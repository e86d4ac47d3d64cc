import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useBlock } from '../../app/PageRouter.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useText } from '../../kit/useText.ts';

/** Confirms before discarding changes; runs at once if there are none. */
interface UnsavedGuard {
  readonly leave: (go: () => void) => void;
  /** The confirmation, to be rendered. */
  readonly question: ReactNode;
}

/** Holds links and the back button until `go` is called, and has the browser ask before the page is closed. */
export function useLeaveBlock(isUnsaved: boolean, onLeave: (go: () => void) => void): void {
  const block = useBlock();
  const ask = useEffectEvent(onLeave);
  useEffect(() => (isUnsaved ? block((go) => ask(go)) : undefined), [isUnsaved, block]);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}

/** Guards unsaved changes against links, the back button, and closing the page. */
export function useUnsavedGuard(isUnsaved: boolean): UnsavedGuard {
  const text = useText();
  const [pending, setPending] = useState<() => void>();
  useLeaveBlock(isUnsaved, (go) => setPending(() => go));
  return {
    leave: (go) => (isUnsaved ? setPending(() => go) : go()),
    question: pending !== undefined && (
      <ConfirmDialog
        isOpen
        title={text('form.discard.title')}
        confirmLabel={text('form.discard.confirm')}
        cancelLabel={text('form.discard.stay')}
        tone="danger"
        onConfirm={() => {
          setPending(undefined);
          pending();
        }}
        onClose={() => setPending(undefined)}
      >
        <p>{text('form.discard.text')}</p>
      </ConfirmDialog>
    ),
  };
}
