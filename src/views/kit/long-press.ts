/** How long a finger rests until it is a long press, in milliseconds; as long as Android's. */
const LONG_MS = 500;
/** How far it may slip meanwhile, in pixels. */
const SLOP = 10;
/** Elements that handle presses themselves. */
const OWN = 'input, textarea, select, audio, video, [contenteditable]';

interface Press {
  readonly target: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Calls back when a finger rests on an element in the box. A scroll, a slip or a second finger ends the press; the
 * browser's own menu and the click after it are kept away. Returns the removal.
 */
export function onLongPress(box: HTMLElement, selector: string, run: (target: HTMLElement) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let press: Press | null = null;
  let isTouched = false;
  let hasFired = false;
  const cancel = () => {
    if (press !== null) clearTimeout(press.timer);
    press = null;
  };
  const fire = () => {
    const target = press?.target;
    cancel();
    if (target === undefined) return;
    hasFired = true;
    run(target);
  };
  const onDown = (event: PointerEvent) => {
    cancel();
    hasFired = false;
    isTouched = event.pointerType === 'touch';
    if (!isTouched || !event.isPrimary || !(event.target instanceof Element)) return;
    const target = event.target.closest<HTMLElement>(selector);
    if (target === null || event.target.closest(OWN) !== null) return;
    press = { target, x: event.clientX, y: event.clientY, timer: setTimeout(fire, LONG_MS) };
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (press !== null && Math.hypot(clientX - press.x, clientY - press.y) > SLOP) cancel();
  };
  const onMenu = (event: Event) => {
    if (!isTouched || (press === null && !hasFired)) return;
    event.preventDefault();
    event.stopPropagation();
    // Android says when it takes the press for a long one.
    fire();
  };
  const onClick = (event: Event) => {
    if (!hasFired) return;
    hasFired = false;
    event.preventDefault();
    event.stopPropagation();
  };
  box.addEventListener('pointerdown', onDown, { signal });
  box.addEventListener('pointermove', onMove, { signal });
  box.addEventListener('contextmenu', onMenu, { signal });
  box.addEventListener('scroll', cancel, { signal, capture: true, passive: true });
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, cancel, { signal });
  box.addEventListener('click', onClick, { signal, capture: true });
  signal.addEventListener('abort', cancel);
  return () => ended.abort();
}
