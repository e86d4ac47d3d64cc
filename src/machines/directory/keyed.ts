import { Actor, createActor } from 'xstate';
import type { AnyActorLogic, EmittedFrom, InputFrom, Snapshot } from 'xstate';
import type { Command } from '../log/command.ts';
import type { Core } from './core.ts';
import { Held } from './held.ts';
import type { NamedActor, HeldSnapshot } from './held.ts';
import { persistedOf } from './stored.ts';
import type { StoredKinds } from './stored.ts';

/** The actors of one kind, by key. */
export interface Keyed<Logic extends AnyActorLogic, Key extends string> {
  readonly size: number;
  readonly get: (key: Key) => Actor<Logic> | undefined;
  /** The entry of a key; doesn't start the actor of a stored one. */
  readonly held: (key: Key) => Held<Logic> | undefined;
  /** Like `get`, but also finds a removed actor that is still on the screen. */
  readonly shown: (key: Key) => Actor<Logic> | undefined;
  readonly make: (key: Key, input: InputFrom<Logic>) => Held<Logic>;
  /** Restores stored actors; throws for a state that the machine doesn't have. */
  readonly restore: (stored: StoredKinds) => void;
  /** Removes an actor; it is stopped once no view shows it. */
  readonly forget: (key: Key) => void;
  readonly entries: () => Iterable<readonly [Key, Held<Logic>]>;
  readonly keys: () => Iterable<Key>;
  /** All actors with their full names, such as `ticket:20`. */
  readonly named: () => Iterable<NamedActor>;
}

/** Creates the registry of a kind; its actors' names are `kind:key`. */
export function createKeyed<Logic extends AnyActorLogic, Key extends string>(
  kind: string,
  logic: Logic & (EmittedFrom<Logic> extends Command ? unknown : never),
  { emit, watches }: Pick<Core, 'emit' | 'watches'>,
): Keyed<Logic, Key> {
  const all = new Map<Key, Held<Logic>>();
  const kept = watches.kept<Actor<Logic>>();
  const prefix = `${kind}:`;

  function start(actor: Actor<Logic>): Actor<Logic> {
    const snapshot: Snapshot<unknown> = actor.getSnapshot();
    if (snapshot.status === 'error') throw new Error(`The ${kind} can't go on as stored`, { cause: snapshot.error });
    actor.on('*', emit);
    return actor.start();
  }

  const get = (key: Key) => all.get(key)?.actor;

  return {
    get size() {
      return all.size;
    },
    get,
    held: (key) => all.get(key),
    shown: (key) => get(key) ?? kept.get(`${prefix}${key}`),
    make(key, input) {
      const held = new Held<Logic>(`${prefix}${key}`, () => start(createActor<Logic>(logic, { input })));
      all.set(key, held);
      return held;
    },
    restore(stored) {
      const states = new Set<string>();
      for (const [key, actor] of stored.get(kind) ?? []) {
        const make = () => start(new Actor<Logic>(logic, { snapshot: persistedOf(actor) }));
        const state = JSON.stringify(actor.value);
        // One actor per state is started at once: an unknown state has to throw while the page can still start afresh.
        const snapshot = states.has(state) ? (actor as HeldSnapshot<Logic>) : null;
        states.add(state);
        all.set(key as Key, new Held<Logic>(`${prefix}${key}`, make, snapshot));
      }
    },
    forget(key) {
      const held = all.get(key);
      if (held === undefined) return;
      all.delete(key);
      if (held.isMade) kept.leave(held.name, held.actor);
    },
    entries: () => all.entries(),
    keys: () => all.keys(),
    *named() {
      for (const held of all.values()) yield [held.name, held];
    },
  };
}
