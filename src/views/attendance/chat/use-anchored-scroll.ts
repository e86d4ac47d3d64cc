import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import type { ChatEntry } from '../../../machines/conversation/conversation.selectors.ts';
import { keyOf } from './chat-items.ts';

/** Within this many pixels of the end, the list follows new messages. */
const NEAR_END = 80;
/** Within this many pixels of the start, older messages are loaded; of the end of old ones, newer ones. */
const NEAR_START = 400;
/** Or within what is scrolled in so many milliseconds: an answer takes less, and the reader doesn't wait. */
const ROUND_TRIP_MS = 1_000;

/** A visible message and its position, which is kept while its surroundings change. */
interface Anchor {
  readonly line: HTMLElement;
  readonly top: number;
  /** How far was scrolled then. */
  readonly scrolled: number;
}

interface Scrolled {
  readonly entries: readonly ChatEntry[];
  /** Which part of them is drawn; another object when it changed. */
  readonly range: object | undefined;
  /** Whether these are old messages: what is added at their end isn't new. */
  readonly isPast: boolean;
  /** The message to show; another object asks for it again. */
  readonly sought: { readonly messageId: string } | null;
  readonly onNearStart: () => void;
  readonly onNearEnd: () => void;
}

interface AnchoredScroll {
  /** The scroll container. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Its content; lines have `data-message`. */
  readonly content: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent) => void;
  /** How many messages arrived below the reader; undefined at the end. */
  readonly missed: number | undefined;
  readonly toEnd: () => void;
  /** Keeps the reader's position after something visible changed its height. */
  readonly onResized: () => void;
  /** The first message in view, for a reader away from the end; none once it is no longer shown. */
  readonly place: () => string | undefined;
  /** Calls back once the position is settled after a rendering or resize, before it is painted; returns what ends it. */
  readonly whenSettled: (run: () => void) => () => void;
}

/**
 * Scrolling without jumps: at the end it follows new messages; elsewhere the visible messages stay in place, whatever
 * is added around them or changes its height. A sought message comes to the middle.
 */
