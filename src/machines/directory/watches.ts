interface Stoppable {
  stop(): unknown;
}

/**
 * Which actors are on the screen. One that the registry has removed stays available to the views that show it: it
 * receives no more events, and is stopped when no view shows it. So the registry depends on the log alone.
 */
export interface Watches {
  /** Registers a view that shows the actor; call the function returned to unregister it. */
  watch(key: string): () => void;
  /** Creates the store for removed actors of one kind that are still shown. */
  kept<Actor extends Stoppable>(): Kept<Actor>;
}

export interface Kept<Actor> {
  get(key: string): Actor | undefined;
  /** Takes a removed actor: keeps it if it is shown, else stops it. */
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
