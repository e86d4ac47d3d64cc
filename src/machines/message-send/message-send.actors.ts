import type { EventFrom } from 'xstate';
import type { Failure } from '../entities/failure.ts';
import { conversationKey } from '../entities/ids.ts';
import type { ClientId, ConversationKey, TicketId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingMessage, StoredMessage } from '../log/events-send.ts';
import { messageSendMachine } from './message-send.machine.ts';
import type { MessageSendSnapshot } from './message-send.machine.ts';
import { selectCanRetry, selectIsAbandoned, selectIsSettled, selectSendState } from './message-send.selectors.ts';
import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';
import type { StoredKinds } from '../directory/stored.ts';

interface SendHooks {
  /** `failure`: why it was refused, if that discarded it. */
  readonly discarded: (message: OutgoingMessage, failure: Failure | null) => void;
  /** A send was refused, or one that was is retried or discarded. */
  readonly refusedChanged: () => void;
  /** All sends of a conversation are settled. */
  readonly settled: () => void;
}

export type SendInput = EventFrom<typeof messageSendMachine>;
export type Sends = ReturnType<typeof createSends>;

/** Pending messages; those of a conversation are sent one after the other, in order of submission or retry. */
export function createSends(core: Core, hooks: SendHooks) {
  const sends = createKeyed<typeof messageSendMachine, ClientId>('send', messageSendMachine, core, follow);
  /** Index by conversation, ordered by `queuedAt`. */
  const queues = new Map<ConversationKey, readonly ClientId[]>();
  const queueOf = (key: ConversationKey) => queues.get(key) ?? noSends;
  const signals = core.signals.byKey(queueOf);

  function setQueue(key: ConversationKey, queue: readonly ClientId[]): void {
    if (queue.length === 0) queues.delete(key);
    else queues.set(key, queue);
    signals.touch(key);
  }

  function is(select: (snapshot: MessageSendSnapshot) => boolean, id: ClientId): boolean {
    const snapshot = sends.get(id)?.getSnapshot();
    return snapshot !== undefined && select(snapshot);
  }

  function follow(id: ClientId, after: MessageSendSnapshot, before?: MessageSendSnapshot): void {
    const key = keyOf(after);
    if (after.status === 'done') {
      setQueue(key, without(queueOf(key), id));
      if (selectSendState(after) === 'discarded') hooks.discarded(after.context.message, after.context.failure);
    }
    if (selectIsSettled(after)) releaseNext(key);
    if (selectCanRetry(after) !== (before !== undefined && selectCanRetry(before))) hooks.refusedChanged();
  }

  /** Lets the sends of a conversation go on, up to the first unsettled one. */
  function releaseNext(key: ConversationKey): void {
    for (const id of queueOf(key)) {
      const actor = sends.get(id);
      if (actor !== undefined && actor.getSnapshot().context.after !== null)
        actor.send({ type: 'predecessor.settled' });
      if (is(isUnsettled, id)) return;
    }
    hooks.settled();
  }

  /** The last unsettled send of a conversation. */
  function lastUnsettled(key: ConversationKey): ClientId | null {
    return queueOf(key).findLast((id) => is(isUnsettled, id)) ?? null;
  }

  return {
    ...sends,
    /** Makes a send at a log position; ignored if its client id is known. */
    add: (message: OutgoingMessage | StoredMessage, position: number, restored: boolean): void => {
      const { clientId, customerId, instanceId } = message;
      if (sends.get(clientId) !== undefined || core.viewer() === null) return;
      const key = conversationKey(customerId, instanceId);
      const input = { message, after: lastUnsettled(key), queuedAt: position, restored, online: core.isOnline() };
      const { actor } = sends.make(clientId, input);
      setQueue(key, [...queueOf(key), clientId]);
      follow(clientId, actor.getSnapshot());
    },
    /** Retries a failed send, at the end of its conversation's queue. */
    retry: (event: Logged<EventOf<'message.retried'>>): void => {
      const { clientId, position } = event;
      const actor = sends.get(clientId);
      if (actor === undefined || !selectCanRetry(actor.getSnapshot())) return;
      const key = keyOf(actor.getSnapshot());
      actor.send({ type: 'send.requeued', clientId, after: lastUnsettled(key), queuedAt: position });
      setQueue(key, [...without(queueOf(key), clientId), clientId]);
      sends.send(clientId, event);
    },
    /** Whether all sends of a conversation are settled; one that the end of the session abandoned isn't. */
    isSettled: (key: ConversationKey) => queueOf(key).every((id) => is(isDone, id)),
    /** The same for those written in a ticket, of whatever conversation it was then. */
    isTicketSettled: (ticketId: TicketId) =>
      [...sends.entries()].every(([, { actor }]) => {
        const snapshot = actor.getSnapshot();
        return snapshot.context.message.ticketId !== ticketId || isDone(snapshot);
      }),
    /** Whether one of a conversation was refused, and not yet retried or discarded. */
    hasRefused: (key: ConversationKey) => queueOf(key).some((id) => is(selectCanRetry, id)),
    /** The unconfirmed sends of a conversation, in order. */
    of: signals.of,
    restore: (stored: StoredKinds): void => {
      sends.restore(stored);
      const inOrder = [...sends.entries()]
        .map(([id, { actor }]) => ({ id, snapshot: actor.getSnapshot() }))
        .toSorted((a, b) => a.snapshot.context.queuedAt - b.snapshot.context.queuedAt);
      for (const { id, snapshot } of inOrder) setQueue(keyOf(snapshot), [...queueOf(keyOf(snapshot)), id]);
    },
    clear: (): void => {
      sends.clear();
      for (const key of [...queues.keys()]) setQueue(key, []);
    },
  };
}

const noSends: readonly ClientId[] = [];

function without(queue: readonly ClientId[], id: ClientId): readonly ClientId[] {
  return queue.filter((other) => other !== id);
}

function isDone(snapshot: MessageSendSnapshot): boolean {
  return selectIsSettled(snapshot) && !selectIsAbandoned(snapshot);
}

function isUnsettled(snapshot: MessageSendSnapshot): boolean {
  return !selectIsSettled(snapshot);
}

function keyOf({ context: { message } }: MessageSendSnapshot): ConversationKey {
  return conversationKey(message.customerId, message.instanceId);
}
