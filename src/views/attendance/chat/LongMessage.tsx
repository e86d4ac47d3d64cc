import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import type { Message } from '../../../machines/entities/entities.ts';
import { selectLongText } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { RichText } from '../../rich-text/RichText.tsx';
import styles from './LongMessage.module.css';

interface LongMessageProps {
  readonly ticketId: string;
  readonly message: Message;
  /** Keeps what is in view where it is, though the message is longer or shorter now. */
  readonly onResized: () => void;
}

/** A text that came cut: its beginning, or what was asked for of it. Renders the ticket's long text of the message. */
export function LongMessage({ ticketId, message, onResized }: LongMessageProps) {
  const { append, directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const long = useSelector(directory.ticket(ticketId), (snapshot) =>
    snapshot === undefined ? null : selectLongText(snapshot, message.id),
  );
  const parts = long?.open === true ? long.parts : [];
  const isOpen = parts.length > 0;
  const isLoading = long?.open === true && long.loading;
  const failure = long?.open === true ? long.failure : null;
  const tell = (type: 'text.requested' | 'text.folded') => append({ type, ticketId, messageId: message.id });

  const controls = useRef<HTMLSpanElement>(null);
  const shown = useRef(parts.length);
  /** Asked to go on by its button, which goes with the last part. */
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (shown.current === parts.length) return;
    // Folded, the end of the beginning is where one reads on.
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
        // oxlint-disable-next-line react/no-array-index-key -- parts only follow one another
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
            {text('attendance.text.failed')} {failureText(failure)}
          </span>
        )}
        {isOpen && long?.next !== null && (
          <Button
            variant="link"
            size="sm"
            isPending={isLoading}
            onPress={() => {
              hadFocus.current = true;
              tell('text.requested');
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
          onPress={() => tell(isOpen ? 'text.folded' : 'text.requested')}
        >
          {text(isOpen ? 'attendance.text.less' : failure === null ? 'attendance.text.all' : 'action.retry')}
        </Button>
      </span>
    </>
  );
}
