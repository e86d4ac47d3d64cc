import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect } from 'react';
import { conversationKey } from '../../../machines/entities/ids.ts';
import { selectLoadFailure, selectTicket } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp, useKept, useOnChange } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { useIsOffline } from '../../app/use-offline.ts';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { useText } from '../../kit/useText.ts';
import { ChatSkeleton } from './ChatSkeleton.tsx';
import { Conversation, type ConversationProps } from './Conversation.tsx';

interface ChatPaneProps extends Omit<ConversationProps, 'actor' | 'ticket' | 'conversation'> {
  /** The conversation is there, or why it isn't. */
  readonly onShown: (isShown: true) => void;
}

/** The open conversation. Appends that it is open, and that it was left on unmount. */
export function ChatPane(props: ChatPaneProps) {
  const { ticketId, onClose, onShown, classNames } = props;
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const isOffline = useIsOffline();
  // Before the effects of what is inside, which may ask for a message of it.
  useLayoutEffect(() => {
    append({ type: 'ticket.opened', ticketId });
    return () => append({ type: 'ticket.left', ticketId });
  }, [append, ticketId]);
  // Must follow the effect that opens the ticket: a ticket created by it changes no order, but this hook's own effect
  // reads again and finds it.
  const found = useOnChange(directory.ticketOrder, () => directory.ticket(ticketId));
  const actor = useKept(found, ticketId);
  const ticket = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTicket(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectLoadFailure(snapshot)));
  const key = ticket === null ? undefined : conversationKey(ticket.customer.id, ticket.instance.id);
  const conversation = useKept(key === undefined ? undefined : directory.conversation(key), key);
  const isThere = actor !== undefined && ticket !== null && conversation !== undefined;
  useEffect(() => {
    if (isThere || failure !== null) onShown(true);
  }, [isThere, failure, onShown]);
  if (isThere) {
    return <Conversation {...props} actor={actor} ticket={ticket} conversation={conversation} />;
  }
  if (failure === null) {
    return (
      <>
        <section className={classNames.chat} aria-label={text('attendance.conversation')}>
          <ChatSkeleton />
        </section>
        <div className={classNames.customer} />
      </>
    );
  }
  const awaitsNetwork = isOffline && failure.code === 'NETWORK';
  return (
    <section className={cx(classNames.chat, classNames.alone)} aria-label={text('attendance.conversation')}>
      <ErrorState
        title={text('attendance.chat.failed')}
        requestId={failure.requestId ?? undefined}
        action={<Button onPress={onClose}>{text('attendance.backToList')}</Button>}
        {...(failure.code === 'NOT_FOUND' || awaitsNetwork
          ? {}
          : { onRetry: () => append({ type: 'chat.retried', ticketId }) })}
      >
        {awaitsNetwork ? text('attendance.chat.offline') : failureText(failure)}
      </ErrorState>
    </section>
  );
}
