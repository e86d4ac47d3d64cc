import type { Snapshot } from 'xstate';

/** What is stored of an actor: its state and context. */
export interface StoredActor {
  readonly value: unknown;
  readonly context: unknown;
}

/**
 * All actors by name; `order` is the list's rows, which are derived and not restored. A map: an object with thirty
 * thousand names takes ten times as long to build.
 */
export type Snapshots = ReadonlyMap<string, StoredActor>;

/** Stored actors by the prefix of their names, such as `ticket:`. Not in pairs: an opening page waits for each object. */
export type StoredKinds = ReadonlyMap<string, { readonly names: string[]; readonly actors: StoredActor[] }>;

/** Groups the actors by kind. */
export function kindsOf(stored: Snapshots): StoredKinds {
  const kinds = new Map<string, { names: string[]; actors: StoredActor[] }>();
  for (const [name, actor] of stored) {
    const prefix = name.slice(0, name.indexOf(':') + 1);
    let kind = kinds.get(prefix);
    if (kind === undefined) kinds.set(prefix, (kind = { names: [], actors: [] }));
    kind.names.push(name);
    kind.actors.push(actor);
  }
  return kinds;
}

/** The snapshot in the form that XState restores. Our machines have neither children nor history. */
export function persistedOf({ value, context }: StoredActor): Snapshot<unknown> {
  const persisted = { value, context, children: {}, historyValue: {} };
  return { status: 'active', output: undefined, error: undefined, ...persisted };
}
