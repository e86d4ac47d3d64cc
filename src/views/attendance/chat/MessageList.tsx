import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import type { MessageId } from '../../../i18n/message-id.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import type { ConversationActor, TicketActor } from '../actors.ts';
import {
  selectCanOlder,
  selectChatFailure,
  selectChatState,
  selectIsComplete,
  selectLines,
  selectMessages,
  selectReadUpTo,
} from '../../../machines/conversation/conversation.selectors.ts';
import { selectIsGone, selectLoadFailure } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { ArrowDownIcon, ChatIcon } from '../../kit/icons.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { moveInMessages, replyToMessage } from '../../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { focusConversation } from '../focus.ts';
import { ChatLine } from './ChatLine.tsx';
import { GhostMessages } from './ChatSkeleton.tsx';
import { layOut, type ChatItem } from './chat-items.ts';
import { resendable } from './resendable.ts';
import { LazyLine } from './thread/LazyLine.tsx';
import { useAnchoredScroll } from './use-anchored-scroll.ts';
import { useUnread } from './use-unread.ts';
import styles from './MessageList.module.css';

interface MessageListProps {
  readonly ticket: TicketActor;
  readonly conversation: ConversationActor;
  readonly ticketId: string;
  readonly customerName: string;
  readonly viewerId: string;
  /** Why the conversation is read-only, and who owns the ticket. */
  readonly closed: MessageId | undefined;
  readonly ownerName: string | undefined;
  /** Sends an undelivered message again. */
  readonly onResend: (message: Message) => void;
}

/** The messages of the conversation. Keeps the scroll position when older ones load, follows new ones at the end. */
export function MessageList(props: MessageListProps) {
  const { ticket, conversation, ticketId, customerName, viewerId, closed, ownerName, onResend } = props;
  const { append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const formats = useFormats();
  const now = useNow(60_000);
  const entries = useSelector(conversation, selectMessages);
  const state = useSelector(conversation, selectChatState);
  const chatFailure = useSelector(conversation, selectChatFailure);
  const loadFailure = useSelector(ticket, (snapshot) => (selectIsGone(snapshot) ? null : selectLoadFailure(snapshot)));
  const failure = chatFailure ?? loadFailure;
  const canOlder = useSelector(conversation, selectCanOlder);
  const isComplete = useSelector(conversation, selectIsComplete);
  const lines = useSelector(conversation, selectLines);
  const upTo = useSelector(conversation, selectReadUpTo);
  const unread = useUnread(conversation, entries);
  const items = useMemo(
    () => layOut(entries, formats.dayKey, { ticketId, lines, upTo, isComplete, unreadId: unread.firstId }),
    [entries, formats, ticketId, lines, upTo, isComplete, unread.firstId],
  );
  const resendableIds = useMemo(() => resendable(entries, ticketId), [entries, ticketId]);
  const isEmpty = entries.length === 0;
  const isLoading = state === 'cold' || state === 'loading';
  const { box, content, onScroll, missed, toEnd, stay } = useAnchoredScroll(entries, () => {
    if (canOlder) append({ type: 'chat.olderRequested', ticketId });
  });
  const reply = useCallback(
    (messageId: string) => {
      append({ type: 'reply.chosen', ticketId, messageId });
      focusConversation();
    },
    [append, ticketId],
  );
  useEffect(() => {
    // Set after loading, so that screen readers announce new messages but not a loaded page.
    box.current?.setAttribute('aria-live', state === 'ready' ? 'polite' : 'off');
  }, [box, state]);
  const isEndShown = missed === undefined;
  const wasEndShown = useRef(true);
  useEffect(() => {
    if (wasEndShown.current === isEndShown) return;
    wasEndShown.current = isEndShown;
    append({ type: 'chat.endShown', ticketId, isShown: isEndShown });
  }, [append, isEndShown, ticketId]);
  useShortcut(moveInMessages);
  useShortcut(replyToMessage);
  const retry = () => append({ type: 'chat.retried', ticketId });

  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between messages */}
      <div
        ref={box}
        className={styles.box}
        onScroll={onScroll}
        onKeyDown={(event) => onKeyDown(event, reply)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={text('attendance.messages')}
        aria-busy={isLoading || state === 'loadingOlder'}
        aria-live="off"
        aria-relevant="additions"
        data-conversation=""
      >
        <div ref={content} className={styles.content}>
          {isEmpty && state === 'failed' ? (
            <ErrorState
              title={text('attendance.chat.failed')}
              onRetry={retry}
              requestId={failure?.requestId ?? undefined}
            >
              {failure === null ? undefined : failureText(failure)}
            </ErrorState>
          ) : isEmpty && isLoading ? (
            <GhostMessages />
          ) : isEmpty ? (
            <EmptyState icon={<ChatIcon />} title={text('attendance.chat.empty')} level={3} />
          ) : (
            <div className={styles.top}>
              {state === 'loadingOlder' ? (
                <Spinner label={text('attendance.loadingOlder')} />
              ) : failure !== null ? (
                <span>
                  {text('attendance.older.failed')}{' '}
                  <Button variant="link" size="sm" onPress={retry}>
                    {text('action.retry')}
                  </Button>
                </span>
              ) : (
                isComplete && text('attendance.beginning')
              )}
            </div>
          )}
          {items.map((item) => (
            <Item
              key={item.key}
              ticketId={ticketId}
              conversation={conversation}
              item={item}
              day={item.kind === 'day' ? formats.day(item.at, now) : ''}
              unread={unread.count}
              customerName={customerName}
              viewerId={viewerId}
              closed={closed}
              ownerName={ownerName}
              canResend={
                item.kind === 'entry' && item.entry.kind === 'message' && resendableIds.has(item.entry.message.id)
              }
              onResend={onResend}
              onReply={reply}
              onResized={stay}
            />
          ))}
        </div>
      </div>
      {missed !== undefined && (
        <IconButton
          className={styles.toEnd}
          variant="default"
          label={missed > 0 ? text('attendance.newBelow', { count: missed }) : text('attendance.toEnd')}
          icon={
            <>
              <ArrowDownIcon />
              {missed > 0 && <span className={styles.missed}>{missed > 99 ? '99+' : missed}</span>}
            </>
          }
          onPress={() => {
            toEnd();
            focusConversation();
          }}
        />
      )}
    </div>
  );
}

