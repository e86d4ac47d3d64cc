/** A frame that isn't drawn by then (milliseconds), because nobody looks at the page, counts as drawn. */
const UNSEEN_FRAME_MS = 250;

/** Counts the frames in which something was told. */
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
    const told = [...waiting];
    waiting.clear();
    for (const tell of told) tell();
  }
}

/**
 * Runs what is called at most once a frame: at once, and what is called again before the next frame once
 * with that one. So a burst costs no more drawing than can be seen, and a single change waits for nothing.
 */
export function onceAFrame(run: () => void): { readonly call: () => void; readonly cancel: () => void } {
  let last = -1;

  function tell(): void {
    last = frame;
    awaitFrame();
    run();
  }

  return {
    call: () => {
      if (last === frame && isFrameDue) waiting.add(tell);
      else tell();
    },
    cancel: () => void waiting.delete(tell),
  };
}
