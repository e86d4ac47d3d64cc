interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits one group at a time, in order; what comes meanwhile is the next group: a transaction that waits for the disk
 * takes as long for one item as for many. If a group is refused, each of its items is tried by itself.
 */
export function inGroups<Item>(commit: (items: readonly Item[]) => Promise<void>) {
  let waiting: Waiting<Item>[] = [];
  let isCommitting = false;
  let last: Promise<unknown> = Promise.resolve();

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
    if (isCommitting) return;
    isCommitting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await settle(group);
    }
    isCommitting = false;
  }

  return {
    /** Resolves once it is committed; rejects if it is refused. */
    add: (item: Item): Promise<void> => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ item, resolve, reject });
      last = Promise.allSettled([last, promise]);
      void drain();
      return promise;
    },
    /** Resolves once all that was added so far is committed or refused; null if it is by now. */
    settled: (): Promise<unknown> | null => (isCommitting ? last : null),
  };
}
