import type { ModelSummary, MutantsData, SurvivorData } from '../report-model.ts';
import { percent } from '../report-words.ts';
import { folded, h } from './dom.ts';
import { moment, number, t } from './words.ts';

/** What `npm run mutate` came to, as far as it was run here. */
let known: readonly MutantsData[] = [];

export function learnMutants(all: readonly MutantsData[]): void {
  known = all;
}

/** Of the machine that the model is of. */
export function mutantsOf({ kind, name }: Pick<ModelSummary, 'kind' | 'name'>): MutantsData | undefined {
  return kind === 'machine' ? known.find(({ place }) => place === `src/machines/${name}`) : undefined;
}

/** The share that was found: `92 %`, and behind it that with the folder's own tests. */
export function score({ byPaths, found, total }: MutantsData): string {
  const withTests = `${percent(found, total)} %`;
  return byPaths === null ? withTests : `${percent(byPaths, total)} % · ${withTests}`;
}

/** One machine's on its page. */
export function mutantsSection(mutants: MutantsData | undefined): HTMLElement | null {
  if (mutants === undefined) return null;
  return h('section', {}, h('h2', {}, t('mutants')), h('p', {}, t('mutantsAre')), told(mutants));
}

/** All places on the index. */
export function allMutants(): HTMLElement | null {
  if (known.length === 0) return null;
  const sorted = known.toSorted((one, other) => one.place.localeCompare(other.place));
  return h('section', {}, h('h2', {}, t('mutants')), h('p', {}, t('mutantsAre')), sorted.map(told));
}

function told(mutants: MutantsData): HTMLElement {
  const { at, place, survivors, total } = mutants;
  const summary = ` ${score(mutants)} ${t('of')} ${number(total)} · ${t('ranAt')}: ${moment(at)}`;
  return folded([h('code', {}, place), summary], () => [
    survivors.length === 0 ? h('p', { class: 'quiet' }, t('noSurvivor')) : h('ul', {}, survivors.map(survivor)),
  ]);
}

function survivor({ file, isFoundByTests, line, now, was }: SurvivorData): HTMLElement {
  return h(
    'li',
    {},
    h('code', {}, `${file}:${line}`),
    isFoundByTests ? ` · ${t('foundByTests')}` : '',
    h('br'),
    h('code', {}, was),
    ' → ',
    h('code', {}, now === '' ? t('leftOut') : now),
  );
}
