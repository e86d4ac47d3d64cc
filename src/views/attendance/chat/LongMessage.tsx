import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import type { Message } from '../../../machines/entities/entities.ts';
import { selectLongText } from '../../../machines/conversation/conversation.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { RichText } from '../../rich-text/RichText.tsx';
import type { ConversationActor } from '../actors.ts';
import styles from './LongMessage.module.css';

interface LongMessageProps {
  readonly ticketId: string;
  readonly conversation: ConversationActor;
  readonly message: Message;
  /** Keeps the scroll position after the message changed its height. */
  readonly onResized: () => void;
}

/** A text that arrived truncated: its beginning, or the parts loaded so far. */
export function LongMessage({ ticketId, conversation, message, onResized }: LongMessageProps) {
  const { append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const long = useSelector(conversation, (snapshot) => selectLongText(snapshot, message.id));
  const parts = long?.open === true ? long.parts : [];
  const isOpen = parts.length > 0;
  const isLoading = long?.open === true && long.loading;
  const failure = long?.open === true ? long.failure : null;
  const dispatch = (type: 'text.requested' | 'text.folded') => append({ type, ticketId, messageId: message.id });

  const controls = useRef<HTMLSpanElement>(null);
  const shown = useRef(parts.length);
  /** "Show more" was pressed; that button disappears with the last part. */
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (shown.current === parts.length) return;
    // After collapsing, reading continues at the end of the short text.
    if (parts.length === 0) controls.current?.scrollIntoView({ block: 'nearest' });
    shown.current = parts.length;
    if (hadFocus.current && document.activeElement === document.body)
      controls.current?.querySelector('button')?.focus();
    hadFocus.current = false;
    onResized();
  }, [onResized, parts.length]);

  return (
    <>
      {isOpen ? (
        // oxlint-disable-next-line react/no-array-index-key -- parts are only appended
        parts.map((part, index) => <RichText key={index} text={part} />)
      ) : (
        <>
          <RichText text={message.text ?? ''} />
          <span aria-hidden="true">…</span>
        </>
      )}
      <span ref={controls} className={styles.controls}>
        {failure !== null && (
          <span className={styles.failure} role="alert">
            {text('attendance.text.failed')} {failure.code !== 'NETWORK' && failureText(failure)}
          </span>
        )}
        {isOpen && long?.next !== null && (
          <Button
            variant="link"
            size="sm"
            isPending={isLoading}
            onPress={() => {
              hadFocus.current = true;
              dispatch('text.requested');
            }}
          >
            {text(failure === null ? 'attendance.text.more' : 'action.retry')}
          </Button>
        )}
        <Button
          variant="link"
          size="sm"
          aria-expanded={isOpen}
          isPending={isLoading && !isOpen}
          onPress={() => dispatch(isOpen ? 'text.folded' : 'text.requested')}
        >
          {text(isOpen ? 'attendance.text.less' : failure === null ? 'attendance.text.all' : 'action.retry')}
        </Button>
      </span>
    </>
  );
}
