import type { Looked } from '../../paths-findings.ts';
import { WHOLE } from '../../paths-text.ts';
import type { CauseData, FailureData, ModelData, PlaceData } from '../report-model.ts';
import { isProduct } from '../report-product.ts';
import type { Walk } from './diagram.ts';
import { button, command, folded, h } from './dom.ts';
import { load } from './load.ts';
import { place, places } from './places.ts';
import { causeWords, counted, named, number, sceneWords, stateWords, stepWords, t } from './words.ts';

type Show = (walk: Walk) => void;

/** What went wrong, cause by cause; the first one is open, and in the diagram. */
export function failures(model: ModelData, show: Show): HTMLElement | null {
  if (model.groups.length === 0) return null;
  const [first] = model.groups[0]?.failures ?? [];
  if (first !== undefined) show(walkOf(first));
  return h(
    'section',
    {},
    h('h2', {}, t('failures')),
    places(t('inAll'), inAll(model.groups)),
    model.groups.map((group, at) => causeOf(model, group, at === 0, show)),
  );
}

/** What of the product every failure of several causes has to do with: likely one bug. */
function inAll(groups: readonly CauseData[]): readonly PlaceData[] {
  const [first, ...others] = groups.flatMap((group) => group.failures.map((failure) => failure.places));
  if (first === undefined || groups.length < 2) return [];
  return first.filter(
    (one) =>
      isProduct(one.file) &&
      others.every((found) => found.some(({ file, line }) => file === one.file && line === one.line)),
  );
}

export function walkOf({ at, start, states, steps }: FailureData): Walk {
  return { start, steps: steps.slice(0, at + 1), states, failedAt: at };
}

function causeOf(model: ModelData, group: CauseData, isOpen: boolean, show: Show): HTMLElement {
  const { apart, count, isNew, kind, row, title } = group;
  const many = count > group.failures.length ? `, ${t('shown')}` : '';
  return folded(
    [
      h('span', { class: 'chip' }, named('cause', kind)),
      ' ',
      h('b', { title }, causeWords(title)),
      isNew ? h('span', { class: 'chip new' }, t('isNew')) : null,
      h('small', {}, ` ${counted(count, 'differentFailures')}${many}`),
      apart === null
        ? null
        : h('div', { class: 'apart' }, `${named('apart', apart.kind)}: `, h('b', {}, stepWords(apart.step))),
    ],
    () => [
      row === null ? null : place(row),
      group.failures.map((failure, at) => failureOf(model, failure, isOpen && at === 0, show)),
    ],
    { className: 'cause', isOpen },
  );
}

function failureOf(model: ModelData, failure: FailureData, isOpen: boolean, show: Show): HTMLElement {
  const { at, scene, steps } = failure;
  const failed = steps[at];
  return folded(
    [
      scene === WHOLE ? '' : h('b', {}, `${sceneWords(scene)} · `),
      failed === undefined ? t('opensAt') : stepWords(failed),
    ],
    () => failureParts(model, failure),
    { className: 'failure', isOpen, onOpen: () => show(walkOf(failure)) },
  );
}

function failureParts(model: ModelData, failure: FailureData): readonly (HTMLElement | null)[] {
  const { at, command: line, events, looked, number: log, opening, problems, steps } = failure;
  const isMachine = model.kind === 'machine';
  return [
    ...problems.map((problem) => problemOf(problem, isMachine ? model.diagram.boxes.map(({ path }) => path) : [])),
    places(t('places'), failure.places),
    h('h3', {}, t('steps')),
    opening.length === 0
      ? null
      : folded([`${t('opening')}: ${opening.length} ${t('events')}`], () => [
          h(
            'ol',
            {},
            opening.map((type) => h('li', {}, stepWords(type))),
          ),
        ]),
    h(
      'ol',
      { class: 'walk' },
      steps
        .slice(0, at + 1)
        .map((step, index) =>
          h(
            'li',
            { class: index === at ? 'bad' : '', title: step },
            stepWords(step),
            h('i', {}, statesIn(failure.states[index])),
          ),
        ),
    ),
    looked === null ? null : beforeAndAfter(looked),
    h('h3', {}, t('command')),
    command(line),
    events === 0 ? null : logOf(model, log, events),
  ];
}

