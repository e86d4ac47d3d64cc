import type { ConversationKey, InstanceId, TicketId, TransferId } from '../entities/ids.ts';
import type { NoticeText } from '../log/command.ts';
import type { SoundKind } from '../log/events-session.ts';

/**
 * What a notice is about. `own` confirms what the user did, `desktop` offers desktop notifications; those two are not
 * listed in the panel.
 */
export type NoticeKind =
  | 'message'
  | 'queue'
  | 'transfer'
  | 'mention'
  | 'woken'
  | 'window'
  | 'schedule'
  | 'closed'
  | 'limit'
  | 'failure'
  | 'own'
  | 'desktop';

/** A notification, raised once: its id identifies the cause, so that repetitions are recognised. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly tone: 'success' | 'info' | 'warning' | 'danger';
  readonly title: NoticeText;
  readonly body: NoticeText;
  /** A newer notice of the same topic replaces it; null for none. */
  readonly topic: string | null;
  /** The ticket that it opens; null for none. */
  readonly ticketId: TicketId | null;
  /** Its instance, for whoever opens it before the ticket is held. */
  readonly instanceId?: InstanceId;
  /** The pending transfer whose answer clears it; null for none. */
  readonly transferId: TransferId | null;
  /** The finished ticket that the notice offers to open again. */
  readonly undoOf?: TicketId;
  /** Whether that transfer can be accepted from the notice. */
  readonly isOffer?: boolean;
  /** The customer's name. */
  readonly customer?: string;
  /** The conversation, for notices that are read with it. */
  readonly conversation?: ConversationKey;
  /** When it happened; left out: when it was logged. */
  readonly at?: number;
}

/** What ids of notices of the message limit begin with. */
export const LIMIT_NOTICE = 'limit:';

/** A sound to play. */
interface SoundRequest {
  readonly kind: SoundKind;
  /** 0 to 1. */
  readonly volume: number;
}

/** How a notice is presented. */
export interface NoticePlan {
  readonly show: boolean;
  readonly sound: SoundRequest | null;
  /** `ask`: it would have been shown, but the browser wasn't asked for permission yet. */
  readonly desktop: 'show' | 'unsupported' | 'ask' | 'none';
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
