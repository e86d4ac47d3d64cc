import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import type { TicketActor } from '../ticket-actor.ts';
import {
  selectCanOlder,
  selectChatFailure,
  selectChatState,
  selectIsComplete,
  selectMessages,
} from '../../../machines/ticket/ticket.selectors.ts';
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
import { useAnchoredScroll } from './use-anchored-scroll.ts';
import styles from './MessageList.module.css';

interface MessageListProps {
  readonly actor: TicketActor;
  readonly ticketId: string;
  readonly customerName: string;
  readonly viewerId: string;
  /** Why nothing can be written now, and who has the ticket. */
  readonly closed: MessageId | undefined;
  readonly ownerName: string | undefined;
  /** Sends anew what wasn't delivered. */
  readonly onResend: (message: Message) => void;
}

/** The conversation. Renders the ticket's messages; keeps the place when older ones come, follows new ones at the end. */
export function MessageList(props: MessageListProps) {
  const { actor, ticketId, customerName, viewerId, closed, ownerName, onResend } = props;
  const { append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const formats = useFormats();
  const now = useNow(60_000);
  const entries = useSelector(actor, selectMessages);
  const state = useSelector(actor, selectChatState);
  const failure = useSelector(actor, selectChatFailure);
  const canOlder = useSelector(actor, selectCanOlder);
  const isComplete = useSelector(actor, selectIsComplete);
  const items = useMemo(() => layOut(entries, formats.dayKey, ticketId), [entries, formats, ticketId]);
  const lost = useMemo(() => resendable(entries, ticketId), [entries, ticketId]);
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
    // Said after the fact, so that what a page brought isn't read aloud, and what comes next is.
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go through it, message by message */}
      <div
        ref={box}
        className={styles.box}
        onScroll={onScroll}
        onKeyDown={(event) => onKeyDown(event, reply)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
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
              item={item}
              day={item.kind === 'day' ? formats.day(item.at, now) : ''}
              customerName={customerName}
              viewerId={viewerId}
              closed={closed}
              ownerName={ownerName}
              canResend={item.kind === 'entry' && item.entry.kind === 'message' && lost.has(item.entry.message.id)}
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

interface ItemProps extends Omit<MessageListProps, 'actor'> {
  readonly onResized: () => void;
  readonly canResend: boolean;
  readonly item: ChatItem;
  readonly day: string;
  readonly onReply: (messageId: string) => void;
}

function Item({ item, day, onReply, ...rest }: ItemProps) {
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
        <span>{text(`attendance.mark.${item.mark}`)}</span>
      </div>
    );
  }
  return <ChatLine {...rest} entry={item.entry} head={item.head} tail={item.tail} onReply={onReply} />;
}

/** Arrows, Home and End go from message to message, Enter answers one, Escape leads back to the composer. */
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
