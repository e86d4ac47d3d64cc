import type { IndexData, ModelSummary } from '../report-model.ts';
import { choice, h, search, tick } from './dom.ts';
import { allMutants, mutantsOf, score } from './mutants.ts';
import { counted, duration, moment, named, number, t } from './words.ts';

/** Kept when the language is switched. */
const filter = { text: '', kind: '', screen: '', person: '', onlyFailed: false };

/** All models, those with failures first. */
export function indexPage({ models, notRun, unwalked }: IndexData): HTMLElement {
  const sorted = models.toSorted(
    (one, other) =>
      other.causes.length - one.causes.length ||
      one.kind.localeCompare(other.kind) ||
      one.name.localeCompare(other.name),
  );
  const rows = h('tbody');
  const none = h('p', { class: 'quiet' }, t('noModel'));
  const draw = (): void => {
    const found = sorted.filter(isFound);
    rows.replaceChildren(...found.map(row));
    none.hidden = found.length > 0;
  };
  const set = <Key extends keyof typeof filter>(key: Key) => {
    return (value: (typeof filter)[Key]): void => {
      filter[key] = value;
      draw();
    };
  };
  const different = (of: (model: ModelSummary) => readonly string[]): readonly string[] => [
    ...new Set(models.flatMap(of)),
  ];
  const options = (kind: 'kind' | 'screen' | 'person', values: readonly string[]) =>
    values.map((value) => [value, named(kind, value)] as const).toSorted(([, a], [, b]) => a.localeCompare(b));
  draw();
  return h(
    'main',
    {},
    headline(models),
    h(
      'p',
      {},
      h('a', { href: 'walked.html' }, t('walkedTable')),
      unwalked === 0 ? '' : h('strong', { class: 'bad' }, ` · ${counted(unwalked, 'unwalked')}`),
      unwalked === 0 || notRun === 0 ? '' : h('small', {}, ` (${counted(notRun, 'notRun')})`),
    ),
    h(
      'div',
      { class: 'filters' },
      search(filter.text, set('text')),
      choice(
        t('kind'),
        options(
          'kind',
          different(({ kind }) => [kind]),
        ),
        filter.kind,
        set('kind'),
      ),
      choice(
        t('screen'),
        options(
          'screen',
          different(({ screens }) => screens),
        ),
        filter.screen,
        set('screen'),
      ),
      choice(
        t('person'),
        options(
          'person',
          different(({ people }) => people),
        ),
        filter.person,
        set('person'),
      ),
      tick(t('onlyFailures'), filter.onlyFailed, set('onlyFailed')),
    ),
    h('div', { class: 'scroll' }, h('table', {}, head(), rows)),
    none,
    allMutants(),
  );
}

function isFound({ causes, kind, name, people, screens }: ModelSummary): boolean {
  return (
    name.includes(filter.text.trim().toLowerCase().replaceAll(' ', '-')) &&
    (filter.kind === '' || kind === filter.kind) &&
    (filter.screen === '' || screens.includes(filter.screen)) &&
    (filter.person === '' || people.includes(filter.person)) &&
    (!filter.onlyFailed || causes.length > 0)
  );
}

function headline(models: readonly ModelSummary[]): HTMLElement {
  const sum = (of: (model: ModelSummary) => number): number => models.reduce((total, model) => total + of(model), 0);
  const causes = sum((model) => model.causes.length);
  const mended = sum((model) => model.mended);
  return h(
    'header',
    { class: causes === 0 ? 'good' : 'bad' },
    h(
      'h1',
      {},
      causes === 0
        ? t('noFailures')
        : `${t('someFailures')}: ${number(causes)} ${t(causes === 1 ? 'cause' : 'causes').toLowerCase()}`,
    ),
    h(
      'p',
      {},
      `${counted(
        sum(({ paths }) => paths),
        'paths',
      )} · ${counted(models.length, 'models')} · ${duration(sum(({ took }) => took))}`,
      mended === 0 ? '' : ` · ${mended} ${t('mended')}`,
    ),
  );
}

function head(): HTMLElement {
  const titles = [t('model'), t('kind'), t('causes'), t('paths'), t('states'), t('transitions'), t('withAdapters')];
  return h(
    'thead',
    {},
    h(
      'tr',
      {},
      [...titles, t('mutants'), t('duration'), t('ranAt')].map((title) => h('th', {}, title)),
    ),
  );
}

function row(model: ModelSummary): HTMLElement {
  const { at, causes, id, kind, name, paths, states, took, transitions, wired } = model;
  const mutants = mutantsOf(model);
  const fresh = causes.filter(({ isNew }) => isNew).length;
  return h(
    'tr',
    { class: causes.length > 0 ? 'bad' : '' },
    h('td', {}, h('a', { href: `${id}/index.html` }, name)),
    h('td', {}, named('kind', kind)),
    h(
      'td',
      { class: 'number' },
      causes.length === 0 ? '0' : `${causes.length}${fresh > 0 ? ` (${fresh} ${t('isNew')})` : ''}`,
    ),
    h('td', { class: 'number' }, number(paths)),
    ratio(states.covered, states.total),
    ratio(transitions.covered, transitions.total),
    wired === null ? h('td') : ratio(wired.covered, wired.total, wired.known),
    h('td', { class: 'number' }, mutants === undefined ? '' : score(mutants)),
    h('td', { class: 'number' }, duration(took)),
    h('td', {}, moment(at)),
  );
}

function ratio(covered: number, total: number, known = 0): HTMLElement {
  return h('td', { class: covered + known >= total ? 'number' : 'number bad' }, `${covered}/${total}`);
}
