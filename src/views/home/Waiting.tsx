import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Link } from '../kit/Link.tsx';
import { selectLastMessage, selectLastReceivedAt } from '../../machines/conversation/conversation.selectors.ts';
import type { Attendance } from '../../machines/entities/entities.ts';
import { conversationKey } from '../../machines/entities/ids.ts';
import type { TicketId } from '../../machines/entities/ids.ts';
import { selectInboxPhase, selectIsAnswered, selectQuery } from '../../machines/inbox/inbox.selectors.ts';
import { selectTicket } from '../../machines/ticket/ticket.selectors.ts';
import { selectWaiting } from '../../machines/waiting.ts';
import { useApp, useObservable } from '../app/app-context.tsx';
import { useNow } from '../app/use-now.ts';
import { usePlainPreview } from '../attendance/chat/use-preview.ts';
import { takingFocus } from '../attendance/focus.ts';
import { nameOf } from '../attendance/list/ConversationRow.tsx';
import { useSince } from '../attendance/use-since.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { CheckIcon } from '../kit/icons.tsx';
import { SkeletonRows } from '../kit/Skeleton.tsx';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import styles from './HomeScreen.module.css';

const MAX_ROWS = 6;

/** Customers waiting longest for an answer, among the loaded conversations. */
export function Waiting() {
  const { directory } = useApp();
  const text = useText();
  const now = useNow(15_000);
  const phase = useSelector(directory.inbox, selectInboxPhase);
  const answered = useSelector(directory.inbox, selectIsAnswered);
  const { status } = useSelector(directory.inbox, selectQuery);
  const ids = useWaiting(now);
  // The list may still show finished tickets; then the waiting ones aren't loaded.
  if (status === 'finished' || phase === 'failed') return null;
  return (
    <section aria-labelledby="home-waiting">
      <h2 id="home-waiting" className={styles.subtitle}>
        {text('home.waiting')}
      </h2>
      <div className={styles.list}>
        {!answered && ids.length === 0 ? (
          <SkeletonRows count={4} />
        ) : ids.length === 0 ? (
          <EmptyState icon={<CheckIcon />} title={text('home.waiting.none.title')} level={3}>
            {text('home.waiting.none.text')}
          </EmptyState>
        ) : (
          <>
            <ul role="list">
              {ids.map((id) => (
                <WaitingRow key={id} ticketId={id} now={now} />
              ))}
            </ul>
            <Link to="/chat" className={styles.more}>
              {text('home.waiting.more')}
            </Link>
          </>
        )}
      </div>
    </section>
  );
}

/** Recomputed over time and when the counters change, not at every message. */
function useWaiting(now: number): readonly TicketId[] {
  const { directory } = useApp();
  const count = useObservable(directory.ticketOrder).ids.length;
  const unseen = useObservable(directory.totalUnseen);
  return useMemo(
    () => selectWaiting(directory).slice(0, MAX_ROWS),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- they say when to recompute
    [directory, count, unseen, now],
  );
}

function WaitingRow({ ticketId, now }: { readonly ticketId: TicketId; readonly now: number }) {
  const { directory } = useApp();
  const actor = directory.ticket(ticketId);
  const ticket = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTicket(snapshot)));
  return ticket?.notResponded === true ? <Bound ticket={ticket} now={now} /> : null;
}

function Bound({ ticket, now }: { readonly ticket: Attendance; readonly now: number }) {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const preview = usePlainPreview();
  const sinceText = useSince();
  const { customer, instance, owner } = ticket;
  const conversation = directory.conversation(conversationKey(customer.id, instance.id));
  const lastMessage = useSelector(conversation, (snapshot) =>
    snapshot === undefined ? null : selectLastMessage(snapshot),
  );
  const receivedAt = useSelector(conversation, (snapshot) =>
    snapshot === undefined ? null : selectLastReceivedAt(snapshot),
  );
  const since = sinceText(now - (receivedAt ?? ticket.startedAt));
  return (
    <li>
      <Link to={`/chat/${ticket.id}`} state={takingFocus} className={styles.waiting}>
        <Avatar name={customer.name} seed={customer.id} image={customer.image} />
        <span className={styles.words}>
          <strong>{nameOf(ticket, formats.phone)}</strong>
          <span>{lastMessage === null ? text('attendance.row.noMessages') : preview(lastMessage)}</span>
        </span>
        <span className={styles.facts}>
          <b>{text('home.waiting.since', { since })}</b>
          <span>{owner === null ? text('attendance.row.queue') : owner.name.split(' ', 1)[0]}</span>
        </span>
      </Link>
    </li>
  );
}
