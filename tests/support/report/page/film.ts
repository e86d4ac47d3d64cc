import type { FilmedPath, FilmedStep } from '../../paths-findings.ts';
import type { ModelData } from '../report-model.ts';
import { command, folded, h } from './dom.ts';
import { stateWords, stepWords, t } from './words.ts';

/** What people saw in Chromium: a picture of each screen after each step, and what opens the trace. */
export function film({ filmed, id }: ModelData): HTMLElement | null {
  if (filmed.length === 0) return null;
  return h(
    'section',
    {},
    h('h2', {}, t('film')),
    filmed.map((path, at) => folded([titleOf(path, at)], () => shown(path, id), { isOpen: filmed.length === 1 })),
  );
}

function titleOf({ steps }: FilmedPath, at: number): HTMLElement {
  const failed = steps.some((step) => step.failed);
  const deeds = steps.flatMap(({ deed }) => (deed === null ? [] : [stepWords(deed)]));
  return h('span', { class: failed ? 'bad' : '' }, `${at + 1}. ${deeds.join(' → ')}`);
}

function shown({ steps, traces }: FilmedPath, id: string): readonly HTMLElement[] {
  return [
    h('ol', { class: 'film' }, steps.map(frame)),
    ...traces.map(({ file, who }) =>
      h('div', {}, h('p', { class: 'quiet' }, `${t('trace')}: ${who}`), command(openingOf(`${id}/${file}`))),
    ),
  ];
}

function frame({ deed, failed, pictures, scene }: FilmedStep): HTMLElement {
  return h(
    'li',
    { class: failed ? 'bad' : '' },
    h('b', {}, deed === null ? t('begins') : stepWords(deed)),
    h('span', {}, failed ? `${t('notSeen')}: ${stateWords(scene)}` : stateWords(scene)),
    pictures.map(({ file, who }) =>
      h(
        'figure',
        {},
        h(
          'a',
          { href: file, target: '_blank' },
          h('img', { src: file, alt: `${who}: ${stateWords(scene)}`, loading: 'lazy' }),
        ),
        h('figcaption', {}, who),
      ),
    ),
  );
}

/** What shows a trace step by step, with the page as it was, in the reader's own browser. */
function openingOf(file: string): string {
  return `npx playwright-core show-trace --port 0 reports/paths/${file}`;
}
