import type { Ack } from '../../../contract/facts/ack.ts';
import type { Instance, Message, PastTicket, Person, Ticket, Transfer, User } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type {
  ClientId,
  ConversationKey,
  CustomerId,
  InstanceId,
  MessageId,
  TicketId,
  TransferId,
  UserId,
} from '../entities/ids.ts';
import type { StreamPosition } from './stream.ts';

/** What the list asks the server for. */
export interface InboxQuery {
  readonly instanceId: InstanceId | null;
  readonly status: 'open' | 'finished';
  readonly scope: 'mine' | 'all';
  readonly search: string;
}

/** The list of conversations. */
export type InboxEvent =
  | {
      readonly type: 'inbox.filtered';
      readonly instanceId: InstanceId | null;
      readonly status: 'open' | 'finished';
      readonly scope: 'mine' | 'all';
    }
  | { readonly type: 'inbox.searched'; readonly search: string }
  /** The end of what is loaded came into view. */
  | { readonly type: 'inbox.endReached' }
  | { readonly type: 'inbox.retried' }
  | {
      readonly type: 'tickets.listed';
      readonly request: number;
      readonly query: InboxQuery;
      readonly page: number;
      readonly limit: number;
      /** `resync`: after a gap; what is held and not among `items` is no longer there. */
      readonly purpose: 'page' | 'resync';
      readonly totalPages: number;
      readonly totalItems: number;
      /** Conversations with something unseen in an open ticket that the viewer sees, whatever the query; only a list's first page tells. */
      readonly unseenConversations?: readonly ConversationKey[];
      /** On the first page of a list: everybody whom the viewer has pinned. */
      readonly pinnedCustomers?: readonly CustomerId[];
      readonly streamPosition: number;
      readonly items: readonly Ticket[];
    }
  | { readonly type: 'tickets.listFailed'; readonly request: number; readonly failure: Failure };

/** One ticket and its conversation. */
export type TicketEvent =
  /** The attendant opened the conversation. */
  | { readonly type: 'ticket.opened'; readonly ticketId: TicketId }
  | { readonly type: 'ticket.left'; readonly ticketId: TicketId }
  /** Whether the newest message of an open conversation is in view, or one reads further up; it is when it opens. */
  | { readonly type: 'chat.endShown'; readonly ticketId: TicketId; readonly isShown: boolean }
  | { readonly type: 'ticket.loaded'; readonly ticket: Ticket; readonly streamPosition: number }
  | { readonly type: 'ticket.loadFailed'; readonly ticketId: TicketId; readonly failure: Failure }
  | { readonly type: 'chat.olderRequested'; readonly ticketId: TicketId }
  | { readonly type: 'chat.retried'; readonly ticketId: TicketId }
  | {
      readonly type: 'chat.listed';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly request: number;
      readonly older: boolean;
      /** Oldest first. */
      readonly items: readonly Message[];
      /** Whether nothing older is left on the server. */
      readonly complete: boolean;
    }
  | {
      readonly type: 'chat.listFailed';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly request: number;
      readonly failure: Failure;
    }
  /** The customer's finished tickets, newest first; `total` is how many the server has. */
  | {
      readonly type: 'history.listed';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly tickets: readonly PastTicket[];
      readonly total: number;
    }
  | {
      readonly type: 'history.failed';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly failure: Failure;
    }
  | { readonly type: 'history.retried'; readonly ticketId: TicketId }
  /** The attendant wants the whole of a text that is cut, or what follows the part that is shown. */
  | { readonly type: 'text.requested'; readonly ticketId: TicketId; readonly messageId: MessageId }
  /** A part of a text from character `from` on. `next` is where the part after it begins; null at the end. */
  | {
      readonly type: 'text.loaded';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly messageId: MessageId;
      readonly from: number;
      readonly text: string;
      readonly next: number | null;
    }
  | {
      readonly type: 'text.loadFailed';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly messageId: MessageId;
      readonly failure: Failure;
    }
  /** Its beginning is enough again. */
  | { readonly type: 'text.folded'; readonly ticketId: TicketId; readonly messageId: MessageId }
  /** The attendant typed; `text` is the whole draft. */
  | { readonly type: 'draft.changed'; readonly ticketId: TicketId; readonly text: string }
  /** Drafts kept by an earlier page, by customer. */
  | {
      readonly type: 'drafts.restored';
      readonly drafts: readonly {
        readonly customerId: CustomerId;
        readonly instanceId: InstanceId;
        readonly text: string;
      }[];
    }
  | { readonly type: 'reply.chosen'; readonly ticketId: TicketId; readonly messageId: MessageId | null }
  /** What is being written in another tab; empty for nothing. */
  | {
      readonly type: 'draft.told';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly text: string;
    }
  | { readonly type: 'ticket.finishRequested'; readonly ticketId: TicketId }
  /** The answer to our own finish. */
  | { readonly type: 'ticket.finished'; readonly ticket: Ticket }
  | { readonly type: 'ticket.finishFailed'; readonly ticketId: TicketId; readonly failure: Failure }
  | { readonly type: 'customer.pinToggled'; readonly customerId: CustomerId; readonly pinned: boolean }
  | {
      readonly type: 'customer.pinFailed';
      readonly customerId: CustomerId;
      readonly pinned: boolean;
      readonly failure: Failure;
    };

