import { useSelector } from '@xstate/react';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { selectHistory, selectHistoryFailure } from '../../../machines/conversation/conversation.history.selectors.ts';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import { useApp } from '../../app/app-context.tsx';
import { part } from '../../kit/part.tsx';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../kit/Button.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import type { ConversationActor } from '../actors.ts';
import { PastTicketRow } from './PastTicketRow.tsx';
import styles from './PastTickets.module.css';

const AllPastTickets = part(async () => (await import('./AllPastTickets.tsx')).AllPastTickets, [conversationArea], {
  isInPlace: true,
});

interface PastTicketsProps {
  readonly conversation: ConversationActor;
  readonly ticket: Attendance;
}

/** The customer's earlier tickets; each opens its conversation. */
export function PastTickets({ conversation, ticket }: PastTicketsProps) {
  const { append } = useApp();
  const text = useText();
  const now = useNow(3_600_000);
  const history = useSelector(conversation, (snapshot) =>
    selectHistory(snapshot, ticket.id, ticket.finishedAt !== null),
  );
  const failure = useSelector(conversation, selectHistoryFailure);
  const more = history === null ? 0 : history.total - history.tickets.length;
  return (
    <section className={styles.history} aria-labelledby="past-tickets">
      <h3 id="past-tickets" className={styles.title}>
        {text('attendance.history')}
      </h3>
      {history === null && failure === null && (
        <div aria-busy="true">
          {[72, 58, 66].map((width) => (
            <div key={width} className={styles.ghost}>
              <Skeleton width={`${width}%`} />
            </div>
          ))}
        </div>
      )}
      {failure !== null && (
        <p className={styles.note}>
          {text('attendance.history.failed')}{' '}
          <Button variant="link" size="sm" onPress={() => append({ type: 'history.retried', ticketId: ticket.id })}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      {failure === null && history?.tickets.length === 0 && (
        <p className={styles.note}>{text('attendance.history.empty')}</p>
      )}
      {history !== null && history.tickets.length > 0 && (
        <ul role="list">
          {history.tickets.map((past) => (
            <li key={past.id}>
              <PastTicketRow past={past} instanceId={ticket.instance.id} now={now} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && history !== null && <AllPastTickets ticket={ticket} count={history.total} />}
    </section>
  );
}
