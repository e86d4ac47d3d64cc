type Child = Node | string | null | undefined | false;

interface Properties {
  readonly class?: string | undefined;
  /** Attributes as they stand in HTML; false and undefined leave them out, true writes them empty. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly on?: { readonly [Event in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Event]) => void };
}

/** An element with its attributes, listeners and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (properties.class !== undefined) element.className = properties.class;
  for (const [name, value] of Object.entries(properties.attributes ?? {})) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, listener] of Object.entries(properties.on ?? {})) {
    // The pairs come from the typed map above.
    element.addEventListener(name, listener as EventListener);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const paths = {
  people:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20c.6-4 3-6 6.500-6s5.900 2 6.500 6M16 4.800a3.500 3.500 0 0 1 0 6.400M18 14.500c2 .8 3.200 2.700 3.600 5.500',
  chat: 'M4 5h16v11H9l-5 4z',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.500 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM8.500 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  plus: 'M12 5v14M5 12h14',
  send: 'M5 12h13M12.500 6l6 6-6 6',
  close: 'm6 6 12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  reply: 'M10 6 4 12l6 6M4.500 12H14a6 6 0 0 1 6 6v1',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500h.01',
  document: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  audio: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3ZM6 11.500a6 6 0 0 0 12 0M12 17.500V21',
  video: 'M4 6h11v12H4zM15 10.500l5-3v9l-5-3z',
  sticker: 'M5 5h14v9l-5 5H5zM14 19v-5h5M9 10h.01M14 10h.01M9 13.500c1.500 1.200 3.500 1.200 5 0',
  location:
    'M12 21c4-4.500 6.500-8 6.500-11.500a6.500 6.500 0 0 0-13 0C5.500 13 8 16.500 12 21ZM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  contact:
    'M4 5h16v14H4zM9 12.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6 16c.4-1.600 1.500-2.300 3-2.300s2.600.7 3 2.300M15 10h3M15 13.500h3',
  signal: 'M5 19v-3M10 19v-6M15 19V9M20 19V5',
  noSignal: 'M5 19v-3M10 19v-6M4 4l16 16',
  battery: 'M3 8h15v8H3zM20.500 11v2M5.500 10.500v3M8.500 10.500v3M11.500 10.500v3',
} as const;
export type IconName = keyof typeof paths;

const SVG = 'http://www.w3.org/2000/svg';

function svg(viewBox: string, path: string, className: string): SVGSVGElement {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('viewBox', viewBox);
  element.setAttribute('class', className);
  element.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  element.append(line);
  return element;
}

export function icon(name: IconName, className = 'icon'): SVGSVGElement {
  return svg('0 0 24 24', paths[name], className);
}

/** One tick, two ticks, or a clock. */
export function tick(kind: 'clock' | 'one' | 'two', read: boolean): SVGSVGElement {
  if (kind === 'clock') return svg('0 0 12 12', 'M6 11A5 5 0 1 0 6 1a5 5 0 0 0 0 10ZM6 3.500V6l1.700 1', 'tick clock');
  const path = kind === 'one' ? 'm4 6 3.500 4L14 1' : 'm1 6 3.500 4L11 1M8 9.500l1 .5L16 1';
  return svg('0 0 18 11', path, read ? 'tick read' : 'tick');
}

/** A round picture of someone without one: initials on a colour that stays theirs. */
export function avatar(name: string, seed: string, className = ''): HTMLElement {
  const letters = name
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .split(' ')
    .filter(Boolean);
  const initials = `${letters[0]?.[0] ?? '?'}${letters.length > 1 ? (letters.at(-1)?.[0] ?? '') : ''}`;
  let sum = 0;
  for (const unit of seed) sum += unit.codePointAt(0) ?? 0;
  const tone = `tone-${(sum % 6) + 1}`;
  return make(
    'span',
    { class: `avatar ${tone} ${className}`.trim(), attributes: { 'aria-hidden': 'true' } },
    initials.toUpperCase(),
  );
}

/** Puts `children` in the place of what is there, keeping the focus by element id. */
export function replaceContent(parent: Element, ...children: readonly Child[]): void {
  const focused = document.activeElement?.id;
  parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
  if (focused && document.activeElement === document.body)
    document.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus();
}