/** `states`: those of a machine, where an outcome is one of its model. */
function problemOf(
  { came, expected, kind, text }: FailureData['problems'][number],
  states: readonly string[],
): HTMLElement {
  if (expected === null) return h('p', { class: 'told' }, h('b', {}, `${named('cause', kind)}: `), text);
  const [found = '', ...details] = (came ?? '').split('\n');
  return h(
    'dl',
    { class: 'difference' },
    h('dt', {}, t('expected')),
    h('dd', { class: 'good' }, outcome(expected, states)),
    h('dt', {}, t('came')),
    h('dd', { class: 'bad' }, outcome(found, states)),
    details.length === 0
      ? null
      : h(
          'dd',
          { class: 'details' },
          folded([t('details')], () => [h('div', {}, details.join('\n'))]),
        ),
  );
}

/** An outcome of a machine's model in words; anything else as it is. */
function outcome(text: string, states: readonly string[]): string {
  if (states.length === 0) return text;
  const plain = named('outcome', text);
  if (plain !== text) return plain;
  const names = text.split(' ').filter((word) => word !== 'removed');
  if (names.length === 0 || !names.every((name) => name === 'none' || states.includes(name))) return text;
  return `${t('leadsTo')} ${stateWords(names.join(' '))}${text.endsWith(' removed') ? ` ${t('andRemoved')}` : ''}`;
}

function statesIn(states: string | undefined): string {
  return states === undefined ? '' : ` → ${stateWords(states)}`;
}

/** The actor's state and context, what the step changed in front. */
function beforeAndAfter({ after, before, changes, commands }: Looked): HTMLElement {
  const fields = [...new Set([...Object.keys(before.context), ...Object.keys(after.context)])];
  const changed = fields.filter((field) => before.context[field] !== after.context[field]);
  const equal = fields.filter((field) => !changed.includes(field));
  const line = (field: string, was: string, is: string): HTMLElement =>
    h(
      'tr',
      { class: was === is ? '' : 'changed' },
      h('td', {}, field),
      h('td', {}, h('code', {}, was)),
      h('td', {}, h('code', {}, is)),
    );
  const table = (rows: readonly HTMLElement[]): HTMLElement =>
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
            [t('field'), t('before'), t('after')].map((title) => h('th', {}, title)),
          ),
        ),
        h('tbody', {}, rows),
      ),
    );
  const lineOf = (field: string): HTMLElement => line(field, before.context[field] ?? '—', after.context[field] ?? '—');
  return h(
    'div',
    {},
    table([line(t('state'), stateWords(before.state), stateWords(after.state)), ...changed.map(lineOf)]),
    equal.length === 0 ? null : folded([`${equal.length} ${t('sameFields')}`], () => [table(equal.map(lineOf))]),
    commands.length === 0 ? null : h('h3', {}, t('commands')),
    h(
      'ul',
      { class: 'lines' },
      commands.map((each) => h('li', {}, h('code', {}, each))),
    ),
    changes.length === 0 ? null : h('h3', {}, t('changes')),
    h(
      'ul',
      { class: 'lines' },
      changes.map((each) => h('li', {}, h('code', {}, each))),
    ),
  );
}

function logOf(model: ModelData, log: number, events: number): HTMLElement {
  const save = button(`${t('log')} (${number(events)} ${t('events')})`, () => {
    void load(`log-${log}`).then((value) => {
      const file = new Blob([JSON.stringify(value, null, 1)], { type: 'application/json' });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `${model.id}-${log}.json`;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  });
  return h(
    'div',
    {},
    h('h3', {}, t('replay')),
    command(`npm run replay reports/paths/${model.id}/log-${log}.json`),
    save,
  );
}
