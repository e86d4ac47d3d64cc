import type { EventFrom } from 'xstate';
import { createCrew } from '../crew.ts';
import type { CrewActorOf } from '../crew.ts';
import type { ConversationKey, CustomerId, InstanceId } from '../entities/ids.ts';
import type { unseenMachine } from '../unseen/unseen.machine.ts';
import { crewedUnseen } from '../unseen/unseen.shortcut.ts';
import { selectHasUnseen } from '../unseen/unseen.selectors.ts';
import type { Core } from './core.ts';

export type UnseenActor = CrewActorOf<typeof crewedUnseen>;
export type UnseenInput = EventFrom<typeof unseenMachine>;

/** Counters by conversation. */
export interface Unseens {
  /** Its actor, also one that is only shown any more. */
  get(key: ConversationKey): UnseenActor | undefined;
  /** Tells the counter of a conversation, made if it isn't there. */
  tell(key: ConversationKey, customerId: CustomerId, instanceId: InstanceId, event: UnseenInput): void;
  send(key: ConversationKey, event: UnseenInput): void;
  sendAll(event: UnseenInput): void;
  leave(key: ConversationKey): void;
  all(): Iterable<readonly [ConversationKey, UnseenActor]>;
  clear(): void;
}

export interface UnseenHooks {
  readonly counted: (key: ConversationKey, hasUnseen: boolean) => void;
}

export function createUnseens(core: Core, hooks: UnseenHooks): Unseens {
  const crew = createCrew(crewedUnseen, core.emit);
  const actors = new Map<ConversationKey, UnseenActor>();
  const kept = core.watches.kept<UnseenActor>();

  function make(key: ConversationKey, customerId: CustomerId, instanceId: InstanceId): UnseenActor | undefined {
    if (core.viewer() === null) return undefined;
    const actor = crew.make({ customerId, instanceId });
    actors.set(key, actor);
    return actor;
  }

  function send(key: ConversationKey, event: UnseenInput): void {
    const actor = actors.get(key);
    if (actor !== undefined) sendTo(actor, key, event);
  }

  function sendTo(actor: UnseenActor, key: ConversationKey, event: UnseenInput): void {
    if (actor.send(event)) hooks.counted(key, selectHasUnseen(actor));
  }

  function leave(key: ConversationKey): void {
    const actor = actors.get(key);
    if (actor === undefined) return;
    actors.delete(key);
    hooks.counted(key, false);
    kept.leave(`unseen:${key}`, actor);
  }

  return {
    send,
    leave,
    get: (key) => actors.get(key) ?? kept.get(`unseen:${key}`),
    tell(key, customerId, instanceId, event) {
      const actor = actors.get(key) ?? make(key, customerId, instanceId);
      if (actor !== undefined) sendTo(actor, key, event);
    },
    sendAll(event) {
      for (const key of actors.keys()) send(key, event);
    },
    all: () => actors.entries(),
    clear() {
      for (const key of [...actors.keys()]) leave(key);
    },
  };
}
