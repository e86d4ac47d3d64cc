import type { CampaignNews } from '../campaign/campaign.machine.ts';
import type { Ack } from '../../../contract/facts/ack.ts';

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
import type { DraftOrigin } from '../entities/draft-origin.ts';
import type { Failure } from '../entities/failure.ts';
import type { ClientId, CustomerId, InstanceId, MessageId, TicketId, TransferId, UserId } from '../entities/ids.ts';
import type { TransferTarget } from './events-send.ts';
import type { StreamPosition } from './stream.ts';

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
  /** A reader of old messages came near the end of those held. */
  | { readonly type: 'chat.newerRequested'; readonly ticketId: TicketId }
  /** A message is to be shown among its surroundings, however old: one found, or quoted. */
  | {
      readonly type: 'chat.sought';
      readonly ticketId: TicketId;
      readonly messageId: MessageId;
      /** The focus stays where it is: a search goes on, or is over before the message is there. */
      readonly keepsFocus?: true;
      /** It is the reader's current place, which stays put while the newest messages load. */
      readonly isPlace?: true;
    }
  /** Back from old messages to the newest. */
  | { readonly type: 'chat.latestRequested'; readonly ticketId: TicketId }
  | { readonly type: 'chat.retried'; readonly ticketId: TicketId }
  | {
      readonly type: 'chat.listed';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly request: number;
      readonly older: boolean;
      /** Oldest first. */
      readonly items: readonly Message[];
      /** Event lines among them, and some before; oldest first. */
      readonly lines?: readonly ThreadLine[];
      /** Whether nothing older is left on the server; false where it wasn't asked. */
      readonly complete: boolean;
      /** Whether nothing newer is left there; left out where it wasn't asked. */
      readonly latest?: boolean;
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
  /** The attendant typed; `text` is the whole draft. `customerName` is shown where the ticket is no longer visible. */
  | {
      readonly type: 'draft.changed';
      readonly ticketId: TicketId;
      readonly text: string;
      readonly customerName?: string;
    }
  /** The attendant discarded a draft, of a conversation that may no longer be visible to them. */
  | {
      readonly type: 'draft.discarded';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      /** Left out for a message. */
      readonly of?: 'note';
    }
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
        readonly origin?: DraftOrigin;
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
      readonly origin?: DraftOrigin;
    }
  /** `outcomeId`: one of the company's outcomes; left out for without. */
  | { readonly type: 'ticket.finishRequested'; readonly ticketId: TicketId; readonly outcomeId?: string }
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
      /** Its finish was undone; else it is new, or was snoozed. */
      readonly reopened?: true;
      /** Its snooze is over. */
      readonly woken?: true;
      /** It is the viewer's, and the 24-hour window is about to close. */
      readonly shutting?: true;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'customer.blacklisted';
      readonly customerId: CustomerId;
      readonly blacklisted: boolean;
      readonly stream: StreamPosition;
    }
  /** A customer's data changed; only the fields that lists show. */
  | {
      readonly type: 'customer.updated';
      readonly customerId: CustomerId;
      readonly name: string;
      /** Left out by servers before they could be changed. */
      readonly phone?: string | undefined;
      readonly image?: string | null | undefined;
      readonly tags: readonly CustomerTag[];
      readonly stream: StreamPosition;
    }
  /** A customer was merged into another: their conversations are the other's now, and are asked for again. */
  | {
      readonly type: 'customers.merged';
      readonly fromId: CustomerId;
      readonly fromName: string;
      readonly intoId: CustomerId;
      readonly intoName: string;
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
      /** Who had the ticket before; left out for nobody, and by servers of an earlier version. */
      readonly previousOwnerId?: UserId;
      /** Whose queue it was moved to; left out for its own. */
      readonly department?: Person;
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
      /** When the message was written; left out by servers of an earlier version. */
      readonly at?: number;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'unseen.wasReset';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly upToId: MessageId | null;
      readonly unseen: number;
      /** It was marked unread, and not reset. */
      readonly marked?: true;
      readonly stream: StreamPosition;
    }
  | { readonly type: 'instance.updated'; readonly instance: Instance; readonly stream: StreamPosition }
  /** Permissions of the company or of the user's role changed and have to be fetched again. */
  | { readonly type: 'permissions.outdated'; readonly stream: StreamPosition }
  | {
      readonly type: 'campaign.updated';
      readonly campaignId: string;
      /** Null from a server that sends no counts. */
      readonly news: CampaignNews | null;
      readonly stream: StreamPosition;
    }
  | {
      readonly type: 'customerGroup.updated';
      readonly groupId: string;
      readonly name: string;
      readonly stream: StreamPosition;
    };

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
    }
  /** The viewer wants the failed reset once more. */
  | { readonly type: 'unseen.retried'; readonly customerId: CustomerId; readonly instanceId: InstanceId };

/** A transfer's dialog and calls. A draft is identified by its ticket, a created transfer by its id. */
export type TransferEvent =
  | { readonly type: 'transfer.drafted'; readonly ticketId: TicketId }
  /** The dialog was closed. What was submitted goes on. */
  | { readonly type: 'transfer.dismissed'; readonly ticketId: TicketId }
  /** The user withdrew a submitted transfer that still waits. */
  | { readonly type: 'transfer.withdrawn'; readonly ticketId: TicketId }
  | { readonly type: 'transfer.candidatesListed'; readonly ticketId: TicketId; readonly users: readonly User[] }
  | { readonly type: 'transfer.candidatesFailed'; readonly ticketId: TicketId; readonly failure: Failure }
  | {
      readonly type: 'transfer.submitted';
      readonly ticketId: TicketId;
      /** Given by the page, anew for each submission. */
      readonly clientId: ClientId;
      readonly target: TransferTarget;
      readonly previousOwner: Person | null;
      /** For whoever gets it. */
      readonly note?: string;
    }
  | { readonly type: 'transfer.created'; readonly ticketId: TicketId; readonly transfer: Transfer }
  /** The server put the ticket into the queue that the transfer named. */
  | { readonly type: 'transfer.queued'; readonly ticketId: TicketId }
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
  /** The pointer or the focus is on the notices, so they stay (held), or it left them (released). */
  | { readonly type: 'notices.held' }
  | { readonly type: 'notices.released' }
  /** Listed notices were read; null: all of them. */
  | { readonly type: 'notices.read'; readonly ids: readonly string[] | null }
  /** Notices that the person read or cleared in another tab. */
  | { readonly type: 'notices.readInOtherTab'; readonly ids: readonly string[] }
  /** The attendant clicked the desktop notification. */
  | { readonly type: 'notice.desktopClicked'; readonly noticeId: string };
