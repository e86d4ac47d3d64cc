import { expect, test } from 'vitest';
import type { Flow, FlowNode, FlowNodeOf } from '../../contract/flows/flow.ts';
import { flowIn, isVariableName } from '../../flows/reading.ts';
import type { FormName, FormValue } from '../../src/machines/entities/forms.ts';
import type { FlowEdit, FlowPlaces } from '../../src/machines/flow-editing/flow-document.ts';
import type { AppEvent, EventOf } from '../../src/machines/log/event.ts';
import { hidden, reportOf } from '../../src/machines/log/report.ts';
import {
  ask,
  branch,
  call,
  end,
  flow,
  goTo,
  hours,
  link,
  media,
  menu,
  pause,
  request,
  say,
  set,
  template,
} from '../flows/builders.ts';
import { brunoViewing } from '../support/builders.ts';
import { differenceOfReport, leaksOf } from '../support/replay.ts';
import { live, ticketOf } from './directory-support.ts';
import { reportOfBoth } from './report-support.ts';

type Session = ReturnType<typeof live>;

const ofFlow = { form: 'flow', key: '7' } as const;

const greeting = (text: string, variables: Flow['variables'] = {}) =>
  flow(
    { start: ask('Ana', { answer: 'bye' }, { saves: 'cidade' }), bye: end(text) },
    { variables: { cidade: { type: 'text' }, ...variables } },
  );

/** No text is as long as its name. */
const plain = flow({ start: ask('Onde fica?', { answer: 'bye' }), bye: end('Tchau') });

const PLACES: FlowPlaces = { order: ['start', 'bye'], at: { start: { x: 4711, y: 20 } } };

function loaded(drawn: Flow, { request = 1, places = PLACES } = {}): EventOf<'form.loaded'> {
  const values: Readonly<Record<string, FormValue>> = { name: 'Ana', flow: drawn, places };
  return { ...ofFlow, type: 'form.loaded', request, values, version: 'v1' };
}

const contextOf = ({ directory }: Session) => directory.flow(ofFlow.key)?.getSnapshot().context;
const requestOf = (session: Session) => contextOf(session)?.request ?? 0;

/** A session in which the flow was opened. */
function editing(drawn: Flow): Session {
  const session = live(brunoViewing, ticketOf(1));
  session.append({ ...ofFlow, type: 'form.opened', values: null });
  session.append(loaded(drawn, { request: requestOf(session) }));
  return session;
}

const edit = (change: FlowEdit): EventOf<'flow.edited'> => ({ ...ofFlow, type: 'flow.edited', edit: change });
const changed = (node: FlowNode, what = 'text'): AppEvent => edit({ of: 'changed', id: 'bye', what, node });
const typed = (text: string): AppEvent => changed(end(text));
const chosen = (id: string | null): AppEvent => ({ ...ofFlow, type: 'form.changed', field: 'step', value: id });
const moved = (x: number): AppEvent => edit({ of: 'placed', at: { bye: { x, y: 2 } }, what: 'bye start' });
const submitted: AppEvent = { ...ofFlow, type: 'form.submitted' };

function taken(session: Session, by: 'undo' | 'redo'): void {
  const change = contextOf(session)?.[by === 'undo' ? 'past' : 'future'].at(-1);
  if (change === undefined) throw new Error(`nothing to ${by}`);
  session.append({ ...edit(change), by });
}

const pasted: FlowEdit = {
  of: 'several',
  edits: [
    { of: 'variable', name: 'bairro', type: 'text', initial: 'Rosa' },
    { of: 'added', id: 'x_1', index: 1, node: say('Oi, {{bairro}}', { next: 'bye' }), place: { x: 5711, y: 321 } },
    { of: 'added', id: 'x_2', index: 2, node: menu('Rosa?', { sim: 'x_1' }), place: { x: 5712, y: 321 } },
  ],
};

