import { allStates, allTransitions } from './paths-outline.ts';
import type { StateOutline } from './paths-outline.ts';

/*
 * A statechart as SVG, drawn from the machine's own definition: states in columns by how far they
 * are from the initial one, states within states as boxes, one arrow for each pair of states.
 */

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
  readonly covered: boolean;
}

const HEIGHT = 36;
const TITLE = 30;
const PADDING = 18;
const GAP_X = 150;
const GAP_Y = 46;
/** For arrows and labels at the right of the last column. */
const MARGIN = 90;
const CHARACTER = 7.4;
const LABEL_CHARACTER = 5.6;
/** The machine itself: what leads out of every state. */
const ANY = '';

export function diagram(root: StateOutline): string {
  const arrows = arrowsOf(root);
  const boxes = new Map<string, Box>();
  const { width, height } = layOut(root, arrows, 0, 0, boxes);
  const hasAny = arrows.some(({ from }) => from === ANY);
  if (hasAny) boxes.set(ANY, { x: PADDING, y: height + GAP_Y / 2, width: 92, height: 28 });
  const tall = height + (hasAny ? GAP_Y + 28 : 0) + PADDING * 2;
  // Labels keep off the states too.
  const labels = allStates(root).flatMap(({ path, states: inner }) =>
    inner.length === 0 ? (boxes.get(path) ?? []) : [],
  );
  const lines = arrows.map((arrow, at) => arrowSvg(arrow, at, boxes, labels));
  const states = allStates(root).map((state) => stateSvg(state, boxes.get(state.path)));
  const any = boxes.get(ANY);
  return [
    `<svg viewBox="0 0 ${width + MARGIN} ${tall}" width="${width + MARGIN}" role="img" aria-label="Statechart">`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
    '<path d="M0 0 8 4 0 8Z" class="tip"/></marker></defs>',
    ...states,
    any
      ? `<g class="any"><rect ${rect(any)} rx="14"/><text x="${any.x + 14}" y="${any.y + 18}">any state</text></g>`
      : '',
    ...lines.map(({ path }) => path),
    ...lines.map(({ label }) => label),
    '</svg>',
  ].join('\n');
}

/** Arrows between different states; what stays is told in the list below. */
function arrowsOf(root: StateOutline): readonly Arrow[] {
  const found = new Map<string, { from: string; to: string; events: string[]; covered: boolean }>();
  for (const { from, transition } of allTransitions(root)) {
    for (const to of transition.targets) {
      if (to === from.path) continue;
      const key = `${from.path} ${to}`;
      const arrow = found.get(key) ?? { from: from.path, to, events: [], covered: true };
      const event = transition.event ?? 'at once';
      if (!arrow.events.includes(event)) arrow.events.push(event);
      arrow.covered &&= transition.covered;
      found.set(key, arrow);
    }
  }
  return [...found.values()];
}

/** Places what is in a state; answers how much room it takes. */
function layOut(
  state: StateOutline,
  arrows: readonly Arrow[],
  x: number,
  y: number,
  boxes: Map<string, Box>,
): { readonly width: number; readonly height: number } {
  if (state.states.length === 0) {
    return { width: Math.max(96, state.name.length * CHARACTER + 28), height: HEIGHT };
  }
  const top = state.path === '' ? PADDING : TITLE;
  const columns = state.type === 'parallel' ? state.states.map((inner) => [inner]) : columnsOf(state, arrows);
  const isStacked = state.type === 'parallel';
  let right = x + PADDING;
  let bottom = y + top;
  let widest = 0;
  let tallest = 0;
  for (const column of columns) {
    let down = isStacked ? bottom : y + top;
    let columnWidth = 0;
    for (const inner of column) {
      const left = isStacked ? x + PADDING : right;
      const size = layOut(inner, arrows, left, down, boxes);
      boxes.set(inner.path, { x: left, y: down, ...size });
      down += size.height + GAP_Y;
      columnWidth = Math.max(columnWidth, size.width);
    }
    tallest = Math.max(tallest, down - GAP_Y - y);
    if (isStacked) {
      bottom = down;
      widest = Math.max(widest, columnWidth);
    } else {
      right += columnWidth + GAP_X;
    }
  }
  const width = isStacked ? widest + PADDING * 2 : right - GAP_X + PADDING - x;
  return { width: Math.max(width, state.name.length * CHARACTER + 28), height: tallest + PADDING };
}

/** The states within one, by how many arrows lie between them and the initial one. */
function columnsOf(state: StateOutline, arrows: readonly Arrow[]): readonly (readonly StateOutline[])[] {
  const inner = (path: string): StateOutline | undefined =>
    state.states.find((child) => path === child.path || path.startsWith(`${child.path}.`));
  const left = new Set(state.states);
  const columns: StateOutline[][] = [];
  let column = state.states.filter(({ initial }) => initial);
  while (left.size > 0) {
    if (column.length === 0) column = [...left].slice(0, 1);
    for (const child of column) left.delete(child);
    columns.push(column);
    const from = column;
    const next = arrows.flatMap((arrow) => {
      const source = inner(arrow.from);
      const target = inner(arrow.to);
      return source && target && from.includes(source) && left.has(target) ? [target] : [];
    });
    column = state.states.filter((child) => next.includes(child));
  }
  return columns;
}

