import type { ModelSummary, MutantsData, SurvivorData } from '../report-model.ts';
import { percent } from '../report-words.ts';
import { folded, h } from './dom.ts';
import { moment, number, t } from './words.ts';

/** What `npm run mutate` came to, as far as it was run here. */
let known: readonly MutantsData[] = [];

export function learnMutants(all: readonly MutantsData[]): void {
  known = all;
}

/** Of the machine that the model is of: of its folder, or of those of its files that were tried by themselves. */
export function mutantsOf({ kind, name }: Pick<ModelSummary, 'kind' | 'name'>): MutantsData | undefined {
  if (kind !== 'machine') return undefined;
  const folder = `src/machines/${name}`;
  const whole = known.find(({ place }) => place === folder);
  const files = together(known.filter(({ place }) => place.startsWith(`${folder}/`) && place.endsWith('.ts')));
  // The newer of the two.
  return whole === undefined || (files !== undefined && files.at > whole.at) ? files : whole;
}

function together(files: readonly MutantsData[]): MutantsData | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const sum = (count: (of: MutantsData) => number): number => files.reduce((all, file) => all + count(file), 0);
  return {
    place: files.map(({ place }) => place).join(', '),
    at: files.reduce((last, { at }) => (at > last ? at : last), first.at),
    total: sum(({ total }) => total),
    byPaths: sum(({ byPaths }) => byPaths ?? 0),
    found: sum(({ found }) => found),
    survivors: files.flatMap(({ survivors }) => survivors),
  };
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
