/* Runs in the page, before its own code: what came over the socket, what was painted, how the frames came. */

/** A message on its way to the screen; milliseconds of the page's clock. */
export interface Painted {
  readonly number: number;
  /** When the page's socket told of it. */
  readonly arrivedAt: number;
  /** When the first frame was painted that shows it, or one that came after it. */
  readonly paintedAt: number;
}

/** What was seen since the last time. */
export interface Seen {
  readonly painted: readonly Painted[];
  /** Came over the socket, and are not on the screen yet. */
  readonly waiting: number;
  /** All frames of the socket that told of something. */
  readonly frames: number;
  /** Milliseconds each. */
  readonly longTasks: readonly number[];
  /** Milliseconds from one animation frame to the next. */
  readonly intervals: readonly number[];
}

export interface Probe {
  readonly take: () => Seen;
}

declare global {
  interface Window {
    benchProbe: Probe;
  }
}

/** Puts `benchProbe` into the window. Messages are told by `mark`, their number and a dot in their text. */
export function installProbe(mark: string): void {
  const pattern = new RegExp(`${mark}(\\d+)\\.`);
  /** Numbers of what arrived, in order, and where each stands. */
  let arrived: { number: number; at: number }[] = [];
  const places = new Map<number, number>();
  let painted: Painted[] = [];
  let frames = 0;
  let longTasks: number[] = [];
  let intervals: number[] = [];
  /** How many of those that arrived are on the screen. */
  let shown = 0;

  function heard(data: unknown): void {
    const at = performance.now();
    if (typeof data !== 'string') return;
    // Several frames may be in one.
    frames += data.match(/"seq":\d+,"prev"/gu)?.length ?? 0;
    if (!data.includes('"event":"CustomerChatCreated"')) return;
    const number = Number(pattern.exec(data)?.[1] ?? Number.NaN);
    if (Number.isNaN(number)) return;
    places.set(number, arrived.length);
    arrived.push({ number, at });
  }

  /** How many of those that arrived the page shows now: a message is on the screen with any that came later. */
  function countShown(): number {
    let count = shown;
    for (const row of document.querySelectorAll('[data-virtual-list] [role=option]')) {
      const place = places.get(Number(pattern.exec(row.textContent)?.[1] ?? Number.NaN));
      if (place !== undefined && place >= count) count = place + 1;
    }
    return count;
  }

  window.WebSocket = class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      this.addEventListener('message', ({ data }) => heard(data));
    }
  };

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask' });

  // A size that changes with every frame is told of after all that the frame changes, before it is painted.
  const pulse = document.createElement('div');
  pulse.style.cssText = 'position: fixed; left: -9px; top: 0; width: 1px; height: 1px';
  const afterPaint = new MessageChannel();
  let due: { from: number; to: number } | null = null;
  afterPaint.port1.onmessage = () => {
    if (due === null) return;
    const paintedAt = performance.now();
    for (const { number, at } of arrived.slice(due.from, due.to)) painted.push({ number, arrivedAt: at, paintedAt });
    due = null;
  };
  new ResizeObserver(() => {
    if (shown === arrived.length) return;
    const now = countShown();
    if (now === shown) return;
    due = { from: due?.from ?? shown, to: now };
    shown = now;
    afterPaint.port2.postMessage(null);
  }).observe(pulse);

  let last = 0;
  let isWide = false;
  function onFrame(at: number): void {
    if (last > 0) intervals.push(at - last);
    last = at;
    isWide = !isWide;
    pulse.style.width = isWide ? '2px' : '1px';
    requestAnimationFrame(onFrame);
  }
  document.addEventListener('DOMContentLoaded', () => {
    document.body.append(pulse);
    requestAnimationFrame(onFrame);
  });

  function forgetShown(): void {
    arrived = arrived.slice(shown);
    places.clear();
    for (const [place, { number }] of arrived.entries()) places.set(number, place);
    shown = 0;
  }

  window.benchProbe = {
    take() {
      const seen = { painted, waiting: arrived.length - shown, frames, longTasks, intervals };
      painted = [];
      frames = 0;
      longTasks = [];
      intervals = [];
      if (due === null) forgetShown();
      return seen;
    },
  };
}
