import type { Ack } from '../../../contract/ack.ts';
import type { Message, PastTicket, RelatedMessage, Ticket } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { ClientId, MessageId, TicketId, UserId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';

/** A submitted message that the server isn't known to have. `id` is `{n}-temp`. */
export interface TempMessage {
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

/** What is held of a conversation. */
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

/** The customer's finished tickets, newest first, without this one. `total` counts those that aren't listed too. */
export interface History {
  readonly tickets: readonly PastTicket[];
  readonly total: number;
}

/** Positions of the stream up to which each part is known; -1 for never told. Older news of it is ignored. */
export interface AsOf {
  readonly ticket: number;
  readonly pinned: number;
  readonly blacklisted: number;
}

/** How far the conversation is read: up to the newest ticket of it that the viewer sees, as of a position of the stream. */
export interface Sight {
  /** Null until it was told. */
  readonly upTo: TicketId | null;
  readonly asOf: number;
}

export interface TicketContext {
  readonly ticketId: TicketId;
  readonly viewer: Viewer;
  /** As last told by the server, `pinned` included; null until it is. */
  readonly ticket: Ticket | null;
  readonly asOf: AsOf;
  /** Of the conversation, whose last message is the ticket's. */
  readonly sight: Sight;
  /** What the attendant chose and the server hasn't confirmed. */
  readonly pinWanted: boolean | null;
  /** Null while cold: nothing of the conversation is held. */
  readonly chat: Chat | null;
  /** Acks that came before their messages did. */
  readonly early: Readonly<Record<MessageId, AckNews>>;
  /** Only of messages that are held; forgotten when the conversation is left. */
  readonly longTexts: Readonly<Record<MessageId, LongText>>;
  /** In the order they were submitted. */
  readonly temps: readonly TempMessage[];
  readonly draft: string;
  readonly replyTo: MessageId | null;
  /** Whether the conversation is open on the screen. */
  readonly watched: boolean;
  /** Numbers the fetches of the conversation. */
  readonly request: number;
  /** The fetch under way, of older messages or of the newest; what answers another one is not ours. */
  readonly awaited: Awaited | null;
  /** Why the conversation, or its next older page, didn't load. */
  readonly chatFailure: Failure | null;
  /** As of which position the ticket was known when it was last asked for. */
  readonly askedAsOf: number;
  /** Why the ticket itself didn't load; null once it is told of. */
  readonly loadFailure: Failure | null;
  /** Null until it came. */
  readonly history: History | null;
  /** Why it didn't come, until it is asked for again. */
  readonly historyFailure: Failure | null;
  /** Whether our own finish is under way. */
  readonly finishAsked: boolean;
  readonly finishFailure: Failure | null;
}

export interface Awaited {
  readonly request: number;
  readonly older: boolean;
  /** The newest message held when it was asked. */
  readonly heldTo: MessageId | null;
}

export const emptyChat: Chat = { messages: [], complete: false };
export const neverTold: AsOf = { ticket: -1, pinned: -1, blacklisted: -1 };
