import type { ConsentChannel, ConsentOrigin, CustomerFieldType } from '../../../contract/facts/customers.ts';
import type { MediaState } from '../../../contract/facts/media.ts';
import type { CardHeader, HeaderFile } from '../../../contract/facts/templates.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { CustomerTag, Person } from './entities.ts';
import type { CustomerId, InstanceId, MessageId, TicketId } from './ids.ts';

/* Customers and their data, as the screens show them. Times are milliseconds since 1970. */

/** A company's tag. */
export type ManagedTag = CustomerTag;

/** An outcome of attendances, named by the company. */
export interface Outcome {
  readonly id: string;
  readonly name: string;
}

/** A custom field of the company's customers. */
export interface CustomerField {
  readonly id: string;
  readonly name: string;
  readonly type: CustomerFieldType;
  /** Of a choice. */
  readonly options: readonly string[];
  readonly position: number;
}

/** A customer's complete data. */
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
  /** Channels on which they gave or refused consent; only in the list of customers, like `values`. */
  readonly consents?: Readonly<Partial<Record<ConsentChannel, boolean>>>;
  /** Of the company's own fields, by id, as on the wire. */
  readonly values?: Readonly<Record<string, string>>;
}

/** A blocked number: nothing is sent to it, and nothing received from it is accepted. */
export interface BlockedContact {
  readonly phone: string;
  readonly reason: string | null;
  /** They were blocked before they were erased. */
  readonly isKept: boolean;
  readonly blockedAt: number;
  /** Null: that isn't known. */
  readonly blockedBy: string | null;
  /** Whose number it is, if a customer's. */
  readonly customer: { readonly id: CustomerId; readonly name: string } | null;
}

/** A customer's consent to, or refusal of, a channel. */
export interface CustomerConsent {
  readonly id: string;
  readonly channel: ConsentChannel;
  readonly isGranted: boolean;
  readonly saidAt: number;
  readonly origin: ConsentOrigin;
  readonly evidence: string | null;
  /** Who recorded it. */
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
  /** The kind of file in its header, sent along with it. */
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
  /** The default file's name; null if one must be chosen. */
  readonly fileName: string | null;
  readonly body: string | null;
  readonly buttons: readonly string[];
  readonly variables: readonly TemplateVariable[];
}

/** A number looked up before a conversation is started. */
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

/** A template's variable. */
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
  /** It supports only texts, at any time. */
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
  /** Its instance's name, if the customer has conversations on several. */
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
  /** Matches in the excerpt; `end` is exclusive. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}
