interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export type GroupCommit<Item> = ReturnType<typeof inGroups<Item>>;

/**
 * Commits one group at a time, in order; what comes meanwhile is the next group: a transaction that waits for the disk
 * takes as long for one item as for many. If `begin` is refused, so is everything that waits; if a group is, each of its
 * items is tried by itself.
 */
export function inGroups<Item>(begin: () => Promise<unknown>, commit: (items: readonly Item[]) => Promise<void>) {
  let waiting: Waiting<Item>[] = [];
  let isDraining = false;
  let last: Promise<void> = Promise.resolve();

  async function settle(group: readonly Waiting<Item>[]): Promise<void> {
    try {
      await commit(group.map(({ item }) => item));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length > 1) await Promise.all(group.map((one) => settle([one])));
      else for (const { reject } of group) reject(error);
    }
  }

  async function drain(): Promise<void> {
    if (isDraining) return;
    isDraining = true;
    while (waiting.length > 0) {
      let refusal: { readonly error: unknown } | null = null;
      try {
        await begin();
      } catch (error) {
        refusal = { error };
      }
      const group = waiting;
      waiting = [];
      if (refusal === null) await settle(group);
      else for (const { reject } of group) reject(refusal.error);
    }
    isDraining = false;
  }

  return {
    /** Resolves once it is committed; rejects if it is refused. */
    add: (item: Item): Promise<void> => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ item, resolve, reject });
      last = promise.then(
        () => undefined,
        () => undefined,
      );
      void drain();
      return promise;
    },
    /** Resolves once all that was added so far is committed or refused; null if it is by now. */
    settled: (): Promise<void> | null => (isDraining ? last : null),
  };
}
