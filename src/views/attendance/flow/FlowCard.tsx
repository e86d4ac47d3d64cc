import type { ReactNode } from 'react';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { TicketFlow } from '../../../machines/entities/flows.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { FlowIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { useStepName } from './use-step-name.ts';
import styles from '../transfer/TransferCard.module.css';

interface FlowCardProps {
  readonly ticketId: string;
  readonly flow: NonNullable<TicketFlow['flow']>;
  /** Why the ticket couldn't be taken. */
  readonly failure: Failure | null;
  /** Takes the ticket; nothing if the viewer may not. */
  readonly take: ReactNode;
}

/** Says that a flow answers in the ticket, and stops it. */
export function FlowCard({ ticketId, flow, failure: takeFailure, take }: FlowCardProps) {
  const { run, isPending, failure: stopFailure } = useAction('chat.flow.stop', ticketId);
  const text = useText();
  const failureText = useFailureText();
  const stepName = useStepName();
  const failure = stopFailure ?? takeFailure;
  return (
    <div className={styles.queue}>
      <div className={styles.card} data-flow role="group" aria-label={text('ticketFlow.title')}>
        <FlowIcon />
        <div className={styles.words}>
          <strong>{text('ticketFlow.answers', { name: flow.flow_name })}</strong>
          {failure === null ? (
            <span>{text('ticketFlow.answers.step', { step: stepName(flow) })}</span>
          ) : (
            <span className={styles.failure} role="alert">
              {failureText(failure)}
            </span>
          )}
        </div>
        <div className={styles.buttons}>
          <Button isPending={isPending} onPress={() => run({})}>
            {text('ticketFlow.stop')}
          </Button>
          {take}
        </div>
      </div>
    </div>
  );
}