export function useAnchoredScroll(scrolled: Scrolled): AnchoredScroll {
  const { entries, range, isPast, sought, onNearStart, onNearEnd } = scrolled;
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const size = useRef('');
  const anchor = useRef<Anchor>(undefined);
  const scrolledAt = useRef(0);
  const lastKey = useRef<string>(undefined);
  const [missed, setMissed] = useState<number>();
  const shownSought = useRef<object>(undefined);
  const wasPast = useRef(false);
  const onSettled = useRef<() => void>(undefined);
  const nearStart = useEffectEvent(onNearStart);
  const nearEnd = useEffectEvent(onNearEnd);

  const settle = useCallback(() => {
    const element = box.current;
    // A hidden element has no height and no position to keep.
    if (element === null || element.clientHeight === 0) return;
    size.current = sizeOf(element);
    const held = anchor.current;
    if (following.current) element.scrollTop = element.scrollHeight;
    else if (held?.line.isConnected === true) {
      // The reader may have scrolled since; at the end it may have been the browser, as the content became shorter.
      const top = held.top - (distanceToEnd(element) < 1 ? 0 : element.scrollTop - held.scrolled);
      element.scrollTop += topOf(held.line, element) - top;
      anchor.current = { line: held.line, top, scrolled: element.scrollTop };
    }
  }, []);

  useLayoutEffect(() => {
    const before = lastKey.current;
    const last = entries.at(-1);
    if (last === undefined) return;
    lastKey.current = keyOf(last);
    const isOld = isPast || wasPast.current;
    wasPast.current = isPast;
    const line = sought === null || sought === shownSought.current ? null : lineOf(content.current, sought.messageId);
    if (sought !== null && line !== null && box.current !== null) {
      shownSought.current = sought;
      following.current = false;
      line.scrollIntoView({ block: 'center' });
      size.current = sizeOf(box.current);
      anchor.current = anchorAt(line, box.current);
      setMissed(0);
      return;
    }
    const fresh =
      before === undefined ? 0 : entries.length - 1 - entries.findLastIndex((each) => keyOf(each) === before);
    if (before === undefined) {
      const end = content.current?.querySelector<HTMLElement>('[data-mark="end"]') ?? null;
      if (end !== null && box.current !== null) {
        // The shown ticket ended here; later tickets follow below.
        following.current = false;
        box.current.scrollTop = end.offsetTop + end.offsetHeight + 24 - box.current.clientHeight;
        anchor.current = anchorOf(box.current, content.current);
        setMissed(0);
        return;
      }
    }
    // Whoever sends a message wants to see it.
    if (fresh > 0 && last.kind === 'optimistic') following.current = true;
    settle();
    if (following.current) setMissed(undefined);
    else if (fresh > 0 && fresh < entries.length && !isOld) setMissed((count) => (count ?? 0) + fresh);
    if (box.current === null) return;
    if (box.current.scrollTop < NEAR_START) nearStart();
    if (isPast && distanceToEnd(box.current) < NEAR_START) nearEnd();
  }, [entries, range, isPast, sought, settle]);

  useLayoutEffect(() => onSettled.current?.(), [entries, range, isPast, sought]);

  useLayoutEffect(() => {
    if (box.current === null || content.current === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      settle();
      onSettled.current?.();
    });
    observer.observe(box.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [settle]);

  const stay = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    following.current = !wasPast.current && distanceToEnd(element) < NEAR_END;
    anchor.current = anchorOf(element, content.current);
    setMissed((count) => (following.current ? undefined : (count ?? 0)));
  }, []);

  const onResized = useCallback(() => {
    stay();
    onSettled.current?.();
  }, [stay]);

  const onScroll = ({ timeStamp }: UIEvent) => {
    const element = box.current;
    if (element === null || element.clientHeight === 0) return;
    // Caused by a resize, of the content too, not by the reader: keep the anchor; the next `settle` restores it.
    if (sizeOf(element) !== size.current) return;
    const moved = element.scrollTop - (anchor.current?.scrolled ?? element.scrollTop);
    const ahead = (moved / Math.max(1, timeStamp - scrolledAt.current)) * ROUND_TRIP_MS;
    scrolledAt.current = timeStamp;
    stay();
    if (element.scrollTop < Math.max(NEAR_START, -ahead)) onNearStart();
    if (isPast && distanceToEnd(element) < Math.max(NEAR_START, ahead)) onNearEnd();
  };
  const toEnd = () => {
    following.current = true;
    settle();
    setMissed(undefined);
  };
  const place = () => {
    const line = anchor.current?.line;
    // What is no longer shown may no longer be theirs.
    if (line?.isConnected !== true) return undefined;
    return line.dataset['message'] ?? line.querySelector<HTMLElement>('[data-message]')?.dataset['message'];
  };
  const whenSettled = useCallback((run: () => void) => {
    onSettled.current = run;
    return () => {
      onSettled.current = undefined;
    };
  }, []);
  return { box, content, onScroll, missed, toEnd, onResized, place, whenSettled };
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** The line of a message, by its id. */
function lineOf(content: HTMLElement | null, id: string): HTMLElement | null {
  return content?.querySelector<HTMLElement>(`[data-message="${id}"]`) ?? null;
}

function sizeOf({ clientWidth, clientHeight, scrollHeight }: HTMLElement): string {
  return `${clientWidth}x${clientHeight}x${scrollHeight}`;
}

/** The first message in view. */
function anchorOf(box: HTMLElement, content: HTMLElement | null): Anchor | undefined {
  const lines = content?.children ?? [];
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const line = lines[middle];
    const isAbove = line instanceof HTMLElement && line.offsetTop + line.offsetHeight <= box.scrollTop;
    if (isAbove) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < lines.length; index++) {
    const line = lines[index];
    if (!(line instanceof HTMLElement)) continue;
    const { message, album, alone } = line.dataset;
    if ((message ?? album ?? alone) !== undefined) return anchorAt(line, box);
  }
  return undefined;
}

function anchorAt(line: HTMLElement, box: HTMLElement): Anchor {
  return { line, top: topOf(line, box), scrolled: box.scrollTop };
}

/** With subpixel precision, which `offsetTop` lacks. */
function topOf(line: HTMLElement, box: HTMLElement): number {
  return line.getBoundingClientRect().top - box.getBoundingClientRect().top;
}
