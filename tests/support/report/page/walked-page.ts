import type { WalkedData, WalkedRow } from '../report-model.ts';
import { choice, h, search, tick } from './dom.ts';
import { counted, named, number, t } from './words.ts';

/** Kept when the language is switched. */
const filter = { text: '', kind: '', onlyUnwalked: false };

/** What people can come to in the product, and by which journeys; what none comes to is first. */
export function walkedPage({ notRun, rows }: WalkedData): HTMLElement {
  const body = h('tbody');
  const draw = (): void => body.replaceChildren(...rows.filter(isFound).map(line));
  const set = <Key extends keyof typeof filter>(key: Key) => {
    return (value: (typeof filter)[Key]): void => {
      filter[key] = value;
      draw();
    };
  };
  const kinds = [...new Set(rows.map(({ kind }) => kind))].map((kind) => [kind, named('walked', kind)] as const);
  const unwalked = rows.filter(isUnwalked).length;
  draw();
  return h(
    'main',
    {},
    h('p', {}, h('a', { href: 'index.html' }, t('back'))),
    h(
      'header',
      { class: unwalked === 0 ? 'good' : 'bad' },
      h('h1', {}, unwalked === 0 ? t('allWalked') : counted(unwalked, 'unwalked')),
      h('p', {}, `${number(rows.length)} ${t('toWalk')}`),
      notRun === 0 ? null : h('p', {}, counted(notRun, 'notRun')),
    ),
    h(
      'div',
      { class: 'filters' },
      search(filter.text, set('text')),
      choice(t('kind'), kinds, filter.kind, set('kind')),
      tick(t('onlyUnwalked'), filter.onlyUnwalked, set('onlyUnwalked')),
    ),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...[t('kind'), t('what'), t('journeys')].map((title) => h('th', {}, title)))),
        body,
      ),
    ),
  );
}

function isUnwalked({ journeys, reason }: WalkedRow): boolean {
  return journeys.length === 0 && reason === null;
}

function isFound(row: WalkedRow): boolean {
  return (
    row.name.toLowerCase().includes(filter.text.trim().toLowerCase()) &&
    (filter.kind === '' || row.kind === filter.kind) &&
    (!filter.onlyUnwalked || row.journeys.length === 0)
  );
}

function line(row: WalkedRow): HTMLElement {
  const { journeys, kind, name, reason } = row;
  const links = journeys.flatMap((journey, at) => [
    at === 0 ? '' : ', ',
    h('a', { href: `journey-${journey}/index.html` }, journey),
  ]);
  return h(
    'tr',
    { class: isUnwalked(row) ? 'bad' : '' },
    h('td', {}, named('walked', kind)),
    h('td', { class: 'name' }, h('code', {}, name)),
    h('td', {}, journeys.length > 0 ? links : reason === null ? t('noJourney') : named('unwalked', reason)),
  );
}
