import { SCHEDULED_REASONS } from '../../../contract/facts/scheduled-messages.ts';
import type { ScheduledReason, ScheduledState } from '../../../contract/facts/scheduled-messages.ts';
import type { Person } from './entities.ts';
import type { ConversationKey } from './ids.ts';

/** A scheduled message. */
export interface ScheduledMessage {
  readonly id: string;
  readonly conversation: ConversationKey;
  readonly text: string;
  readonly sendAt: number;
  readonly state: ScheduledState;
  /** Why it was refused: one of `SCHEDULED_REASONS`, or one that only a newer page knows. */
  readonly reason: string | null;
  readonly author: Person;
  /** Whether it answers a message. */
  readonly isReply: boolean;
  /** Whether the viewer may change, send or cancel it. */
  readonly isChangeable: boolean;
  readonly version: string;
}

/** How many messages wait in the conversations of these tickets, whose ids are in `tickets` with commas between. */
export interface ScheduledCount {
  readonly tickets: string;
  readonly count: number;
}

/** One of the user's own, as it is listed over all conversations. */
export interface OwnScheduledMessage extends Omit<ScheduledMessage, 'conversation'> {
  readonly instance: { readonly id: string; readonly name: string; readonly sms?: true };
  /** Its receiver, and the ticket to open; null if the user doesn't see the conversation any more. */
  readonly customer: { readonly id: string; readonly name: string; readonly phone: string } | null;
  readonly ticketId: string | null;
  readonly isFinished: boolean;
  /** When the customer last wrote; null if never, or not visible. */
  readonly receivedAt: number | null;
}

/** The reason as this page knows it: a newer one is another. */
export function scheduledReason(reason: string | null): ScheduledReason {
  return SCHEDULED_REASONS.find((known) => known === reason) ?? 'other';
}
