import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Link } from '../kit/Link.tsx';
import type { TicketId } from '../../machines/entities/ids.ts';
import { selectInboxPhase, selectIsAnswered, selectQuery } from '../../machines/inbox/inbox.selectors.ts';
import { selectLifecycle, selectNotResponded, selectTicket } from '../../machines/ticket/ticket.selectors.ts';
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

const MOST = 6;

/** Who has waited longest for an answer, of the conversations that are loaded. */
export function Waiting() {
  const { directory } = useApp();
  const text = useText();
  const now = useNow(15_000);
  const phase = useSelector(directory.inbox, selectInboxPhase);
  const answered = useSelector(directory.inbox, selectIsAnswered);
  const { status } = useSelector(directory.inbox, selectQuery);
  const ids = useWaiting(now);
  // The list may have been left at what is finished: then nothing here is known.
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

/** Compared anew as the time goes and the counters move, not at every message. */
function useWaiting(now: number): readonly TicketId[] {
  const { directory } = useApp();
  const { ids } = useObservable(directory.ticketOrder);
  const unseen = useObservable(directory.totalUnseen);
  const count = ids.length;
  return useMemo(
    () =>
      ids
        .flatMap((id) => {
          const snapshot = directory.ticket(id)?.getSnapshot();
          if (snapshot === undefined || !selectNotResponded(snapshot) || selectLifecycle(snapshot) !== 'open')
            return [];
          const ticket = selectTicket(snapshot);
          return ticket === null ? [] : [{ id, since: ticket.lastReceivedAt ?? ticket.startedAt }];
        })
        .toSorted((a, b) => a.since - b.since)
        .slice(0, MOST)
        .map(({ id }) => id),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ids` is another array at each message
    [directory, count, unseen, now],
  );
}

function WaitingRow({ ticketId, now }: { readonly ticketId: TicketId; readonly now: number }) {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const preview = usePlainPreview();
  const sinceText = useSince();
  const actor = directory.ticket(ticketId);
  const ticket = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTicket(snapshot)));
  if (ticket === null || !ticket.notResponded) return null;
  const { customer, lastMessage, owner } = ticket;
  const since = sinceText(now - (ticket.lastReceivedAt ?? ticket.startedAt));
  return (
    <li>
      <Link to={`/chat/${ticketId}`} state={takingFocus} className={styles.waiting}>
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
