import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { listArea } from '../../i18n/areas/list.ts';
import { useApp } from '../app/app-context.tsx';
import { usePreload } from '../app/preload.ts';
import { partOf } from '../app/route-table.ts';
import { useSettling } from '../app/settling.ts';
import { cx } from '../kit/cx.ts';
import { part } from '../kit/part.tsx';
import { ChatIcon } from '../kit/icons.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { SkeletonRows } from '../kit/Skeleton.tsx';
import { useText } from '../kit/useText.ts';
import { isPhone } from '../layout/is-phone.ts';
import { loadConversationList, preloads, preloadAreas } from './chat/preloads.ts';
import { ChatPane } from './chat/ChatPane.tsx';
import { focusList, isFocusLost, showing, takingFocus } from './focus.ts';
import type { Asked } from './list/actions/asked.ts';
import { FollowColleagues } from './presence/presence.ts';
import styles from './AttendanceScreen.module.css';

export const ConversationList = part(loadConversationList, [listArea], {
  fallback: (props) => <ListSkeleton {...props} />,
  isScreen: true,
});

/** Attendance: list, conversation and customer on wide screens, one at a time on narrow ones. */
export function AttendanceScreen() {
  const navigate = useNavigate();
  const text = useText();
  const { pathname, state } = useLocation();
  const ticketId = partOf('/chat/:ticketId', pathname);
  const [isPaneOpen, setPaneOpen] = useState(false);
  // On a phone it is a page of its own; going back closes it.
  const isCustomerPage = isOfCustomer(state);
  const customerShown = isPaneOpen || isCustomerPage;
  const { isSettled, settle } = useSettling();
  const { ticketOrder } = useApp().directory;
  // What is opened by its address comes first: the list loads behind a conversation, unless an earlier page left it.
  const [isListKnown] = useState(() => !isPhone() && ticketOrder.getSnapshot().ids.length > 0);
  const [isListShown, setListShown] = useState(ticketId !== undefined && !isListKnown);
  const [isChatShown, setChatShown] = useState(ticketId === undefined);
  // What is around them would compete with what the user came for.
  useEffect(() => {
    if (isListShown && isChatShown) settle();
  }, [isListShown, isChatShown, settle]);
  const [asked, ask] = useState<Asked>();
  usePreload(preloads, preloadAreas);
  const open = useCallback(
    (id: string, messageId?: string) =>
      void navigate(`/chat/${id}`, { state: messageId === undefined ? takingFocus : showing(messageId) }),
    [navigate],
  );
  const close = useCallback(() => {
    setPaneOpen(false);
    void navigate('/chat');
  }, [navigate]);

  const toggleCustomer = () => {
    if (isCustomerPage) void navigate(-1);
    else if (!isPaneOpen && isPhone()) void navigate(pathname, { state: ofCustomer });
    else setPaneOpen(!isPaneOpen);
  };
  useEffect(() => {
    if (!isSettled) return undefined;
    const ended = new AbortController();
    // Without it the keyboard covers the composer on some phones.
    import('../layout/on-screen-keyboard.ts').then(
      ({ fitKeyboard }) => fitKeyboard(ended.signal),
      () => undefined,
    );
    import('./drop-guard.ts').then(
      ({ guardDrops }) => guardDrops(ended.signal),
      () => undefined,
    );
    return () => ended.abort();
  }, [isSettled]);

  // As the page opens on a stored log, the list is drawn first: with the conversation it takes a third longer.
  const showsChat = useDeferredValue(true, isSettled || !isListKnown);

  const wasOpen = useRef(false);
  useEffect(() => {
    const isOpen = ticketId !== undefined;
    // The conversation closed with the focused element in it.
    if (wasOpen.current && !isOpen && isFocusLost()) focusList();
    wasOpen.current = isOpen;
  }, [ticketId]);

  return (
    <div className={cx(styles.screen, ticketId !== undefined && styles.chatting, customerShown && styles.customer)}>
      <h1 className={styles.title}>{text('attendance.title')}</h1>
      {isSettled && <FollowColleagues />}
      {isSettled || isListKnown || ticketId === undefined ? (
        <ConversationList
          openTicketId={ticketId}
          onOpen={open}
          asked={asked}
          onAsk={ask}
          onShown={setListShown}
          className={styles.left}
        />
      ) : (
        <ListSkeleton className={styles.left} />
      )}
      {ticketId === undefined ? (
        <section className={cx(styles.middle, styles.alone, styles.wide)} aria-label={text('attendance.conversation')}>
          <EmptyState icon={<ChatIcon />} title={text('attendance.none.title')}>
            {text('attendance.none.text')}
          </EmptyState>
        </section>
      ) : !showsChat ? (
        <section className={styles.middle} />
      ) : (
        <ChatPane
          key={ticketId}
          ticketId={ticketId}
          isCustomerShown={customerShown}
          onCustomerToggle={toggleCustomer}
          onClose={close}
          onAsk={ask}
          onShown={setChatShown}
          classNames={{ chat: styles.middle ?? '', customer: styles.right ?? '', alone: styles.alone ?? '' }}
        />
      )}
    </div>
  );
}

const ofCustomer = { customer: true } as const;

function isOfCustomer(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'customer' in state && state.customer === true;
}

/** Until the list's code is there, with room for its header. */
function ListSkeleton({ className }: { readonly className: string | undefined }) {
  const text = useText();
  return (
    <section className={cx(styles.listSkeleton, className)} aria-label={text('attendance.conversations')}>
      <SkeletonRows count={9} />
    </section>
  );
}
