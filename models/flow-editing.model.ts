import type { App } from '../src/machines/app.ts';
import type { Flow } from '../contract/flows/flow.ts';
import { flowEditingMachine } from '../src/machines/flow-editing/flow-editing.machine.ts';
import { selectFlowIsUnsaved } from '../src/machines/flow-editing/flow-editing.selectors.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { FormValues } from '../src/machines/entities/forms.ts';
import { drawingSamples, drawn, isDrawn, isWorkshop, workshopValues } from './flow-editing.drawing.ts';
import { flowEditingInvariants } from './flow-editing.invariants.ts';
import { flowEditingOracles } from './flow-editing.reference.ts';
import { when } from './model.ts';
import type { Lead, MachineModel, Sample } from './model.ts';
import { areEqual } from './reference.ts';
import { ana, atWork, failure } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'idle' | 'loading' | 'unloaded' | 'editing' | 'saving' | 'refused' | 'conflict';

const of = { form: 'flow', key: '30' } as const;
const end = { kind: 'end', label: null, text: 'Até logo!', finishes: true, exits: {} } as const;
const hello = { kind: 'say', label: null, content: { of: 'text', text: 'Olá!' }, exits: { next: 'fim' } } as const;
const flow: Flow = { schema: 1, kind: 'passive', start: 'fim', variables: {}, nodes: { fim: end } };
const values: FormValues = { name: 'Loja', flow, places: { order: ['fim'], at: {} } };
const renamed: FormValues = { ...values, name: 'Loja do centro' };

function snapshotOf({ directory }: App) {
  return directory.flow(of.key)?.getSnapshot();
}

function requestOf(app: App): number {
  return snapshotOf(app)?.context.request ?? 0;
}

function loaded(given: FormValues, version: string): (app: App) => AppEvent {
  return (app) => ({ type: 'form.loaded', ...of, request: requestOf(app), values: given, version });
}

function refused(key: string): (app: App) => AppEvent {
  return (app) => ({
    type: 'form.refused',
    ...of,
    request: requestOf(app),
    failure: failure(key === 'error.form.conflict' ? 'CONFLICT' : 'INVALID', key),
  });
}

const drawing = drawingSamples(of, (app) => snapshotOf(app)?.context);