/** What the server pushed. Each bears its place in the stream. */
export type FrameEvent =
  | {
      readonly type: 'message.arrived';
      readonly message: Message;
      readonly ticket: Ticket;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'message.ackChanged';
      readonly messageId: MessageId;
      readonly clientId: ClientId | null;
      readonly ticketId: TicketId;
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly ack: Ack;
      readonly errorCode: string | null;
      readonly errorKey: string | null;
      readonly stream: StreamPosition;
    }
  | { readonly type: 'customer.arrived'; readonly ticket: Ticket; readonly stream: StreamPosition }
  | {
      readonly type: 'customer.blacklisted';
      readonly customerId: CustomerId;
      readonly blacklisted: boolean;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'customer.pinned';
      readonly customerId: CustomerId;
      readonly pinned: boolean;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'ticket.closed';
      readonly ticket: Ticket;
      readonly by: Person | null;
      readonly stream: StreamPosition;
    }
  /** A transfer was created. `addressed`: the frame asks its next owner to confirm. */
  | {
      readonly type: 'transfer.arrived';
      readonly transfer: Transfer;
      readonly ticket: Ticket;
      readonly by: Person | null;
      readonly addressed: boolean;
      readonly stream: StreamPosition;
    }
  /** A ticket has a new owner; `transfer` is null when an attendant took an unowned one. */
  | {
      readonly type: 'ticket.transferred';
      readonly transfer: Transfer | null;
      readonly ticket: Ticket;
      readonly by: Person | null;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'transfer.removed';
      readonly transfer: Transfer;
      readonly ticket: Ticket;
      readonly by: Person | null;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'notice.arrived';
      readonly noticeId: string;
      readonly title: string;
      readonly text: string;
      readonly attendant: Person | null;
      readonly ticketId: TicketId;
      readonly customerId: CustomerId;
      readonly customerName: string;
      readonly instanceId: InstanceId;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'unseen.wasReset';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly upToId: MessageId | null;
      readonly unseen: number;
      readonly stream: StreamPosition;
    }
  | { readonly type: 'instance.updated'; readonly instance: Instance; readonly stream: StreamPosition }
  /** What one may open was changed, for all of the company or for one's role: it has to be asked for again. */
  | { readonly type: 'permissions.outdated'; readonly stream: StreamPosition }
  | {
      readonly type: 'campaign.updated';
      readonly campaignId: string;
      readonly name: string;
      readonly status: string;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'customerGroup.updated';
      readonly groupId: string;
      readonly name: string;
      readonly stream: StreamPosition;
    };

