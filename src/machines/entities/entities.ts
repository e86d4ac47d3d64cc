import type { Ack } from '../../../contract/facts/ack.ts';
import type { TagColor } from '../../../contract/facts/tag-colors.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { ClientId, CustomerId, InstanceId, MessageId, TicketId, TransferId, UserId } from './ids.ts';

/*
 * The entities that the machines hold, in the client's own names. Adapters convert them from the wire. Times are
 * milliseconds since 1970.
 */

export interface Person {
  readonly id: UserId;
  readonly name: string;
}

export interface Owner extends Person {
  readonly image: string | null;
}

export interface Instance {
  readonly id: InstanceId;
  readonly name: string;
  readonly active: boolean;
  /** Left out for WhatsApp. */
  readonly sms?: true;
  /** A gateway carries its messages, not Meta's API; left out otherwise. */
  readonly gateway?: true;
  /** Its phone isn't paired with its gateway: nothing comes or goes. Left out otherwise. */
  readonly notPaired?: true;
}

/** `roleName` is the role's key (`administrador`), `roleLabel` its display name. */
export interface User extends Owner {
  readonly username: string;
  readonly email: string;
  readonly roleName: string;
  readonly roleLabel: string;
  readonly connected: boolean;
  /** Set themselves away; left out for no. */
  readonly away?: boolean;
  readonly department: string | null;
  readonly departmentId?: string | null;
  readonly instances: readonly Instance[];
}

/** `phone` is digits only, country code first. */
export interface Customer {
  readonly id: CustomerId;
  readonly name: string;
  readonly phone: string;
  readonly image: string | null;
  readonly blacklisted: boolean;
  readonly since: number;
  /** By name; left out before the server has said so. */
  readonly tags?: readonly CustomerTag[];
  /** Numbers of customers merged into this one; left out for none. */
  readonly numbers?: readonly string[];
}

export interface CustomerTag {
  readonly id: string;
  readonly name: string;
  readonly color: TagColor;
}

/** A message quoted by another, or a reaction to it. */
export interface RelatedMessage {
  readonly id: MessageId;
  readonly received: boolean;
  readonly text: string | null;
  readonly tag: TagType;
  readonly documentName: string | null;
  readonly bot: boolean;
  readonly author: Person | null;
}

/** A message's choices: reply buttons or, with the `button` that opens it, a list. */
export interface Choices {
  readonly button: string | null;
  readonly options: readonly { readonly title: string; readonly description: string | null }[];
}

/** A place that a customer shared, in degrees. */
export interface SharedPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string | null;
  readonly address: string | null;
}

