import { useEffect, useRef } from 'react';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { InboxIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { takeTicket } from '../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { FlowCard } from '../flow/FlowCard.tsx';
import { useTicketFlow } from '../flow/use-ticket-flow.ts';
import { focusConversation, isFocusLost } from '../focus.ts';
import styles from './TransferCard.module.css';

interface QueueCardProps {
  readonly ticket: Attendance;
  /** Whether the viewer may take the ticket now. */
  readonly isFree: boolean;
}

/** Offers to take a ticket that nobody has, without a message, or that a flow answers. Says who was faster. */
export function QueueCard(props: QueueCardProps) {
  return (
    <Prepared fallback={props.isFree && <div className={styles.queue} />}>
      <Card {...props} />
    </Prepared>
  );
}

function Card({ ticket, isFree }: QueueCardProps) {
  const { run, isPending, failure } = useAction('chat.take', ticket.id);
  const flow = useTicketFlow(ticket.id);
  const text = useText();
  const failureText = useFailureText();
  const wasFree = useRef(isFree);
  useEffect(() => {
    // The button goes with what was pressed.
    if (wasFree.current && !isFree && isFocusLost()) focusConversation();
    wasFree.current = isFree;
  }, [isFree]);
  const take = isFree && <Take isPending={isPending} onTake={() => run({})} />;
  if (flow?.is_running === true) return <FlowCard ticketId={ticket.id} flow={flow} failure={failure} take={take} />;
  if (!isFree && failure === null) return null;
  // Which flow isn't known yet.
  const place = text(ticket.inFlow === true ? 'attendance.inFlow' : 'thread.waits');
  return (
    <div className={styles.queue}>
      <div className={styles.card} role="group" aria-label={place}>
        <InboxIcon />
        <div className={styles.words}>
          {isFree && <strong>{place}</strong>}
          {failure === null ? (
            <span>{text('thread.waits.hint')}</span>
          ) : (
            <span className={styles.failure} role="alert">
              {failureText(failure)}
            </span>
          )}
        </div>
        {take}
      </div>
    </div>
  );
}

function Take({ isPending, onTake }: { readonly isPending: boolean; readonly onTake: () => void }) {
  const text = useText();
  useShortcut(takeTicket, onTake);
  return (
    <Button variant="primary" isPending={isPending} onPress={onTake}>
      {text('thread.take')}
    </Button>
  );
}
