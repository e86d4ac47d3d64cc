import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Ticket } from '../../machines/entities/entities.ts';
import type { WaitLimits } from '../../machines/entities/administration.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import { selectIsSeen } from '../../machines/shell/shell.selectors.ts';
import { useListing, wholeList } from '../administration/list/use-listing.ts';
import { useApp } from '../app/app-context.tsx';
import { useFailureText } from '../app/failure-text.ts';
import { Prepared } from '../app/Prepared.tsx';
import { useNow } from '../app/use-now.ts';
import { usePlainPreview } from '../attendance/chat/use-preview.ts';
import { takingFocus } from '../attendance/focus.ts';
import { nameOf } from '../attendance/customer-name.ts';
import { useSince } from '../attendance/use-since.ts';
import { useWaitLimits } from '../attendance/wait/use-wait-limits.ts';
import { Wait } from '../attendance/wait/Wait.tsx';
import { Avatar } from '../kit/Avatar.tsx';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { CheckIcon } from '../kit/icons.tsx';
import { Link } from '../kit/Link.tsx';
import { SkeletonRows } from '../kit/Skeleton.tsx';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import styles from './HomeScreen.module.css';

const MAX_ROWS = 6;
/** Polling interval while the page is visible, in milliseconds. */
const RENEW_MS = 15_000;

/** The customers waiting longest for an answer, among all tickets visible to the user. */
export function Waiting() {
  const text = useText();
  return (
    <section aria-labelledby="home-waiting">
      <h2 id="home-waiting" className={styles.subtitle}>
        {text('home.waiting')}
      </h2>
      <div className={styles.list}>
        <Prepared fallback={<SkeletonRows count={4} />}>
          <Rows />
        </Prepared>
      </div>
    </section>
  );
}

function Rows() {
  const text = useText();
  const failureText = useFailureText();
  const now = useNow(15_000);
  const limits = useWaitLimits();
  const { rows, failure, phase, retry } = useWaiting();
  // The error stays during retries, which are frequent.
  const [lasting, setLasting] = useState<Failure | null>(null);
  if (failure !== null && failure !== lasting) setLasting(failure);
  else if (phase === 'ready' && lasting !== null) setLasting(null);
  if (failure !== null && rows === null) {
    return (
      <ErrorState title={text('home.waiting.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
        {failureText(failure)}
      </ErrorState>
    );
  }
  if (rows === null || phase === 'loading') return <SkeletonRows count={4} />;
  if (rows.length === 0) {
    return (
      <EmptyState icon={<CheckIcon />} title={text('home.waiting.none.title')} level={3}>
        {text('home.waiting.none.text')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul role="list">
        {rows.map((ticket) => (
          <Row key={ticket.id} ticket={ticket} now={now} limits={limits} />
        ))}
      </ul>
      {lasting !== null && (
        <Banner
          tone="warning"
          title={text('home.waiting.outdated')}
          className={styles.outdated}
          action={
            <Button size="sm" isPending={phase === 'stale'} onPress={retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {failureText(lasting)}
        </Banner>
      )}
      <Link to="/chat" className={styles.more}>
        {text('home.waiting.more')}
      </Link>
    </>
  );
}

/** Renewed while the page is looked at. */
function useWaiting() {
  const { directory, append } = useApp();
  const isSeen = useSelector(directory.shell, selectIsSeen);
  const query = { ...wholeList, limit: MAX_ROWS };
  const load = useEffectEvent((renewMs: number | null) => {
    const list = 'home.waiting';
    if (directory.list(list) === undefined) append({ type: 'list.opened', list, query: { ...query, renewMs } });
    else append({ type: 'list.queried', list, change: { renewMs } });
  });
  useEffect(() => {
    if (!isSeen) return undefined;
    load(RENEW_MS);
    return () => load(null);
  }, [isSeen]);
  return useListing('home.waiting', query, 'known');
}

function Row({ ticket, now, limits }: { readonly ticket: Ticket; readonly now: number; readonly limits: WaitLimits }) {
  const text = useText();
  const formats = useFormats();
  const preview = usePlainPreview();
  const sinceText = useSince();
  const { customer, owner, waitingSince, startedAt } = ticket;
  const waited = now - (waitingSince ?? startedAt);
  // The customer's words, not the robot's greeting after them.
  const words = ticket.words ?? ticket.lastMessage;
  return (
    <li>
      <Link to={`/chat/${ticket.id}`} state={takingFocus} className={styles.waiting}>
        <Avatar name={customer.name} seed={customer.id} image={customer.image} />
        <span className={styles.words}>
          <strong>{nameOf(ticket, formats.phone)}</strong>
          <span>{words === null ? text('attendance.row.noMessages') : preview(words)}</span>
        </span>
        <span className={styles.facts}>
          <Wait waited={waited} limits={limits}>
            {text('home.waiting.since', { since: sinceText(waited) })}
          </Wait>
          <span>{owner === null ? text('attendance.row.queue') : owner.name.split(' ', 1)[0]}</span>
        </span>
      </Link>
    </li>
  );
}
