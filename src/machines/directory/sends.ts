import type { Actor, EventFrom } from 'xstate';
import { conversationKey } from '../entities/ids.ts';
import type { ClientId, ConversationKey } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingMessage, StoredMessage } from '../log/events-chat.ts';
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

/** Messages on their way out, in the order they were submitted, or tried again, in each conversation. */
export interface Sends {
  get(id: ClientId): SendActor | undefined;
  /** What views read: also what is forgotten and still on the screen. */
  shown(id: ClientId): SendActor | undefined;
  /** Makes a send at a position of the log; one whose client id is known already is that one. */
  add(message: OutgoingMessage | StoredMessage, position: number, restored: boolean): void;
  /** Tells a send; nothing if there is none of that id. */
  send(id: ClientId, event: SendInput): void;
  /** Tries a failed one again: at the end of its conversation's line, since those behind it have gone on. */
  retry(event: Logged<EventOf<'message.retried'>>): void;
  sendAll(event: SendInput): void;
  /** Whether none of a conversation is on its way. */
  isSettled(key: ConversationKey): boolean;
  /** Those of a conversation that the server isn't known to have, in order. */
  of(key: ConversationKey): Observable<readonly ClientId[]>;
  restore(stored: StoredKinds): void;
  all(): Iterable<NamedActor>;
  clear(): void;
}

export interface SendHooks {
  readonly discarded: (message: OutgoingMessage) => void;
  /** None of a conversation is on its way any more. */
  readonly settled: (key: ConversationKey) => void;
}

export function createSends(core: Core, hooks: SendHooks): Sends {
  const sends = createKeyed<typeof messageSendMachine, ClientId>('send', messageSendMachine, core);
  /** Index: by conversation, in the order of `queuedAt`. */
  const lines = new Map<ConversationKey, readonly ClientId[]>();
  const signals = new Map<ConversationKey, Signal<readonly ClientId[]>>();

  function setLine(key: ConversationKey, line: readonly ClientId[]): void {
    if (line.length === 0) lines.delete(key);
    else lines.set(key, line);
    signals.get(key)?.touch();
  }

  function isUnsettled(id: ClientId): boolean {
    const snapshot = sends.get(id)?.getSnapshot();
    return snapshot !== undefined && !selectIsSettled(snapshot);
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
      setLine(
        key,
        (lines.get(key) ?? []).filter((other) => other !== id),
      );
      if (selectSendState(snapshot) === 'discarded') hooks.discarded(snapshot.context.message);
    }
    if (selectIsSettled(snapshot)) letGo(key);
  }

  /** Those that wait for one before them may go where none is unsettled any more, whichever it was. */
  function letGo(key: ConversationKey): void {
    for (const id of lines.get(key) ?? []) {
      const { after } = sends.get(id)?.getSnapshot().context ?? { after: null };
      if (after !== null) sends.get(id)?.send({ type: 'predecessor.settled', clientId: after });
      if (isUnsettled(id)) return;
    }
    hooks.settled(key);
  }

  function send(id: ClientId, event: SendInput): void {
    const actor = sends.get(id);
    if (actor === undefined) return;
    actor.send(event);
    follow(id, actor);
  }

  /** The last one of a conversation whose outcome isn't known yet. */
  function lastUnsettled(key: ConversationKey): ClientId | null {
    return lines.get(key)?.findLast(isUnsettled) ?? null;
  }

  return {
    send,
    retry(event) {
      const { clientId, position } = event;
      const actor = sends.get(clientId);
      if (actor === undefined || !selectCanRetry(actor.getSnapshot())) return;
      const key = keyOf(actor);
      actor.send({ type: 'send.requeued', clientId, after: lastUnsettled(key), queuedAt: position });
      setLine(key, [...(lines.get(key) ?? []).filter((id) => id !== clientId), clientId]);
      send(clientId, event);
    },
    get: sends.get,
    shown: sends.shown,
    isSettled: (key) => lastUnsettled(key) === null,
    add(message, position, restored) {
      const { clientId, customerId, instanceId } = message;
      if (sends.get(clientId) !== undefined || core.viewer() === null) return;
      const key = conversationKey(customerId, instanceId);
      const input = { message, after: lastUnsettled(key), queuedAt: position, restored, online: core.isOnline() };
      const actor = sends.make(clientId, input).actor;
      setLine(key, [...(lines.get(key) ?? []), clientId]);
      follow(clientId, actor);
    },
    sendAll(event) {
      for (const id of [...sends.keys()]) send(id, event);
    },
    of(key) {
      let signal = signals.get(key);
      if (signal === undefined) {
        signal = core.signals.create(() => lines.get(key) ?? []);
        signals.set(key, signal);
      }
      return signal;
    },
    restore(stored) {
      sends.restore(stored);
      const inOrder = [...sends.entries()].toSorted(([, a], [, b]) => queuedAt(a.actor) - queuedAt(b.actor));
      for (const [id, { actor }] of inOrder) setLine(keyOf(actor), [...(lines.get(keyOf(actor)) ?? []), id]);
    },
    all: sends.named,
    clear() {
      for (const id of [...sends.keys()]) sends.forget(id);
      for (const key of [...lines.keys()]) setLine(key, []);
    },
  };
}

function queuedAt(actor: SendActor): number {
  return actor.getSnapshot().context.queuedAt;
}
