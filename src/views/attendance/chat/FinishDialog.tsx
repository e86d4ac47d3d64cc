import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Attendance } from '../../../machines/entities/entities.ts';
import type { TicketActor } from '../actors.ts';
import { selectFinishFailure, selectFinishWaits, selectLifecycle } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { useIsOffline } from '../../app/use-offline.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useText } from '../../kit/useText.ts';
import { OutcomePart } from './outcome/OutcomePart.tsx';
import { ScheduledLoss } from './scheduled/ScheduledLoss.tsx';

interface FinishDialogProps {
  readonly actor: TicketActor;
  readonly ticket: Attendance;
  readonly onClose: () => void;
}

/**
 * Asks for the outcome, if any, before a ticket is finished; stays open with the reason if the server refuses. What
 * waits for a connection shows in the conversation instead.
 */
export function FinishDialog({ actor, ticket, onClose }: FinishDialogProps) {
  const { append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const lifecycle = useSelector(actor, selectLifecycle);
  const failure = useSelector(actor, selectFinishFailure);
  const isOffline = useIsOffline();
  const isPutOff = useSelector(actor, selectFinishWaits) === 'backoff' || isOffline;
  const [hasConfirmed, setConfirmed] = useState(false);
  const [outcomeId, setOutcomeId] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const finish = () => {
    if (lifecycle !== 'open' || isWaiting) return;
    setConfirmed(true);
    append({ type: 'ticket.finishRequested', ticketId: ticket.id, ...(outcomeId !== undefined && { outcomeId }) });
  };
  const isOver = lifecycle === 'finished' || (lifecycle === 'finishing' && isPutOff);
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  return (
    <ConfirmDialog
      title={text('attendance.finish.title')}
      confirmLabel={text('attendance.finish')}
      isOpen
      isPending={lifecycle === 'finishing' || isWaiting}
      error={failure === null || !hasConfirmed ? undefined : failureText(failure)}
      isUndoable
      onConfirm={finish}
      onClose={onClose}
    >
      {text('attendance.finish.text', { name: ticket.customer.name })}
      <ScheduledLoss ticketIds={[ticket.id]} />
      <OutcomePart value={outcomeId} onChange={setOutcomeId} onSubmit={finish} onWait={setWaiting} />
    </ConfirmDialog>
  );
}
