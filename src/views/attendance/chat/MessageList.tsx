import { useSelector } from '@xstate/react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ContextType,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import type { Sought } from '../../../machines/conversation/conversation.context.ts';
import type { ConversationActor, TicketActor } from '../actors.ts';
import {
  type ChatEntry,
  selectCanNewer,
  selectCanOlder,
  selectChatFailure,
  selectChatState,
  selectIsComplete,
  selectIsPast,
  selectLines,
  selectMessages,
  selectReadUpTo,
  selectSought,
  selectSoughtFailure,
  selectSoughtInVain,
} from '../../../machines/conversation/conversation.selectors.ts';
import { selectIsGone, selectLoadFailure } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { useSettling } from '../../app/settling.ts';
import { useNow } from '../../app/use-now.ts';
import { useIsOffline } from '../../app/use-offline.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { ArrowDownIcon, ChatIcon } from '../../kit/icons.tsx';
import { part } from '../../kit/part.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { DrawnText } from '../../rich-text/drawn-text.ts';
import { moveInMessages, replyToMessage, showQuoted } from '../../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { focusConversation } from '../focus.ts';
import { ChatLine, type AlbumCell } from './ChatLine.tsx';
import { GhostMessages } from './ChatSkeleton.tsx';
import { ALBUM_SHOWN } from './albums.ts';
import { layOut, type ChatItem, type EntryItem } from './chat-items.ts';
import { drawnOf, LONG, type DrawnRange } from './long/drawn-range.ts';
import { loadLongConversation, loadMessageTools, loadPastState } from './preloads.ts';
import { LazyLine } from './thread/LazyLine.tsx';
import type { MessageToolsProps } from './tools/MessageTools.tsx';
import { useAnchoredScroll } from './use-anchored-scroll.ts';
import { useUnread } from './use-unread.ts';
import styles from './MessageList.module.css';

const areas = [conversationArea];
const PastState = part(loadPastState, areas);
const LongConversation = part(loadLongConversation, [], { isExtra: true });
const MessageTools = part(loadMessageTools, areas, { isInPlace: true });

interface MessageListProps {
  readonly ticket: TicketActor;
  readonly conversation: ConversationActor;
  readonly ticketId: string;
  readonly customerName: string;
  readonly viewerId: string;
  /** Why the conversation is read-only, and who owns the ticket. */
  readonly closed: MessageId | undefined;
  readonly ownerName: string | undefined;
  /** Whether somebody has taken the ticket: a reaction doesn't take it. */
  readonly isTaken: boolean;
  /** Whether the channel has neither replies nor reactions. */
  readonly isTextOnly: boolean | undefined;
  readonly onReact: MessageToolsProps['onReact'];
}

/** Loaded with the conversation's other texts. */
const newBelow = 'attendance.newBelow';

