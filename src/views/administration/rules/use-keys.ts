import { useState } from 'react';

/** Keys of things that have none of their own, by their places; they go along with `swapped` and `removed`. */
export function useKeys(count: number): {
  readonly keys: readonly number[];
  readonly swapped: (at: number, other: number) => void;
  readonly removed: (at: number) => void;
} {
  const [known, setKnown] = useState<readonly number[]>([]);
  const highest = Math.max(-1, ...known);
  const keys = Array.from({ length: count }, (_, at) => known[at] ?? highest + 1 + at - known.length);
  return {
    keys,
    swapped: (at, other) =>
      setKnown(keys.map((key, place) => keys[place === at ? other : place === other ? at : place] ?? key)),
    removed: (at) => setKnown(keys.toSpliced(at, 1)),
  };
}
