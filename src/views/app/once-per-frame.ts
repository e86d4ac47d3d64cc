/** A frame not drawn by then (milliseconds), as in a hidden tab, counts as drawn. */
const UNSEEN_FRAME_MS = 250;

/** Counts the frames in which something ran. */
let frame = 0;
let isFrameDue = false;
const waiting = new Set<() => void>();

function awaitFrame(): void {
  if (isFrameDue) return;
  isFrameDue = true;
  const drawn = window.requestAnimationFrame(next);
  const timer = window.setTimeout(next, UNSEEN_FRAME_MS);

  function next(): void {
    window.cancelAnimationFrame(drawn);
    window.clearTimeout(timer);
    isFrameDue = false;
    frame += 1;
    const due = [...waiting];
    waiting.clear();
    for (const runDue of due) runDue();
  }
}

/**
 * Throttles `run` to once per frame: the first call runs at once, further calls in the frame are merged into the next
 * one.
 */
export function oncePerFrame(run: () => void): { readonly call: () => void; readonly cancel: () => void } {
  let last = -1;

  function runNow(): void {
    last = frame;
    awaitFrame();
    run();
  }

  return {
    call: () => {
      if (last === frame && isFrameDue) waiting.add(runNow);
      else runNow();
    },
    cancel: () => void waiting.delete(runNow),
  };
}
