import type { App } from '../src/machines/app.ts';

const known = new WeakMap<object, ReadonlyMap<string, readonly string[]>>();

/** The keys of a kind's actors: of `ticket`, the tickets' ids. */
export function keysOf({ directory }: Pick<App, 'directory'>, kind: string): readonly string[] {
  const actors = directory.actors();
  // Some directories list them once for all invariants: they ask after every event.
  const keys = known.get(actors) ?? byKind(actors);
  known.set(actors, keys);
  return keys.get(kind) ?? [];
}

function byKind(actors: Iterable<readonly [name: string, ...unknown[]]>): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  for (const [name] of actors) {
    const end = name.indexOf(':');
    if (end < 0) continue;
    const keys = kinds.get(name.slice(0, end)) ?? [];
    keys.push(name.slice(end + 1));
    kinds.set(name.slice(0, end), keys);
  }
  return kinds;
}
