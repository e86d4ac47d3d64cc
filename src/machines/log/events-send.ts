import type { TagType } from '../../../contract/facts/tag-type.ts';

import type { Choices, Message, Person, SharedContact, SharedPlace } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { ClientId, CustomerId, InstanceId, MessageId, TicketId, UserId } from '../entities/ids.ts';

/** The file of a message to be sent. Its bytes aren't in the log: the adapters keep them under the client id. */
export interface OutgoingFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly tag: TagType;
}

/** The forwarded message, maybe of another conversation. */
export interface Forwarded {
  readonly id: MessageId;
  readonly tag: TagType;
  readonly documentName: string | null;
  /** It didn't reach its customer, and is sent to them once more. */
  readonly again?: true;
}

/** The template that a message is, with the values of its variables by their keys. */
export interface SentTemplate {
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A place, a contact card, or what the text lets the customer choose from, to be sent. */
export type Shared =
  | { readonly place: SharedPlace }
  | { readonly contact: SharedContact }
  | { readonly choices: Choices };

/** A text, a file or a reaction to be sent, as the outbox stores it first. `tempId` is `{n}-temp`. */
export interface OutgoingMessage {
  readonly clientId: ClientId;
  readonly tempId: string;
  readonly ticketId: TicketId;
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly toNumber: string;
  /** The text, or the caption of the file; may be empty with a file. */
  readonly text: string;
  /** Left out for a text. */
  readonly file?: OutgoingFile;
  /** Address of an image that the server fetches; left out for everything else. */
  readonly imageUrl?: string;
  /** The message that it is a reaction to; `text` is the emoji, empty to take it back. Left out for everything else. */
  readonly reactsTo?: MessageId;
  /** The message that it repeats for another customer; `text` is as much of its text as is loaded. Else left out. */
  readonly forwards?: Forwarded;
  /** The template that it is; `text` is its filled-in text. Left out for everything else. */
  readonly template?: SentTemplate;
  /** The place, contact card or choices that it is; `text` is shown in lists. Left out for everything else. */
  readonly shares?: Shared;
  readonly replyTo: MessageId | null;
  readonly userId: UserId;
  /** When it was submitted. */
  readonly submittedAt: number;
}

/** A message in the outbox. `failure` is why the server refused it; null while that is open. */
export interface StoredMessage extends OutgoingMessage {
  readonly failure: Failure | null;
}

/** A transfer's target: a person, who has to accept it, to a department's queue, or back to its own queue. */
export type TransferTarget =
  | ({ readonly kind: 'person' } & Person)
  | ({ readonly kind: 'department' } & Person)
  | { readonly kind: 'queue' };

/** A transfer to be carried out. */
export interface OutgoingTransfer {
  readonly kind: 'transfer';
  /** Idempotency key of the call. */
  readonly clientId: ClientId;
  readonly ticketId: TicketId;
  readonly instanceId: InstanceId;
  readonly target: TransferTarget;
  readonly previousOwner: Person | null;
  /** For whoever gets it; may be empty. */
  readonly note: string;
  readonly userId: UserId;
}

/** A ticket to be finished. */
interface OutgoingFinish {
  readonly kind: 'finish';
  /** `finish:` and the ticket: a ticket is finished once. */
  readonly clientId: ClientId;
  readonly ticketId: TicketId;
  readonly outcomeId: string | null;
  readonly userId: UserId;
}

/** A pending action on a ticket, kept in the outbox until the server did or refused it. */
export type OutgoingAction = OutgoingTransfer | OutgoingFinish;

/** A message being sent. */
export type SendEvent =
  /** `isResend`: repeats a message that wasn't delivered, so the draft stays. */
  | { readonly type: 'message.submitted'; readonly message: OutgoingMessage; readonly isResend?: boolean }
  /** Entries that an earlier page left unsettled, in order of submission. `actions` is left out for none. */
  | {
      readonly type: 'outbox.restored';
      readonly messages: readonly StoredMessage[];
      readonly actions?: readonly OutgoingAction[];
    }
  /** Number of unreadable stored messages, actions or drafts, which are dropped; null: all, in unknown number. */
  | {
      readonly type: 'outbox.readFailed';
      readonly of: 'messages' | 'drafts';
      readonly count: number | null;
      readonly reason: string;
    }
  /** A message or an action is stored. */
  | { readonly type: 'outbox.stored'; readonly clientId: ClientId }
  /** Storage refused it (private mode, quota). It is sent anyway, but a crash would lose it. */
  | { readonly type: 'outbox.storeFailed'; readonly clientId: ClientId; readonly reason: string }
  /** Bytes of its file uploaded so far; at most every 200 ms. Not stored. */
  | { readonly type: 'message.progressed'; readonly clientId: ClientId; readonly sent: number; readonly total: number }
  /** The server has the file, but hasn't sent it yet. */
  | { readonly type: 'message.uploaded'; readonly clientId: ClientId }
  /** No answer to the upload came. The message certainly wasn't sent. */
  | { readonly type: 'message.uploadLost'; readonly clientId: ClientId }
  | { readonly type: 'message.accepted'; readonly clientId: ClientId; readonly message: Message }
  | { readonly type: 'message.refused'; readonly clientId: ClientId; readonly failure: Failure }
  /** No answer came: whether the server has it is unknown. */
  | { readonly type: 'message.answerLost'; readonly clientId: ClientId }
  /** The server's message for a client id; null if it never received one. */
  | { readonly type: 'message.resolved'; readonly clientId: ClientId; readonly message: Message | null }
  | { readonly type: 'message.resolveFailed'; readonly clientId: ClientId }
  | { readonly type: 'message.retried'; readonly clientId: ClientId }
  | { readonly type: 'message.discarded'; readonly clientId: ClientId }
  /** The attendant has seen why a reaction was refused. */
  | { readonly type: 'reaction.refusalRead'; readonly customerId: CustomerId; readonly instanceId: InstanceId };
