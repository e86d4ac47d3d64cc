import type { ReactNode } from 'react';
import { Replayed } from './Replayed.tsx';
import { FRAME_READY, type Show, type Shown } from './shown.ts';

/** Input that no view may hear of. Scrolling is none. */
const INPUT = [
  ...['click', 'auxclick', 'dblclick', 'contextmenu', 'pointerdown', 'pointerup', 'mousedown', 'mouseup'],
  ...['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change', 'submit', 'paste', 'cut'],
  ...['dragstart', 'dragenter', 'dragover', 'drop'],
];
const SCROLLING = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

/** The page's program where it runs in the time machine's frame: the real views, and nothing that does anything. */
export function startFrame(page: Window, createRoot: (root: Element) => { render: (shown: ReactNode) => void }): void {
  const root = page.document.getElementById('root');
  if (root === null || page.frameElement === null) return;
  for (const type of INPUT) page.addEventListener(type, refuse, { capture: true, passive: false });
  // A view that opens would take the focus from the slider outside.
  HTMLElement.prototype.focus = () => undefined;
  keepPageAround(page.frameElement);
  const drawn = createRoot(root);
  let registry: Shown['directory'] | null = null;
  let generation = 0;
  const detail: Show = (shown) => {
    if (shown.directory !== registry) generation += 1;
    registry = shown.directory;
    drawn.render(<Replayed {...shown} generation={generation} />);
  };
  page.frameElement.dispatchEvent(new CustomEvent(FRAME_READY, { detail }));
}

/** A view that scrolls to something would scroll the page around the frame too: it is put back. */
function keepPageAround(frame: Element): void {
  const own: { readonly scrollIntoView: (this: Element, how?: boolean | ScrollIntoViewOptions) => void } =
    Element.prototype;
  const scroll = own.scrollIntoView;
  Element.prototype.scrollIntoView = function (options) {
    const around: (readonly [Element, number, number])[] = [];
    for (let part = frame.parentElement; part !== null; part = part.parentElement)
      around.push([part, part.scrollLeft, part.scrollTop]);
    scroll.call(this, options);
    for (const [part, left, top] of around) part.scrollTo({ left, top, behavior: 'instant' });
  };
}

function refuse(event: Event): void {
  event.stopImmediatePropagation();
  const isSelecting = event.type.startsWith('mouse') || event.type.startsWith('pointer');
  const isScrolling = event instanceof KeyboardEvent && (SCROLLING.has(event.key) || event.ctrlKey || event.metaKey);
  if (!isSelecting && !isScrolling) event.preventDefault();
}
