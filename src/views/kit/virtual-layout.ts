/** One titled run of rows. */
export interface VirtualSection {
  readonly id: string;
  /** Its heading; left out for rows without one. */
  readonly title?: string | undefined;
  readonly rows: readonly string[];
  /** Its rows can only be chosen: they have no menu, and can't be ticked. */
  readonly isPlain?: true;
}

interface Placed extends VirtualSection {
  readonly top: number;
  /** Top of its first row, below the heading. */
  readonly rowsTop: number;
  /** Index of its first row in the whole list. */
  readonly first: number;
}

/** Positions in pixels from the top. All rows have the same height, so this is arithmetic, not measuring. */
export interface VirtualLayout {
  readonly sections: readonly Placed[];
  readonly ids: readonly string[];
  readonly height: number;
  readonly rowHeight: number;
}

/** Lays out the non-empty sections. */
export function layOut(sections: readonly VirtualSection[], rowHeight: number, headingHeight: number): VirtualLayout {
  const placed: Placed[] = [];
  let ids: readonly string[] = [];
  let top = 0;
  for (const section of sections) {
    if (section.rows.length === 0) continue;
    const rowsTop = top + (section.title === undefined ? 0 : headingHeight);
    placed.push({ ...section, top, rowsTop, first: ids.length });
    top = rowsTop + section.rows.length * rowHeight;
    ids = ids.length === 0 ? section.rows : ids.concat(section.rows);
  }
  return { sections: placed, ids, height: top, rowHeight };
}

/** The top of the row at an index. */
export function rowTop({ sections, rowHeight }: VirtualLayout, index: number): number {
  const section = sections.findLast((each) => each.first <= index);
  return section === undefined ? 0 : section.rowsTop + (index - section.first) * rowHeight;
}

/** The index of the row at a height; below a heading the nearest row. */
export function rowAt({ sections, rowHeight }: VirtualLayout, y: number): number {
  const section = sections.findLast((each) => each.top <= y) ?? sections[0];
  if (section === undefined) return 0;
  const row = Math.floor((y - section.rowsTop) / rowHeight);
  return section.first + Math.min(Math.max(row, 0), section.rows.length - 1);
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
