import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { ActionDialog } from '../../administration/form/ActionDialog.tsx';
import { useAction } from '../../administration/form/use-action.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useStepName } from './use-step-name.ts';
import { useTicketFlow } from './use-ticket-flow.ts';
import styles from './TicketFlow.module.css';

/** The flow that the ticket is or was in: its step, what was asked so far, and taking over or handing back. */
export function TicketFlowSection({ ticket }: { readonly ticket: Attendance }) {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const stepName = useStepName();
  const viewer = useSelector(directory.auth, selectViewer);
  const stop = useAction('chat.flow.stop', ticket.id);
  const [isReturning, setReturning] = useState(false);
  const flow = useTicketFlow(ticket.id);
  if (flow === undefined || flow === null) return null;
  const { flow_name: name, number, is_running: isRunning, can_return: canReturn, variables, startedAt } = flow;
  const isOthers = ticket.owner !== null && ticket.owner.id !== viewer?.userId;
  const mayReturn = canReturn && viewer !== null && (!isOthers || isAdmin(viewer));
  return (
    <section className={styles.section} aria-labelledby="ticket-flow">
      <h3 id="ticket-flow" className={styles.title}>
        {text('ticketFlow.title')}
        <Tag tone={isRunning ? 'primary' : 'neutral'}>
          {text(
            isRunning ? 'ticketFlow.state.running' : canReturn ? 'ticketFlow.state.stopped' : 'ticketFlow.state.over',
          )}
        </Tag>
      </h3>
      <dl className={styles.facts}>
        <dt>{text('ticketFlow.name')}</dt>
        <dd>{text('ticketFlow.version', { name, number })}</dd>
        <dt>{text(isRunning ? 'ticketFlow.step' : 'ticketFlow.lastStep')}</dt>
        <dd>{stepName(flow)}</dd>
        <dt>{text('ticketFlow.since')}</dt>
        <dd>
          {formats.date(startedAt)}, {formats.time(startedAt)}
        </dd>
        {variables.map(({ name: variable, value }) => (
          <div key={variable} className={styles.variable}>
            <dt>
              <code>{variable}</code>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isRunning && (
        <Button isWide isPending={stop.isPending} onPress={() => stop.run({})}>
          {text('ticketFlow.stop')}
        </Button>
      )}
      {stop.failure !== null && (
        <p role="alert" className={styles.failure}>
          {failureText(stop.failure)}
        </p>
      )}
      {mayReturn && (
        <Button isWide onPress={() => setReturning(true)}>
          {text('ticketFlow.return')}
        </Button>
      )}
      {isReturning && (
        <ActionDialog
          form="chat.flow.return"
          formKey={ticket.id}
          title={text('ticketFlow.return.title', { name })}
          confirmLabel={text('ticketFlow.return')}
          onClose={() => setReturning(false)}
        >
          <p>{text('ticketFlow.return.text', { step: stepName(flow) })}</p>
        </ActionDialog>
      )}
    </section>
  );
}
