import type { Actor, EventFrom } from 'xstate';
import type { Failure } from '../entities/failure.ts';
import { conversationKey } from '../entities/ids.ts';
import type { ClientId, ConversationKey } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingMessage, StoredMessage } from '../log/events-send.ts';
import { messageSendMachine } from '../message-send/message-send.machine.ts';
import { selectCanRetry, selectIsSettled, selectSendState } from '../message-send/message-send.selectors.ts';
import type { Observable } from '../observable.ts';
import type { Core } from './core.ts';
import type { NamedActor } from './held.ts';
import { createKeyed } from './keyed.ts';
import type { Signal } from './signal.ts';
import type { StoredKinds } from './stored.ts';

export type SendActor = Actor<typeof messageSendMachine>;
export type SendInput = EventFrom<typeof messageSendMachine>;

/** Pending messages; those of a conversation are sent one after the other, in order of submission or retry. */
export interface Sends {
  get(id: ClientId): SendActor | undefined;
  /** For views: also finds a removed send that is still on the screen. */
  shown(id: ClientId): SendActor | undefined;
  /** Makes a send at a log position; ignored if its client id is known. */
  add(message: OutgoingMessage | StoredMessage, position: number, restored: boolean): void;
  /** Sends an event to a send; ignored if there is none of that id. */
  send(id: ClientId, event: SendInput): void;
  /** Retries a failed send, at the end of its conversation's queue. */
  retry(event: Logged<EventOf<'message.retried'>>): void;
  sendAll(event: SendInput): void;
  /** Whether all sends of a conversation are settled. */
  isSettled(key: ConversationKey): boolean;
  /** Whether one of a conversation was refused, and not yet retried or discarded. */
  hasRefused(key: ConversationKey): boolean;
  /** The unconfirmed sends of a conversation, in order. */
  of(key: ConversationKey): Observable<readonly ClientId[]>;
  restore(stored: StoredKinds): void;
  all(): Iterable<NamedActor>;
  clear(): void;
}

export interface SendHooks {
  /** `failure`: why it was refused, if that discarded it. */
  readonly discarded: (message: OutgoingMessage, failure: Failure | null) => void;
  /** A send was refused, or one that was is retried or discarded. */
  readonly refusedChanged: () => void;
  /** All sends of a conversation are settled. */
  readonly settled: () => void;
}

export function createSends(core: Core, hooks: SendHooks): Sends {
  const sends = createKeyed<typeof messageSendMachine, ClientId>('send', messageSendMachine, core);
  /** Index by conversation, ordered by `queuedAt`. */
  const queues = new Map<ConversationKey, readonly ClientId[]>();
  const signals = new Map<ConversationKey, Signal<readonly ClientId[]>>();

  function setQueue(key: ConversationKey, queue: readonly ClientId[]): void {
    if (queue.length === 0) queues.delete(key);
    else queues.set(key, queue);
    signals.get(key)?.touch();
  }

  function isUnsettled(id: ClientId): boolean {
    const snapshot = sends.get(id)?.getSnapshot();
    return snapshot !== undefined && !selectIsSettled(snapshot);
  }

  function isRefused(id: ClientId): boolean {
    const snapshot = sends.get(id)?.getSnapshot();
    return snapshot !== undefined && selectCanRetry(snapshot);
  }

  function keyOf(actor: SendActor): ConversationKey {
    const { customerId, instanceId } = actor.getSnapshot().context.message;
    return conversationKey(customerId, instanceId);
  }

  function follow(id: ClientId, actor: SendActor): void {
    const key = keyOf(actor);
    const snapshot = actor.getSnapshot();
    if (snapshot.status === 'done') {
      sends.forget(id);
      setQueue(
        key,
        (queues.get(key) ?? []).filter((other) => other !== id),
      );
      if (selectSendState(snapshot) === 'discarded')
        hooks.discarded(snapshot.context.message, snapshot.context.failure);
    }
    if (selectIsSettled(snapshot)) releaseNext(key);
  }

  /** Lets the sends of a conversation go on, up to the first unsettled one. */
  function releaseNext(key: ConversationKey): void {
    for (const id of queues.get(key) ?? []) {
      const { after } = sends.get(id)?.getSnapshot().context ?? { after: null };
      if (after !== null) sends.get(id)?.send({ type: 'predecessor.settled', clientId: after });
      if (isUnsettled(id)) return;
    }
    hooks.settled();
  }

  function send(id: ClientId, event: SendInput): void {
    const actor = sends.get(id);
    if (actor === undefined) return;
    const wasRefused = isRefused(id);
    actor.send(event);
    follow(id, actor);
    if (isRefused(id) !== wasRefused) hooks.refusedChanged();
  }

  /** The last unsettled send of a conversation. */
  function lastUnsettled(key: ConversationKey): ClientId | null {
    return queues.get(key)?.findLast(isUnsettled) ?? null;
  }

  return {
    send,
    retry(event) {
      const { clientId, position } = event;
      const actor = sends.get(clientId);
      if (actor === undefined || !selectCanRetry(actor.getSnapshot())) return;
      const key = keyOf(actor);
      actor.send({ type: 'send.requeued', clientId, after: lastUnsettled(key), queuedAt: position });
      setQueue(key, [...(queues.get(key) ?? []).filter((id) => id !== clientId), clientId]);
      send(clientId, event);
    },
    get: sends.get,
    shown: sends.shown,
    isSettled: (key) => lastUnsettled(key) === null,
    hasRefused: (key) => (queues.get(key) ?? []).some(isRefused),
    add(message, position, restored) {
      const { clientId, customerId, instanceId } = message;
      if (sends.get(clientId) !== undefined || core.viewer() === null) return;
      const key = conversationKey(customerId, instanceId);
      const input = { message, after: lastUnsettled(key), queuedAt: position, restored, online: core.isOnline() };
      const actor = sends.make(clientId, input).actor;
      setQueue(key, [...(queues.get(key) ?? []), clientId]);
      follow(clientId, actor);
      if (isRefused(clientId)) hooks.refusedChanged();
    },
    sendAll(event) {
      for (const id of [...sends.keys()]) send(id, event);
    },
    of(key) {
      let signal = signals.get(key);
      if (signal === undefined) {
        signal = core.signals.create(() => queues.get(key) ?? []);
        signals.set(key, signal);
      }
      return signal;
    },
    restore(stored) {
      sends.restore(stored);
      const inOrder = [...sends.entries()].toSorted(([, a], [, b]) => queuedAt(a.actor) - queuedAt(b.actor));
      for (const [id, { actor }] of inOrder) setQueue(keyOf(actor), [...(queues.get(keyOf(actor)) ?? []), id]);
    },
    all: sends.named,
    clear() {
      for (const id of [...sends.keys()]) sends.forget(id);
      for (const key of [...queues.keys()]) setQueue(key, []);
    },
  };
}

function queuedAt(actor: SendActor): number {
  return actor.getSnapshot().context.queuedAt;
}
