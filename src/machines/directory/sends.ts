import { createActor } from 'xstate';
import type { ActorRefFrom, EventFrom } from 'xstate';
import { conversationKey } from '../entities/ids.ts';
import type { ClientId, ConversationKey } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingMessage, StoredMessage } from '../log/events-chat.ts';
import { messageSendMachine } from '../message-send/message-send.machine.ts';
import { selectCanRetry, selectIsSettled, selectSendState } from '../message-send/message-send.selectors.ts';
import type { Observable } from '../observable.ts';
import type { Core } from './core.ts';
import type { Signal } from './signal.ts';

export type SendActor = ActorRefFrom<typeof messageSendMachine>;
export type SendInput = EventFrom<typeof messageSendMachine>;

interface SendEntry {
  readonly actor: SendActor;
  readonly conversation: ConversationKey;
  /** The one it waits for; when that settles out of its turn, the one before. */
  after: ClientId | null;
  /** The one its machine was told to wait for. */
  awaited: ClientId | null;
  /** Whether those behind it were told that they may go. */
  hasSettled: boolean;
}

/** Messages on their way out, in the order they were submitted, or tried again, in each conversation. */
export interface Sends {
  /** Its actor, also one that is only shown any more. */
  get(id: ClientId): SendActor | undefined;
  /** Makes a send; one whose client id is known already is that one. */
  add(message: OutgoingMessage | StoredMessage, restored: boolean): void;
  /** Tells a send; nothing if there is none of that id. */
  send(id: ClientId, event: SendInput): void;
  /** Tries a failed one again: at the end of its conversation's line, since those behind it have gone on. */
  retry(event: Logged<EventOf<'message.retried'>>): void;
  sendAll(event: SendInput): void;
  /** Those of a conversation that the server isn't known to have, in order. */
  idsOf(key: ConversationKey): readonly ClientId[];
  of(key: ConversationKey): Observable<readonly ClientId[]>;
  all(): Iterable<readonly [ClientId, SendActor]>;
  clear(): void;
}

export interface SendHooks {
  /** It was given up by its author. */
  readonly discarded: (message: OutgoingMessage) => void;
}

export function createSends(core: Core, hooks: SendHooks): Sends {
  const entries = new Map<ClientId, SendEntry>();
  const kept = core.watches.kept<SendActor>();
  const queues = new Map<ConversationKey, readonly ClientId[]>();
  const signals = new Map<ConversationKey, Signal<readonly ClientId[]>>();

  function idsOf(key: ConversationKey): readonly ClientId[] {
    return queues.get(key) ?? [];
  }

  function signalOf(key: ConversationKey): Signal<readonly ClientId[]> {
    let signal = signals.get(key);
    if (signal === undefined) {
      signal = core.signals.create(() => idsOf(key));
      signals.set(key, signal);
    }
    return signal;
  }

  function follow(id: ClientId, entry: SendEntry): void {
    const snapshot = entry.actor.getSnapshot();
    const state = selectSendState(snapshot);
    if (snapshot.status === 'done') forget(id, entry);
    if (state === 'discarded') hooks.discarded(snapshot.context.message);
    if (entry.hasSettled || !selectIsSettled(snapshot)) return;
    entry.hasSettled = true;
    // Given up while it waited, or found at the server before the one in front: the others go on waiting for that one.
    const before = entry.after !== null && entries.get(entry.after)?.hasSettled === false ? entry.after : null;
    for (const next of idsOf(entry.conversation)) {
      const behind = entries.get(next);
      if (behind?.after !== id) continue;
      behind.after = before;
      if (before !== null || behind.awaited === null) continue;
      send(next, { type: 'predecessor.settled', clientId: behind.awaited });
    }
  }

  function forget(id: ClientId, { actor, conversation }: SendEntry): void {
    entries.delete(id);
    const queue = queues.get(conversation)?.filter((other) => other !== id) ?? [];
    if (queue.length === 0) queues.delete(conversation);
    else queues.set(conversation, queue);
    signals.get(conversation)?.touch();
    kept.leave(`send:${id}`, actor);
  }

  function send(id: ClientId, event: SendInput): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entry.actor.send(event);
    follow(id, entry);
  }

  /** The last one of a conversation whose outcome isn't known yet. */
  function lastUnsettled(key: ConversationKey): ClientId | null {
    return idsOf(key).findLast((id) => entries.get(id)?.hasSettled === false) ?? null;
  }

  return {
    send,
    retry(event) {
      const { clientId } = event;
      const entry = entries.get(clientId);
      if (entry === undefined || !selectCanRetry(entry.actor.getSnapshot())) return;
      const { conversation } = entry;
      entry.after = lastUnsettled(conversation);
      entry.awaited = entry.after;
      entry.hasSettled = false;
      queues.set(conversation, [...idsOf(conversation).filter((id) => id !== clientId), clientId]);
      signals.get(conversation)?.touch();
      entry.actor.send({ type: 'send.requeued', clientId, after: entry.after });
      send(clientId, event);
    },
    get: (id) => entries.get(id)?.actor ?? kept.get(`send:${id}`),
    add(message, restored) {
      const { clientId, customerId, instanceId } = message;
      if (entries.has(clientId) || core.viewer() === null) return;
      const conversation = conversationKey(customerId, instanceId);
      const after = lastUnsettled(conversation);
      const input = { message, after, restored, online: core.isOnline() };
      const actor = createActor(messageSendMachine, { input });
      actor.on('*', core.emit);
      actor.start();
      const entry: SendEntry = { actor, conversation, after, awaited: after, hasSettled: false };
      entries.set(clientId, entry);
      queues.set(conversation, [...idsOf(conversation), clientId]);
      signals.get(conversation)?.touch();
      follow(clientId, entry);
    },
    sendAll(event) {
      for (const id of [...entries.keys()]) send(id, event);
    },
    idsOf,
    of: signalOf,
    *all() {
      for (const [id, { actor }] of entries) yield [id, actor];
    },
    clear() {
      for (const [id, entry] of [...entries]) forget(id, entry);
    },
  };
}
