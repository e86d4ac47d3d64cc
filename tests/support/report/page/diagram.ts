import type { ArrowData, BoxData, DiagramData } from '../report-model.ts';
import { button, h, svg } from './dom.ts';
import { labelLines } from '../report-words.ts';
import { language, stateWords, stepWords, t } from './words.ts';

/** A path to highlight. */
export interface Walk {
  /** The state before the first step. */
  readonly start: string;
  readonly steps: readonly string[];
  /** After each step; of several regions with blanks between. */
  readonly states: readonly string[];
  readonly failedAt: number | null;
}

export interface Diagram {
  readonly element: HTMLElement;
  highlight(walk: Walk): void;
}

const LINE = 15;
/** Smaller than this nobody can read it. */
const LEAST = 0.6;

export function diagram({ arrows, boxes, height, width }: DiagramData): Diagram {
  const drawnBoxes = boxes.map((box) => ({ box, element: state(box) }));
  const drawnArrows = arrows.map((arrow) => ({ arrow, ...line(arrow) }));
  const picture = svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('diagram') },
    tips(),
    drawnBoxes.map(({ element }) => element),
    drawnArrows.map(({ path }) => path),
    drawnArrows.map(({ label }) => label),
  );
  let scale = 1;
  const zoom = (to: number): void => {
    scale = Math.min(2, Math.max(0.2, to));
    picture.setAttribute('width', String(width * scale));
    picture.setAttribute('height', String(height * scale));
  };
  const frame = h('div', { class: 'diagram', tabindex: 0 }, picture);
  const note = h('span', { class: 'quiet' });
  zoom(Math.min(1, Math.max(LEAST, (innerWidth - 120) / width)));

  return {
    element: h(
      'div',
      {},
      h(
        'div',
        { class: 'tools' },
        button(t('smaller'), () => zoom(scale * 0.8)),
        button(t('larger'), () => zoom(scale * 1.25)),
        button(t('fit'), () => zoom(frame.clientWidth / width)),
        note,
      ),
      frame,
    ),
    highlight(walk) {
      note.textContent = t('highlighted');
      const reached = new Set([walk.start, ...walk.states].flatMap(leavesIn));
      let last: Element | null = null;
      for (const { box, element } of drawnBoxes) {
        const isOn = [...reached].some((leaf) => isIn(leaf, box.path));
        element.classList.toggle('on', isOn);
        if (isOn && box.isLeaf) last = element;
      }
      for (const { arrow, label, path } of drawnArrows) {
        const numbers = walk.steps.flatMap((step, at) => (takes(arrow, step, walk, at) ? [at] : []));
        const isOn = numbers.length > 0;
        for (const element of [path, label]) {
          element.classList.toggle('on', isOn);
          element.classList.toggle('failed', isOn && numbers.includes(walk.failedAt ?? -1));
        }
        path.setAttribute('marker-end', `url(#${isOn ? 'tip-on' : 'tip'})`);
      }
      if (last !== null) scrollTo(frame, last);
    },
  };
}

/** Without moving the page. */
function scrollTo(frame: HTMLElement, element: Element): void {
  requestAnimationFrame(() => {
    const [outer, inner] = [frame.getBoundingClientRect(), element.getBoundingClientRect()];
    frame.scrollBy(inner.left - outer.left - outer.width / 2, inner.top - outer.top - outer.height / 2);
  });
}

/** Of parallel regions each; a scene of a journey may have blanks in its name. */
function leavesIn(states: string): readonly string[] {
  return [states, ...states.split(' ')];
}

function isIn(leaf: string, path: string): boolean {
  return leaf === path || leaf.startsWith(`${path}.`);
}

/** Whether a step of the walk went along an arrow. */
function takes({ events, from, to }: ArrowData, step: string, { start, states }: Walk, at: number): boolean {
  const type = step.includes(': ') ? step.slice(0, step.indexOf(': ')) : step;
  if (!events.includes(type) && !events.includes(step)) return false;
  const [before, after] = [at === 0 ? start : (states[at - 1] ?? ''), states[at] ?? ''];
  const isFrom = from === '*' || leavesIn(before).some((leaf) => isIn(leaf, from));
  return before !== after && isFrom && leavesIn(after).some((leaf) => isIn(leaf, to));
}

function tips(): SVGElement {
  const tip = (id: string): SVGElement =>
    svg(
      'marker',
      { id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
      svg('path', { d: 'M0 0 8 4 0 8Z', class: id }),
    );
  return svg('defs', {}, tip('tip'), tip('tip-on'));
}

function state({ covered, height, initial, isLeaf, name, path, type, width, x, y }: BoxData): SVGElement {
  const text = type === 'any' ? t('anyState') : stateWords(name);
  return svg(
    'g',
    { class: `state ${type} ${isLeaf ? 'leaf' : ''} ${covered ? '' : 'missed'}` },
    svg('title', {}, path),
    svg('rect', { x, y, width, height, rx: type === 'any' ? 15 : 8 }),
    type === 'final' ? svg('rect', { x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 5 }) : null,
    initial ? svg('circle', { cx: x, cy: y, r: 5 }) : null,
    isLeaf
      ? svg('text', { x: x + width / 2, y: y + height / 2 + 5, 'text-anchor': 'middle' }, text)
      : svg('text', { x: x + 12, y: y + 20, class: 'title' }, text),
  );
}

function line({ covered, events, from, label, points, to }: ArrowData) {
  const way = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
  const missed = covered ? '' : 'missed';
  const whole = `${from === '*' ? t('anyState') : stateWords(from)} → ${stateWords(to)}: ${events.map((event) => (event === '' ? t('atOnce') : stepWords(event))).join(', ')}`;
  return {
    path: svg('path', { class: `arrow ${missed}`, d: way, 'marker-end': 'url(#tip)' }, svg('title', {}, whole)),
    label: svg(
      'text',
      { class: `label ${missed}` },
      svg('title', {}, whole),
      labelLines(events, language(), t('atOnce')).map((text, at) =>
        svg('tspan', { x: label.x + 4, y: label.y + 11 + at * LINE }, text),
      ),
    ),
  };
}
