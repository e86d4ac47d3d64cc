import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Ticket } from '../../../machines/entities/entities.ts';
import type { TicketActor } from '../ticket-actor.ts';
import { selectFinishFailure, selectLifecycle } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useText } from '../../kit/useText.ts';

interface FinishDialogProps {
  readonly actor: TicketActor;
  readonly ticket: Ticket;
  readonly onClose: () => void;
}

/** Asks before a ticket is finished; stays with the reason when the server refuses. */
export function FinishDialog({ actor, ticket, onClose }: FinishDialogProps) {
  const { append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const lifecycle = useSelector(actor, selectLifecycle);
  const failure = useSelector(actor, selectFinishFailure);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (lifecycle === 'finished') onClose();
  }, [lifecycle, onClose]);
  return (
    <ConfirmDialog
      title={text('attendance.finish.title')}
      confirmLabel={text('attendance.finish')}
      isOpen
      isPending={lifecycle === 'finishing'}
      error={failure === null || !asked ? undefined : failureText(failure)}
      onConfirm={() => {
        setAsked(true);
        append({ type: 'ticket.finishRequested', ticketId: ticket.id });
      }}
      onClose={onClose}
    >
      {text('attendance.finish.text', { name: ticket.customer.name })}
    </ConfirmDialog>
  );
}
