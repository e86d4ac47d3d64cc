/* Runs in the page: when a flow's drawing stands there, and how a step follows the hand. */

export interface Drawn {
  /** Milliseconds from the press to the frame since which the drawing stays as it is. */
  readonly ms: number;
  readonly steps: number;
  readonly lines: number;
}

export interface CanvasProbe {
  /** Null while it still changes. */
  readonly drawn: () => Drawn | null;
  /** Watches a step until the next call; milliseconds between frames that show it at another place. */
  readonly watch: (step: string) => readonly number[];
}

declare global {
  interface Window {
    benchCanvas: CanvasProbe;
  }
}

/** Puts `benchCanvas` into the window; before the page's own code. */
export function installCanvasProbe(): void {
  /** A drawing that stays so long is done. */
  const restMs = 500;
  const restFrames = 20;
  let clickedAt = 0;
  let before = '';
  let frames = 0;
  let paintedAt = 0;
  let watched: string | null = null;
  let place = '';
  let movedAt = 0;
  let moves: number[] = [];

  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      clickedAt = timeStamp;
      before = '';
      paintedAt = 0;
    },
    true,
  );
  const count = (what: string) => document.querySelectorAll(`.react-flow__${what}`).length;
  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = () => (paintedAt = performance.now());

  function look(at: number): void {
    requestAnimationFrame(look);
    if (watched !== null) {
      const box = document.querySelector(`.react-flow__node[data-id="${watched}"]`)?.getBoundingClientRect();
      const now = `${box?.x} ${box?.y}`;
      if (now === place) return;
      if (movedAt > 0) moves.push(at - movedAt);
      movedAt = at;
      place = now;
      return;
    }
    const steps = count('node');
    if (steps === 0 || clickedAt === 0) return;
    const moved = document.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform ?? '';
    const now = `${moved} ${steps} ${count('edge')}`;
    if (now === before) frames += 1;
    else {
      frames = 0;
      afterPaint.port2.postMessage(null);
    }
    before = now;
  }
  requestAnimationFrame(look);

  window.benchCanvas = {
    drawn: () =>
      paintedAt === 0 || frames < restFrames || performance.now() - paintedAt < restMs
        ? null
        : { ms: paintedAt - clickedAt, steps: count('node'), lines: count('edge') },
    watch(step) {
      const seen = moves;
      watched = step;
      place = '';
      movedAt = 0;
      moves = [];
      return seen;
    },
  };
}
