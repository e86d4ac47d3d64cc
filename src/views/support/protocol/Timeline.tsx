import type { ReactNode } from 'react';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
import type { ProtocolEvent } from '../../../machines/entities/support.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { Attachment } from '../../attendance/chat/Attachment.tsx';
import { cx } from '../../kit/cx.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { TransferIcon } from '../../kit/administration-icons.tsx';
import { CheckIcon, InboxIcon } from '../../kit/icons.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { RichText } from '../../rich-text/RichText.tsx';
import styles from './Timeline.module.css';
import { useLookUp } from './use-look-up.ts';

interface TimelineProps {
  readonly protocol: string;
  readonly customerName: string;
}

/** A ticket's history, oldest first, with a heading per day. */
export function Timeline({ protocol, customerName }: TimelineProps) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const now = useNow();
  const { rows, query, total, failure, updateQuery, retry, phase, isCurrent } = useLookUp(
    'protocol.timeline',
    protocol,
    PAGE_SIZE_MAX,
  );
  if (failure !== null) {
    return (
      <ErrorState title={text('protocol.timeline.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
        {failureText(failure)}
      </ErrorState>
    );
  }
  if (!isCurrent || rows === null) {
    return (
      <div role="status" aria-label={text('table.loading')}>
        <Skeleton shape="block" height={320} />
      </div>
    );
  }
  return (
    <section aria-label={text('protocol.timeline')} className={styles.timeline} aria-busy={phase === 'stale'}>
      <ol role="list" className={styles.lines}>
        {rows.map((event, index) => {
          const previous = rows[index - 1];
          const isNewDay = previous === undefined || formats.dayKey(previous.at) !== formats.dayKey(event.at);
          return (
            <li key={event.id} className={styles.item}>
              {isNewDay && <h3 className={styles.day}>{formats.day(event.at, now)}</h3>}
              <Line event={event} customerName={customerName} />
            </li>
          );
        })}
      </ol>
      {total > PAGE_SIZE_MAX && (
        <Pagination page={query.page} pageSize={query.limit} total={total} onPage={(page) => updateQuery({ page })} />
      )}
    </section>
  );
}

const symbols: Readonly<Record<Exclude<ProtocolEvent['kind'], 'message' | 'reaction'>, ReactNode>> = {
  opened: <InboxIcon />,
  transferOffered: <TransferIcon />,
  transferAccepted: <TransferIcon />,
  transferWithdrawn: <TransferIcon />,
  finished: <CheckIcon />,
};

function Line({ event, customerName }: { readonly event: ProtocolEvent; readonly customerName: string }) {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const { kind, at, by, next, sent } = event;
  const author = sent ? (by?.name ?? text('attendance.bot')) : customerName;
  const stamp = (
    <time className={styles.time} dateTime={new Date(at).toISOString()} title={formats.full(at)}>
      {formats.time(at)}
    </time>
  );
  if (kind === 'message') {
    const { errorKey } = event;
    return (
      <div className={styles.line}>
        {stamp}
        <div className={cx(styles.message, sent && styles.sent)}>
          <span className={styles.author}>{author}</span>
          <Attachment tag={event.tag} name={event.documentName} alone={event.text === null} />
          {event.text !== null && <RichText text={event.text} />}
          {errorKey !== null && (
            <span className={styles.fault}>
              {text('attendance.notDelivered', {
                reason: isText(errorKey) ? text(errorKey) : text('error.unknown'),
              })}
            </span>
          )}
        </div>
      </div>
    );
  }
  if (kind === 'reaction') {
    const words =
      event.text === null
        ? text('protocol.reaction.withdrawn', { author })
        : text('protocol.reaction', { author, emoji: event.text });
    return (
      <div className={styles.line}>
        {stamp}
        <p className={styles.step}>{words}</p>
      </div>
    );
  }
  return (
    <div className={styles.line}>
      {stamp}
      <p className={styles.step}>
        {symbols[kind]}
        {text(`protocol.event.${kind}`, {
          by: by?.name ?? text('protocol.system'),
          next: next?.name ?? '',
        })}
      </p>
    </div>
  );
}
