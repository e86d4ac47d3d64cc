/** What runs until it is stopped. */
interface Stoppable {
  stop(): unknown;
}

/**
 * Which actors are on the screen. One that the log has done with goes on for them as it is: it hears
 * no more events, and is stopped when nobody shows it. So what is held depends on the log alone.
 */
export interface Watches {
  /** Counts one who shows the actor; the answer takes that back. */
  watch(key: string): () => void;
  /** A place for actors of one kind that are only shown any more. */
  kept<Actor extends Stoppable>(): Kept<Actor>;
}

export interface Kept<Actor> {
  get(key: string): Actor | undefined;
  /** The directory has forgotten the actor. It is kept if it is shown, else stopped. */
  leave(key: string, actor: Actor): void;
}

export function createWatches(): Watches {
  const counts = new Map<string, number>();
  const releases: ((key: string) => void)[] = [];

  return {
    watch(key) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      let isWatched = true;
      return () => {
        if (!isWatched) return;
        isWatched = false;
        const count = (counts.get(key) ?? 0) - 1;
        if (count > 0) {
          counts.set(key, count);
          return;
        }
        counts.delete(key);
        for (const release of releases) release(key);
      };
    },
    kept<Actor extends Stoppable>(): Kept<Actor> {
      const actors = new Map<string, Actor>();
      function release(key: string): void {
        actors.get(key)?.stop();
        actors.delete(key);
      }
      releases.push(release);
      return {
        get: (key) => actors.get(key),
        leave(key, actor) {
          release(key);
          if (counts.has(key)) actors.set(key, actor);
          else actor.stop();
        },
      };
    },
  };
}
