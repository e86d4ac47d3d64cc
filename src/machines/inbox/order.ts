import { compareIds } from '../entities/ids.ts';
import type { SortKey } from './sort-key.ts';

/** Sorted rows, changed in place. */
interface SortedIndex {
  readonly size: number;
  /** How many of the rows are pinned. */
  readonly pinnedCount: number;
  /** Adds a key, which mustn't be in it yet. */
  insert(key: SortKey): void;
  /** Removes a key; throws if it isn't in it. */
  remove(key: SortKey): void;
  /** The number of rows at or above a key, which needn't be in it. */
  rank(key: SortKey): number;
  /** A field of the first rows, in order. */
  list<Field extends keyof SortKey>(field: Field, limit?: number): SortKey[Field][];
  clear(): void;
}

/** Pinned rows and others are kept apart, so that new rows are added at the end of one of them, where it is cheapest. */
export function createSortedIndex(): SortedIndex {
  const pinned = createChunks();
  const others = createChunks();

  function chunksOf(key: SortKey): Chunks {
    return key.pinned ? pinned : others;
  }

  return {
    get size() {
      return pinned.size() + others.size();
    },
    get pinnedCount() {
      return pinned.size();
    },
    insert: (key) => chunksOf(key).insert(key),
    remove: (key) => chunksOf(key).remove(key),
    rank: (key) => (key.pinned ? pinned.rank(key) : pinned.size() + others.rank(key)),
    list<Field extends keyof SortKey>(field: Field, limit = pinned.size() + others.size()) {
      const values: SortKey[Field][] = [];
      pinned.collect(field, values, limit);
      others.collect(field, values, limit);
      return values;
    },
    clear() {
      pinned.clear();
      others.clear();
    },
  };
}

interface Chunks {
  size(): number;
  insert(key: SortKey): void;
  remove(key: SortKey): void;
  rank(key: SortKey): number;
  /** Adds a field of the rows until there are `limit` of them. */
  collect<Field extends keyof SortKey>(field: Field, values: SortKey[Field][], limit: number): void;
  clear(): void;
}

const CHUNK_MAX = 256;

/**
 * Some rows in order, the list's last first. Times are in an array of their own: a search reads adjacent ones, and ids
 * only where they are equal.
 */
interface Chunk {
  readonly times: number[];
  readonly keys: SortKey[];
}

/** Chunks in order: an insertion moves the rows of one chunk at most, and the newest row is simply appended. */
function createChunks(): Chunks {
  let chunks: Chunk[] = [];
  let size = 0;

  /** Index of the chunk in which a key is, or would be inserted. */
  function chunkAt(key: SortKey): number {
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = chunks[middle];
      if (chunk !== undefined && isBelow(chunk, chunk.keys.length - 1, key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    size: () => size,
    insert(key) {
      const at = chunkAt(key);
      const chunk = chunks[at];
      size += 1;
      if (chunk === undefined) {
        chunks.push({ times: [key.at], keys: [key] });
        return;
      }
      const { times, keys } = chunk;
      const row = rowsBelow(chunk, key);
      times.splice(row, 0, key.at);
      keys.splice(row, 0, key);
      if (keys.length <= CHUNK_MAX) return;
      const half = CHUNK_MAX >>> 1;
      chunks.splice(at + 1, 0, { times: times.splice(half), keys: keys.splice(half) });
    },
    remove(key) {
      const at = chunkAt(key);
      const chunk = chunks[at];
      const row = chunk === undefined ? 0 : rowsBelow(chunk, key);
      if (chunk === undefined || chunk.keys[row]?.id !== key.id || chunk.times[row] !== key.at) {
        throw new Error(`Ticket ${key.id} is not in the list`);
      }
      chunk.times.splice(row, 1);
      chunk.keys.splice(row, 1);
      size -= 1;
      if (chunk.keys.length === 0) chunks.splice(at, 1);
    },
    rank(key) {
      const at = chunkAt(key);
      const chunk = chunks[at];
      let below = chunk === undefined ? 0 : rowsBelow(chunk, key);
      for (let before = 0; before < at; before += 1) below += chunks[before]?.keys.length ?? 0;
      return size - below;
    },
    collect(field, values, limit) {
      for (let at = chunks.length - 1; at >= 0; at -= 1) {
        const keys = chunks[at]?.keys ?? [];
        for (let row = keys.length - 1; row >= 0; row -= 1) {
          const key = keys[row];
          if (values.length >= limit || key === undefined) return;
          values.push(key[field]);
        }
      }
    },
    clear() {
      chunks = [];
      size = 0;
    },
  };
}

/** Whether a row of the chunk sorts below the key. */
function isBelow({ times, keys }: Chunk, row: number, key: SortKey): boolean {
  const at = times[row] ?? 0;
  return at === key.at ? compareIds(keys[row]?.id ?? '', key.id) < 0 : at < key.at;
}

/** The number of rows in a chunk that sort below the key. */
function rowsBelow(chunk: Chunk, key: SortKey): number {
  let low = 0;
  let high = chunk.keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(chunk, middle, key)) low = middle + 1;
    else high = middle;
  }
  return low;
}
