import { memo, type ReactNode } from 'react';
import type { Formats } from '../../../i18n/formats.ts';
import type { Attendance, Message } from '../../../machines/entities/entities.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import type { InboxQuery } from '../../../machines/log/events-inbox.ts';
import type { WaitLimits } from '../../../machines/entities/administration.ts';
import { useSettling } from '../../app/settling.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Badge } from '../../kit/Badge.tsx';
import { cx } from '../../kit/cx.ts';
import { MoonIcon, TransferIcon } from '../../kit/administration-icons.tsx';
import { BlockIcon } from '../../kit/icons.tsx';
import { TagChips } from '../../kit/TagChip.tsx';
import { Ticks } from '../../kit/Ticks.tsx';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { tagIcons } from '../chat/Attachment.tsx';
import { deliveryOf } from '../chat/chat-items.ts';
import { usePlainPreview } from '../chat/use-preview.ts';
import { nameOf } from '../customer-name.ts';
import { PresenceInRow, noPresence, type RowPresence } from '../presence/presence-in-row.ts';
import { useSince } from '../use-since.ts';
import { Wait } from '../wait/Wait.tsx';
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
  /** Whether the finish waits for the network, an answer, or messages of ours. */
  readonly isFinishing: boolean;
  readonly isOpen: boolean;
  /** Whether there is room for the third line. */
  readonly isTall: boolean;
  readonly around: RowsAround;
}

/** What all rows share. */
export interface RowsAround {
  readonly now: number;
  readonly query: InboxQuery;
  readonly viewerId: string | undefined;
  /** Whether rows say their instance: the viewer works on several, and the list shows them all. */
  readonly saysInstance: boolean;
  readonly waitLimits: WaitLimits;
}

/** One row of the list: customer and time; last message and unread count; if there is something to say, tags and states. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { ticket, lastMessage, draft, unsent, isTransferring, isFinishing, isOpen, isTall, around } = props;
  // Later messages belong to a later ticket.
  const unseen = ticket.finishedAt === null ? props.unseen : 0;
  const { isSettled } = useSettling();
  const formats = useFormats();
  const text = useText();
  // Until somebody writes.
  const isBack = ticket.wokenAt !== undefined && ticket.wokenAt > (lastMessage?.takenAt ?? 0);
  const back = isBack && <span className={styles.state}>{text('attendance.row.woken')}</span>;
  const lines = ({ typing, looking }: RowPresence) => (
    <>
      <span className={styles.line}>
        <span className={styles.preview}>
          {typing ?? (
            <Preview
              ticket={ticket}
              lastMessage={lastMessage}
              draft={isOpen ? '' : draft}
              unsent={unsent}
              isTransferring={isTransferring}
              isFinishing={isFinishing}
              now={around.now}
            />
          )}
        </span>
        {/* What comes and goes moves no row. */}
        {!isTall && (
          <>
            {around.saysInstance && <span className={cx(styles.preview, styles.instance)}>{ticket.instance.name}</span>}
            {looking}
            {back}
          </>
        )}
        <Badge count={unseen} number={`unseen:${ticket.customer.id}@${ticket.instance.id}`} />
      </span>
      {isTall && <ThirdLine ticket={ticket} back={back} looking={looking} around={around} />}
    </>
  );
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
        {ticket.customer.blacklisted && <BlockIcon size={13} className={styles.blocked} />}
        <Time ticket={ticket} lastMessage={lastMessage} around={around} />
      </span>
      {isSettled ? (
        <PresenceInRow conversation={conversationKey(ticket.customer.id, ticket.instance.id)}>{lines}</PresenceInRow>
      ) : (
        lines(noPresence)
      )}
    </div>
  );
});

type OfRow = Pick<ConversationRowProps, 'ticket' | 'lastMessage' | 'around'>;

