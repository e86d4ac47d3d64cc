import { use, useEffect, useState, type ReactNode } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { PopHoldContext } from '../../app/pop-hold.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useText } from '../../kit/useText.ts';

/** Asks before something that would lose what was typed; done at once when nothing would be lost. */
export interface UnsavedGuard {
  readonly leave: (go: () => void) => void;
  /** The question, to be rendered. */
  readonly question: ReactNode;
}

/** Guards a form while it holds unsaved changes: against links, the back button, and closing the page. */
export function useUnsavedGuard(isUnsaved: boolean): UnsavedGuard {
  const text = useText();
  const [pending, setPending] = useState<() => void>();
  const [ask] = useState(() => (go: () => void) => setPending(() => go));
  useRouterHeld(isUnsaved, ask);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
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

/** Holds what the router is told to do; `ask` gets what would have been done. */
function useRouterHeld(isHeld: boolean, ask: (go: () => void) => void): void {
  const { navigator } = use(NavigationContext);
  const hold = use(PopHoldContext);
  useEffect(() => {
    if (!isHeld) return undefined;
    const { push, replace } = Object.getOwnPropertyDescriptors(navigator);
    const release = () => void Object.defineProperties(navigator, { push, replace });
    Object.assign(navigator, {
      push: (...to: Parameters<typeof navigator.push>) =>
        ask(() => {
          release();
          navigator.push(...to);
        }),
      replace: (...to: Parameters<typeof navigator.replace>) =>
        ask(() => {
          release();
          navigator.replace(...to);
        }),
    });
    const place = placeOf(window.history.state);
    let isOurs = false;
    hold((event) => {
      if (isOurs) {
        isOurs = false;
        event.stopImmediatePropagation();
        return;
      }
      const next = placeOf(event.state);
      if (place === undefined || next === undefined || next === place) return;
      event.stopImmediatePropagation();
      isOurs = true;
      window.history.go(place - next);
      ask(() => {
        hold(undefined);
        window.history.go(next - place);
      });
    });
    return () => {
      release();
      hold(undefined);
    };
  }, [isHeld, navigator, hold, ask]);
}

/** Where in the history the router is, as it notes it itself. */
function placeOf(state: unknown): number | undefined {
  const place: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : undefined;
  return typeof place === 'number' ? place : undefined;
}
