import type { CustomerId } from '../entities/ids.ts';

/** Whom the viewer has pinned, as far as it was told. */
export interface Pins {
  /** Undefined while it isn't known. */
  of(id: CustomerId): boolean | undefined;
  /** One pin was told of, as of a position of the stream. */
  told(id: CustomerId, pinned: boolean, streamPosition: number): void;
  /** All of them were named: who isn't among them isn't pinned. */
  listed(ids: readonly CustomerId[], streamPosition: number): void;
  clear(): void;
}

export function createPins(): Pins {
  const known = new Map<CustomerId, { readonly pinned: boolean; readonly asOf: number }>();
  let listedAt: number | null = null;

  function told(id: CustomerId, pinned: boolean, asOf: number): void {
    const before = known.get(id);
    if (before === undefined || asOf >= before.asOf) known.set(id, { pinned, asOf });
  }

  return {
    of: (id) => known.get(id)?.pinned ?? (listedAt === null ? undefined : false),
    told,
    listed(ids, streamPosition) {
      if (listedAt !== null && streamPosition < listedAt) return;
      listedAt = streamPosition;
      for (const [id, { asOf }] of known) if (asOf <= streamPosition) known.delete(id);
      for (const id of ids) told(id, true, streamPosition);
    },
    clear() {
      known.clear();
      listedAt = null;
    },
  };
}
