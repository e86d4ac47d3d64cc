import type { ConsentChannel, ConsentOrigin, CustomerFieldType } from '../../../contract/facts/customers.ts';
import type { MediaState } from '../../../contract/facts/media.ts';
import type { CardHeader, HeaderFile } from '../../../contract/facts/templates.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { CustomerTag, Person } from './entities.ts';
import type { CustomerId, InstanceId, MessageId, TicketId } from './ids.ts';

/* What a company keeps of its customers, as the screens show it. Times are milliseconds since 1970. */

/** A company's tag. */
export type ManagedTag = CustomerTag;

/** How an attendance can end, as the company calls it. */
export interface Outcome {
  readonly id: string;
  readonly name: string;
}

/** A field that the company keeps of its customers. */
export interface CustomerField {
  readonly id: string;
  readonly name: string;
  readonly type: CustomerFieldType;
  /** Of a choice. */
  readonly options: readonly string[];
  readonly position: number;
}

/** All that is kept of a customer. */
export interface CustomerCard {
  readonly id: CustomerId;
  readonly name: string;
  readonly phone: string;
  readonly image: string | null;
  readonly isBlocked: boolean;
  readonly createdAt: number;
  readonly email: string | null;
  readonly note: string | null;
  /** Their own, in place of their area code's. */
  readonly timezone?: string | null;
  readonly tags: readonly CustomerTag[];
  readonly fields: readonly CustomerField[];
  /** By field id, as on the wire: `12.5`, `2026-03-01`, `true`, or the text itself. */
  readonly values: Readonly<Record<string, string>>;
  /** Numbers of customers merged into them. */
  readonly numbers?: readonly string[];
  /** Nobody has written from it. */
  readonly mayCorrectNumber?: boolean;
  /** Groups that they are in, as far as the viewer may see groups. */
  readonly groups?: readonly { readonly id: string; readonly name: string }[];
}

/** A customer of the company's base. */
export interface ListedCustomer {
  readonly id: CustomerId;
  readonly name: string;
  readonly phone: string;
  readonly image: string | null;
  readonly email: string | null;
  readonly tags: readonly CustomerTag[];
  readonly isBlocked: boolean;
  readonly createdAt: number;
  /** Null: no message was ever exchanged with them. */
  readonly lastContactAt: number | null;
  /** Channels that they agreed or no longer want offers on; in the list of customers only, as `values`. */
  readonly consents?: Readonly<Partial<Record<ConsentChannel, boolean>>>;
  /** Of the company's own fields, by id, as on the wire. */
  readonly values?: Readonly<Record<string, string>>;
}

/** A number that nothing is sent to and nothing is taken from. */
export interface BlockedContact {
  readonly phone: string;
  readonly reason: string | null;
  readonly blockedAt: number;
  /** Null: that isn't known. */
  readonly blockedBy: string | null;
  /** Whose number it is, if a customer's. */
  readonly customer: { readonly id: CustomerId; readonly name: string } | null;
}

/** What a customer allowed or forbade on a channel. */
export interface CustomerConsent {
  readonly id: string;
  readonly channel: ConsentChannel;
  readonly isGranted: boolean;
  readonly saidAt: number;
  readonly origin: ConsentOrigin;
  readonly evidence: string | null;
  /** Who declared it here. */
  readonly declaredBy: string | null;
}

/** A customer whom the user sees a ticket of. */
export interface FoundCustomer {
  readonly id: CustomerId;
  readonly name: string;
  readonly phone: string;
  readonly image: string | null;
}

/** One side of a merge preview. */
export interface MergeSide {
  readonly card: CustomerCard;
  readonly image: string | null;
  readonly tickets: number;
  readonly messages: number;
  readonly isBlocked: boolean;
  /** Their open tickets; `owner` null: in the queue. */
  readonly open: readonly { readonly id: TicketId; readonly instance: string; readonly owner: string | null }[];
}