interface ItemProps extends Omit<MessageListProps, 'ticket'> {
  readonly onResized: () => void;
  readonly canResend: boolean;
  readonly item: ChatItem;
  readonly day: string;
  /** How many messages were unread on opening. */
  readonly unread: number;
  readonly onReply: (messageId: string) => void;
}

function Item({ item, day, unread, onReply, ...rest }: ItemProps) {
  const text = useText();
  if (item.kind === 'day') {
    return (
      <div className={styles.day} role="separator">
        <span>{day}</span>
      </div>
    );
  }
  if (item.kind === 'mark') {
    return (
      <div className={styles.mark} role="separator" data-mark={item.mark}>
        <span>{text(`attendance.mark.${item.mark}`, { count: unread })}</span>
      </div>
    );
  }
  if (item.kind === 'line') return <LazyLine line={item.line} conversationKey={keyOfConversation(rest.conversation)} />;
  return <ChatLine {...rest} entry={item.entry} head={item.head} tail={item.tail} onReply={onReply} />;
}

function keyOfConversation(conversation: ConversationActor): string {
  const { customerId, instanceId } = conversation.getSnapshot().context;
  return conversationKey(customerId, instanceId);
}

/** Arrows, Home and End move between messages, Enter replies to one, Escape returns to the composer. */
function onKeyDown(event: KeyboardEvent<HTMLElement>, onReply: (messageId: string) => void): void {
  const { currentTarget: box, target } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (target !== box && target.dataset['message'] === undefined) return;
  const lines = [...box.querySelectorAll<HTMLElement>('[data-message]')];
  const at = lines.indexOf(target);
  const steps: Record<string, number> = {
    ArrowUp: at < 0 ? lines.length - 1 : at - 1,
    ArrowDown: at < 0 ? lines.length - 1 : at + 1,
    Home: 0,
    End: lines.length - 1,
  };
  const step = steps[event.key];
  const line = step === undefined ? undefined : lines[Math.min(Math.max(step, 0), lines.length - 1)];
  const id = target.dataset['message'];
  if (line !== undefined) {
    line.focus({ preventScroll: true });
    line.scrollIntoView({ block: 'nearest' });
  } else if (event.key === 'Enter' && id !== undefined && id !== '') {
    onReply(id);
  } else if (event.key === 'Escape' && target !== box) {
    focusConversation();
    event.stopPropagation();
  } else {
    return;
  }
  event.preventDefault();
}
