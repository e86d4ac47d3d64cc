import type { ModelData, PackedPath } from '../report-model.ts';
import { tellsOf } from '../report-subjects.ts';
import { commandOf, isWhole } from '../../paths-text.ts';
import type { Walk } from './diagram.ts';
import { button, choice, command, folded, h, search, tick } from './dom.ts';
import { load } from './load.ts';
import { duration, named, number, sceneWords, stateWords, stepWords, t } from './words.ts';

const PAGE = 50;

/** Kept when the language is switched. */
const filter = { text: '', scene: '', event: '', state: '', person: '', onlyFailed: false, slowest: false };
let page = 0;
let all: readonly PackedPath[] = [];
let isLoaded = false;

/** Every path, found by filters and shown a page at a time. */
export function pathList(model: ModelData, show: (walk: Walk) => void): HTMLElement {
  const rows = h('ol', { class: 'paths' });
  const foot = h('div', { class: 'pages' });

  const draw = (): void => {
    const found = all.filter(matcher(model));
    if (filter.slowest) found.sort((one, other) => (other[2] ?? 0) - (one[2] ?? 0));
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.min(page, pages - 1);
    rows.replaceChildren(...found.slice(page * PAGE, (page + 1) * PAGE).map((path) => row(model, path, show)));
    const from = found.length === 0 ? 0 : page * PAGE + 1;
    const loading = isLoaded ? '' : ` · ${t('loading')}…`;
    foot.replaceChildren(
      button(t('previous'), () => turn(-1), page === 0),
      h(
        'span',
        {},
        found.length === 0 && isLoaded
          ? t('none')
          : `${number(from)}–${number(Math.min(found.length, (page + 1) * PAGE))} ${t('of')} ${number(found.length)}${loading}`,
      ),
      button(t('next'), () => turn(1), page >= pages - 1),
    );
  };
  const turn = (by: number): void => {
    page += by;
    draw();
  };
  const set = <Key extends keyof typeof filter>(key: Key) => {
    return (value: (typeof filter)[Key]): void => {
      filter[key] = value;
      page = 0;
      draw();
    };
  };
  if (!isLoaded) void loadAll(model).then(draw);
  draw();
  const numbered = (names: readonly string[], say: (name: string) => string) =>
    names.map((name, at) => [String(at), say(name)] as const).toSorted(([, a], [, b]) => a.localeCompare(b));
  return h(
    'section',
    {},
    h('h2', {}, t('list')),
    h(
      'div',
      { class: 'filters' },
      search(filter.text, set('text')),
      choice(
        t('scene'),
        model.scenes.map(({ name }, at) => [String(at), sceneWords(name)] as const),
        filter.scene,
        set('scene'),
      ),
      choice(t('event'), numbered(model.names, stepWords), filter.event, set('event')),
      choice(t('state'), numbered(model.stateNames, stateWords), filter.state, set('state')),
      choice(
        t('person'),
        model.people.map((each) => [each, named('person', each)] as const),
        filter.person,
        set('person'),
      ),
      tick(t('onlyFailures'), filter.onlyFailed, set('onlyFailed')),
      tick(t('slowestFirst'), filter.slowest, set('slowest')),
    ),
    rows,
    foot,
  );
}

async function loadAll({ chunks }: ModelData): Promise<void> {
  const read = await Promise.all(Array.from({ length: chunks }, (_, at) => load<readonly PackedPath[]>(`paths-${at}`)));
  all = read.flat();
  isLoaded = true;
}

/** Texts are compared once for each name, not for each path. */
function matcher({ names, scenes, stateNames }: ModelData): (path: PackedPath) => boolean {
  const text = filter.text.trim().toLowerCase();
  const has = (name: string, said: string): boolean => `${name} ${said}`.toLowerCase().includes(text);
  const sceneHas = scenes.map(({ name }) => has(name, ''));
  const nameHas = names.map((name) => has(name, stepWords(name)));
  const stateHas = stateNames.map((name) => has(name, stateWords(name)));
  const sceneTells = scenes.map(({ name }) => tellsOf(filter.person, name));
  const nameTells = names.map((name) => tellsOf(filter.person, name));
  const [scene, event, state] = [filter.scene, filter.event, filter.state].map((value) =>
    value === '' ? null : Number(value),
  );
  const some = (path: PackedPath, offset: 0 | 1, holds: (id: number) => boolean): boolean => {
    for (let at = 3 + offset; at < path.length; at += 2) if (holds(path[at] ?? -1)) return true;
    return false;
  };
  return (path) => {
    const own = path[0] ?? 0;
    if (scene !== null && own !== scene) return false;
    if (filter.onlyFailed && path[1] !== 1) return false;
    if (event !== null && !some(path, 0, (id) => id === event)) return false;
    if (state !== null && !some(path, 1, (id) => id === state)) return false;
    if (filter.person !== '' && !(sceneTells[own] ?? false) && !some(path, 0, (id) => nameTells[id] ?? false))
      return false;
    return (
      text === '' ||
      (sceneHas[own] ?? false) ||
      some(path, 0, (id) => nameHas[id] ?? false) ||
      some(path, 1, (id) => stateHas[id] ?? false)
    );
  };
}

function row(model: ModelData, path: PackedPath, show: (walk: Walk) => void): HTMLElement {
  const steps: string[] = [];
  const states: string[] = [];
  for (let at = 3; at < path.length; at += 2) {
    steps.push(model.names[path[at] ?? -1] ?? '');
    states.push(model.stateNames[path[at + 1] ?? -1] ?? '');
  }
  const { name: scene = '', start = '' } = model.scenes[path[0] ?? 0] ?? {};
  let before = start;
  const told = steps.map((step, at) => {
    const state = states[at] ?? '';
    const leads = state === before ? null : h('i', {}, stateWords(state));
    before = state;
    return h('span', { title: step }, stepWords(step), leads);
  });
  const details = folded(
    [
      isWhole(model.kind) ? null : h('small', {}, scene, ' · '),
      told,
      h('small', {}, ` ${duration((path[2] ?? 0) / 10)}`),
    ],
    () => [command(commandOf(model, isWhole(model.kind) ? null : scene, steps))],
    { onOpen: () => show({ start, steps, states, failedAt: null }) },
  );
  return h('li', { class: path[1] === 1 ? 'bad' : '' }, details);
}
