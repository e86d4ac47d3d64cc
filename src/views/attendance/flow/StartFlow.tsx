import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef, useState } from 'react';
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
  const { rows, facts } = useAskedListing('chat.startableFlows', may ? { ticket: ticket.id } : null);
  const [isOpen, setOpen] = useState(false);
  const flows = facts['ticket'] === Number(ticket.id) ? (rows ?? []) : [];
  if (!may || flow?.is_running === true || (flows.length === 0 && !isOpen)) return null;
  return (
    <>
      <StartButton label={text('ticketFlow.start')} onPress={() => setOpen(true)} />
      {isOpen && <StartFlowDialog ticket={ticket} flows={flows} onClose={() => setOpen(false)} />}
    </>
  );
}

/** It goes once a flow has started; the focus stays in the pane. */
function StartButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button !== null && document.activeElement === button)
        button.parentElement?.closest<HTMLElement>('[tabindex]')?.focus();
    };
  }, []);
  return (
    <Button ref={ref} icon={<FlowIcon size={16} />} isWide variant="ghost" onPress={onPress}>
      {label}
    </Button>
  );
}
