import { t } from './words.ts';

type Child = Node | string | null | readonly Child[];
type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>;

/** An element with attributes; a function is a listener. */
export function h(name: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

export function svg(name: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  fill(element, attributes, children);
  return element;
}

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null) continue;
    if (typeof child === 'string' || child instanceof Node) element.append(child);
    else append(element, child);
  }
}

/** A choice of a filter; the empty value is all. */
export function choice(
  label: string,
  values: readonly (readonly [value: string, text: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLElement {
  const select = h(
    'select',
    { change: ({ target }) => choose(target instanceof HTMLSelectElement ? target.value : '') },
    h('option', { value: '' }, t('all')),
    values.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
  );
  return h('label', { class: 'field' }, h('span', {}, label), select);
}

export function search(chosen: string, choose: (value: string) => void): HTMLElement {
  const input = h('input', {
    type: 'search',
    value: chosen,
    input: ({ target }) => choose(target instanceof HTMLInputElement ? target.value : ''),
  });
  return h('label', { class: 'field wide' }, h('span', {}, t('search')), input);
}

export function tick(label: string, chosen: boolean, choose: (value: boolean) => void): HTMLElement {
  const input = h('input', {
    type: 'checkbox',
    checked: chosen,
    change: ({ target }) => choose(target instanceof HTMLInputElement && target.checked),
  });
  return h('label', { class: 'tick' }, input, label);
}

export function button(label: string, press: () => void, disabled = false): HTMLElement {
  return h('button', { type: 'button', disabled, click: press }, label);
}

/** What is made only when it is opened. */
export function folded(
  summary: readonly Child[],
  make: () => readonly Child[],
  { className = '', isOpen = false, onOpen }: { className?: string; isOpen?: boolean; onOpen?: () => void } = {},
): HTMLElement {
  let isMade = isOpen;
  const open = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLDetailsElement) || !currentTarget.open) return;
    if (!isMade) append(currentTarget, make());
    isMade = true;
    onOpen?.();
  };
  const details = { class: className, open: isOpen, toggle: open };
  return h('details', details, h('summary', {}, summary), isOpen ? make() : null);
}

/** A line to put into a terminal. */
export function command(text: string): HTMLElement {
  const copy = button(t('copy'), () => {
    void navigator.clipboard.writeText(text).then(() => (copy.textContent = t('copied')));
  });
  return h('div', { class: 'command' }, h('code', {}, text), copy);
}
