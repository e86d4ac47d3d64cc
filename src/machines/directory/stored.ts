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

/** Stored actors of one kind; `names` has a name for each. Not pairs: building tens of thousands is what an opening page waits for. */
interface StoredKind {
  readonly names: readonly string[];
  readonly actors: readonly StoredActor[];
}

export const noneStored: StoredKind = { names: [], actors: [] };

/** Stored actors by kind. */
export type StoredKinds = ReadonlyMap<string, StoredKind>;

/** Groups the keyed actors by kind. */
export function kindsOf(stored: Snapshots): StoredKinds {
  const kinds = new Map<string, { names: string[]; actors: StoredActor[] }>();
  for (const [name, actor] of stored) {
    const end = name.indexOf(':');
    if (end < 0) continue;
    const kind = name.slice(0, end);
    let of = kinds.get(kind);
    if (of === undefined) kinds.set(kind, (of = { names: [], actors: [] }));
    of.names.push(name);
    of.actors.push(actor);
  }
  return kinds;
}

/** The snapshot in the form that XState restores. Our machines have neither children nor history. */
export function persistedOf({ value, context }: StoredActor): Snapshot<unknown> {
  const persisted = { value, context, children: {}, historyValue: {} };
  return { status: 'active', output: undefined, error: undefined, ...persisted };
}