/** A contact card that a customer shared. */
export interface SharedContact {
  readonly name: string;
  readonly organization: string | null;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/** A message that the server has. `received`: from the customer. */
export interface Message {
  readonly id: MessageId;
  readonly clientId: ClientId | null;
  readonly ticketId: TicketId;
  readonly received: boolean;
  readonly at: number;
  /** When the server accepted it; orders the list of conversations. */
  readonly takenAt: number;
  readonly text: string | null;
  /** Whether `text` is truncated; the rest is fetched on demand. */
  readonly cut: boolean;
  readonly tag: TagType;
  readonly unseen: boolean;
  readonly bot: boolean;
  readonly author: Person | null;
  readonly quoted: RelatedMessage | null;
  readonly parentId: MessageId | null;
  readonly reactions: readonly RelatedMessage[];
  readonly documentName: string | null;
  readonly documentType: string | null;
  /** It was written elsewhere first; left out otherwise. */
  readonly forwarded?: true;
  /** The undelivered message that it sends once more; left out otherwise. */
  readonly repeats?: MessageId;
  /** It was sent as a template; its tag is that of its header's file, if any. Left out otherwise. */
  readonly isTemplate?: true;
  /** It was missed and fetched later; left out otherwise. */
  readonly recovered?: true;
  /** What a customer shared; left out of other kinds. */
  readonly place?: SharedPlace;
  readonly contacts?: readonly SharedContact[];
  /** Its choices for the customer; its text is the question. */
  readonly choices?: Choices;
  /** Of an image sent by its address: it has no file at the server; left out otherwise. */
  readonly imageUrl?: string;
  /** Whether the server has its file; left out if it didn't say. */
  readonly hasFile?: boolean;
  readonly ack: Ack;
  readonly errorCode: string | null;
  readonly errorKey: string | null;
}

/** An entry of a conversation besides messages: a ticket's event, or a note. */
export interface ThreadLine {
  readonly id: string;
  /** One of `CHAT_EVENT_KINDS`, or one that only a newer page knows. */
  readonly kind: string;
  readonly at: number;
  /** The message that it follows; `0`: before the first. */
  readonly afterId: MessageId;
  readonly ticketId: TicketId;
  readonly protocol: string;
  /** Who caused it, or wrote the note; null: the system. */
  readonly by: Person | null;
  readonly from: Person | null;
  readonly to: Person | null;
  /** Whose queue it was put into. */
  readonly department?: Person;
  /** A note's text, with mentions as `@name`; or a transfer's note for the next owner; or what the kind defines. */
  readonly text: string | null;
  readonly mentions: readonly Person[];
  readonly clientId: ClientId | null;
  readonly edited: boolean;
  readonly deleted: boolean;
  /** Grows with each change. */
  readonly version: number;
}

/** `triggeredBy` is null for an automatic transfer. Never both confirmed and deleted. */
export interface Transfer {
  readonly id: TransferId;
  readonly ticketId: TicketId;
  readonly previousOwner: Person | null;
  readonly nextOwner: Person;
  readonly triggeredBy: Person | null;
  /** The sender's note to the receiver. */
  readonly note?: string;
  readonly createdAt: number;
  readonly confirmedAt: number | null;
  readonly deletedAt: number | null;
}

/** A finished ticket in a customer's history. */
export interface PastTicket {
  readonly id: TicketId;
  readonly protocol: string;
  readonly finishedAt: number;
  readonly owner: Person | null;
  readonly instance: { readonly id: InstanceId; readonly name: string };
  /** Left out by logs of earlier pages. */
  readonly startedAt?: number;
  /** How it ended, in the company's words of then; left out for without. */
  readonly outcome?: string;
  /** It can't be opened on its own: its messages are in the conversation of a later ticket. */
  readonly isWithin?: true;
}

/** One attendance of a customer on an instance. `unseen` counts unread messages up to `lastMessage`. */
export interface Ticket {
  readonly id: TicketId;
  readonly protocol: string;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly finishing: boolean;
  /** How it ended, in the company's words of then; left out for without, and while it is open. */
  readonly outcome?: string;
  readonly notResponded: boolean;
  readonly owner: Owner | null;
  /**
   * `unofficial`: it isn't on Meta's API and has no other channel; `gateway`: a gateway carries it, without a 24-hour
   * window and templates; `sms`: likewise, and with only short texts. Left out otherwise.
   */
  readonly instance: {
    readonly id: InstanceId;
    readonly name: string;
    readonly unofficial?: true;
    readonly gateway?: true;
    readonly sms?: true;
  };
  readonly customer: Customer;
  readonly lastMessage: Message | null;
  readonly lastReceivedAt: number | null;
  /** A flow answers: nobody owns it, and the customer waits for nobody; left out otherwise. */
  readonly inFlow?: true;
  /** Since when the customer has waited for an answer; null if they have one. */
  readonly waitingSince?: number | null;
  /** Since when its owner has it; left out while nobody has. */
  readonly ownedSince?: number;
  /** Until when its owner snoozed it; left out otherwise. */
  readonly snoozedUntil?: number;
  /** When it came back from its last snooze; left out for never. */
  readonly wokenAt?: number;
  /** The department it came to. */
  readonly departmentId?: string | null;
  /** While nobody owns it: the customer's last message. */
  readonly words?: RelatedMessage | null;
  readonly unseen: number;
  /** Null in frames, which are the same for every viewer. */
  readonly pinned: boolean | null;
  readonly pendingTransfer: Transfer | null;
}

/** A ticket without the parts that its conversation, its unseen counter and the viewer's pins hold. */
export type Attendance = Omit<Ticket, 'lastMessage' | 'lastReceivedAt' | 'unseen' | 'pinned'>;