/** A merge before it is done: `into` remains. */
export interface MergePreview {
  readonly into: MergeSide;
  readonly from: MergeSide;
  /** Why it can't be done now. */
  readonly problem: { readonly key: string; readonly params: Readonly<Record<string, string>> } | null;
}

/** A text that attendants insert by its shortcut. */
export interface QuickReply {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  /** The user's own, not the company's. */
  readonly isOwn: boolean;
}

/** A message template that can be sent. */
export interface MessageTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly header: string | null;
  /** The kind of file that its header is, to be sent with it. */
  readonly headerFile: HeaderFile | null;
  readonly body: string;
  readonly footer: string | null;
  readonly buttons: readonly string[];
  readonly variables: readonly TemplateVariable[];
  /** Of a carousel; else none. */
  readonly cards: readonly TemplateCard[];
}

/** A card of a carousel. */
export interface TemplateCard {
  readonly headerFile: CardHeader;
  /** Of the file that is sent unless another one is chosen; null if one has to be. */
  readonly fileName: string | null;
  readonly body: string | null;
  readonly buttons: readonly string[];
  readonly variables: readonly TemplateVariable[];
}

/** What is known of a number before a conversation with it begins. */
export interface NumberConversation {
  /** Digits, as the company keeps it. */
  readonly phone: string;
  /** Null for an unknown customer, and for one whom the user doesn't see. */
  readonly customerName: string | null;
  /** The open ticket, if the user may work on it. */
  readonly ticketId: TicketId | null;
  /** Who has it instead. */
  readonly owner: Person | null;
  readonly needsTemplate: boolean;
}

/** A place in a template that is filled in when it is sent. */
export interface TemplateVariable {
  readonly key: string;
  readonly part: 'header' | 'body' | 'button' | 'card';
  readonly name: string;
  readonly example: string | null;
}

/** A ticket whose customer waits for an answer. */
export interface WaitingTicket {
  readonly id: TicketId;
  readonly customerName: string;
  readonly since: number;
}

/** A ticket as the palette finds it. */
export interface FoundTicket {
  readonly id: TicketId;
  readonly protocol: string;
  readonly customerId: CustomerId;
  readonly customerName: string;
  readonly phone: string;
  readonly image: string | null;
  /** Null while it is open. */
  readonly finishedAt: number | null;
  /** Null while nobody owns it. */
  readonly ownerName: string | null;
}

/** An open conversation that a message may be forwarded to. */
export interface ForwardTarget {
  readonly ticketId: TicketId;
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly name: string;
  readonly phone: string;
  readonly image: string | null;
  readonly instanceName: string;
  /** When the customer last wrote; null if never. */
  readonly lastReceivedAt: number | null;
  /** Whether its instance can send: one that isn't on Meta's API may have no gateway yet. */
  readonly hasChannel: boolean;
  /** A gateway carries it, at any time. */
  readonly gateway?: true;
  /** It takes nothing but texts, at any time. */
  readonly sms?: true;
}

/** A file of a conversation. The addresses are null unless it is there. */
export interface CustomerFile {
  readonly id: MessageId;
  readonly tag: TagType;
  readonly name: string | null;
  readonly received: boolean;
  readonly at: number;
  readonly state: MediaState;
  readonly mimeType: string | null;
  readonly size: number | null;
  readonly url: string | null;
  readonly previewUrl: string | null;
  /** Where it is from, if the customer has conversations on several. */
  readonly instanceName: string | null;
}

/** A message found by its words. */
export interface FoundMessage {
  readonly id: MessageId;
  /** The ticket to open it in. */
  readonly ticketId: TicketId;
  readonly customerName: string;
  readonly instanceName: string;
  readonly received: boolean;
  readonly bot: boolean;
  readonly author: Person | null;
  readonly at: number;
  readonly tag: TagType;
  readonly excerpt: string;
  /** Where the excerpt has the words; `end` is behind one. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}
