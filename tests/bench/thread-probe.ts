/* Runs in the page: how a long conversation opens, and what its reader sees while scrolling through it. */

/** Milliseconds of the page's clock. */
export interface Opened {
  /** When its newest messages had arrived. */
  readonly arrivedAt: number;
  /** When the first frame was painted that shows the newest one at the end of the box. */
  readonly paintedAt: number;
}

export interface Scrolled {
  readonly frames: number;
  /** Frames at an end of what is held, where more was awaited. */
  readonly waited: number;
  /** Frames without a message in view. */
  readonly blank: number;
  /** Frames in which what was in view moved by something else than the reader's scrolling. */
  readonly jumped: number;
  /** Milliseconds from one animation frame to the next. */
  readonly intervals: readonly number[];
  /** How many messages were drawn on the way. */
  readonly seen: number;
  /** The most messages drawn at a time. */
  readonly drawn: number;
}

export interface ScrollOrder {
  readonly direction: 'up' | 'down';
  readonly pixelsPerFrame: number;
  /** Ends once so many were seen, or at the end of the conversation. */
  readonly until: number;
}

declare global {
  interface Window {
    benchThread: {
      readonly opened: () => Opened | null;
      readonly scroll: (order: ScrollOrder) => Promise<Scrolled>;
    };
  }
}

/** Puts `benchThread` into the window; before the page's own code. */
export function installThreadProbe(): void {
  /** A position is a fraction of a pixel off where the page keeps it. */
  const tolerance = 2;
  let arrivedAt = 0;
  let paintedAt = 0;

  const findBox = () => document.querySelector<HTMLElement>('[data-conversation]');
  const messagesOf = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-message]')];

  const send = window.fetch;
  window.fetch = async (input, init) => {
    const response = await send(input, init);
    if (arrivedAt === 0 && typeof init?.body === 'string' && init.body.startsWith('{"query":"query customerChats('))
      arrivedAt = performance.now();
    return response;
  };

  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = () => (paintedAt = performance.now());
  function watch(): void {
    const box = findBox();
    const isAtEnd = box !== null && box.scrollHeight - box.scrollTop - box.clientHeight < tolerance;
    if (isAtEnd && box.querySelector('[data-message]') !== null) afterPaint.port2.postMessage(null);
    else requestAnimationFrame(watch);
  }
  document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(watch));

  const painting = new MessageChannel();
  const painted = () =>
    new Promise((resolve) => {
      painting.port1.onmessage = resolve;
      painting.port2.postMessage(null);
    });

  async function scroll({ direction, pixelsPerFrame, until }: ScrollOrder): Promise<Scrolled> {
    const box = findBox();
    if (box === null) throw new Error('There is no conversation');
    const step = direction === 'up' ? -pixelsPerFrame : pixelsPerFrame;
    const counts = { frames: 0, waited: 0, blank: 0, jumped: 0, drawn: 0 };
    const seen = new Set<string | undefined>();
    const intervals: number[] = [];
    const { top: boxTop, height } = box.getBoundingClientRect();
    const inView = (line: HTMLElement) => {
      const { top, bottom } = line.getBoundingClientRect();
      return bottom > boxTop && top < boxTop + height;
    };
    let line: HTMLElement | undefined;
    let lineTop = 0;
    let last = performance.now();
    for (let idle = 0; idle < 600;) {
      const before = box.scrollTop;
      box.scrollTop += step;
      const moved = box.scrollTop - before;
      const expected = lineTop - moved;
      const at = await new Promise<number>(requestAnimationFrame);
      // Measured as painted: the page keeps its reader's place until then.
      await painted();
      intervals.push(at - last);
      last = at;
      counts.frames += 1;
      if (line?.isConnected === true && Math.abs(line.getBoundingClientRect().top - expected) > tolerance)
        counts.jumped += 1;
      const lines = messagesOf(box);
      counts.drawn = Math.max(counts.drawn, lines.length);
      for (const { dataset } of lines) seen.add(dataset['message']);
      line = lines.find(inView);
      if (line === undefined) counts.blank += 1;
      else lineTop = line.getBoundingClientRect().top;
      const isHeldUp = Math.abs(moved) < Math.abs(step) - tolerance;
      if (isHeldUp) counts.waited += 1;
      idle = isHeldUp ? idle + 1 : 0;
      if (seen.size >= until) break;
      if (direction === 'down' && isHeldUp) break;
    }
    return { ...counts, intervals, seen: seen.size };
  }

  window.benchThread = {
    opened: () => (arrivedAt > 0 && paintedAt > 0 ? { arrivedAt, paintedAt } : null),
    scroll,
  };
}
