import type { Actor, AnyActorLogic, EventFromLogic, SnapshotFrom } from 'xstate';
import type { StoredActor } from './stored.ts';

/** Where an actor stands, and what it knows. */
export type Standing<Logic extends AnyActorLogic> = StoredActor &
  Pick<SnapshotFrom<Logic>, Extract<keyof SnapshotFrom<Logic>, keyof StoredActor>>;

/** An actor, whichever it is, by its name. */
export type NamedActor = readonly [name: string, actor: { readonly getSnapshot: () => StoredActor }];

/**
 * An actor of the registry. A stored one is made when it is first told something, or shown: of ten thousand
 * conversations most never are, and the list's first row needn't wait for their actors.
 */
export class Held<Logic extends AnyActorLogic> {
  readonly #make: () => Actor<Logic>;
  readonly #stored: Standing<Logic> | null;
  #actor: Actor<Logic> | null = null;

  constructor(make: () => Actor<Logic>, stored: Standing<Logic> | null = null) {
    this.#make = make;
    this.#stored = stored;
    if (stored === null) this.#actor = make();
  }

  get actor(): Actor<Logic> {
    this.#actor ??= this.#make();
    return this.#actor;
  }

  get isMade(): boolean {
    return this.#actor !== null;
  }

  getSnapshot(): Standing<Logic> {
    return this.#actor?.getSnapshot() ?? this.#stored ?? this.actor.getSnapshot();
  }

  send(event: EventFromLogic<Logic>): void {
    this.actor.send(event);
  }
}
