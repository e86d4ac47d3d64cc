import { conversationArea } from '../../../i18n/areas/conversation.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { ArrowLeftIcon, ClockIcon, PersonIcon } from '../../kit/icons.tsx';
import { part } from '../../kit/part.tsx';
import { Pill } from '../../kit/Pill.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useIsText } from '../../app/failure-text.ts';
import { useSettling } from '../../app/settling.ts';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { nameOf } from '../customer-name.ts';
import { PresenceInChat } from '../presence/presence.ts';
import { roundDown, useSince } from '../use-since.ts';
import { SERVICE_WINDOW_MS, SERVICE_WINDOW_SHORT_MS } from '../../../../contract/facts/limits.ts';
import { windowLeft } from './closed-reason.ts';
import styles from './ChatHeader.module.css';

const menuPlace = <span className={styles.menuPlace} />;
const ChatMenu = part(async () => (await import('./ChatMenu.tsx')).ChatMenu, [conversationArea], {
  fallback: () => menuPlace,
  isInPlace: 'bar',
});

export interface ChatHeaderProps {
  readonly ticket: Attendance;
  /** When the customer last wrote; null if never. */
  readonly receivedAt: number | null;
  readonly viewerId: string;
  readonly now: number;
  readonly lifecycle: 'open' | 'finishing' | 'finished';
  /** What finishing the ticket waits for; null: nothing. */
  readonly finishWaits: 'messages' | 'network' | 'backoff' | null;
  /** `waiting`: a transfer is pending. */
  readonly transfer: 'allowed' | 'waiting' | 'refused';
  /** Whether the viewer may finish the ticket; stays true while it is being finished. */
  readonly hasFinish: boolean;
  readonly isCustomerShown: boolean;
  readonly onCustomerToggle: () => void;
  readonly onBack: () => void;
  readonly onTransfer: () => void;
  readonly onFinish: () => void;
  readonly onUnread: () => void;
  readonly onSnooze: () => void;
  /** Brings a snoozed one back. */
  readonly onWake: () => void;
  readonly onFind: () => void;
  readonly onExport: () => void;
}

/**
 * Who the customer is, since when, how long a reply is still allowed, and the actions. As the header narrows it drops
 * facts one by one, least important first, and moves the actions into a menu.
 */
export function ChatHeader(props: ChatHeaderProps) {
  const { ticket, receivedAt, viewerId, now, lifecycle, transfer, hasFinish, isCustomerShown } = props;
  const { onCustomerToggle, onBack, onTransfer, onFinish } = props;
  const text = useText();
  const formats = useFormats();
  const { isSettled } = useSettling();
  const isText = useIsText();
  const waitsFor = props.finishWaits === null ? undefined : (`finish.waits.${props.finishWaits}` as const);
  const waits = waitsFor !== undefined && isText(waitsFor) ? text(waitsFor) : undefined;
  const isFinished = lifecycle === 'finished';
  const left = isFinished ? null : windowLeft(receivedAt, now, ticket.instance);
  const leftText = left === null || left <= 0 ? undefined : formats.duration(roundDown(left));
  const sinceText = useSince();
  const { waitingSince = null } = ticket;
  const since = sinceText(now - (ticket.ownedSince ?? ticket.startedAt));
  const owner =
    ticket.owner === null
      ? isFinished || waitingSince === null
        ? text(ticket.inFlow === true ? 'attendance.inFlow' : 'attendance.unowned')
        : text('attendance.header.unowned', { since: sinceText(now - waitingSince) })
      : ticket.owner.id !== viewerId
        ? text('attendance.header.owned', { name: ticket.owner.name })
        : text(isFinished ? 'attendance.header.wasYours' : 'attendance.header.yours', { since });
  return (
    <header className={styles.header}>
      <IconButton
        className={styles.back}
        label={text('attendance.backToList')}
        icon={<ArrowLeftIcon />}
        onPress={onBack}
      />
      <Avatar name={ticket.customer.name} seed={ticket.customer.id} image={ticket.customer.image} />
      <div className={styles.words}>
        {/* For the finger; the keyboard and screen readers have the button with the same name. */}
        <button type="button" tabIndex={-1} aria-hidden="true" className={styles.whole} onClick={onCustomerToggle} />
        <h2 className={styles.name} title={nameOf(ticket, formats.phone)}>
          {nameOf(ticket, formats.phone)}
        </h2>
        <p className={styles.facts}>
          {waits !== undefined && <span className={styles.waits}>{waits}</span>}
          {isSettled && <PresenceInChat ticket={ticket} />}
          {leftText !== undefined && (
            <span className={styles.shortWindow}>
              <ClockIcon size={12} /> <VisuallyHidden>{text('attendance.window')}: </VisuallyHidden>
              {leftText}
            </span>
          )}
          {ticket.instance.sms && <span>SMS</span>}
          <span>{owner}</span>
          <span>{text('attendance.protocol', { protocol: ticket.protocol })}</span>
          <span>{formats.phone(ticket.customer.phone)}</span>
        </p>
      </div>
      {isFinished && <Tag>{text('attendance.finished')}</Tag>}
      {left !== null && leftText !== undefined && (
        <Pill
          icon={<Ring share={left / SERVICE_WINDOW_MS} />}
          tone={left < SERVICE_WINDOW_SHORT_MS ? 'warning' : 'neutral'}
          {...(isText(windowHint) && { title: text(windowHint) })}
          className={styles.window}
        >
          <VisuallyHidden>{text('attendance.window')}: </VisuallyHidden>
          {leftText}
        </Pill>
      )}
      {!isFinished && transfer !== 'refused' && (
        <Button isDisabled={transfer !== 'allowed'} onPress={onTransfer} className={styles.action}>
          {text('attendance.transfer')}
        </Button>
      )}
      {hasFinish && (
        <Button
          variant="primary"
          // What waits doesn't spin, and keeps the focus.
          isPending={lifecycle === 'finishing' && waits === undefined}
          {...(waits === undefined
            ? { onPress: onFinish }
            : { 'aria-disabled': true, 'data-disabled': true, title: waits })}
          className={styles.action}
        >
          {text('attendance.finish')}
        </Button>
      )}
      <IconButton
        className={isFinished ? styles.customerAlone : styles.customer}
        label={text('attendance.customer')}
        aria-expanded={isCustomerShown}
        icon={<PersonIcon />}
        onPress={onCustomerToggle}
      />
      {isSettled ? <ChatMenu {...props} /> : menuPlace}
    </header>
  );
}

/** Loaded with the conversation's other texts. */
const windowHint = 'attendance.window.hint';

/** How much of the 24 hours is left. */
function Ring({ share }: { readonly share: number }) {
  return (
    <span className={styles.ring} style={{ backgroundImage: `conic-gradient(currentcolor ${share}turn, #0000 0)` }} />
  );
}
