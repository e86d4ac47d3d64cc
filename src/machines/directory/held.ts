import type { Actor, AnyActorLogic, EventFromLogic, SnapshotFrom } from 'xstate';
import type { StoredActor } from './stored.ts';

/** An actor's state and context. */
export type HeldSnapshot<Logic extends AnyActorLogic> = StoredActor &
  Pick<SnapshotFrom<Logic>, Extract<keyof SnapshotFrom<Logic>, keyof StoredActor>>;

/** An actor of any kind with its name. */
export type NamedActor = readonly [name: string, actor: { readonly getSnapshot: () => StoredActor }];

/**
 * An actor of the registry. One restored from storage is started lazily, when it first receives an event or is shown:
 * most of ten thousand conversations never do, so the list needn't wait for their actors.
 */
export class Held<Logic extends AnyActorLogic> {
  /** Its kind and key, such as `ticket:20`. */
  readonly name: string;
  readonly #make: () => Actor<Logic>;
  readonly #stored: HeldSnapshot<Logic> | null;
  #actor: Actor<Logic> | null = null;

  constructor(name: string, make: () => Actor<Logic>, stored: HeldSnapshot<Logic> | null = null) {
    this.name = name;
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

  getSnapshot(): HeldSnapshot<Logic> {
    return this.#actor?.getSnapshot() ?? this.#stored ?? this.actor.getSnapshot();
  }

  send(event: EventFromLogic<Logic>): void {
    this.actor.send(event);
  }
}
