import { UNCERTAIN } from '../../../../contract/facts/ack.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { Message, RelatedMessage } from '../../../machines/entities/entities.ts';
import type { OptimisticMessage } from '../../../machines/conversation/conversation.context.ts';
import { shownReactions } from '../../../machines/conversation/conversation.selectors.ts';
import type { Delivery } from '../../kit/Ticks.tsx';
import type { TextValues } from '../../kit/useText.ts';
import { deliveryOf } from './chat-items.ts';
import type { TagType } from './use-preview.ts';

/** A reaction at its message, with whose it is. */
interface ShownReaction {
  readonly emoji: string;
  readonly side: 'in' | 'out';
  readonly author: string;
  /** Whether the server doesn't have it yet. */
  readonly isPending: boolean;
}

/** What a bubble shows, for server messages and optimistic ones. */
export interface BubbleView {
  /** The message's id; empty while it can't be replied to. */
  readonly id: string;
  readonly side: 'in' | 'out';
  readonly author: string;
  /** False for the viewer's own and the customer's messages: their side shows whose they are. */
  readonly isAuthorShown: boolean;
  readonly isForwarded: boolean;
  readonly quoted: RelatedMessage | null;
  readonly tag: TagType;
  readonly documentName: string | null;
  readonly text: string;
  readonly at: number;
  readonly delivery: Delivery | undefined;
  readonly reactions: readonly ShownReaction[];
  /** Why it wasn't delivered, as text. */
  readonly fault: string | undefined;
  readonly canRetry: boolean;
  readonly canDiscard: boolean;
  readonly isUncertain: boolean;
}

type Text = (id: MessageId, values?: TextValues) => string;

interface Surroundings {
  readonly customerName: string;
  readonly viewerId: string;
  /** Whether a reason is the id of a loaded text. */
  readonly isText: (id: string) => id is MessageId;
  /** The viewer's reaction that the server doesn't have yet. */
  readonly pending?: OptimisticMessage | undefined;
}

/** Who wrote an outgoing message, unless it is the viewer. */
function otherAuthor(
  { bot, author }: Pick<RelatedMessage, 'bot' | 'author'>,
  viewerId: string,
  text: Text,
): string | undefined {
  if (bot) return text('attendance.bot');
  // Nobody's: written on the company's phone.
  if (author === null) return text('attendance.fromPhone');
  return author.id === viewerId ? undefined : author.name;
}

/** The author's name, as quotes show it. */
export function authorOf(
  message: RelatedMessage,
  text: Text,
  { customerName, viewerId }: Pick<Surroundings, 'customerName' | 'viewerId'>,
): string {
  return message.received ? customerName : (otherAuthor(message, viewerId, text) ?? text('attendance.you'));
}

/** View of a message that the server has. */
export function viewOfMessage(
  message: Message,
  text: Text,
  { customerName, viewerId, isText, pending }: Surroundings,
): BubbleView {
  const { received, errorCode } = message;
  const named = received ? undefined : otherAuthor(message, viewerId, text);
  return {
    id: message.id,
    side: received ? 'in' : 'out',
    author: received ? customerName : (named ?? text('attendance.you')),
    isAuthorShown: named !== undefined,
    isForwarded: message.forwarded === true,
    quoted: message.quoted,
    tag: message.tag,
    documentName: message.documentName,
    text: !message.cut && message.text?.trim() === '' ? '' : (message.text ?? ''),
    at: message.at,
    delivery: received ? undefined : deliveryOf(message),
    reactions: [
      ...shownReactions(message)
        .filter((reaction) => reaction.received || pending === undefined)
        .map((reaction) => ({
          emoji: reaction.text ?? '',
          side: reaction.received ? ('in' as const) : ('out' as const),
          author: authorOf(reaction, text, { customerName, viewerId }),
          isPending: false,
        })),
      ...(pending === undefined || pending.text === ''
        ? []
        : [{ emoji: pending.text, side: 'out' as const, author: text('attendance.you'), isPending: true }]),
    ],
    fault: errorCode === null ? undefined : faultOf(message, text, isText),
    canRetry: false,
    canDiscard: false,
    isUncertain: false,
  };
}

interface Outcome {
  readonly state: 'pending' | 'uncertain' | 'failed';
  /** Why it failed. */
  readonly reason: string | undefined;
  /** Whether a retry would fail as well. */
  readonly isPermanent?: boolean;
}

/** View of an optimistic message. */
export function viewOfOptimistic(
  message: OptimisticMessage,
  text: Text,
  { state, reason, isPermanent = false }: Outcome,
): BubbleView {
  const hasFailed = state === 'failed';
  return {
    id: '',
    side: 'out',
    author: text('attendance.you'),
    isAuthorShown: false,
    isForwarded: message.forwards !== undefined && !message.forwards.again,
    quoted: message.quoted,
    tag: message.tag,
    documentName: message.file?.name ?? message.forwards?.documentName ?? null,
    text: message.text,
    at: message.submittedAt,
    delivery: hasFailed ? 'error' : 'pending',
    reactions: [],
    fault: hasFailed ? text('attendance.notSent', { reason: reason ?? text('error.unknown') }) : undefined,
    canRetry: hasFailed && !isPermanent,
    canDiscard: hasFailed,
    isUncertain: state === 'uncertain',
  };
}

function faultOf({ errorKey, errorCode }: Message, text: Text, isText: Surroundings['isText']): string {
  const known = errorKey !== null && isText(errorKey) ? errorKey : 'channel.error.unknown';
  const reason = text(known, { code: errorCode });
  // Delivery is unknown, so the text must not say "not delivered".
  return errorCode === UNCERTAIN ? reason : text('attendance.notDelivered', { reason });
}