/** What is drawn, what the report holds in its snapshot, and what as events. */
test.each<[string, Flow, readonly AppEvent[], (session: Session) => void]>([
  [
    'what is drawn, saved, and opened again',
    greeting('Ana'),
    [],
    (session) => {
      session.append(chosen('bye'), typed('Rui'), submitted);
      const saved = { request: requestOf(session), id: ofFlow.key, version: 'v2', lists: [] };
      session.append({ ...ofFlow, type: 'form.saved', ...saved }, { ...ofFlow, type: 'form.opened', values: null });
      session.append(loaded(greeting('Itu'), { request: requestOf(session) }));
    },
  ],
  [
    'undo and redo',
    greeting('Itu'),
    [],
    (session) => {
      session.append(typed('Rui'), edit({ of: 'named', name: 'Rui' }));
      taken(session, 'undo');
      taken(session, 'undo');
      taken(session, 'redo');
      session.append(submitted);
    },
  ],
  [
    'undo of what was done before the snapshot',
    greeting('Itu'),
    [typed('Rui'), edit({ of: 'named', name: 'Rui' })],
    (session) => {
      taken(session, 'undo');
      taken(session, 'undo');
    },
  ],
  ['another name of the same length', plain, [], (session) => session.append(edit({ of: 'named', name: 'Rui' }))],
  [
    'another name before the snapshot, saved after it',
    plain,
    [edit({ of: 'named', name: 'Rui' })],
    (session) => session.append(submitted),
  ],
  ['a step chosen before the snapshot', greeting('Itu'), [chosen('bye')], (session) => session.append(typed('Rui'))],
  [
    'a step chosen before the snapshot, and again',
    greeting('Itu'),
    [chosen('bye'), typed('R')],
    (session) => session.append(chosen('bye'), typed('Ru')),
  ],
  [
    'a text typed across the snapshot',
    greeting('Itu'),
    [typed('R'), typed('Ru')],
    (session) => session.append(typed('Rui')),
  ],
  [
    'a name typed across the snapshot',
    greeting('Itu'),
    [edit({ of: 'named', name: 'R' })],
    (session) => session.append(edit({ of: 'named', name: 'Ru' })),
  ],
  ['steps moved by keys across the snapshot', greeting('Itu'), [moved(1)], (session) => session.append(moved(9))],
  [
    'another day of a date',
    greeting('Itu', { dia: { type: 'date', initial: '2026-11-28' } }),
    [],
    (session) => {
      session.append(edit({ of: 'variable', name: 'dia', type: 'date', initial: '2026-12-25' }), submitted);
    },
  ],
  [
    'another number',
    greeting('Itu', { dias: { type: 'number', initial: 1234 } }),
    [],
    (session) => session.append(edit({ of: 'variable', name: 'dias', type: 'number', initial: 2345 }), submitted),
  ],
  [
    'a step added at a place, connected, moved and removed',
    greeting('Itu'),
    [],
    ({ append }) => {
      append(edit({ of: 'added', id: 'x_1', index: 0, node: end('Rosa'), place: { x: 5711, y: 321 } }));
      append(edit({ of: 'connected', id: 'start', exit: 'answer', to: 'x_1' }), edit({ of: 'started', id: 'x_1' }));
      append(edit({ of: 'moved', id: 'x_1', index: 2 }), edit({ of: 'removed', id: 'bye' }));
    },
  ],
  [
    'steps pasted before the snapshot, and undone',
    greeting('Itu'),
    [edit(pasted)],
    (session) => {
      taken(session, 'undo');
      taken(session, 'redo');
      session.append(submitted);
    },
  ],
  ['steps pasted', greeting('Itu'), [], (session) => session.append(edit(pasted))],
  [
    'what the server has taken in its place, asked for before the snapshot',
    greeting('Itu'),
    [typed('Rui'), { ...ofFlow, type: 'form.opened', values: null }],
    (session) => {
      session.append(typed('Rosa'), loaded(greeting('Rui'), { request: requestOf(session) }));
    },
  ],
  [
    'another flow in its place',
    greeting('Itu'),
    [],
    (session) => session.append(edit({ of: 'replaced', flow: greeting('Rosa'), places: PLACES })),
  ],
  [
    'a template’s values typed across the snapshot',
    greeting('Itu'),
    [changed(template({ 'body.order_id': 'R' }, {}), 'value body.order_id')],
    (session) => session.append(changed(template({ 'body.order_id': 'Rosa' }, {}), 'value body.order_id')),
  ],
  ...['variables', 'exits', 'nodes', 'values', 'at', 'to', 'id'].map(
    (name): [string, Flow, readonly AppEvent[], (session: Session) => void] => [
      `a variable and a step named ${name}`,
      flow(
        { start: ask('Ana', { answer: name }, { saves: name }), [name]: end('Rosa') },
        { variables: { [name]: { type: 'text', initial: 'Rosa' } } },
      ),
      [],
      ({ append }) => {
        append(edit({ of: 'placed', at: { [name]: { x: 1, y: 2 } } }), chosen(name));
        append(edit({ of: 'changed', id: name, what: 'text', node: end('Rui') }), submitted);
      },
    ],
  ),
])('in a flow’s editor: %s -> the report comes to the same, and tells nothing', (_name, drawn, first, then) => {
  const session = editing(drawn);
  session.append(...first);
  const report = reportOfBoth(session, then);
  expect(report.match(/Ana|Rui|Itu|Rosa|cidade|bairro|"dias?"|2026-1[12]|:(?:1234|2345)\b/gu)).toBeNull();
});

