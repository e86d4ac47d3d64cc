import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../../app/app-context.tsx';
import { focusConversation, focusList, isFocusLost, isTakingFocus, soughtBy } from '../focus.ts';

/** Moves the focus into the conversation if the navigation asked for it; a page load leaves the focus alone. */
export function useFocusOnArrival(): void {
  const { key, state } = useLocation();
  const arrive = useEffectEvent(() => {
    if (isTakingFocus(state)) focusConversation();
  });
  useEffect(() => arrive(), [key]);
}

/** Shows the message that the navigation named, once: a reload and the way back leave the place alone. */
export function useJump(ticketId: string): void {
  const { append } = useApp();
  const navigate = useNavigate();
  const { key, pathname, state } = useLocation();
  const jump = useEffectEvent(() => {
    const messageId = soughtBy(state);
    if (messageId === null) return;
    append({ type: 'chat.sought', ticketId, messageId });
    void navigate(pathname, { replace: true });
  });
  useEffect(() => jump(), [key]);
}

/** Refocuses the conversation when the focused card or the composer disappears. */
export function useFocusKept(cards: number, isClosed: boolean): void {
  const before = useRef({ cards, isClosed });
  useEffect(() => {
    const { current: previous } = before;
    before.current = { cards, isClosed };
    if ((cards >= previous.cards && (!isClosed || previous.isClosed)) || !isFocusLost()) return;
    // Unless a dialog that has just closed gives it back in the next frame.
    const frame = requestAnimationFrame(() => {
      if (isFocusLost()) focusConversation();
    });
    return () => cancelAnimationFrame(frame);
  }, [cards, isClosed]);
}

/**
 * Restores the focus when a dialog closes: to the opener, or elsewhere if that is gone or no longer useful. If the
 * dialog's code didn't load, the focus stays where it is, and the next press loads it again.
 */
export function useDialog() {
  const [dialog, setDialog] = useState<{ readonly kind: 'transfer' | 'finish' | 'export'; readonly turn: number }>();
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (dialog !== undefined || opener.current === null) return;
    const before = opener.current;
    opener.current = null;
    if (!isFocusLost() && document.activeElement !== before) return;
    if (before instanceof HTMLElement) before.focus();
    if (before === document.body || document.activeElement !== before) focusAfterDialog();
  }, [dialog]);
  const open = (kind: 'transfer' | 'finish' | 'export'): void => {
    opener.current = document.activeElement;
    setDialog({ kind, turn: (dialog?.turn ?? 0) + 1 });
  };
  return [dialog, open, () => setDialog(undefined)] as const;
}

/** Focuses the composer if it is still there, otherwise the list. */
function focusAfterDialog(): void {
  if (document.querySelector('[data-composer]') !== null || !focusList()) focusConversation();
}

/** Returns the focus to what opened the customer pane when it closes. */
export function useCustomerFocus(isShown: boolean, onToggle: () => void): () => void {
  const opener = useRef<HTMLElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    const closed = wasShown.current && !isShown;
    wasShown.current = isShown;
    if (!closed) return;
    opener.current?.focus();
    if (isFocusLost()) focusConversation();
  }, [isShown]);
  return () => {
    if (!isShown && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    onToggle();
  };
}
