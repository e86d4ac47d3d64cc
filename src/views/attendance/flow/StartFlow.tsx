import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { useApp } from '../../app/app-context.tsx';
import { FlowIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { useAskedListing } from '../templates/use-asked-listing.ts';
import { StartFlowDialog } from './StartFlowDialog.tsx';
import { useTicketFlow } from './use-ticket-flow.ts';

/** Starts one of the company's flows in the ticket; nothing where there is none to start, or one is under way. */
export function StartFlow({ ticket }: { readonly ticket: Attendance }) {
  const text = useText();
  const viewer = useSelector(useApp().directory.auth, selectViewer);
  const { owner, finishedAt } = ticket;
  const isTheirs = viewer !== null && (owner === null || owner.id === viewer.userId || isAdmin(viewer));
  const may = isTheirs && finishedAt === null;
  const flow = useTicketFlow(ticket.id);
  const { rows } = useAskedListing('chat.hasStartableFlow', may ? { ticket: ticket.id } : null);
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  useFocusKept(ref, isOpen);
  const hasAny = rows?.some(({ ticketId }) => ticketId === ticket.id) === true;
  // Whoever is choosing a flow isn't interrupted: the server says if it can't be started any more.
  if (!isOpen && (!may || flow?.is_running === true || !hasAny)) return null;
  return (
    <>
      <StartButton ref={ref} label={text('ticketFlow.start')} onPress={() => setOpen(true)} />
      {isOpen && <StartFlowDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The dialog's button may go with it; the focus stays in the pane. */
function useFocusKept(ref: RefObject<HTMLButtonElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const button = ref.current;
    const pane = paneOf(button);
    if (!isOpen || button === null) return;
    return () => {
      requestAnimationFrame(() => {
        if (!button.isConnected && document.activeElement === document.body) pane?.focus();
      });
    };
  }, [ref, isOpen]);
}

function paneOf(button: HTMLButtonElement | null): HTMLElement | null {
  return button?.parentElement?.closest<HTMLElement>('[tabindex]') ?? null;
}

interface StartButtonProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly onPress: () => void;
}

/** It goes once a flow has started; the focus stays in the pane. */
function StartButton({ ref, label, onPress }: StartButtonProps) {
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button !== null && document.activeElement === button) paneOf(button)?.focus();
    };
  }, [ref]);
  return (
    <Button ref={ref} icon={<FlowIcon size={16} />} isWide variant="ghost" onPress={onPress}>
      {label}
    </Button>
  );
}
