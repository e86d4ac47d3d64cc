import { useSelector } from '@xstate/react';
import { memo } from 'react';
import type { Area } from '../../../i18n/area.ts';
import { channelArea } from '../../../i18n/areas/channel.ts';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { selectSendFailure, selectSendState } from '../../../machines/message-send/message-send.selectors.ts';
import {
  selectPendingReaction,
  selectRefusedReaction,
  type ChatEntry,
} from '../../../machines/conversation/conversation.selectors.ts';
import { useApp, useKept } from '../../app/app-context.tsx';
import { useAreas } from '../../kit/areas.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { part } from '../../kit/part.tsx';
import { useText } from '../../kit/useText.ts';
import { focusConversation } from '../focus.ts';
import type { ConversationActor } from '../actors.ts';
import { viewOfMessage, viewOfOptimistic } from './bubble-view.ts';
import { Bubble } from './Bubble.tsx';
import { RichText } from '../../rich-text/RichText.tsx';
import { isLate } from './is-late.ts';
import { HIDDEN, isOfWindow, permanentReason } from './closed-reason.ts';
import { LazyFile } from './LazyFile.tsx';
import type { SharedContentProps } from './media/SharedContent.tsx';
import { hasFile } from './has-file.ts';
import {
  loadLongMessage,
  loadRecoveredMark,
  loadRefusedReaction,
  loadSendAgain,
  loadSharedContent,
} from './preloads.ts';

/** The texts of failures load with the first failed message. */
const reasons = [conversationArea, channelArea];
const areas = [conversationArea];
const inPlace = { isInPlace: true };
const LongMessage = part(loadLongMessage, areas, {
  fallback: ({ message }) => <RichText text={`${message.text ?? ''}…`} />,
  isInPlace: 'below',
});
const SharedContent = part(loadSharedContent, areas, {
  fallback: ({ message }) => <RichText text={message.text ?? ''} />,
  isInPlace: 'below',
});
const RecoveredMark = part(loadRecoveredMark, areas, { isExtra: true });
const RefusedReaction = part(loadRefusedReaction, reasons, inPlace);
const SendAgain = part(loadSendAgain, areas, inPlace);
const noAreas: readonly Area[] = [];

/** Of a message that is part of an album; `more`: how many of the album aren't shown, at the last one that is. */
export interface AlbumCell {
  readonly isInAlbum?: boolean;
  readonly more?: number;
}

interface ChatLineProps extends AlbumCell {
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
  readonly onReply: ((messageId: string) => void) | undefined;
  /** Shows the message quoted. */
  readonly onSeek?: ((messageId: string) => void) | undefined;
  /** Whether it is the message that one jumped to. */
  readonly isSought?: boolean | undefined;
  readonly onReact: (messageId: string, emoji: string) => void;
  readonly onResized: () => void;
}

/** One line of the conversation: a message of the server, or an optimistic one with its send state. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  const { entry, customerName, viewerId, head, tail, closed, ownerName, onReply } = props;
  const { ticketId, conversation, onResized } = props;
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const isText = useIsText();
  const clientId = entry.kind === 'optimistic' ? entry.message.clientId : undefined;
  const actor = useKept(clientId === undefined ? undefined : directory.send(clientId), clientId);
  const state = useSelector(actor, (snapshot) => (snapshot === undefined ? 'sending' : selectSendState(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectSendFailure(snapshot)));
  const hasReason = entry.kind === 'message' ? entry.message.errorKey !== null : failure !== null;
  useAreas(hasReason ? reasons : noAreas);
  const messageId = entry.kind === 'message' ? entry.message.id : '';
  const pending = useSelector(conversation, (snapshot) => selectPendingReaction(snapshot, messageId));
  const refused = useSelector(conversation, (snapshot) => selectRefusedReaction(snapshot, messageId));
  // A template needs no open window.
  const isBarred = !isOfWindow(closed) || entry.kind === 'message' || entry.message.template === undefined;
  const permanent = failure === null ? undefined : permanentReason(failure.key, isBarred ? closed : undefined);
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
      ? viewOfMessage(entry.message, text, { customerName, viewerId, isText, pending })
      : viewOfOptimistic(entry.message, text, {
          state: state === 'failed' || state === 'uncertain' ? state : 'pending',
          reason: reason(),
          isPermanent: permanent !== undefined || ofFile !== undefined || failure?.key === 'error.file.gone',
        });
  const shared = sharedOf(entry);
  const act = (type: 'message.retried' | 'message.discarded') => {
    if (clientId !== undefined) append({ type, clientId });
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
          <LongMessage ticketId={ticketId} conversation={conversation} message={entry.message} onResized={onResized} />
        ) : shared !== undefined ? (
          <SharedContent message={shared} />
        ) : undefined
      }
      attachment={
        isWithFile(entry) ? (
          <LazyFile
            conversation={conversation}
            {...(entry.kind === 'message' ? { message: entry.message } : { outgoing: entry.message })}
            ticketId={ticketId}
            author={view.author}
            customerName={customerName}
            isInAlbum={props.isInAlbum}
            more={props.more}
          />
        ) : undefined
      }
      mark={entry.kind === 'message' && isLate(entry.message) ? <RecoveredMark message={entry.message} /> : undefined}
      note={
        refused !== null ? (
          <RefusedReaction conversation={conversation} refused={refused} onReact={props.onReact} />
        ) : (
          entry.kind === 'message' &&
          entry.message.errorCode !== null && (
            <SendAgain
              conversation={conversation}
              message={entry.message}
              ticketId={ticketId}
              viewerId={viewerId}
              closed={closed}
            />
          )
        )
      }
      onReply={onReply}
      onSeek={props.onSeek}
      isSought={props.isSought}
      onRetry={() => act('message.retried')}
      onDiscard={() => act('message.discarded')}
    />
  );
});

/** Whether an entry shows a file: the server's, or one that is being sent. */
function isWithFile(entry: ChatEntry): boolean {
  const { message } = entry;
  if (message.imageUrl !== undefined) return true;
  return entry.kind === 'message' ? hasFile(entry.message) : entry.message.file !== undefined;
}

/** The place, contact cards, choices or poll that an entry shows. */
function sharedOf({ kind, message }: ChatEntry): SharedContentProps['message'] | undefined {
  if (kind === 'message')
    return message.place !== undefined ||
      message.contacts !== undefined ||
      message.choices !== undefined ||
      message.tag === 'poll'
      ? message
      : undefined;
  const { text, shares } = message;
  if (shares === undefined) return undefined;
  if ('choices' in shares) return { text, choices: shares.choices };
  return 'place' in shares ? { text, place: shares.place } : { text, contacts: [shares.contact] };
}
