import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Attendance } from '../../../machines/entities/entities.ts';
import type { TicketActor } from '../actors.ts';
import { selectFinishFailure, selectLifecycle } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useText } from '../../kit/useText.ts';

interface FinishDialogProps {
  readonly actor: TicketActor;
  readonly ticket: Attendance;
  readonly onClose: () => void;
}

/** Confirms before a ticket is finished; stays open with the reason if the server refuses. */
export function FinishDialog({ actor, ticket, onClose }: FinishDialogProps) {
  const { append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const lifecycle = useSelector(actor, selectLifecycle);
  const failure = useSelector(actor, selectFinishFailure);
  const [hasConfirmed, setConfirmed] = useState(false);
  useEffect(() => {
    if (lifecycle === 'finished') onClose();
  }, [lifecycle, onClose]);
  return (
    <ConfirmDialog
      title={text('attendance.finish.title')}
      confirmLabel={text('attendance.finish')}
      isOpen
      isPending={lifecycle === 'finishing'}
      error={failure === null || !hasConfirmed ? undefined : failureText(failure)}
      onConfirm={() => {
        setConfirmed(true);
        append({ type: 'ticket.finishRequested', ticketId: ticket.id });
      }}
      onClose={onClose}
    >
      {text('attendance.finish.text', { name: ticket.customer.name })}
    </ConfirmDialog>
  );
}
