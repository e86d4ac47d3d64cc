import { useSelector } from '@xstate/react';
import { memo } from 'react';
import type { Area } from '../../../i18n/area.ts';
import { channelArea } from '../../../i18n/areas/channel.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { selectSendFailure, selectSendState } from '../../../machines/message-send/message-send.selectors.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import type { ChatEntry } from '../../../machines/ticket/ticket.selectors.ts';
import { useApp, useWatch } from '../../app/app-context.tsx';
import { useAreas } from '../../app/catalogue.tsx';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';
import { focusConversation } from '../focus.ts';
import { viewOfMessage, viewOfTemp } from './bubble-view.ts';
import { Bubble } from './Bubble.tsx';
import { hopelessReason } from './closed-reason.ts';
import { LongMessage } from './LongMessage.tsx';

/** Why messages fail is told when the first one has. */
const reasons = [channelArea];
const noAreas: readonly Area[] = [];

interface ChatLineProps {
  readonly ticketId: string;
  readonly entry: ChatEntry;
  readonly customerName: string;
  readonly viewerId: string;
  readonly head: boolean;
  readonly tail: boolean;
  /** Why nothing can be written in the conversation now, and who has it. */
  readonly closed: MessageId | undefined;
  readonly ownerName: string | undefined;
  /** Whether it wasn't delivered and may be sent anew. */
  readonly canResend: boolean;
  readonly onReply: (messageId: string) => void;
  readonly onResend: (message: Message) => void;
  readonly onResized: () => void;
}

/** A line of the conversation. Renders its own message, or a temporary one with the state of its send. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  const { entry, customerName, viewerId, head, tail, closed, ownerName, canResend, onReply, onResend } = props;
  const { ticketId, onResized } = props;
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const isText = useIsText();
  useAreas(entry.kind === 'message' && entry.message.errorKey !== null ? reasons : noAreas);
  const clientId = entry.kind === 'temp' ? entry.temp.clientId : undefined;
  const actor = clientId === undefined ? undefined : directory.send(clientId);
  const state = useSelector(actor, (snapshot) => (snapshot === undefined ? 'sending' : selectSendState(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectSendFailure(snapshot)));
  useWatch(clientId === undefined ? undefined : `send:${clientId}`);
  const hopeless = failure === null ? undefined : hopelessReason(failure.key, closed);
  const view =
    entry.kind === 'message'
      ? viewOfMessage(entry.message, text, {
          customerName,
          viewerId,
          isText,
          canResend: canResend && closed === undefined,
        })
      : viewOfTemp(entry.temp, text, {
          state: state === 'failed' || state === 'uncertain' ? state : 'pending',
          reason:
            hopeless !== undefined
              ? text(hopeless, { name: ownerName ?? text('attendance.unowned') })
              : failure === null
                ? undefined
                : failureText(failure),
          isHopeless: hopeless !== undefined,
        });
  const act = (type: 'message.retried' | 'message.discarded') => {
    if (entry.kind === 'message') onResend(entry.message);
    else append({ type, clientId: entry.temp.clientId });
    // The button goes with what it did.
    focusConversation();
  };
  return (
    <Bubble
      view={view}
      customerName={customerName}
      viewerId={viewerId}
      head={head}
      tail={tail}
      body={
        entry.kind === 'message' && entry.message.cut ? (
          <LongMessage ticketId={ticketId} message={entry.message} onResized={onResized} />
        ) : undefined
      }
      onReply={onReply}
      onRetry={() => act('message.retried')}
      onDiscard={() => act('message.discarded')}
    />
  );
});