const samples = {
  'form.opened': { type: 'form.opened', ...of, values: null },
  'form.loaded': loaded(values, 'v1'),
  'form.loaded: renamed by somebody else': loaded(renamed, 'v2'),
  'form.loaded: with several steps': loaded(workshopValues, 'v1'),
  'form.loadFailed': (app) => ({
    type: 'form.loadFailed',
    ...of,
    request: requestOf(app),
    failure: failure('NETWORK'),
  }),
  'flow.edited: a step is added': {
    type: 'flow.edited',
    ...of,
    edit: { of: 'added', id: 'ola', index: 0, node: hello },
  },
  'flow.edited: the step is removed': { type: 'flow.edited', ...of, edit: { of: 'removed', id: 'ola' } },
  'flow.edited: it is renamed': { type: 'flow.edited', ...of, edit: { of: 'named', name: 'Loja nova' } },
  'flow.edited: it has its name again': { type: 'flow.edited', ...of, edit: { of: 'named', name: 'Loja' } },
  'flow.edited: the last one is undone': (app) => ({
    type: 'flow.edited',
    ...of,
    edit: snapshotOf(app)?.context.past.at(-1) ?? { of: 'removed', id: 'nada' },
    by: 'undo',
  }),
  ...drawing,
  'form.changed: the last step is chosen': { type: 'form.changed', ...of, field: 'step', value: 'fim' },
  'form.submitted': { type: 'form.submitted', ...of },
  'form.saved': (app) => ({
    type: 'form.saved',
    ...of,
    request: requestOf(app),
    id: of.key,
    version: 'v3',
    lists: ['flows'],
  }),
  'form.refused: the name is taken': refused('error.form.invalid'),
  'form.refused: changed in between': refused('error.form.conflict'),
  'form.retried': { type: 'form.retried', ...of },
  'form.left': { type: 'form.left', ...of },
  'logout.requested': { type: 'logout.requested' },
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

/** One less than can be undone. */
const many = Array.from({ length: 199 }, (_, at) =>
  at % 2 === 0 ? samples['flow.edited: a step is added'] : samples['flow.edited: the step is removed'],
);

const DRAWING = Object.keys(drawing) as (keyof typeof drawing)[];
const NAMING: readonly Name[] = ['flow.edited: it is renamed', 'flow.edited: it has its name again'];

/** In scenes of their own. */
const BESIDE: readonly Name[] = [...NAMING, ...DRAWING, 'form.loaded: with several steps'];

/** What outcomes depend on. */
const facts = {
  'there is a flow': (app: App) => (snapshotOf(app)?.context.document ?? null) !== null,
  'the step is there': (app: App) => snapshotOf(app)?.context.document?.flow.nodes['ola'] !== undefined,
  'it is the new name': (app: App) => snapshotOf(app)?.context.document?.name === 'Loja nova',
  'it is the first name': (app: App) => snapshotOf(app)?.context.document?.name === 'Loja',
  'something is unsaved': (app: App) => {
    const { document = null, saved = null } = snapshotOf(app)?.context ?? {};
    return document !== null && !areEqual(document, saved);
  },
  'something can be undone': (app: App) => (snapshotOf(app)?.context.past.length ?? 0) > 0,
  'something can be done again': (app: App) => (snapshotOf(app)?.context.future.length ?? 0) > 0,
  'it is drawn so already': (app: App, event: AppEvent) => isDrawn(snapshotOf(app)?.context.document ?? null, event),
  'nothing is unsaved afterwards': (app: App, event: AppEvent) => {
    const { document = null, saved = null } = snapshotOf(app)?.context ?? {};
    return event.type === 'flow.edited' && document !== null && areEqual(drawn(document, event.edit), saved);
  },
  'the last step is chosen': (app: App) => snapshotOf(app)?.context.chosen === 'fim',
  'the logout is under way': ({ directory }: App) => directory.auth.getSnapshot().value === 'loggingOut',
};

/** What is typed, dragged or replaced is another every time. */
const drawings = {
  ...(Object.fromEntries(DRAWING.map((name) => [name, when('it is drawn so already', 'ignored', 'stays')])) as Record<
    keyof typeof drawing,
    Lead<State, 'it is drawn so already'>
  >),
  'flow.edited: its text is typed': 'stays',
  'flow.edited: its label is typed': 'stays',
  'flow.edited: a step is dragged': 'stays',
  'flow.edited: a step is moved by keys': 'stays',
  'flow.edited: all of it is replaced': 'stays',
  'flow.edited: the undone one is done again': when('something can be done again', 'stays', 'ignored'),
} as const;

const edits = {
  'flow.edited: a step is added': when('the step is there', 'ignored', 'stays'),
  'flow.edited: the step is removed': when('the step is there', 'stays', 'ignored'),
  'flow.edited: it is renamed': when('it is the new name', 'ignored', 'stays'),
  'flow.edited: it has its name again': when('it is the first name', 'ignored', 'stays'),
  'flow.edited: the last one is undone': when('something can be undone', 'stays', 'ignored'),
  'form.changed: the last step is chosen': when('the last step is chosen', 'ignored', 'stays'),
} as const;

/** After a refusal: with what was there before there is nothing to be refused. */
const mending = {
  'flow.edited: a step is added': backOr(edits['flow.edited: a step is added']),
  'flow.edited: the step is removed': backOr(edits['flow.edited: the step is removed']),
  'flow.edited: it is renamed': backOr(edits['flow.edited: it is renamed']),
  'flow.edited: it has its name again': backOr(edits['flow.edited: it has its name again']),
  'flow.edited: the last one is undone': backOr(edits['flow.edited: the last one is undone']),
  'form.changed: the last step is chosen': edits['form.changed: the last step is chosen'],
} as const;

/** While it is loaded, for the first time or again. */
const reloading = {
  'flow.edited: a step is added': ifAny(edits['flow.edited: a step is added']),
  'flow.edited: the step is removed': ifAny(edits['flow.edited: the step is removed']),
  'flow.edited: it is renamed': ifAny(edits['flow.edited: it is renamed']),
  'flow.edited: it has its name again': ifAny(edits['flow.edited: it has its name again']),
  'flow.edited: the last one is undone': ifAny(edits['flow.edited: the last one is undone']),
  'form.changed: the last step is chosen': ifAny(edits['form.changed: the last step is chosen']),
} as const;

function backOr<const Then>(then: Then) {
  return when('nothing is unsaved afterwards', 'editing', then);
}

function ifAny<const Then>(then: Then) {
  return when('there is a flow', then, 'ignored');
}

/** As long as it is remembered. */
function isLong({ past }: { readonly past: readonly unknown[] }): boolean {
  return past.length >= many.length;
}

export const flowEditingModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'flow-editing',
  machine: flowEditingMachine,
  actor: `flow:${of.key}`,
  samples,
  facts,
  scenes: {
    'an administrator edits a flow': {
      given: atWork(ana, 'administrador'),
      only: (Object.keys(samples) as Name[]).filter((name) => !BESIDE.includes(name)),
    },
    'an administrator draws a flow': {
      given: [...atWork(ana, 'administrador'), samples['form.opened'], samples['form.loaded: with several steps']],
      only: [...DRAWING, 'flow.edited: the last one is undone'],
    },
    'more is done than can be undone': {
      given: [...atWork(ana, 'administrador'), samples['form.opened'], samples['form.loaded'], ...many],
      only: ['flow.edited: a step is added', 'flow.edited: the step is removed', 'flow.edited: the last one is undone'],
    },
    // What is typed in a row is undone at once.
    'an administrator renames a flow': {
      given: atWork(ana, 'administrador'),
      only: [
        ...NAMING,
        'form.opened',
        'form.loaded',
        'flow.edited: a step is added',
        'flow.edited: the last one is undone',
        'form.changed: the last step is chosen',
      ],
    },
  },
  expected: {
    anywhere: { 'form.left': 'removed', 'logout.requested': when('the logout is under way', 'ignored', 'removed') },
    states: {
      none: { 'form.opened': 'loading', 'form.left': 'ignored', 'logout.requested': 'ignored' },
      idle: {},
      loading: {
        ...reloading,
        'form.loaded': 'editing',
        'form.loaded: renamed by somebody else': 'editing',
        'form.loadFailed': when('there is a flow', 'conflict', 'unloaded'),
      },
      unloaded: { 'form.retried': 'loading' },
      editing: {
        ...edits,
        ...drawings,
        'form.opened': 'loading',
        'form.submitted': when('something is unsaved', 'saving', 'ignored'),
      },
      saving: {
        ...edits,
        'form.saved': 'editing',
        'form.refused: the name is taken': when('something is unsaved', 'refused', 'editing'),
        'form.refused: changed in between': 'conflict',
      },
      refused: { ...mending, 'form.opened': 'loading', 'form.submitted': 'saving' },
      conflict: { ...edits, 'form.opened': 'loading', 'form.retried': 'loading' },
    },
  },
  key: (app) => {
    const snapshot = snapshotOf(app);
    const context = snapshot?.context;
    return stateKey(snapshot?.value ?? null, {
      name: context?.document?.name,
      steps: context?.document?.places.order,
      saved: context?.saved?.places.order,
      savedName: context?.saved?.name,
      typing: context?.typing,
      undone: context === undefined ? null : isLong(context) ? context.past.length : Math.min(context.past.length, 1),
      chosen: context?.chosen,
      drawn: isWorkshop(context) && [context?.document, context?.past, context?.future],
      givenUp: context === undefined || context.given === null ? null : areEqual(context.given, context.saved),
      unsaved: snapshot !== undefined && selectFlowIsUnsaved(snapshot),
      version: context?.version,
      wrong: context?.failure?.key,
      id: context?.savedId,
      anonymous: app.directory.auth.getSnapshot().value === 'loggingOut',
    });
  },
  // Longer histories add nothing new.
  stopWhen: (app) => {
    const context = snapshotOf(app)?.context;
    const isLonger = context !== undefined && context.past.length > 1 && !isLong(context);
    return isLonger || (context?.future.length ?? 0) > 1 || (context?.savedId ?? null) !== null;
  },
  invariants: flowEditingInvariants,
  oracles: flowEditingOracles,
  onlyInTheLog: {},
};
