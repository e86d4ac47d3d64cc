import { Actor, createActor } from 'xstate';
import type { AnyActorLogic, EmittedFrom, EventFromLogic, InputFrom, Snapshot, SnapshotFrom } from 'xstate';
import type { Command } from '../log/command.ts';
import type { Core } from './core.ts';
import { persistedOf } from './stored.ts';
import type { StoredActor, StoredKinds } from './stored.ts';

/** An actor's state and context. */
type HeldSnapshot<Logic extends AnyActorLogic> = StoredActor &
  Pick<SnapshotFrom<Logic>, Extract<keyof SnapshotFrom<Logic>, keyof StoredActor>>;

type Start<Logic extends AnyActorLogic> = (held: Held<Logic>) => Actor<Logic>;

/** An actor of any kind with its name. */
export type NamedActor = readonly [name: string, actor: { readonly getSnapshot: () => StoredActor }];

/**
 * An actor of the registry. One restored from storage is started lazily, when it first receives an event or is shown:
 * most of ten thousand conversations never do, so the list needn't wait for their actors.
 */
export class Held<Logic extends AnyActorLogic> {
  /** Its kind and key, such as `ticket:20`. */
  readonly name: string;
  readonly #stored: HeldSnapshot<Logic> | null;
  readonly #start: Start<Logic>;
  #actor: Actor<Logic> | null;

  /** Starts at once if nothing is `stored` of it. */
  constructor(name: string, stored: HeldSnapshot<Logic> | null, start: Start<Logic>) {
    this.name = name;
    this.#stored = stored;
    this.#start = start;
    this.#actor = stored === null ? start(this) : null;
  }

  get actor(): Actor<Logic> {
    this.#actor ??= this.#start(this);
    return this.#actor;
  }

  get isMade(): boolean {
    return this.#actor !== null;
  }

  getSnapshot(): HeldSnapshot<Logic> {
    return this.#actor?.getSnapshot() ?? this.#stored ?? this.actor.getSnapshot();
  }
}

/**
 * Creates the registry of a kind; its actors' names are `kind:key`. `sent` is called after each event that an actor
 * received; one that is done is removed by then.
 */
export function createKeyed<Logic extends AnyActorLogic, Key extends string>(
  kind: string,
  logic: Logic & (EmittedFrom<Logic> extends Command ? unknown : never),
  { emit, changed, signals, parent }: Core,
  sent?: (key: Key, after: SnapshotFrom<Logic>, before: SnapshotFrom<Logic>) => void,
) {
  const all = new Map<Key, Held<Logic>>();
  const prefix = `${kind}:`;
  const keys = signals.create<readonly Key[]>(() => [...all.keys()]);

  function start(actor: Actor<Logic>): Actor<Logic> {
    const snapshot: Snapshot<unknown> = actor.getSnapshot();
    if (snapshot.status === 'error') throw new Error(`The ${kind} can't go on as stored`, { cause: snapshot.error });
    actor.on('*', emit);
    return actor.start();
  }

  /** Fails for a state that the machine doesn't have. */
  function restart(held: Held<Logic>): Actor<Logic> {
    return start(new Actor<Logic>(logic, { parent, id: held.name, snapshot: persistedOf(held.getSnapshot()) }));
  }

  const get = (key: Key) => all.get(key)?.actor;

  function touch(): void {
    keys.touch();
    changed.touch();
  }

  function forget(key: Key): void {
    const held = all.get(key);
    if (!all.delete(key)) return;
    if (held?.isMade) parent.send({ type: 'forgotten', actor: held.actor });
    touch();
  }

  function send(key: Key, event: EventFromLogic<Logic>): void {
    const actor = get(key);
    if (actor === undefined) return;
    const before = actor.getSnapshot();
    actor.send(event);
    const after = actor.getSnapshot();
    if (isDone(after)) forget(key);
    sent?.(key, after, before);
  }

  return {
    get,
    /** The entry of a key; doesn't start the actor of a stored one. */
    held: (key: Key) => all.get(key),
    /** Makes an actor; one that is done at once isn't kept. */
    make: (key: Key, input: InputFrom<Logic>): Held<Logic> => {
      const id = prefix + key;
      const held = new Held<Logic>(id, null, () => start(createActor<Logic>(logic, { parent, id, input })));
      all.set(key, held);
      touch();
      if (isDone(held.actor.getSnapshot())) forget(key);
      return held;
    },
    /** Restores stored actors; throws for a state that the machine doesn't have. */
    restore: (stored: StoredKinds): void => {
      // The value and its text: equal ones are mostly the same object.
      const states = new Set<unknown>();
      const { names, actors } = stored.get(prefix) ?? { names: [], actors: [] };
      for (const [index, actor] of actors.entries()) {
        const id = names[index] ?? '';
        const isKnown = states.has(actor.value) || states.has(JSON.stringify(actor.value));
        if (!isKnown) states.add(actor.value).add(JSON.stringify(actor.value));
        const held = new Held<Logic>(id, actor as HeldSnapshot<Logic>, restart);
        // One actor per state is started at once: an unknown state has to throw while the page can still start afresh.
        if (!isKnown) held.actor.getSnapshot();
        all.set(id.slice(prefix.length) as Key, held);
      }
      touch();
    },
    /** Removes an actor; views may go on showing its last state. */
    forget,
    /** Sends an event to an actor; ignored if there is none of that key. */
    send,
    sendAll: (event: EventFromLogic<Logic>): void => {
      for (const key of [...all.keys()]) send(key, event);
    },
    clear: (): void => {
      for (const key of [...all.keys()]) forget(key);
    },
    entries: () => all.entries(),
    /** All keys, oldest first. */
    keys,
    /** Adds what is stored of each. */
    snapshotInto: (snapshots: Map<string, StoredActor>): void => {
      for (const held of all.values()) {
        const { value, context } = held.getSnapshot();
        snapshots.set(held.name, { value, context });
      }
    },
    /** All actors with their full names, such as `ticket:20`. */
    *named(): Iterable<NamedActor> {
      for (const held of all.values()) yield [held.name, held];
    },
  };
}

const isDone = ({ status }: Snapshot<unknown>): boolean => status === 'done';
