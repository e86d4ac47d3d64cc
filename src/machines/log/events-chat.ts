import type { Ack } from '../../../contract/facts/ack.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { TicketSort, TicketView } from '../../../contract/facts/ticket-views.ts';
import type {
  Instance,
  Message,
  PastTicket,
  Person,
  ThreadLine,
  Ticket,
  Transfer,
  User,
  CustomerTag,
} from '../entities/entities.ts';
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

/** Filters of the list beside view and instance; what is left out doesn't matter. */
export interface InboxFilters {
  readonly ownerId?: UserId | undefined;
  readonly departmentId?: string | undefined;
  readonly unseen?: true | undefined;
  readonly notResponded?: true | undefined;
  readonly blacklisted?: true | undefined;
}

/** The filters of the list of conversations. */
export interface InboxQuery {
  readonly instanceId: InstanceId | null;
  readonly status: 'open' | 'finished';
  readonly scope: TicketView;
  readonly search: string;
  /** Absent: `last_message`. Finished tickets are sorted by their end. */
  readonly sort?: TicketSort;
  /** Absent: none. */
  readonly only?: InboxFilters;
}

/** Which tickets are in each view under the current filters: ids of open ones, and the number of finished ones. */
export type ListedViews = Readonly<Record<TicketView, readonly TicketId[]>> & { readonly finished: number };

/** The list of conversations. */
export type InboxEvent =
  | {
      readonly type: 'inbox.filtered';
      readonly instanceId: InstanceId | null;
      readonly status: 'open' | 'finished';
      readonly scope: TicketView;
    }
  /** All filters as they are now. */
  | { readonly type: 'inbox.narrowed'; readonly only: InboxFilters }
  | { readonly type: 'inbox.sorted'; readonly sort: TicketSort }
  | { readonly type: 'inbox.searched'; readonly search: string }
  /** The end of the loaded rows came into view. */
  | { readonly type: 'inbox.endReached' }
  | { readonly type: 'inbox.retried' }
  | {
      readonly type: 'tickets.listed';
      readonly request: number;
      readonly query: InboxQuery;
      readonly page: number;
      readonly limit: number;
      /** `resync`: after lost frames; what is held and not among `items` is gone. */
      readonly purpose: 'page' | 'resync';
      readonly totalPages: number;
      readonly totalItems: number;
      /** Conversations with unread messages and an open ticket visible to the viewer; on any query's first page. */
      readonly unseenConversations?: readonly ConversationKey[];
      /** All customers that the viewer has pinned; on the first page only. */
      readonly pinnedCustomers?: readonly CustomerId[];
      /** On a first page that was to bring it. */
      readonly views?: ListedViews;
      readonly streamPosition: number;
      readonly items: readonly Ticket[];
    }
  | { readonly type: 'tickets.listFailed'; readonly request: number; readonly failure: Failure };

/** One ticket and its conversation. */
export type TicketEvent =
  /** The attendant opened the conversation. */
  | { readonly type: 'ticket.opened'; readonly ticketId: TicketId }
  | { readonly type: 'ticket.left'; readonly ticketId: TicketId }
  /** Whether the newest message of an open conversation is in view, as it is initially, or scrolled away. */
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
      /** What stands among them, and some lines before; oldest first. */
      readonly lines?: readonly ThreadLine[];
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
  /** The attendant wants the next part of a truncated text. */
  | { readonly type: 'text.requested'; readonly ticketId: TicketId; readonly messageId: MessageId }
  /** A part of a text, starting at character `from`. `next` is where the following part starts; null at the end. */
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
  /** The text was collapsed to its beginning. */
  | { readonly type: 'text.folded'; readonly ticketId: TicketId; readonly messageId: MessageId }
  /** The attendant typed; `text` is the whole draft. */
  | { readonly type: 'draft.changed'; readonly ticketId: TicketId; readonly text: string }
  /** The attendant typed an internal note; `text` is the whole draft. */
  | { readonly type: 'noteDraft.changed'; readonly ticketId: TicketId; readonly text: string }
  /** Drafts stored by an earlier page. */
  | {
      readonly type: 'drafts.restored';
      readonly drafts: readonly {
        readonly customerId: CustomerId;
        readonly instanceId: InstanceId;
        readonly text: string;
        /** Left out for a message. */
        readonly of?: 'note';
      }[];
    }
  | { readonly type: 'reply.chosen'; readonly ticketId: TicketId; readonly messageId: MessageId | null }
  /** The draft as another tab has it; empty for none. */
  | {
      readonly type: 'draft.receivedFromTab';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly text: string;
      /** Left out for a message. */
      readonly of?: 'note';
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

/** Frames that the server pushed, each with its position in the stream. */
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
  /** A line of a conversation is new or changed. */
  | {
      readonly type: 'line.changed';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly line: ThreadLine;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'customer.arrived';
      readonly ticket: Ticket;
      /** Its finish was undone; else it is new. */
      readonly reopened?: true;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'customer.blacklisted';
      readonly customerId: CustomerId;
      readonly blacklisted: boolean;
      readonly stream: StreamPosition;
    }
  /** What the company keeps of a customer changed; the part that lists show. */
  | {
      readonly type: 'customer.updated';
      readonly customerId: CustomerId;
      readonly name: string;
      readonly tags: readonly CustomerTag[];
      readonly stream: StreamPosition;
    }
  /** A list that several screens show changed; `what` is its name on the wire. */
  | { readonly type: 'list.updated'; readonly what: string; readonly stream: StreamPosition }
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
      /** The company's first user, who is notified of every change of owner. */
      readonly firstUserId?: UserId;
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
  /** Permissions of the company or of the user's role changed and have to be fetched again. */
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

/** The file of a message to be sent. Its bytes aren't in the log: the adapters keep them under the client id. */
export interface OutgoingFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly tag: TagType;
}

/** A text or a file to be sent, as the outbox stores it first. `tempId` is `{n}-temp`. */
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
  readonly replyTo: MessageId | null;
  readonly userId: UserId;
  /** When it was submitted. */
  readonly submittedAt: number;
}

/** A message in the outbox. `failure` is why the server refused it; null while that is open. */
export interface StoredMessage extends OutgoingMessage {
  readonly failure: Failure | null;
}

/** A message being sent. */
export type SendEvent =
  /** `isResend`: repeats a message that wasn't delivered, so the draft stays. */
  | { readonly type: 'message.submitted'; readonly message: OutgoingMessage; readonly isResend?: boolean }
  /** Messages that an earlier page stored and didn't see settled, in order of submission. */
  | { readonly type: 'outbox.restored'; readonly messages: readonly StoredMessage[] }
  | { readonly type: 'outbox.stored'; readonly clientId: ClientId }
  /** Storage refused (private mode, quota). It is sent anyway, but a crash would lose it. */
  | { readonly type: 'outbox.storeFailed'; readonly clientId: ClientId; readonly reason: string }
  /** So many bytes of its file are uploaded; at most every 200 ms. Not stored. */
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
  | { readonly type: 'message.discarded'; readonly clientId: ClientId };

/** The answer to the viewer's own reset of a counter. */
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

/** A transfer's dialog and calls. A draft is identified by its ticket, a created transfer by its id. */
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
      /** For the next owner. */
      readonly note?: string;
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
  /** The attendant clicked the desktop notification. */
  | { readonly type: 'notice.desktopClicked'; readonly noticeId: string };