/** A text to be sent, as it is stored before it goes out. `tempId` is `{n}-temp`. */
export interface OutgoingMessage {
  readonly clientId: ClientId;
  readonly tempId: string;
  readonly ticketId: TicketId;
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly toNumber: string;
  readonly text: string;
  readonly replyTo: MessageId | null;
  readonly userId: UserId;
  /** When it was submitted. */
  readonly submittedAt: number;
}

/** A message as the outbox holds it; `failure` says why the server refused it, null while that isn't settled. */
export interface StoredMessage extends OutgoingMessage {
  readonly failure: Failure | null;
}

/** A message on its way out. */
export type SendEvent =
  /** `isResend`: the text of one that wasn't delivered; what is being written stays. */
  | { readonly type: 'message.submitted'; readonly message: OutgoingMessage; readonly isResend?: boolean }
  /** Messages that an earlier page stored and never saw sent, in the order of their submission. */
  | { readonly type: 'outbox.restored'; readonly messages: readonly StoredMessage[] }
  | { readonly type: 'outbox.stored'; readonly clientId: ClientId }
  /** Storage refused (private mode, quota): it is sent all the same, but a crash would lose it. */
  | { readonly type: 'outbox.storeFailed'; readonly clientId: ClientId; readonly reason: string }
  | { readonly type: 'message.accepted'; readonly clientId: ClientId; readonly message: Message }
  | { readonly type: 'message.refused'; readonly clientId: ClientId; readonly failure: Failure }
  /** No answer came: it is not known whether the server has it. */
  | { readonly type: 'message.answerLost'; readonly clientId: ClientId }
  /** What the server says of a client id: its message, or null if it never got it. */
  | { readonly type: 'message.resolved'; readonly clientId: ClientId; readonly message: Message | null }
  | { readonly type: 'message.resolveFailed'; readonly clientId: ClientId }
  | { readonly type: 'message.retried'; readonly clientId: ClientId }
  | { readonly type: 'message.discarded'; readonly clientId: ClientId };

/** The answer to our own reset of a counter. */
export type UnseenEvent =
  | {
      readonly type: 'unseen.resetAnswered';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly upToId: MessageId | null;
      readonly unseen: number;
      readonly streamPosition: number;
    }
  | {
      readonly type: 'unseen.resetFailed';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly failure: Failure;
    };

/** A transfer's dialog and its calls. A draft is known by its ticket, a created one by its id. */
export type TransferEvent =
  | { readonly type: 'transfer.drafted'; readonly ticketId: TicketId }
  | { readonly type: 'transfer.dismissed'; readonly ticketId: TicketId }
  | { readonly type: 'transfer.candidatesListed'; readonly ticketId: TicketId; readonly users: readonly User[] }
  | { readonly type: 'transfer.candidatesFailed'; readonly ticketId: TicketId; readonly failure: Failure }
  | {
      readonly type: 'transfer.submitted';
      readonly ticketId: TicketId;
      readonly nextOwner: Person;
      readonly previousOwner: Person | null;
    }
  | { readonly type: 'transfer.created'; readonly ticketId: TicketId; readonly transfer: Transfer }
  | { readonly type: 'transfer.createFailed'; readonly ticketId: TicketId; readonly failure: Failure }
  | { readonly type: 'transfer.confirmRequested'; readonly transferId: TransferId }
  | { readonly type: 'transfer.confirmed'; readonly transfer: Transfer }
  | { readonly type: 'transfer.confirmFailed'; readonly transferId: TransferId; readonly failure: Failure }
  | { readonly type: 'transfer.deleteRequested'; readonly transferId: TransferId }
  | { readonly type: 'transfer.deleted'; readonly transfer: Transfer }
  | { readonly type: 'transfer.deleteFailed'; readonly transferId: TransferId; readonly failure: Failure };

/** A notice on the screen. */
export type NoticeEvent =
  | { readonly type: 'notice.cleared'; readonly noticeId: string }
  /** The attendant clicked the browser's own notice. */
  | { readonly type: 'notice.desktopClicked'; readonly noticeId: string };
