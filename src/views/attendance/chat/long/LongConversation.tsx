import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { ChatItem } from '../chat-items.ts';
import { chunksBetween, chunksOf, heightsOf, placeOf, sum, type Chunk } from './chunks.ts';
import type { DrawnRange } from './drawn-range.ts';

interface LongConversationProps {
  /** The scroll container; its first child holds a spacer, then the lines. */
  readonly box: RefObject<HTMLElement | null>;
  readonly items: readonly ChatItem[];
  readonly range: DrawnRange | undefined;
  /** The message to show; another object asks for it again. */
  readonly sought: { readonly messageId: string } | null;
  /** Takes another range; undefined draws all. */
  readonly onRange: (range: DrawnRange | undefined) => void;
  /** Calls back whenever the reader's position has settled after something changed; returns what ends it. */
  readonly whenSettled: (run: () => void) => () => void;
}

/** Pixels drawn around the view: after a redraw, at least, and at most. */
const DRAWN = 3_000;
const LEAST = 1_500;
const MOST = 6_000;

/**
 * Decides which part of a long conversation is drawn: some screens around the reader. What is left out keeps its height,
 * so nothing moves; what plays or is selected stays.
 */
export function LongConversation({ box, items, range, sought, onRange, whenSettled }: LongConversationProps) {
  const chunks = useRef<readonly Chunk[]>([]);
  /** How many of them were left out above when last drawn. */
  const leftOut = useRef(0);
  const shownSought = useRef<object | null>(sought);
  const toFocus = useRef<string>(undefined);
  /** What is to be drawn; it is once `range` is the same. */
  const asked = useRef(range);

  function ask(next: DrawnRange | undefined): void {
    asked.current = next;
    onRange(next);
  }

  /** The chunks drawn, from one to before another. */
  function drawn(): readonly [number, number] {
    const place = (key: string | null | undefined) => chunks.current.findIndex((chunk) => chunk.key === key);
    const to = place(range?.to);
    return [Math.max(0, place(range?.from)), to < 0 ? chunks.current.length : to];
  }

  function draw(from: number, to: number, heights: readonly number[]): void {
    leftOut.current = from;
    ask({
      from: from === 0 ? null : (chunks.current[from]?.key ?? null),
      to: chunks.current[to]?.key ?? null,
      above: sum(heights.slice(0, from)),
      below: sum(heights.slice(to)),
    });
  }

  const update = useEffectEvent(() => {
    if (asked.current !== range) return;
    const content = box.current?.firstElementChild ?? null;
    const start = content?.firstElementChild?.getBoundingClientRect().bottom;
    // A hidden conversation has no heights.
    if (box.current === null || content === null || start === undefined || box.current.clientHeight === 0) return;
    const [from, to] = drawn();
    const above = range?.above ?? 0;
    chunks.current = measured(chunks.current, { from, to, start, above }, content);
    const heights = heightsOf(chunks.current);
    const view = box.current.getBoundingClientRect();
    // By what is drawn: what is left out above may have become more since, or is estimated otherwise.
    const origin = start + above - sum(heights.slice(0, from));
    const top = view.top - origin;
    const bottom = view.bottom - origin;
    const [least, leastEnd] = chunksBetween(heights, top - LEAST, bottom + LEAST);
    const [most, mostEnd] = chunksBetween(heights, top - MOST, bottom + MOST);
    const isSame = from === leftOut.current;
    if (isSame && least >= from && leastEnd <= to && most <= from && mostEnd >= to) return;
    const kept = keptIn(content).map((line) => line.getBoundingClientRect().top - origin);
    const [next, nextEnd] = chunksBetween(heights, Math.min(top - DRAWN, ...kept), Math.max(bottom + DRAWN, ...kept));
    if (isSame && next === from && nextEnd === to) return;
    if (content.contains(document.activeElement)) {
      const place = (document.activeElement?.getBoundingClientRect().top ?? 0) - origin;
      const isKept = place >= sum(heights.slice(0, next)) && place < sum(heights.slice(0, nextEnd));
      // The arrow keys go on from the container.
      if (!isKept) box.current.focus({ preventScroll: true });
    }
    draw(next, nextEnd, heights);
  });

  /** Draws a message and its surroundings, wherever the reader is; false if it isn't held. */
  const reveal = useEffectEvent((messageId: string) => {
    const at = placeOf(items, messageId);
    if (at < 0) return false;
    const heights = heightsOf(chunks.current);
    let count = 0;
    const chunk = chunks.current.findIndex((each) => (count += each.count) > at);
    const middle = sum(heights.slice(0, chunk));
    toFocus.current = messageId;
    draw(...chunksBetween(heights, middle - DRAWN, middle + DRAWN), heights);
    return true;
  });

  /** Other messages took the place of those held, as old ones do. */
  const isReplaced = useEffectEvent(() =>
    [range?.from, range?.to].some((key) => key && !chunks.current.some((chunk) => chunk.key === key)),
  );

  const onItems = useEffectEvent(() => {
    chunks.current = chunksOf(items, chunks.current);
    if (sought !== null && sought !== shownSought.current && reveal(sought.messageId)) shownSought.current = sought;
    else if (isReplaced()) ask(undefined);
  });
  useLayoutEffect(() => onItems(), [items, sought]);

  // Not with each of the items: the reader's position settles after the effects here.
  useLayoutEffect(() => {
    update();
    return whenSettled(() => update());
  }, [whenSettled]);

  useEffect(() => {
    const id = toFocus.current;
    toFocus.current = undefined;
    if (id === undefined || document.activeElement?.closest('[data-find]')) return;
    box.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  }, [box, range]);

  useEffect(() => () => onRange(undefined), [onRange]);

  useEffect(() => {
    const element = box.current;
    // Drawn in the same frame as scrolled, so nothing is blank.
    const onScroll = () => flushSync(() => update());
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, [box]);

  return null;
}

interface Drawn {
  readonly from: number;
  readonly to: number;
  /** Where the first item begins, and how high what is left out before the drawn ones is. */
  readonly start: number;
  readonly above: number;
}

/** The chunks with the heights of those drawn. */
function measured(chunks: readonly Chunk[], { from, to, start, above }: Drawn, content: Element): readonly Chunk[] {
  const tops = new Map<string | undefined, number>();
  for (const line of content.children) {
    if (line instanceof HTMLElement) tops.set(line.dataset['message'], line.getBoundingClientRect().top);
  }
  const end = content.querySelector(':scope > [data-left-out="below"]') ?? null;
  const bottom = end?.getBoundingClientRect().top ?? content.lastElementChild?.getBoundingClientRect().bottom;
  const topOf = (index: number) => (index === from ? start + above : tops.get(chunks[index]?.messageId));
  return chunks.map((chunk, index) => {
    if (index < from || index >= to) return chunk;
    const top = topOf(index);
    const next = index + 1 === to ? bottom : topOf(index + 1);
    return top === undefined || next === undefined ? chunk : { ...chunk, height: next - top };
  });
}

/** What would be lost if it weren't drawn: what plays, and the ends of what is selected. */
function keptIn(content: Element): readonly Element[] {
  const playing = [...content.querySelectorAll<HTMLMediaElement>('audio, video')].filter(({ paused }) => !paused);
  const { isCollapsed = true, anchorNode = null, focusNode = null } = document.getSelection() ?? {};
  const selected = isCollapsed ? [] : [anchorNode, focusNode].flatMap((node) => node?.parentElement ?? []);
  return [...playing, ...selected].filter((each) => content.contains(each));
}
