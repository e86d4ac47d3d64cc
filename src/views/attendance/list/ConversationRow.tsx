import { memo } from 'react';
import type { Attendance, Message } from '../../../machines/entities/entities.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import { useSettling } from '../../app/settling.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Badge } from '../../kit/Badge.tsx';
import { cx } from '../../kit/cx.ts';
import { BlockIcon, ClockIcon, TransferIcon } from '../../kit/icons.tsx';
import { TagChips } from '../../kit/TagChip.tsx';
import { Ticks } from '../../kit/Ticks.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { tagIcons } from '../chat/Attachment.tsx';
import { deliveryOf } from '../chat/chat-items.ts';
import { usePlainPreview } from '../chat/use-preview.ts';
import { nameOf } from '../customer-name.ts';
import { PresenceInRow } from '../presence/presence.ts';
import styles from './ConversationRow.module.css';

interface ConversationRowProps {
  readonly ticket: Attendance;
  /** The newest message from the server. */
  readonly lastMessage: Message | null;
  readonly unseen: number;
  readonly draft: string;
  /** A pending or failed message of ours, shown instead of the server's last one. */
  readonly unsent: { readonly text: string; readonly failed: boolean } | undefined;
  readonly isTransferring: boolean;
  readonly isOpen: boolean;
  /** Whether to show the ticket's owner, where the list has other people's tickets too. */
  readonly showOwner: boolean;
  readonly now: number;
}

/** One row of the list: customer, time, last message, unread count. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { ticket, lastMessage, draft, unsent, isTransferring, isOpen, showOwner, now } = props;
  // Later messages belong to a later ticket.
  const unseen = ticket.finishedAt === null ? props.unseen : 0;
  const { isSettled } = useSettling();
  const formats = useFormats();
  const text = useText();
  // Until somebody writes.
  const isBack = ticket.wokenAt !== undefined && ticket.wokenAt > (lastMessage?.takenAt ?? 0);
  // A finished one stands where it ended.
  const at = ticket.finishedAt ?? lastMessage?.at ?? ticket.startedAt;
  return (
    <div className={cx(styles.row, unseen > 0 && styles.unseen)}>
      <Avatar
        name={ticket.customer.name}
        seed={ticket.customer.id}
        image={ticket.customer.image}
        className={styles.face}
      />
      <span className={styles.line}>
        <span className={styles.name}>{nameOf(ticket, formats.phone)}</span>
        <TagChips tags={ticket.customer.tags} max={2} />
        {ticket.customer.blacklisted && <BlockIcon size={13} className={styles.blocked} />}
        <time className={styles.time} dateTime={new Date(at).toISOString()}>
          {formats.listTime(at, now)}
        </time>
      </span>
      <span className={styles.line}>
        <span className={styles.preview}>
          <Preview
            ticket={ticket}
            lastMessage={lastMessage}
            draft={isOpen ? '' : draft}
            unsent={unsent}
            isTransferring={isTransferring}
            now={now}
          />
        </span>
        {isSettled && <PresenceInRow conversation={conversationKey(ticket.customer.id, ticket.instance.id)} />}
        {showOwner && <Owner name={ticket.owner?.name} />}
        {isBack && <span className={styles.waiting}>{text('attendance.row.woken')}</span>}
        <Badge count={unseen} />
      </span>
    </div>
  );
});

function Owner({ name }: { readonly name: string | undefined }) {
  const text = useText();
  if (name === undefined) return <span className={styles.waiting}>{text('attendance.row.queue')}</span>;
  return (
    <span className={styles.owner} title={text('attendance.ownedBy', { name })}>
      {name.split(' ', 1)[0]}
    </span>
  );
}

function Preview(
  props: Pick<ConversationRowProps, 'ticket' | 'lastMessage' | 'draft' | 'unsent' | 'isTransferring' | 'now'>,
) {
  const { ticket, lastMessage: last, draft, unsent, isTransferring, now } = props;
  const formats = useFormats();
  const text = useText();
  const preview = usePlainPreview();
  if (isTransferring) {
    return (
      <span className={styles.transfer}>
        <TransferIcon size={14} /> {text('attendance.row.transferring')}
      </span>
    );
  }
  if (draft.trim() !== '')
    return (
      <>
        <i>{text('attendance.row.draft')}</i> {draft}
      </>
    );
  if (unsent !== undefined) {
    return (
      <span className={cx(unsent.failed && styles.failed)}>
        <Ticks delivery={unsent.failed ? 'error' : 'pending'} /> {unsent.text}
      </span>
    );
  }
  if (ticket.snoozedUntil !== undefined) {
    const until = ticket.snoozedUntil;
    const isToday = formats.dayKey(until) === formats.dayKey(now);
    const when = isToday ? formats.time(until) : `${formats.shortDate(until, now)}, ${formats.time(until)}`;
    return (
      <span className={styles.snoozed}>
        <ClockIcon size={14} /> {text('attendance.row.snoozed', { when })}
      </span>
    );
  }
  if (ticket.finishedAt !== null) {
    return (
      <span title={text('attendance.protocol', { protocol: ticket.protocol })}>
        {text('attendance.row.finished', { date: formats.shortDate(ticket.finishedAt, now) })}
        {ticket.outcome !== undefined && ` · ${ticket.outcome}`}
      </span>
    );
  }
  if (last === null) return <i>{text('attendance.row.noMessages')}</i>;
  // In the queue the customer's words say what to do, not the greeting after them.
  const words = ticket.owner === null && !last.received ? (ticket.words ?? null) : null;
  const shown = words ?? last;
  const Symbol = tagIcons[shown.tag];
  return (
    <>
      {words === null && !last.received && (
        <>
          <Ticks delivery={deliveryOf(last)} />{' '}
        </>
      )}
      {Symbol !== undefined && <Symbol size={14} className={styles.kind} />}
      {preview(shown)}
    </>
  );
}
