import type { TicketId, TransferId } from '../entities/ids.ts';
import type { NoticeText } from '../log/command.ts';

/** A notification, raised once: its id identifies the cause, so that repetitions are recognised. */
export interface Notice {
  readonly id: string;
  readonly tone: 'success' | 'info' | 'warning' | 'danger';
  readonly title: NoticeText;
  readonly body: NoticeText;
  /** A newer notice of the same topic replaces it; null for none. */
  readonly topic: string | null;
  /** The ticket that it opens; null for none. */
  readonly ticketId: TicketId | null;
  /** The pending transfer whose answer clears it; null for none. */
  readonly transferId: TransferId | null;
  /** The finished ticket that the notice offers to open again. */
  readonly undoOf?: TicketId;
  /** Whether that transfer can be accepted from the notice. */
  readonly isOffer?: boolean;
}

/** How a notice is presented. */
export interface NoticePlan {
  readonly show: boolean;
  readonly sound: boolean;
  readonly desktop: 'show' | 'unsupported' | 'none';
  /** Milliseconds after which it is cleared; null: stays until the user clears it. */
  readonly staysMs: number | null;
}

/** A notice and how it is presented. */
export interface PlannedNotice {
  readonly notice: Notice;
  readonly plan: NoticePlan;
}

/** A text of the catalogues by its id. */
export function messageText(id: string, values: Readonly<Record<string, string | number>> = {}): NoticeText {
  return { kind: 'message', id, values };
}
