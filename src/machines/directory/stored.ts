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

/** Stored actors by the prefix of their names, such as `ticket:`. */
export type StoredKinds = ReadonlyMap<string, StoredKind>;

/** Groups the keyed actors by kind. */
export function kindsOf(stored: Snapshots): StoredKinds {
  const kinds = new Map<string, { prefix: string; names: string[]; actors: StoredActor[] }>();
  let of: { prefix: string; names: string[]; actors: StoredActor[] } | undefined;
  for (const [name, actor] of stored) {
    // Those of a kind mostly stand together.
    if (of === undefined || !name.startsWith(of.prefix)) {
      const prefix = name.slice(0, name.indexOf(':') + 1);
      if (prefix === '') continue;
      of = kinds.get(prefix) ?? { prefix, names: [], actors: [] };
      kinds.set(prefix, of);
    }
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
