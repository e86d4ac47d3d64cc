import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { UNCERTAIN } from '../../../../../contract/facts/ack.ts';
import type { MessageId } from '../../../../i18n/message-id.ts';
import { selectMessages } from '../../../../machines/conversation/conversation.selectors.ts';
import type { Message } from '../../../../machines/entities/entities.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Button } from '../../../kit/Button.tsx';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { useText } from '../../../kit/useText.ts';
import type { ConversationActor } from '../../actors.ts';
import { focusConversation } from '../../focus.ts';
import { isOfWindow } from '../closed-reason.ts';
import styles from './MessageTools.module.css';

interface SendAgainProps {
  readonly conversation: ConversationActor;
  readonly message: Message;
  /** The shown ticket. */
  readonly ticketId: string;
  readonly viewerId: string;
  /** Why the conversation is read-only. */
  readonly closed: MessageId | undefined;
}

/**
 * Sends a message that the server took and the customer didn't get once more, as it was. One that may have arrived is
 * sent only once that was confirmed.
 */
export function SendAgain({ conversation, message, ticketId, viewerId, closed }: SendAgainProps) {
  const { append, directory, newClientId, newTempId, now } = useApp();
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const { id, tag, documentName, errorCode, isTemplate } = message;
  const isRepeated = useSelector(conversation, (snapshot) =>
    selectMessages(snapshot).some((entry) =>
      entry.kind === 'message'
        ? entry.message.repeats === id
        : entry.message.forwards?.id === id && entry.message.forwards.again === true,
    ),
  );
  const isInDoubt = errorCode === UNCERTAIN;
  // A template needs no open window.
  const isOpen = closed === undefined || (isTemplate === true && isOfWindow(closed));
  const isOurs = !message.received && !message.bot && message.ticketId === ticketId;
  const ticketNow = () => directory.ticket(ticketId)?.getSnapshot().context.ticket ?? null;
  const ticket = ticketNow();
  if (isRepeated || !isOpen || !isOurs || ticket === null) return null;

  const submit = () => {
    // The number may have been corrected since.
    const { customer, instance } = ticketNow() ?? ticket;
    append({
      type: 'message.submitted',
      isResend: true,
      message: {
        clientId: newClientId(),
        tempId: newTempId(),
        ticketId,
        customerId: customer.id,
        instanceId: instance.id,
        toNumber: customer.phone,
        text: message.text ?? '',
        forwards: { id, tag, documentName, again: true },
        replyTo: message.quoted?.id ?? null,
        userId: viewerId,
        submittedAt: now(),
      },
    });
    // The pressed button disappears.
    focusConversation();
  };
  return (
    <p className={styles.refused}>
      <Button variant="link" size="sm" onPress={() => (isInDoubt ? setAsking(true) : submit())}>
        {text('action.retry')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text('sendAgain.title')}
          confirmLabel={text('sendAgain.confirm')}
          isOpen
          onConfirm={() => {
            setAsking(false);
            submit();
          }}
          onClose={() => setAsking(false)}
        >
          {text('sendAgain.text', { name: ticket.customer.name })}
        </ConfirmDialog>
      )}
    </p>
  );
}
