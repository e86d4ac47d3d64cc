import type { Ack } from '../../../contract/facts/ack.ts';
import type { Message, PastTicket, RelatedMessage } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { ClientId, CustomerId, InstanceId, MessageId, TicketId, UserId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';

/** A submitted message that the server isn't known to have. `id` is `{n}-temp`. */
export interface OptimisticMessage {
  readonly id: string;
  readonly clientId: ClientId;
  readonly userId: UserId;
  readonly text: string;
  readonly tag: 'stop_flow';
  readonly quoted: RelatedMessage | null;
  readonly submittedAt: number;
}

/** How far a sent message got. */
export interface AckNews {
  readonly ack: Ack;
  readonly errorCode: string | null;
  readonly errorKey: string | null;
}

/** What is held of the messages. */
export interface Chat {
  /** Ordered by id; all there are from the oldest held on. Reactions are among them. */
  readonly messages: readonly Message[];
  /** Whether nothing older is left on the server. */
  readonly complete: boolean;
}

/** The whole of a message's text that is cut, as far as it was asked for. */
export interface LongText {
  /** In their order. */
  readonly parts: readonly string[];
  /** Where the part after them begins, in characters; null when all of it is there. */
  readonly next: number | null;
  readonly loading: boolean;
  /** Whether it is shown instead of its beginning, or is to be. */
  readonly open: boolean;
  /** Why the next part didn't come. */
  readonly failure: Failure | null;
}

/** The customer's finished tickets, newest first. `total` counts those that aren't listed too. */
export interface History {
  readonly tickets: readonly PastTicket[];
  readonly total: number;
}

/** One of the conversation's tickets to the viewer, as of a position of the stream. */
export interface Access {
  readonly visible: boolean;
  readonly open: boolean;
  readonly asOf: number;
}

/**
 * How much of the conversation the viewer may read: up to the newest ticket that is visible to them.
 * `asOf` is the position of the stream up to which that is known.
 */
export interface Visibility {
  /** Null until it was told. */
  readonly upTo: TicketId | null;
  readonly asOf: number;
  /** The conversation's tickets, as far as they are known. */
  readonly tickets: Readonly<Record<TicketId, Access>>;
}

/** The fetch under way, of older messages or of the newest; what answers another one is ignored. */
export interface Awaited {
  readonly request: number;
  readonly older: boolean;
  /** The newest message held when it was asked. */
  readonly heldTo: MessageId | null;
}

export interface ConversationContext {
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly viewer: Viewer;
  readonly visibility: Visibility;
  /** The newest message that the viewer may read, reactions left out. */
  readonly lastMessage: Message | null;
  /** When the customer last wrote; null if never. */
  readonly lastReceivedAt: number | null;
  /** Null while cold: no messages are held. */
  readonly chat: Chat | null;
  /** Why what is held has to be fetched anew: more became visible, or less. */
  readonly outdated: 'widened' | 'narrowed' | null;
  /** Acks that came before their messages did. */
  readonly early: Readonly<Record<MessageId, AckNews>>;
  /** Only of messages that are held; forgotten when the conversation is left. */
  readonly longTexts: Readonly<Record<MessageId, LongText>>;
  /** In the order they were submitted. */
  readonly optimistic: readonly OptimisticMessage[];
  readonly draft: string;
  readonly replyTo: MessageId | null;
  /** Its tickets that are on the screen. */
  readonly watchers: readonly TicketId[];
  /** Numbers the fetches. */
  readonly request: number;
  readonly awaited: Awaited | null;
  /** Why the newest messages, or the next older page, didn't load. */
  readonly chatFailure: Failure | null;
  /** Null until it came. */
  readonly history: History | null;
  /** Why it didn't come, until it is asked for again. */
  readonly historyFailure: Failure | null;
}

export const emptyChat: Chat = { messages: [], complete: false };
