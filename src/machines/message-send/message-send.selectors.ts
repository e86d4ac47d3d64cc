import type { Failure } from '../entities/failure.ts';
import type { OutgoingMessage } from '../log/events-send.ts';
import type { MessageSendSnapshot } from './message-send.machine.ts';

export type SendState = 'queued' | 'uploading' | 'sending' | 'uncertain' | 'sent' | 'failed' | 'discarded';

/** The state of the send; a backoff counts as queued. */
export function selectSendState(snapshot: MessageSendSnapshot): SendState {
  const { value } = snapshot;
  if (typeof value !== 'string') return 'uncertain';
  return value === 'made' || value === 'backingOff' ? 'queued' : value;
}

/** The message as it was submitted. */
export function selectOutgoing(snapshot: MessageSendSnapshot): OutgoingMessage {
  return snapshot.context.message;
}

/** Why the server refused it; null unless failed. */
export function selectSendFailure(snapshot: MessageSendSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** How much of its file is uploaded, in bytes. */
export function selectSentBytes(snapshot: MessageSendSnapshot): number {
  return snapshot.context.sentBytes ?? 0;
}

/** Whether it waits for the send before it. */
export function selectIsBehind(snapshot: MessageSendSnapshot): boolean {
  return snapshot.matches('queued') && snapshot.context.after !== null;
}

/** Whether it is sent, failed or discarded, so that the next one of its conversation may be sent. */
export function selectIsSettled(snapshot: MessageSendSnapshot): boolean {
  const state = selectSendState(snapshot);
  return state === 'sent' || state === 'failed' || state === 'discarded';
}

/** Whether the session ended before its answer: it is to be retried, and what comes after it waits for that. */
export function selectIsAbandoned(snapshot: MessageSendSnapshot): boolean {
  return snapshot.matches('failed') && snapshot.context.failure?.code === 'ABANDONED';
}

/** Whether it can be retried; only a failed one can. */
export function selectCanRetry(snapshot: MessageSendSnapshot): boolean {
  return snapshot.matches('failed');
}
