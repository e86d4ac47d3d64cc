import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { usePreload } from '../app/lazy-screen.tsx';
import { cx } from '../kit/cx.ts';
import { ChatIcon } from '../kit/icons.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { useText } from '../kit/useText.ts';
import { preloads, preloadAreas } from './chat/preloads.ts';
import { ChatPane } from './chat/ChatPane.tsx';
import { focusList, isFocusLost, takingFocus } from './focus.ts';
import { ConversationList } from './list/ConversationList.tsx';
import { PresenceProvider } from './presence/PresenceProvider.tsx';
import styles from './AttendanceScreen.module.css';

/** Attendance: list, conversation and customer on wide screens, one at a time on narrow ones. */
export function AttendanceScreen() {
  const { ticketId } = useParams();
  const navigate = useNavigate();
  const text = useText();
  const [customerShown, setCustomerShown] = useState(false);
  usePreload(preloads, preloadAreas);
  const open = useCallback((id: string) => void navigate(`/chat/${id}`, { state: takingFocus }), [navigate]);
  const close = useCallback(() => {
    setCustomerShown(false);
    void navigate('/chat');
  }, [navigate]);

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
      <PresenceProvider>
        <ConversationList openTicketId={ticketId} onOpen={open} className={styles.left} />
        {ticketId === undefined ? (
          <section
            className={cx(styles.middle, styles.alone, styles.wide)}
            aria-label={text('attendance.conversation')}
          >
            <EmptyState icon={<ChatIcon />} title={text('attendance.none.title')}>
              {text('attendance.none.text')}
            </EmptyState>
          </section>
        ) : (
          <ChatPane
            key={ticketId}
            ticketId={ticketId}
            isCustomerShown={customerShown}
            onCustomerToggle={() => setCustomerShown(!customerShown)}
            onClose={close}
            classNames={{ chat: styles.middle ?? '', customer: styles.right ?? '', alone: styles.alone ?? '' }}
          />
        )}
      </PresenceProvider>
    </div>
  );
}
