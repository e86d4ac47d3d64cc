import { useSelector } from '@xstate/react';
import { memo } from 'react';
import type { Area } from '../../../i18n/area.ts';
import { channelArea } from '../../../i18n/areas/channel.ts';
import { threadArea } from '../../../i18n/areas/thread.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { selectSendFailure, selectSendState } from '../../../machines/message-send/message-send.selectors.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import type { ChatEntry } from '../../../machines/conversation/conversation.selectors.ts';
import { useApp, useWatch } from '../../app/app-context.tsx';
import { useAreas } from '../../app/catalogue.tsx';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';
import { focusConversation } from '../focus.ts';
import type { ConversationActor } from '../actors.ts';
import { viewOfMessage, viewOfOptimistic } from './bubble-view.ts';
import { Bubble } from './Bubble.tsx';
import { RichText } from '../../rich-text/RichText.tsx';
import { HIDDEN, permanentReason } from './closed-reason.ts';
import { LazyFile } from './LazyFile.tsx';
import { hasFile } from './has-file.ts';
import { LazyPart } from './LazyPart.tsx';
import { loadLongMessage } from './preloads.ts';

/** The texts of delivery failures load with the first failed message. */
const reasons = [channelArea];
const ofThread = [threadArea];
const noAreas: readonly Area[] = [];

interface ChatLineProps {
  readonly ticketId: string;
  readonly conversation: ConversationActor;
  readonly entry: ChatEntry;
  readonly customerName: string;
  readonly viewerId: string;
  readonly head: boolean;
  readonly tail: boolean;
  /** Why the conversation is read-only, and who owns its ticket. */
  readonly closed: MessageId | undefined;
  readonly ownerName: string | undefined;
  /** Whether the message was not delivered and may be sent again. */
  readonly canResend: boolean;
  readonly onReply: (messageId: string) => void;
  readonly onResend: (message: Message) => void;
  readonly onResized: () => void;
}

/** One line of the conversation: a message of the server, or an optimistic one with its send state. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  const { entry, customerName, viewerId, head, tail, closed, ownerName, canResend, onReply, onResend } = props;
  const { ticketId, conversation, onResized } = props;
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const isText = useIsText();
  const clientId = entry.kind === 'optimistic' ? entry.message.clientId : undefined;
  const actor = clientId === undefined ? undefined : directory.send(clientId);
  const state = useSelector(actor, (snapshot) => (snapshot === undefined ? 'sending' : selectSendState(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectSendFailure(snapshot)));
  const hasReason = entry.kind === 'message' ? entry.message.errorKey !== null : failure !== null;
  useAreas(hasReason ? reasons : noAreas);
  useWatch(clientId === undefined ? undefined : `send:${clientId}`);
  const permanent = failure === null ? undefined : permanentReason(failure.key, closed);
  /** A file that was refused for what it is. */
  const ofFile = failure?.fields['file'] ?? failure?.fields['name'] ?? failure?.fields['caption'];
  function reason(): string | undefined {
    if (permanent !== undefined) return text(permanent, { name: ownerName ?? text('attendance.unowned') });
    if (failure === null) return undefined;
    if (failure.key === HIDDEN) return text('error.ticket.passedOn');
    return failureText(ofFile === undefined ? failure : { ...failure, key: ofFile });
  }
  const view =
    entry.kind === 'message'
      ? viewOfMessage(entry.message, text, {
          customerName,
          viewerId,
          isText,
          canResend: canResend && closed === undefined,
        })
      : viewOfOptimistic(entry.message, text, {
          state: state === 'failed' || state === 'uncertain' ? state : 'pending',
          reason: reason(),
          isPermanent: permanent !== undefined || ofFile !== undefined || failure?.key === 'error.file.gone',
        });
  const act = (type: 'message.retried' | 'message.discarded') => {
    if (entry.kind === 'message') onResend(entry.message);
    else append({ type, clientId: entry.message.clientId });
    // The pressed button disappears.
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
          <LazyPart
            load={loadLongMessage}
            areas={ofThread}
            given={{ ticketId, conversation, message: entry.message, onResized }}
            placeholder={<RichText text={`${entry.message.text ?? ''}…`} />}
          />
        ) : undefined
      }
      attachment={
        isWithFile(entry) ? (
          <LazyFile
            conversation={conversation}
            {...(entry.kind === 'message' ? { message: entry.message } : { outgoing: entry.message })}
            author={view.author}
            customerName={customerName}
          />
        ) : undefined
      }
      onReply={onReply}
      onRetry={() => act('message.retried')}
      onDiscard={() => act('message.discarded')}
    />
  );
});

/** Whether an entry shows a file: the server's, or one that is being sent. */
function isWithFile(entry: ChatEntry): boolean {
  if (entry.kind === 'message') return hasFile(entry.message);
  return entry.message.file !== undefined || entry.message.imageUrl !== undefined;
}
