import type { ScheduledState } from '../../../contract/facts/scheduled-messages.ts';
import type { Person } from './entities.ts';
import type { ConversationKey } from './ids.ts';

/** A message that is sent at a time of its own. */
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
