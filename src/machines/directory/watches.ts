export type Watches = ReturnType<typeof createWatches>;

/**
 * Which actors are on the screen. One that the registry has removed stays available to the views that show it: it
 * receives no more events, and is stopped when no view shows it. So the registry depends on the log alone.
 */
export function createWatches() {
  const counts = new Map<string, number>();
  const releases: ((name: string) => void)[] = [];

  return {
    /** Registers a view that shows the actor; call the function returned to unregister it. */
    watch: (name: string): (() => void) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      let isWatched = true;
      return () => {
        if (!isWatched) return;
        isWatched = false;
        const count = (counts.get(name) ?? 0) - 1;
        if (count > 0) {
          counts.set(name, count);
          return;
        }
        counts.delete(name);
        for (const release of releases) release(name);
      };
    },
    /** Creates the store for removed actors of one kind that are still shown. */
    kept<Actor extends { stop(): unknown }>() {
      const actors = new Map<string, Actor>();
      function release(name: string): void {
        actors.get(name)?.stop();
        actors.delete(name);
      }
      releases.push(release);
      return {
        get: (name: string) => actors.get(name),
        /** Takes a removed actor: keeps it if it is shown, else stops it. */
        leave: (name: string, actor: Actor): void => {
          release(name);
          if (counts.has(name)) actors.set(name, actor);
          else actor.stop();
        },
      };
    },
  };
}