type Kinds = { readonly [Kind in FlowNode['kind']]: FlowNodeOf<Kind> };
const label = 'Nome do passo';
const kinds: Kinds = {
  say: { ...say('Olá, Márcia', { next: 'ask' }), label },
  ask: {
    ...menu('Qual cidade?', { opcao_1: 'branch' }, { saves: 'cidade', again: 'Não entendi' }),
    options: [{ id: 'opcao_1', label: 'São Paulo' }],
  },
  branch: branch({ caso_1: 'idade > 98765' }, { caso_1: 'hours', else: 'hours' }),
  hours: { ...hours({ open: 'set' }), department_id: '31' },
  set: set('idade', 'idade + 1', 'request'),
  request: {
    ...request({ ok: 'pause' }, { 'pedido.total': 'idade' }, 'https://rosa:Secr3t@loja.example/?t=Abc'),
    method: 'POST',
    body: [{ key: 'Chave', value: 'cidade + "Itu"' }],
  },
  pause: { ...pause(30, { next: 'call' }), lasts: { until: '08:30' } },
  call: call('32', 'goto'),
  goto: goTo('33'),
  handoff: { kind: 'handoff', label, exits: {}, to: { of: 'person', id: '34' }, text: 'Passo para a Rosa' },
  end: end('Tchau, Márcia'),
};
const others = {
  media: media('Foto da casa', { next: 'link' }),
  link: link('Abrir', 'https://casa.example', { next: 'template' }),
  template: template({ 'body.order_id': 'pedido 88', to: 'Rui', start: 'Prado', '5511987654321': 'Souza' }, {}),
  field: { ...set('idade', '', 'tag'), target: { of: 'field', field_id: '35', value: 'idade * 2' } },
  tag: { ...set('idade', '', 'end'), target: { of: 'tag', tag_id: '36', on: true } },
} as const;
const everything = flow(
  { ...kinds, ...others },
  {
    start: 'say',
    variables: {
      cidade: { type: 'text', initial: 'Rua Augusta, 1500' },
      idade: { type: 'number', initial: 98_765 },
      nascimento: { type: 'date', initial: '1987-03-04' },
    },
  },
);

/** All texts and numbers of a value, its names included. */
function allOf(value: unknown, found = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof value === 'string' || typeof value === 'number') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) {
      if (!Array.isArray(value)) found.add(name);
      allOf(part, found);
    }
  return found;
}

test('a flow with steps of each kind -> of all its texts and numbers, its words, ids and waits are in a report', () => {
  const { values } = hidden(loaded(everything));
  const told = allOf(values);
  const stays = [...allOf(everything)].filter((part) => told.has(part));
  const fields = [
    'schema',
    'kind',
    'start',
    'variables',
    'nodes',
    'type',
    'initial',
    'label',
    'exits',
    'content',
    'of',
  ];
  fields.push('text', 'again', 'expects', 'options', 'id', 'saves', 'tries', 'minutes', 'cases', 'when', 'target');
  fields.push('name', 'value', 'field_id', 'tag_id', 'on', 'method', 'url', 'body', 'key', 'results', 'path', 'lasts');
  fields.push('until', 'flow_id', 'department_id', 'to', 'finishes', 'file_id', 'caption', 'template_id', 'values');
  const words = ['passive', 'number', 'date', 'variable', 'field', 'queue', 'POST', '08:30', ...Object.keys(others)];
  const exits = ['next', 'failed', 'other', 'timeout', 'opcao_1', 'caso_1', 'else', 'open', 'ok', 'person', 'bye'];
  const numbers = [1, 2, 30, '1', '31', '32', '33', '34', '35', '36'];
  const known = new Set<unknown>([...fields, ...words, ...exits, ...numbers, ...Object.keys(kinds)]);
  expect(new Set(stays)).toEqual(known);
  expect(flowIn(values['flow'])).not.toBeNull();
});

