import type { Snapshot } from 'xstate';

/** What of an actor is stored: where it stands, and what it knows. */
export interface StoredActor {
  readonly value: unknown;
  readonly context: unknown;
}

/** What every actor holds, by its name; under `order` the rows of the list, which are made anew. */
export type Snapshots = Readonly<Record<string, StoredActor>>;

/** Those of each kind, by their keys. */
export type StoredKinds = ReadonlyMap<string, ReadonlyMap<string, StoredActor>>;

/** Sorts the actors that there are many of by their kinds. */
export function kindsOf(stored: Snapshots): StoredKinds {
  const kinds = new Map<string, Map<string, StoredActor>>();
  for (const name of Object.keys(stored)) {
    const end = name.indexOf(':');
    const actor = stored[name];
    if (end < 0 || actor === undefined) continue;
    const kind = name.slice(0, end);
    let actors = kinds.get(kind);
    if (actors === undefined) kinds.set(kind, (actors = new Map()));
    actors.set(name.slice(end + 1), actor);
  }
  return kinds;
}

/** As XState takes a snapshot back. Our machines have neither children nor history. */
export function persistedOf({ value, context }: StoredActor): Snapshot<unknown> {
  const persisted = { value, context, children: {}, historyValue: {} };
  return { status: 'active', output: undefined, error: undefined, ...persisted };
}
