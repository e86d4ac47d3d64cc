import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectChatState, selectTicketAfter } from '../../../machines/conversation/conversation.selectors.ts';
import { selectIsReadUp, selectLifecycle } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import type { ConversationActor, TicketActor } from '../actors.ts';
import { isFocusLost, takingFocus } from '../focus.ts';

export interface NextTicketProps {
  /** A finished one. */
  readonly ticketId: string;
  readonly actor: TicketActor;
  readonly conversation: ConversationActor;
  /** Whether it was open when the viewer came to it. */
  readonly wasOpen: boolean;
}

/**
 * The customer wrote again: the view goes to their new ticket, as soon as its reader is at the end. Who opened a finished
 * ticket that had a newer one already came for the old one, and stays.
 */
export function NextTicket({ ticketId, actor, conversation, wasOpen }: NextTicketProps) {
  const { directory } = useApp();
  const text = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const next = useSelector(conversation, (snapshot) => selectTicketAfter(snapshot, ticketId));
  const isLoaded = useSelector(conversation, (snapshot) => selectChatState(snapshot) === 'ready');
  const isReadUp = useSelector(actor, selectIsReadUp);
  const [before, setBefore] = useState<string | null>();
  if (before === undefined && isLoaded) setBefore(next);
  const isNew = next !== null && (wasOpen || (before !== undefined && before !== next));
  const goes = isNew && !isReadUp;
  const isBusy = useEffectEvent(() => isBusyElsewhere(state));
  const goAlong = useEffectEvent(() => {
    const there = next === null ? undefined : directory.ticket(next);
    if (there === undefined || selectLifecycle(there.getSnapshot()) !== 'open' || isBusy()) return;
    const isHere = isFocusLost() || isFocusIn('[data-conversation], [data-closed]');
    void navigate(`/chat/${next}`, { replace: true, state: isHere ? takingFocus : undefined });
  });
  useEffect(() => {
    if (!goes || isBusy()) return;
    // A dialog that has just closed gives the focus back in the next frame.
    const frame = requestAnimationFrame(goAlong);
    return () => cancelAnimationFrame(frame);
  }, [goes]);
  if (next === null) return null;
  return (
    <Button variant="primary" size="sm" onPress={() => void navigate(`/chat/${next}`, { state: takingFocus })}>
      {text('thread.next')}
    </Button>
  );
}

/** Whether the reader is in something that belongs to the ticket before: a dialog, the search, the customer's card. */
function isBusyElsewhere(state: unknown): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [data-find]') !== null) return true;
  if (isFocusIn('aside')) return true;
  // On a phone the customer's card is a page of its own.
  return typeof state === 'object' && state !== null && 'customer' in state;
}

function isFocusIn(selector: string): boolean {
  return Boolean(document.activeElement?.closest(selector));
}