function stateSvg(state: StateOutline, box: Box | undefined): string {
  if (box === undefined) return '';
  const classes = ['state', state.type, state.covered ? '' : 'missed'].filter((name) => name !== '').join(' ');
  const isLeaf = state.states.length === 0;
  const text = isLeaf
    ? `<text x="${box.x + box.width / 2}" y="${box.y + 22}" text-anchor="middle">${escape(state.name)}</text>`
    : `<text x="${box.x + 12}" y="${box.y + 19}" class="title">${escape(state.name)}</text>`;
  const inside = state.type === 'final' ? `<rect ${rect(shrunk(box))} rx="6"/>` : '';
  const start = state.initial ? `<circle cx="${box.x}" cy="${box.y}" r="5" class="start"/>` : '';
  return `<g class="${classes}"><rect ${rect(box)} rx="9"/>${inside}${start}${text}</g>`;
}

function arrowSvg(
  { from, to, events, covered }: Arrow,
  at: number,
  boxes: ReadonlyMap<string, Box>,
  labels: Box[],
): { readonly path: string; readonly label: string } {
  const source = boxes.get(from);
  const target = boxes.get(to);
  if (source === undefined || target === undefined) return { path: '', label: '' };
  const spread = ((at % 5) - 2) * 5;
  const [start, end, bend] = ends(source, target, spread);
  const middle = pointBetween(start, end, bend);
  const [first = ''] = events;
  const text = events.length > 1 ? `${first} +${events.length - 1}` : first;
  const label = free(
    {
      x: middle.x - (text.length * LABEL_CHARACTER) / 2,
      y: middle.y - 7,
      width: text.length * LABEL_CHARACTER,
      height: 13,
    },
    labels,
  );
  labels.push(label);
  const title = `<title>${escape(`${from === ANY ? 'any state' : from} → ${to}: ${events.join(', ')}`)}</title>`;
  const classes = covered ? 'arrow' : 'arrow missed';
  return {
    path: `<path class="${classes}" marker-end="url(#tip)" d="M${start.x} ${start.y} C${bend[0].x} ${bend[0].y} ${bend[1].x} ${bend[1].y} ${end.x} ${end.y}">${title}</path>`,
    label: `<text class="label${covered ? '' : ' missed'}" x="${label.x}" y="${label.y + 10}">${escape(text)}${title}</text>`,
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where an arrow leaves and arrives, and the two points that bend it. */
function ends(source: Box, target: Box, spread: number): readonly [Point, Point, readonly [Point, Point]] {
  const isWithin = contains(source, target) || contains(target, source);
  if (!isWithin && target.x >= source.x + source.width) {
    const start = { x: source.x + source.width, y: source.y + source.height / 2 + spread };
    const end = { x: target.x, y: target.y + target.height / 2 + spread };
    const reach = Math.max(40, (end.x - start.x) / 2);
    return [
      start,
      end,
      [
        { x: start.x + reach, y: start.y },
        { x: end.x - reach, y: end.y },
      ],
    ];
  }
  if (!isWithin && target.x + target.width <= source.x) {
    const start = { x: source.x + source.width / 2 + spread * 3, y: source.y + source.height };
    const end = { x: target.x + target.width / 2 + spread * 3, y: target.y + target.height };
    const reach = 34 + Math.abs(start.x - end.x) / 9;
    const below = Math.max(start.y, end.y) + reach;
    return [
      start,
      end,
      [
        { x: start.x, y: below },
        { x: end.x, y: below },
      ],
    ];
  }
  const isDown = target.y > source.y;
  const start = { x: source.x + source.width / 2 + spread * 4, y: isDown ? source.y + source.height : source.y };
  const end = { x: target.x + target.width / 2 + spread * 4, y: isDown ? target.y : target.y + target.height };
  const aside = 26 + spread * 2;
  return [
    start,
    end,
    [
      { x: start.x + aside, y: start.y + (isDown ? 20 : -20) },
      { x: end.x + aside, y: end.y + (isDown ? -20 : 20) },
    ],
  ];
}

function pointBetween(start: Point, end: Point, [a, b]: readonly [Point, Point]): Point {
  return { x: (start.x + 3 * a.x + 3 * b.x + end.x) / 8, y: (start.y + 3 * a.y + 3 * b.y + end.y) / 8 };
}

/** The place of a label moved down until it lies on no other. */
function free(label: Box, others: readonly Box[]): Box {
  let moved = label;
  for (let tries = 0; tries < 12 && others.some((other) => overlaps(moved, other)); tries += 1) {
    moved = { ...moved, y: moved.y + 13 };
  }
  return moved;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function shrunk({ x, y, width, height }: Box): Box {
  return { x: x + 4, y: y + 4, width: width - 8, height: height - 8 };
}

function rect({ x, y, width, height }: Box): string {
  return `x="${x}" y="${y}" width="${width}" height="${height}"`;
}

/** Text that is safe inside HTML and SVG. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
