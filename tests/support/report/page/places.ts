import type { PlaceData } from '../report-model.ts';
import { button, folded, h } from './dom.ts';
import { named, rowWords, stateWords, stepWords, t } from './words.ts';

/** Where to look in the code; each opens its lines. */
export function places(title: string, found: readonly PlaceData[]): HTMLElement | null {
  if (found.length === 0) return null;
  return h('div', {}, h('h3', {}, title), found.map(place));
}

export function place(found: PlaceData): HTMLElement {
  const { file, line, role } = found;
  const where = `${file}:${line}`;
  return folded(
    [h('span', { class: 'quiet' }, named('place', role)), ` ${nameOf(found)} `, h('code', {}, where)],
    () => [lines(found), copy(where)],
    { className: 'place' },
  );
}

function nameOf({ name, role }: PlaceData): string {
  switch (role) {
    case 'transition':
    case 'refused':
    case 'ignored':
      return rowWords(name);
    case 'scene':
      return stateWords(name);
    case 'deed':
      return stepWords(name);
    default:
      return name;
  }
}

/** The line itself stands out. */
function lines({ file, from, line, lines: all }: PlaceData): HTMLElement {
  // It scrolls, so the keyboard has to reach it.
  return h(
    'pre',
    { class: 'source', tabindex: 0, 'aria-label': file },
    all.map((text, at) =>
      h('code', { class: from + at === line ? 'here' : '' }, `${String(from + at).padStart(4)}  ${text}\n`),
    ),
  );
}

function copy(text: string): HTMLElement {
  const press = button(t('copyPlace'), () => {
    void navigator.clipboard.writeText(text).then(() => (press.textContent = t('copied')));
  });
  return press;
}
