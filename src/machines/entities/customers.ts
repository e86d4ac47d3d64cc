import type { CustomerFieldType } from '../../../contract/facts/customers.ts';
import type { MediaState } from '../../../contract/facts/media.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { CustomerTag } from './entities.ts';
import type { CustomerId, MessageId, TicketId } from './ids.ts';

/* What a company keeps of its customers, as the screens show it. Times are milliseconds since 1970. */

/** A company's tag. */
export type ManagedTag = CustomerTag;

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
  readonly email: string | null;
  readonly note: string | null;
  readonly tags: readonly CustomerTag[];
  readonly fields: readonly CustomerField[];
  /** By field id, as on the wire: `12.5`, `2026-03-01`, `true`, or the text itself. */
  readonly values: Readonly<Record<string, string>>;
}

/** A text that attendants insert by its shortcut. */
export interface QuickReply {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  /** The user's own, not the company's. */
  readonly isOwn: boolean;
}

/** A ticket whose customer waits for an answer. */
export interface WaitingTicket {
  readonly id: TicketId;
  readonly customerName: string;
  readonly since: number;
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
}
