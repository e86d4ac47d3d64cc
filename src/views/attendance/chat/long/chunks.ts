import type { ChatItem } from '../chat-items.ts';

/** Items that are drawn or left out together. */
export interface Chunk {
  /** The key of its first item. */
  readonly key: string;
  /** The message that its first item is; undefined for the first chunk, which may begin with another item. */
  readonly messageId: string | undefined;
  readonly count: number;
  /** As last drawn, in pixels; undefined until drawn. */
  readonly height: number | undefined;
}

/** How many items a chunk has, unless it is the last one. */
const CHUNK = 20;
/** The height of an item before any was drawn, in pixels. */
const ITEM_HEIGHT = 64;

/** Divides the items into chunks. A chunk before stays one, with its height, when items are added around it. */
export function chunksOf(items: readonly ChatItem[], before: readonly Chunk[]): readonly Chunk[] {
  const known = new Map(before.map((chunk) => [chunk.key, chunk]));
  const chunks: Chunk[] = [];
  let from = 0;
  items.forEach((item, index) => {
    if (index === 0) return;
    const messageId = messageOf(item);
    if (messageId === undefined) return;
    if (index - from < CHUNK && !isBoundary(known, item.key)) return;
    chunks.push(chunkOf(from, index));
    from = index;
  });
  if (items.length > 0) chunks.push(chunkOf(from, items.length));
  return chunks;

  function chunkOf(start: number, end: number): Chunk {
    const first = items[start];
    const key = first?.key ?? '';
    const messageId = start === 0 || first === undefined ? undefined : messageOf(first);
    return { key, messageId, count: end - start, height: known.get(key)?.height };
  }
}

/** The heights of all chunks; those that were never drawn have the average. */
export function heightsOf(chunks: readonly Chunk[]): readonly number[] {
  const drawn = chunks.filter(({ height }) => height !== undefined);
  const count = sum(drawn.map((chunk) => chunk.count));
  const average = count === 0 ? ITEM_HEIGHT : sum(drawn.map(({ height = 0 }) => height)) / count;
  return chunks.map((chunk) => chunk.height ?? chunk.count * average);
}

/** The chunks, from one to before another, that have a part between two heights; at least one. */
export function chunksBetween(heights: readonly number[], top: number, bottom: number): readonly [number, number] {
  let from = 0;
  let to = heights.length;
  let end = 0;
  heights.forEach((height, index) => {
    const start = end;
    end += height;
    if (end <= top) from = index + 1;
    if (start > bottom && to > index) to = index;
  });
  from = Math.max(0, Math.min(from, heights.length - 1));
  return [from, Math.max(from + 1, to)];
}

/** The place of the item that shows a message, also in an album; -1 if none does. */
export function placeOf(items: readonly ChatItem[], messageId: string): number {
  const isSought = (item: ChatItem): boolean =>
    item.kind === 'album' ? item.items.some(isSought) : messageOf(item) === messageId;
  return items.findIndex(isSought);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function isBoundary(known: ReadonlyMap<string, Chunk>, key: string): boolean {
  return known.get(key)?.messageId !== undefined;
}

/** The message that an item is; undefined if it isn't one by itself. */
function messageOf(item: ChatItem): string | undefined {
  return item.kind === 'entry' && item.entry.kind === 'message' ? item.entry.message.id : undefined;
}
