/** Which items of a long conversation are drawn. */
export interface DrawnRange {
  /** The key of the first item drawn; null for the first held. */
  readonly from: string | null;
  /** The key of the first item behind those drawn; null if there is none. */
  readonly to: string | null;
  /** Heights of what is left out before and behind, in pixels. */
  readonly above: number;
  readonly below: number;
}

/** With more items than this, only those near the view are drawn. */
export const LONG = 300;

/** The items in the range. */
export function drawnOf<Item extends { readonly key: string }>(
  items: readonly Item[],
  range: DrawnRange | undefined,
): readonly Item[] {
  if (range === undefined) return items;
  const place = (key: string | null) => items.findIndex((item) => item.key === key);
  const to = place(range.to);
  return items.slice(Math.max(0, place(range.from)), to < 0 ? undefined : to);
}
