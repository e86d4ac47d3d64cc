import type { Ack } from '../../../contract/facts/ack.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { Message, PastTicket, RelatedMessage, ThreadLine } from '../entities/entities.ts';
import type { DraftOrigin } from '../entities/draft-origin.ts';
import type { Failure } from '../entities/failure.ts';
import type { ClientId, CustomerId, InstanceId, MessageId, TicketId, UserId } from '../entities/ids.ts';
import type { Forwarded, OutgoingFile, SentTemplate, Shared } from '../log/events-send.ts';
import type { Viewer } from '../entities/viewer.ts';

/** A submitted message that the server hasn't confirmed. `id` is `{n}-temp`. */
export interface OptimisticMessage {
  readonly id: string;
  readonly clientId: ClientId;
  readonly userId: UserId;
  readonly text: string;
  readonly tag: TagType;
  /** Left out for a text. */
  readonly file?: OutgoingFile;
  /** The address of an image that the server fetches. */
  readonly imageUrl?: string;
  /** The message that it is a reaction to; left out for everything else. */
  readonly reactsTo?: MessageId;
  /** The message that it repeats; left out for everything else. */
  readonly forwards?: Forwarded;
  /** The template that it is; left out for everything else. */
  readonly template?: SentTemplate;
  /** The place or contact card that it is; left out for everything else. */
  readonly shares?: Shared;
  readonly quoted: RelatedMessage | null;
  readonly submittedAt: number;
}

/** The delivery state of a sent message. */
export interface Delivery {
  readonly ack: Ack;
  readonly errorCode: string | null;
  readonly errorKey: string | null;
}

/** A reaction that was taken back, and why. */
export interface RefusedReaction {
  readonly messageId: MessageId;
  readonly emoji: string;
  /** The server's refusal, or the provider's. */
  readonly failure: Failure | { readonly errorCode: string; readonly errorKey: string | null };
}

/** The messages held. */
export interface Chat {
  /** Ordered by id, without gaps from the oldest held on; reactions included. */
  readonly messages: readonly Message[];
  /** Ordered by id; all after the oldest message held, and maybe earlier ones. */
  readonly lines?: readonly ThreadLine[];
  /** Whether the server has nothing older. */
  readonly complete: boolean;
}

/** The full text of a truncated message, as far as it was fetched. */
export interface LongText {
  /** In order. */
  readonly parts: readonly string[];
  /** Where the next part starts, in characters; null once all of it is fetched. */
  readonly next: number | null;
  readonly loading: boolean;
  /** Whether it is expanded. */
  readonly open: boolean;
  /** Why the next part failed to load. */
  readonly failure: Failure | null;
}

/** The customer's finished tickets, newest first. `total` includes those not listed. */
export interface History {
  readonly tickets: readonly PastTicket[];
  readonly total: number;
}

/** The viewer's access to one of the conversation's tickets, as of a stream position. */
export interface Access {
  readonly visible: boolean;
  readonly open: boolean;
  readonly asOf: number;
  /** The name of whoever has it, while it isn't visible; left out for nobody. */
  readonly owner?: string;
}

/**
 * How much of the conversation the viewer may read: up to the newest ticket visible to them. `asOf` is the stream
 * position up to which that is known.
 */
export interface Visibility {
  /** Null while unknown. */
  readonly upTo: TicketId | null;
  readonly asOf: number;
  /** The conversation's known tickets. */
  readonly tickets: Readonly<Record<TicketId, Access>>;
}

/** A message that the reader jumps to. */
export interface Sought {
  readonly messageId: MessageId;
  /** Log position of the request: jumping to the same message again is a new jump. */
  readonly position: number;
  /** Whether its surroundings have to be fetched first. */
  readonly pending: boolean;
  /** Left out if it takes the focus. */
  readonly keepsFocus?: true;
  /** It is the reader's current place, so nothing scrolls; left out for a jump. */
  readonly isPlace?: true;
}

/** The fetch in flight, of older messages or of the newest page; answers to another one are ignored. */
export interface Awaited {
  readonly request: number;
  readonly older: boolean;
  /** The newest message held when it was requested. */
  readonly heldTo: MessageId | null;
  /** Of the past; left out for the newest messages. */
  readonly of?: 'around' | 'older' | 'newer';
}

export interface ConversationContext {
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly viewer: Viewer;
  readonly visibility: Visibility;
  /** The newest message that the viewer may read, reactions excluded. */
  readonly lastMessage: Message | null;
  /** When the customer last wrote; null if never. */
  readonly lastReceivedAt: number | null;
  /** Null while cold: no messages are held. */
  readonly chat: Chat | null;
  /** Old messages, shown instead of `chat`; left out or null for none. `complete` refers only to the older end. */
  readonly past?: Chat | null;
  /** The message that was jumped to, until the reader goes back to the newest. */
  readonly sought?: Sought | null;
  /** Why its surroundings failed to load. */
  readonly soughtFailure?: Failure | null;
  /** The id of that message; meaningless without a failure. */
  readonly soughtInVain?: MessageId;
  /** Why the page after the past failed to load. */
  readonly newerFailure?: Failure | null;
  /** Why the messages held have to be fetched again: more became visible, or less. */
  readonly outdated: 'widened' | 'narrowed' | null;
  /** Acks that came before their messages. */
  readonly early: Readonly<Record<MessageId, Delivery>>;
  /** Only of messages held; dropped when the conversation is left. */
  readonly longTexts: Readonly<Record<MessageId, LongText>>;
  /** In order of submission. */
  readonly optimistic: readonly OptimisticMessage[];
  readonly draft: string;
  /** How the draft began; left out or null without one. */
  readonly draftOrigin?: DraftOrigin | null;
  /** An internal note that isn't saved yet; left out before one was written. */
  readonly noteDraft?: string;
  readonly replyTo: MessageId | null;
  /** The last refused reaction, until its failure was read or another is refused; left out before the first. */
  readonly refusedReaction?: RefusedReaction | null;
  /** That message, if it is of the past; it may be dropped before the reply is sent. */
  readonly quoted?: Message | null;
  /** Its tickets that are on the screen. */
  readonly watchers: readonly TicketId[];
  /** Number of the last fetch. */
  readonly request: number;
  readonly awaited: Awaited | null;
  /** Why the newest page, or the next older one, failed to load. */
  readonly chatFailure: Failure | null;
  /** Null until fetched. */
  readonly history: History | null;
  /** Why it failed to load, until it is retried. */
  readonly historyFailure: Failure | null;
}

export const emptyChat: Chat = { messages: [], complete: false };

export interface ConversationInput {
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly viewer: Viewer;
}

/** The initial context: nothing is known. */
export function unknownConversation({ customerId, instanceId, viewer }: ConversationInput): ConversationContext {
  return {
    customerId,
    instanceId,
    viewer,
    visibility: { upTo: null, asOf: -1, tickets: {} },
    lastMessage: null,
    lastReceivedAt: null,
    chat: null,
    outdated: null,
    early: {},
    longTexts: {},
    optimistic: [],
    draft: '',
    replyTo: null,
    watchers: [],
    request: 0,
    awaited: null,
    chatFailure: null,
    history: null,
    historyFailure: null,
  };
}
