import type { MessageId, TicketId } from './ids.ts';

/** Where a draft began, and what was known then. */
export interface DraftOrigin {
  readonly ticketId: TicketId;
  /** The last message then; null for none. */
  readonly since: MessageId | null;
  readonly customerName?: string;
}
