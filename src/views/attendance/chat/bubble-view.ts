import type { MessageId } from '../../../i18n/message-id.ts';
import type { Message, RelatedMessage } from '../../../machines/entities/entities.ts';
import type { TempMessage } from '../../../machines/ticket/ticket.context.ts';
import { shownReactions } from '../../../machines/ticket/ticket.selectors.ts';
import type { Delivery } from '../../kit/Ticks.tsx';
import type { TextValues } from '../../kit/useText.ts';
import { deliveryOf, UNCERTAIN } from './chat-items.ts';
import type { TagType } from './use-preview.ts';

/** What a bubble shows, whether the server knows the message or not. */
export interface BubbleView {
  /** The message's; empty for one that can't be answered yet. */
  readonly id: string;
  readonly side: 'in' | 'out';
  readonly author: string;
  /** One's own and the customer's name needn't be said to who sees the sides. */
  readonly isAuthorShown: boolean;
  readonly quoted: RelatedMessage | null;
  readonly tag: TagType;
  readonly documentName: string | null;
  readonly text: string;
  readonly at: number;
  readonly delivery: Delivery | undefined;
  readonly reactions: readonly string[];
  /** Why it isn't with the customer, in words. */
  readonly fault: string | undefined;
  readonly canRetry: boolean;
  readonly canDiscard: boolean;
  readonly isUncertain: boolean;
}

type Text = (id: MessageId, values?: TextValues) => string;

interface Surroundings {
  readonly customerName: string;
  readonly viewerId: string;
  /** Whether a reason has a text that is there. */
  readonly isText: (id: string) => id is MessageId;
  /** Whether it may be sent anew. */
  readonly canResend?: boolean;
}

/** Who a message of ours is from, if that isn't the viewer. */
function otherAuthor(
  { bot, author }: Pick<RelatedMessage, 'bot' | 'author'>,
  viewerId: string,
  text: Text,
): string | undefined {
  if (bot) return text('attendance.bot');
  return author === null || author.id === viewerId ? undefined : author.name;
}

/** Whose words are quoted. */
export function authorOf(
  message: RelatedMessage,
  text: Text,
  { customerName, viewerId }: Pick<Surroundings, 'customerName' | 'viewerId'>,
): string {
  return message.received ? customerName : (otherAuthor(message, viewerId, text) ?? text('attendance.you'));
}

/** A message as the server knows it. */
export function viewOfMessage(
  message: Message,
  text: Text,
  { customerName, viewerId, isText, canResend = false }: Surroundings,
): BubbleView {
  const { received, errorCode } = message;
  const named = otherAuthor(message, viewerId, text);
  return {
    id: message.id,
    side: received ? 'in' : 'out',
    author: received ? customerName : (named ?? text('attendance.you')),
    isAuthorShown: !received && named !== undefined,
    quoted: message.quoted,
    tag: message.tag,
    documentName: message.documentName,
    text: !message.cut && message.text?.trim() === '' ? '' : (message.text ?? ''),
    at: message.at,
    delivery: received ? undefined : deliveryOf(message),
    reactions: shownReactions(message).map((reaction) => reaction.text ?? ''),
    fault: errorCode === null ? undefined : faultOf(message, text, isText),
    canRetry: canResend,
    canDiscard: false,
    isUncertain: false,
  };
}

interface Outcome {
  readonly state: 'pending' | 'uncertain' | 'failed';
  /** Why it failed. */
  readonly reason: string | undefined;
  /** Whether trying again would fail as well. */
  readonly isHopeless?: boolean;
}

/** A message of ours that the server hasn't answered for. */
export function viewOfTemp(temp: TempMessage, text: Text, { state, reason, isHopeless = false }: Outcome): BubbleView {
  const hasFailed = state === 'failed';
  return {
    id: '',
    side: 'out',
    author: text('attendance.you'),
    isAuthorShown: false,
    quoted: temp.quoted,
    tag: temp.tag,
    documentName: null,
    text: temp.text,
    at: temp.submittedAt,
    delivery: hasFailed ? 'error' : 'pending',
    reactions: [],
    fault: hasFailed ? text('attendance.notSent', { reason: reason ?? text('error.unknown') }) : undefined,
    canRetry: hasFailed && !isHopeless,
    canDiscard: hasFailed,
    isUncertain: state === 'uncertain',
  };
}

function faultOf({ errorKey, errorCode }: Message, text: Text, isText: Surroundings['isText']): string {
  const known = errorKey !== null && isText(errorKey) ? errorKey : 'channel.error.unknown';
  const reason = text(known, { code: errorCode });
  // Nobody knows whether it was delivered.
  return errorCode === UNCERTAIN ? reason : text('attendance.notDelivered', { reason });
}
