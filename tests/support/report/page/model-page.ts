import type { ModelData, Run } from '../report-model.ts';
import { diagram } from './diagram.ts';
import type { Walk } from './diagram.ts';
import { folded, h } from './dom.ts';
import { failures } from './failures.ts';
import { film } from './film.ts';
import { mutantsOf, mutantsSection, score } from './mutants.ts';
import { pathList } from './path-list.ts';
import { causeWords, counted, duration, moment, named, number, sceneWords, t, transitionWords } from './words.ts';

/** One model: its failures first. */
export function modelPage(model: ModelData): HTMLElement {
  const drawn = diagram(model.diagram);
  const show = (walk: Walk): void => drawn.highlight(walk);
  const place = h('section', {}, h('h2', {}, t('diagram')), drawn.element);
  const told = failures(model, show);
  return h(
    'main',
    {},
    h('p', {}, h('a', { href: '../index.html' }, `← ${t('back')}`)),
    headline(model),
    told,
    film(model),
    missed(model),
    place,
    pathList(model, (walk) => {
      show(walk);
      place.scrollIntoView({ block: 'nearest' });
    }),
    mutantsSection(mutantsOf(model)),
    history(model.runs),
    more(model),
  );
}

function headline(model: ModelData): HTMLElement {
  const { at, groups, kind, mended, name, paths, source, states, took, transitions } = model;
  const mutants = mutantsOf(model);
  const facts = [
    counted(paths, 'paths'),
    `${t('states')} ${states.covered}/${states.total}`,
    `${t('transitions')} ${transitions.covered}/${transitions.total}`,
    ...(mutants === undefined ? [] : [`${t('mutants')} ${score(mutants)}`]),
    duration(took),
    `${t('ranAt')}: ${moment(at)}`,
    ...(mended > 0 ? [`${mended} ${t('mended')}`] : []),
  ];
  return h(
    'header',
    { class: groups.length === 0 ? 'good' : 'bad' },
    h('h1', {}, name, ' ', h('small', {}, named('kind', kind))),
    h('p', {}, facts.join(' · ')),
    h('p', { class: 'quiet' }, h('code', {}, source)),
  );
}

function missed({ missed: none }: ModelData): HTMLElement | null {
  if (none.length === 0) return null;
  return h(
    'section',
    { class: 'bad' },
    h('h2', {}, t('missed')),
    h(
      'ul',
      {},
      none.map((each) => h('li', { title: each }, transitionWords(each))),
    ),
  );
}

/** The last runs, each with what is another than in the one before. */
function history(runs: readonly Run[]): HTMLElement {
  const longest = Math.max(1, ...runs.map(({ took }) => took));
  const rows = runs.map((run, at) =>
    h(
      'tr',
      {},
      h('td', {}, moment(run.at)),
      h('td', {}, h('code', {}, run.commit)),
      h('td', { class: 'number' }, number(run.paths)),
      h('td', { class: run.failed > 0 ? 'number bad' : 'number' }, number(run.failed)),
      h(
        'td',
        { class: 'number' },
        duration(run.took),
        h('span', { class: 'amount', style: `width: ${Math.round((run.took / longest) * 80)}px` }),
      ),
      h(
        'td',
        {},
        changes(run, runs[at + 1]).map((change) => h('div', {}, change)),
      ),
    ),
  );
  const titles = [t('when'), t('version'), t('paths'), t('failed'), t('duration'), t('changed')];
  return h(
    'section',
    {},
    h('h2', {}, t('history')),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            titles.map((title) => h('th', {}, title)),
          ),
        ),
        h('tbody', {}, rows),
      ),
    ),
  );
}

function changes(run: Run, before: Run | undefined): readonly string[] {
  if (before === undefined) return [t('first')];
  const scenes = [...new Set([...Object.keys(run.scenes), ...Object.keys(before.scenes)])].flatMap((scene) => {
    const [was, is] = [before.scenes[scene] ?? 0, run.scenes[scene] ?? 0];
    return was === is ? [] : [`${sceneWords(scene)}: ${number(was)} → ${counted(is, 'paths')}`];
  });
  const told = [
    ...run.causes
      .filter((cause) => !before.causes.includes(cause))
      .map((cause) => `${t('newCause')}: ${causeWords(cause)}`),
    ...before.causes
      .filter((cause) => !run.causes.includes(cause))
      .map((cause) => `${t('goneCause')}: ${causeWords(cause)}`),
    ...scenes,
  ];
  return told.length === 0 ? [t('nothing')] : told;
}

function more({ invariants, onlyInTheLog, scenes }: ModelData): HTMLElement {
  const reasons = Object.entries(onlyInTheLog);
  const rows = scenes.map(({ failed, ignored, name, paths, situations, took }) =>
    h(
      'li',
      { class: failed > 0 ? 'bad' : '' },
      h('b', {}, sceneWords(name)),
      h('br'),
      `${counted(paths, 'paths')} · ${number(situations)} ${t('situations')} · ${number(ignored)} ${t('ignored')} · ${duration(took)}`,
      failed > 0 ? ` · ${counted(failed, 'failed')}` : '',
    ),
  );
  return h(
    'section',
    {},
    folded([`${t('scenes')} (${scenes.length})`], () => [h('ul', {}, rows)]),
    reasons.length === 0
      ? null
      : folded([`${t('onlyInTheLog')} (${reasons.length})`], () => [
          h(
            'ul',
            {},
            reasons.map(([transition, reason]) =>
              h('li', {}, h('b', { title: transition }, transitionWords(transition)), h('br'), reason),
            ),
          ),
        ]),
    invariants.length === 0
      ? null
      : folded([`${t('invariants')} (${invariants.length})`], () => [
          h(
            'ul',
            {},
            invariants.map((each) => h('li', {}, each)),
          ),
        ]),
  );
}
