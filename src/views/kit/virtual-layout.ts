/** One titled run of rows. */
export interface VirtualSection {
  readonly id: string;
  /** Its heading; left out for rows without one. */
  readonly title?: string | undefined;
  readonly rows: readonly string[];
  /** Whether each row is tall; left out for none. */
  readonly tall?: readonly (boolean | undefined)[];
  /** Its rows can only be chosen: they have no menu, and can't be ticked. */
  readonly isPlain?: true;
}

interface Placed extends VirtualSection {
  readonly top: number;
  /** Index of its first row in the whole list. */
  readonly first: number;
}

/** The heights of rows in pixels. */
export interface RowHeights {
  readonly short: number;
  readonly tall: number;
}

/** Positions in pixels from the top: sums of heights that are known from the rows' data, nothing is measured. */
export interface VirtualLayout {
  readonly sections: readonly Placed[];
  readonly ids: readonly string[];
  readonly height: number;
  /** Where each row ends; with 10,000 rows they take some ten microseconds to sum up. */
  readonly ends: Int32Array;
  /** Which rows are tall. */
  readonly tall: Uint8Array;
  readonly heights: RowHeights;
}

/** Lays out the non-empty sections. */
export function layOut(sections: readonly VirtualSection[], heights: RowHeights, headingHeight: number): VirtualLayout {
  const placed: Placed[] = [];
  let ids: readonly string[] = [];
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  const ends = new Int32Array(count);
  const tall = new Uint8Array(count);
  let end = 0;
  for (const section of sections) {
    const { rows, title, tall: ofRows } = section;
    if (rows.length === 0) continue;
    const first = ids.length;
    placed.push({ ...section, top: end, first });
    if (title !== undefined) end += headingHeight;
    for (let row = 0; row < rows.length; row += 1) {
      const isTall = ofRows?.[row] === true;
      end += isTall ? heights.tall : heights.short;
      ends[first + row] = end;
      if (isTall) tall[first + row] = 1;
    }
    ids = first === 0 ? rows : ids.concat(rows);
  }
  return { sections: placed, ids, height: end, ends, tall, heights };
}

export function isTall({ tall }: VirtualLayout, index: number): boolean {
  return tall[index] === 1;
}

/** The height of the row at an index. */
export function rowHeight(layout: VirtualLayout, index: number): number {
  return isTall(layout, index) ? layout.heights.tall : layout.heights.short;
}

/** The top of the row at an index. */
export function rowTop(layout: VirtualLayout, index: number): number {
  const end = layout.ends[index];
  return end === undefined ? 0 : end - rowHeight(layout, index);
}

/** The index of the row at a height; at a heading the row below it. */
export function rowAt({ ends }: VirtualLayout, y: number): number {
  let low = 0;
  let high = Math.max(0, ends.length - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * How far the visible content moved between two layouts, so that the scroll can follow. Most of the visible rows
 * decide: a row that jumps to the top must not take the scroll along; on a tie the smaller shift wins.
 */
export function shiftOf(before: VirtualLayout, after: VirtualLayout, scrollTop: number, viewport: number): number {
  const votes = new Map<number, number>();
  const last = rowAt(before, scrollTop + viewport);
  for (let index = rowAt(before, scrollTop); index <= last; index++) {
    const id = before.ids[index];
    const now = id === undefined ? -1 : nearestIndex(after.ids, id, index);
    if (now < 0) continue;
    const shift = rowTop(after, now) - rowTop(before, index);
    votes.set(shift, (votes.get(shift) ?? 0) + 1);
  }
  let winner = 0;
  let most = 0;
  for (const [shift, count] of votes) {
    const isNearer = count === most && Math.abs(shift) < Math.abs(winner);
    if (count > most || isNearer) [winner, most] = [shift, count];
  }
  return winner;
}

// From its place outwards: it is nearly always within a few places of where it was.
function nearestIndex(ids: readonly string[], id: string, from: number): number {
  for (let away = 0; away <= from || away < ids.length; away++) {
    if (ids[from + away] === id) return from + away;
    if (ids[from - away] === id) return from - away;
  }
  return -1;
}