/** How long the customer has waited; else until when it is put off, when it ended, or when somebody wrote last. */
function Time({ ticket, lastMessage, around }: OfRow) {
  const text = useText();
  const formats = useFormats();
  const sinceText = useSince();
  const { now, waitLimits } = around;
  const { finishedAt, snoozedUntil, waitingSince, startedAt } = ticket;
  const isOpen = finishedAt === null;
  // A finished one stands where it ended.
  const at = finishedAt ?? lastMessage?.at ?? startedAt;
  let shown: ReactNode = formats.listTime(at, now);
  if (isOpen && snoozedUntil !== undefined) {
    shown = (
      <>
        <MoonIcon size={13} /> {whenOf(formats, snoozedUntil, now)}
      </>
    );
  } else if (isOpen && typeof waitingSince === 'number') {
    const since = sinceText(now - waitingSince);
    shown = (
      <Wait waited={now - waitingSince} limits={waitLimits}>
        <span aria-hidden="true">{since}</span>
        <VisuallyHidden>{text('attendance.row.waits', { since })}</VisuallyHidden>
      </Wait>
    );
  }
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()} title={formats.full(at)}>
      {shown}
    </time>
  );
}

function whenOf(formats: Formats, at: number, now: number): string {
  const isToday = formats.dayKey(at) === formats.dayKey(now);
  return isToday ? formats.time(at) : `${formats.shortDate(at, now)}, ${formats.time(at)}`;
}

/** Where it belongs, its customer's tags, and at the end whose it is or who looks. */
function ThirdLine(props: Omit<OfRow, 'lastMessage'> & { readonly back: ReactNode; readonly looking: ReactNode }) {
  const { ticket, back, looking, around } = props;
  const text = useText();
  const formats = useFormats();
  const { query, viewerId, saysInstance, now } = around;
  const { owner, customer, instance, snoozedUntil, finishedAt } = ticket;
  const isOwnerSaid = query.scope === 'all' && owner?.id !== viewerId;
  const facts: { readonly shown: string; readonly full: string }[] = [];
  if (saysInstance) facts.push({ shown: instance.name, full: instance.name });
  if (isOwnerSaid && owner !== null) {
    const [first = ''] = owner.name.split(' ', 1);
    facts.push({
      shown: text('attendance.row.with', { name: first }),
      full: text('attendance.ownedBy', { name: owner.name }),
    });
  }
  if (snoozedUntil !== undefined) {
    facts.push({
      shown: text('attendance.row.putOff'),
      full: text('attendance.row.snoozed', { when: whenOf(formats, snoozedUntil, now) }),
    });
  }
  return (
    <span className={styles.third}>
      {isOwnerSaid && owner === null && (
        <span className={cx(finishedAt === null && ticket.inFlow !== true && styles.state)}>
          {text(
            finishedAt !== null
              ? 'attendance.unowned'
              : ticket.inFlow === true
                ? 'attendance.inFlow'
                : 'attendance.row.queue',
          )}
        </span>
      )}
      {back}
      <TagChips tags={customer.tags} />
      <span className={styles.facts} title={facts.map(({ full }) => full).join(' · ')}>
        {facts.map(({ shown }) => shown).join(' · ')}
      </span>
      {looking}
    </span>
  );
}

function Preview(
  props: Pick<
    ConversationRowProps,
    'ticket' | 'lastMessage' | 'draft' | 'unsent' | 'isTransferring' | 'isFinishing'
  > & {
    readonly now: number;
  },
) {
  const { ticket, lastMessage: last, draft, unsent, isTransferring, isFinishing, now } = props;
  const formats = useFormats();
  const text = useText();
  const preview = usePlainPreview();
  // They wait for it, and it waits for the attendant.
  const hasFailed = unsent?.failed === true;
  if (isTransferring && !hasFailed) {
    return (
      <span className={styles.transfer}>
        <TransferIcon size={14} /> {text('attendance.row.transferring')}
      </span>
    );
  }
  if (isFinishing && !hasFailed) {
    return (
      <span className={styles.transfer}>
        <Ticks delivery="pending" /> {text('attendance.row.finishing')}
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