test('what is said in a flow -> the check of every session finds it in a log, and its numbers', () => {
  const session = [loaded(everything), edit({ of: 'variable', name: 'idade', type: 'number', initial: 5711 })];
  const leaks = leaksOf(JSON.stringify(session), session);
  const said = ['Nome do passo', 'Não entendi', 'Foto da casa', 'https://casa.example', 'idade > 98765', 'idade * 2'];
  expect(leaks).toEqual(expect.arrayContaining([...said, 'pedido.total', 'Chave', 'Rua Augusta, 1500', 98_765, 5711]));
  expect(leaksOf(JSON.stringify(hidden(session)), session)).toEqual([]);
});

const told = (value: unknown) => JSON.stringify(hidden(value));
const answered = (row: object) => ({ type: 'list.answered', list: 'flow.check', page: { rows: [row], total: 1 } });
const ofCustomer = { type: 'form.changed', form: 'chat.customer', key: '1', field: 'value_8' };

test.each<[string, unknown]>([
  ['what a checked conversation saved', answered({ saved: { order: 'Rosa', at: 'hoje', start: 'Rosa', to: 'Rosa' } })],
  ['a field’s value like places', { ...ofCustomer, value: { order: 'Rosa', at: { kind: 'Rosa' } } }],
  ['a field’s value like a change', { ...ofCustomer, value: { of: 'moved', to: 'Rosa', id: 'Rosa' } }],
  ['a row like a flow', answered({ schema: 'Rosa', start: 'hoje', nodes: [] })],
  ['a flow of another version', { ...ofFlow, type: 'form.loaded', values: { flow: { kind: 'Rosa 55119' } } }],
  ['another field of a flow’s form', { ...ofFlow, type: 'form.changed', field: 'name', value: 'hoje' }],
  ['exits of an imported file', loaded({ ...everything, nodes: { a: { ...end('a'), exits: { 'Rosa 55119': 'a' } } } })],
  [
    'places of an imported file',
    loaded(everything, { places: { order: ['Rosa 55119'], at: { 'Rosa 55119': { x: 1, y: 2 } } } }),
  ],
  ['a step’s part named by a person', changed(end('a'), 'value Rosa 55119')],
])('%s -> no report tells it', (_name, event) => {
  expect(told(event)).not.toMatch(/Rosa|55119|hoje/);
});

test('an older version in a list -> its steps stay in a report', () => {
  const event = { ...answered({ id: '3', number: 2, flow: greeting('Rosa') }), list: 'flow.version' };
  const [row] = hidden(event).page.rows;
  const past = flowIn(typeof row === 'object' && 'flow' in row ? row.flow : null);
  expect(past?.nodes['bye']).toMatchObject({ kind: 'end', text: 'Xxxx' });
});

test('more texts of a length than placeholders of it -> each has one of its own all the same', () => {
  const letters = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0xe0 + at + (at > 22 ? 1 : 0)));
  const texts = [...letters, ...letters.map((letter) => letter + letter)];
  const value = hidden({ ...ofCustomer, value: texts }).value;
  expect(new Set(value).size).toBe(texts.length);
  expect(value[0]).toBe('x');
  expect(hidden({ ...ofCustomer, value: ['ano', 'dia', 'ano'] }).value).toEqual(['xxx', 'xxy', 'xxx']);
});

test('variables by the hundred -> none is named as an expression’s word is', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const names = letters.flatMap((one) => letters.map((other) => one + other));
  const told = hidden(names.map((name) => edit({ of: 'variable', name, type: 'text' })));
  const named = told.map(({ edit }) => (edit.of === 'variable' ? edit.name : ''));
  expect(named.filter((name) => !isVariableName(name))).toEqual([]);
  expect(new Set(named).size).toBe(names.length);
});

test('a flow with a long id -> it may be a phone’s number, and its editor still has its events', () => {
  const form: FormName = 'flow';
  const session = live(brunoViewing, ticketOf(1));
  session.append({ type: 'form.opened', form, key: '5511987654321', values: null });
  const stored = { position: session.app.log.position, snapshots: session.app.snapshots(), tail: [] };
  const from = session.events.length;
  session.append({ type: 'form.left', form, key: '5511987654321' });
  expect(differenceOfReport(session.events.slice(from), session.app.snapshots(), stored)).toBeNull();
  expect(JSON.stringify(reportOf({ ...stored, tail: session.events }))).not.toContain('55119');
});