/** The messages of the conversation. Keeps the scroll position when older ones load, follows new ones at the end. */
export function MessageList(props: MessageListProps) {
  const { ticket, conversation, ticketId, customerName, viewerId, closed, ownerName } = props;
  const { isTaken, isTextOnly, onReact } = props;
  const { append } = useApp();
  const { isSettled } = useSettling();
  const text = useText();
  const isText = useIsText();
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
  const isPast = useSelector(conversation, selectIsPast);
  const canNewer = useSelector(conversation, selectCanNewer);
  const sought = useSelector(conversation, selectSought);
  const hasSoughtFailed = useSelector(conversation, (snapshot) => selectSoughtFailure(snapshot) !== null);
  const unread = useUnread(conversation, isPast ? noEntries : entries);
  const items = useMemo(
    () => layOut(entries, formats.dayKey, { ticketId, lines, upTo, isComplete, unreadId: unread.firstId }),
    [entries, formats, ticketId, lines, upTo, isComplete, unread.firstId],
  );
  const isEmpty = entries.length === 0;
  const mayReply = closed === undefined && !isTextOnly;
  const isLoading = state === 'cold' || state === 'loading';
  const [longRange, setRange] = useState<DrawnRange>();
  const isLong = items.length > LONG;
  const range = isLong ? longRange : undefined;
  const { box, content, onScroll, missed, toEnd, onResized, place, whenSettled } = useAnchoredScroll({
    entries,
    range,
    isPast,
    sought,
    onNearStart: () => {
      if (canOlder) append({ type: 'chat.olderRequested', ticketId });
    },
    onNearEnd: () => {
      if (canNewer) append({ type: 'chat.newerRequested', ticketId });
    },
  });
  useFocusOnSought(box, sought);
  const seek = useCallback(
    (messageId: string) => append({ type: 'chat.sought', ticketId, messageId }),
    [append, ticketId],
  );
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
  const [drawn, setDrawn] = useState<ContextType<typeof DrawnText>>(null);
  const isEndShown = missed === undefined && !isPast;
  const wasEndShown = useRef(true);
  useEffect(() => {
    if (wasEndShown.current === isEndShown) return;
    wasEndShown.current = isEndShown;
    append({ type: 'chat.endShown', ticketId, isShown: isEndShown });
  }, [append, isEndShown, ticketId]);
  const keepPlace = useEffectEvent(() => {
    const messageId = place();
    if (messageId) append({ type: 'chat.sought', ticketId, messageId, isPlace: true });
  });
  useEffect(() => {
    if (state === 'loading' && !isEndShown) keepPlace();
  }, [state, isEndShown]);
  useShortcut(moveInMessages);
  useShortcut(closed === undefined && replyToMessage);
  useShortcut(showQuoted);
  const retry = () => append({ type: 'chat.retried', ticketId });
  const awaitsNetwork = useIsOffline() && failure?.code === 'NETWORK';

  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between messages */}
      <div
        ref={box}
        className={styles.box}
        onScroll={onScroll}
        onKeyDown={(event) => onKeyDown(event, mayReply ? reply : undefined)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={text('attendance.messages')}
        aria-busy={isLoading || state === 'loadingOlder' || state === 'loadingNewer' || state === 'seeking'}
        aria-live="off"
        aria-relevant="additions"
        data-conversation=""
      >
        <div ref={content} className={styles.content}>
          {isEmpty && state === 'failed' ? (
            <ErrorState
              title={text('attendance.chat.failed')}
              {...(!awaitsNetwork && { onRetry: retry })}
              requestId={failure?.requestId ?? undefined}
            >
              {awaitsNetwork ? text('attendance.chat.offline') : failure === null ? undefined : failureText(failure)}
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
          {range && <div className={styles.leftOut} style={{ height: range.above }} />}
          <DrawnText value={drawn}>
            {drawnOf(items, range).map((item) => (
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
                onReact={onReact}
                onReply={mayReply ? reply : undefined}
                onSeek={seek}
                soughtId={sought?.messageId}
                onResized={onResized}
              />
            ))}
          </DrawnText>
          {range && <div className={styles.leftOut} style={{ height: range.below }} data-left-out="below" />}
          {isPast && <PastState conversation={conversation} place="end" onRetry={retry} />}
        </div>
      </div>
      {isLong && <LongConversation {...{ box, items, range, sought, whenSettled }} onRange={setRange} />}
      {isSettled && (
        <MessageTools
          box={box}
          conversation={conversation}
          isOpen={closed === undefined && isTaken && !isTextOnly}
          onReact={onReact}
          onReply={reply}
          onDrawn={setDrawn}
        />
      )}
      {(state === 'seeking' || hasSoughtFailed) && (
        <PastState
          conversation={conversation}
          place="over"
          onRetry={() => {
            const messageId = selectSoughtInVain(conversation.getSnapshot());
            if (messageId !== null) seek(messageId);
            // The pressed button disappears.
            focusConversation();
          }}
        />
      )}
      {(missed !== undefined || isPast) && (
        <IconButton
          className={styles.toEnd}
          variant="default"
          label={
            isPast
              ? text('attendance.toLatest')
              : missed !== undefined && missed > 0 && isText(newBelow)
                ? text(newBelow, { count: missed })
                : text('attendance.toEnd')
          }
          icon={
            <>
              <ArrowDownIcon />
              {missed !== undefined && missed > 0 && !isPast && (
                <span className={styles.missed}>{missed > 99 ? '99+' : missed}</span>
              )}
            </>
          }
          onPress={() => {
            if (isPast) append({ type: 'chat.latestRequested', ticketId });
            toEnd();
            focusConversation();
          }}
        />
      )}
    </div>
  );
}

interface ItemProps extends Omit<MessageListProps, 'ticket' | 'isTaken' | 'isTextOnly'> {
  readonly onResized: () => void;
  readonly item: ChatItem;
  readonly day: string;
  /** How many messages were unread on opening. */
  readonly unread: number;
  readonly onReply: ((messageId: string) => void) | undefined;
  readonly onSeek: (messageId: string) => void;
  readonly soughtId: string | undefined;
}

const noEntries: readonly ChatEntry[] = [];

function Item({ item, day, unread, soughtId, ...rest }: ItemProps) {
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
  const line = ({ key, entry, head, tail }: EntryItem, cell?: AlbumCell) => (
    <ChatLine
      key={key}
      {...rest}
      entry={entry}
      head={head && cell === undefined}
      tail={tail && cell === undefined}
      {...cell}
      isSought={entry.kind === 'message' && entry.message.id === soughtId}
    />
  );
  if (item.kind === 'entry') return line(item);
  const isSought = ({ entry }: EntryItem) => entry.kind === 'message' && entry.message.id === soughtId;
  // One that was jumped to has to be there.
  const shown = item.items.some(isSought) ? item.items : item.items.slice(0, ALBUM_SHOWN);
  const more = item.items.length - shown.length;
  const isAlone = item.items.length === 1;
  const isOurs = item.items.some(({ entry }) => entry.kind === 'message' && !entry.message.received);
  return (
    <div
      className={cx(!isAlone && styles.album, !isAlone && item.head && styles.albumHead, isOurs && styles.albumOurs)}
      {...(isAlone ? { 'data-alone': '' } : { 'data-album': shown.length })}
    >
      {shown.map((each, index) =>
        line(each, isAlone ? undefined : { isInAlbum: true, more: index === ALBUM_SHOWN - 1 ? more : 0 }),
      )}
    </div>
  );
}

function keyOfConversation(conversation: ConversationActor): string {
  const { customerId, instanceId } = conversation.getSnapshot().context;
  return conversationKey(customerId, instanceId);
}

/** Moves the focus to a message that one jumped to, unless a search did. */
function useFocusOnSought(box: RefObject<HTMLDivElement | null>, sought: Sought | null): void {
  useEffect(() => {
    if (sought === null || sought.keepsFocus) return;
    box.current?.querySelector<HTMLElement>(`[data-message="${sought.messageId}"]`)?.focus({ preventScroll: true });
  }, [box, sought]);
}

/**
 * Arrows, Home and End move between messages, Enter replies to one, the left arrow shows the one it quotes, Escape
 * returns to the composer.
 */
function onKeyDown(event: KeyboardEvent<HTMLElement>, onReply: ((messageId: string) => void) | undefined): void {
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
  } else if (event.key === 'Enter' && id !== undefined && id !== '' && onReply !== undefined) {
    onReply(id);
  } else if (event.key === 'ArrowLeft' && target !== box) {
    target.querySelector<HTMLElement>('[data-quoted]')?.click();
  } else if (event.key === 'Escape' && target !== box) {
    focusConversation();
    event.stopPropagation();
  } else {
    return;
  }
  event.preventDefault();
}
