import type { Failure } from '../entities/failure.ts';
import type { ClientId, MessageId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingMessage, StoredMessage } from '../log/events-send.ts';
import type { InternalEventOf } from '../log/internal.ts';

export interface MessageSendInput {
  /** A restored one includes why it was refused, if it was. */
  readonly message: OutgoingMessage | StoredMessage;
  /** The unsettled send before it in its conversation. */
  readonly after: ClientId | null;
  /** Log position at which it was queued; orders the sends of a conversation. */
  readonly queuedAt: number;
  /** Whether it is of an earlier page, so that its outcome is unknown. */
  readonly restored: boolean;
  readonly online: boolean;
}

export interface MessageSendContext {
  readonly message: OutgoingMessage;
  readonly after: ClientId | null;
  readonly queuedAt: number;
  readonly online: boolean;
  /** Whether the outbox has stored this attempt, or refused to. */
  readonly stored: boolean;
  /** Why storage refused it, so that a crash would lose it. */
  readonly storeFailure: string | null;
  readonly failure: Failure | null;
  /** Consecutive resolve calls without an answer. */
  readonly unanswered: number;
  /** Consecutive refusals with TOO_MANY, and lost uploads. */
  readonly heldOff: number;
  /** Backoff in milliseconds that the last of them demands; null for none. */
  readonly retryAfterMs: number | null;
  /** Whether an answer was lost before: then resolving waits first, so that repeated losses don't loop without delay. */
  readonly lostBefore: boolean;
  readonly messageId: MessageId | null;
  /**
   * Whether the server has its file. `maybe`: an earlier page uploaded it, or no answer came; then it is sent first, and
   * uploaded only if the server doesn't know it. Left out for a text.
   */
  readonly upload?: 'none' | 'maybe' | 'done';
  /** Bytes that are uploaded, in this attempt. */
  readonly sentBytes?: number;
}

/** Events of a send. */
export type MessageSendEvent =
  | Logged<
      EventOf<
        | 'message.submitted'
        | 'outbox.restored'
        | 'outbox.stored'
        | 'outbox.storeFailed'
        | 'message.progressed'
        | 'message.uploaded'
        | 'message.uploadLost'
        | 'message.accepted'
        | 'message.refused'
        | 'message.answerLost'
        | 'message.resolved'
        | 'message.resolveFailed'
        | 'message.retried'
        | 'message.discarded'
        | 'message.arrived'
        | 'message.ackChanged'
        | 'socket.greeted'
        | 'network.changed'
        | 'timer.fired'
      >
    >
  | InternalEventOf<'predecessor.settled' | 'send.requeued'>;
