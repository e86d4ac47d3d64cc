import type { Failure } from '../entities/failure.ts';
import type { MessageId } from '../entities/ids.ts';
import type { OutgoingMessage } from '../log/events-chat.ts';
import type { MessageSendSnapshot } from './message-send.machine.ts';

export type SendState = 'queued' | 'sending' | 'uncertain' | 'sent' | 'failed' | 'discarded';

/** Where the message is on its way out. */
export function selectSendState(snapshot: MessageSendSnapshot): SendState {
  const { value } = snapshot;
  if (typeof value !== 'string') return 'uncertain';
  return value === 'made' || value === 'backingOff' ? 'queued' : value;
}

/** The message as it was submitted; its text is never lost. */
export function selectOutgoing(snapshot: MessageSendSnapshot): OutgoingMessage {
  return snapshot.context.message;
}

/** Why the server refused it; null unless failed. */
export function selectSendFailure(snapshot: MessageSendSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** Whether the next one of its conversation may go: it is sent, failed or discarded. */
export function selectIsSettled(snapshot: MessageSendSnapshot): boolean {
  const state = selectSendState(snapshot);
  return state === 'sent' || state === 'failed' || state === 'discarded';
}

export function selectCanRetry(snapshot: MessageSendSnapshot): boolean {
  return snapshot.matches('failed');
}

/** One under way can't be taken back. */
export function selectCanDiscard(snapshot: MessageSendSnapshot): boolean {
  return snapshot.matches('failed') || snapshot.matches('queued') || snapshot.matches('backingOff');
}

/** Whether it only waits for the network to come back. */
export function selectWaitsForNetwork(snapshot: MessageSendSnapshot): boolean {
  return snapshot.matches('queued') && !snapshot.context.online;
}

/** Why storage refused it: until it is sent, a crash would lose it. */
export function selectStoreFailure(snapshot: MessageSendSnapshot): string | null {
  return snapshot.context.storeFailure;
}

/** The server's id of it, once sent. */
export function selectSentId(snapshot: MessageSendSnapshot): MessageId | null {
  return snapshot.context.messageId;
}
