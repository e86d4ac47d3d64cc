import type { TicketId, TransferId } from '../entities/ids.ts';
import type { NoticeText } from '../log/command.ts';

/** Something told to the person, once. Its id names what it tells of, so that a repetition is known. */
export interface Notice {
  readonly id: string;
  readonly tone: 'success' | 'info' | 'warning' | 'danger';
  readonly title: NoticeText;
  readonly body: NoticeText;
  /** A newer notice of the same topic takes its place. */
  readonly topic: string | null;
  /** The conversation it speaks of. */
  readonly ticketId: TicketId | null;
  /** The transfer whose answer makes it pointless. */
  readonly transferId: TransferId | null;
}

/** What a new notice does besides being there. */
export interface NoticePlan {
  readonly show: boolean;
  readonly sound: boolean;
  readonly desktop: 'show' | 'unsupported' | 'none';
  /** Goes by itself after so many milliseconds; null stays until it is cleared. */
  readonly staysMs: number | null;
}

/** A notice and what is to be done with it. */
export interface PlannedNotice {
  readonly notice: Notice;
  readonly plan: NoticePlan;
}

export function messageText(id: string, values: Readonly<Record<string, string | number>> = {}): NoticeText {
  return { kind: 'message', id, values };
}
