import type { App } from '../src/machines/app.ts';
import { editingMachine } from '../src/machines/editing/editing.machine.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { FormValues } from '../src/machines/entities/forms.ts';
import { editingInvariants } from './editing.invariants.ts';
import { editingOracles } from './editing.reference.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { areEqual } from './reference.ts';
import { ana, atWork, failure } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'idle' | 'loading' | 'unloaded' | 'pristine' | 'dirty' | 'saving' | 'refused' | 'conflict' | 'saved';

const emails = {
  first: 'b@aurora.example',
  second: 'bru@aurora.example',
  before: 'bruno@aurora.example',
} as const;

/** The server's values, and those after somebody else gave the user another name, and one to log in with. */
const bruno: FormValues = {
  name: 'Bruno',
  username: 'bruno',
  email: emails.before,
  image: null,
  role_id: '2',
  user_department_id: null,
  chosen_instances: ['5'],
};
const renamed: FormValues = { ...bruno, name: 'Bruno Lima', username: 'bruno.lima' };
const of = { form: 'user', key: '8' } as const;

function requestOf(app: App): number {
  return app.directory.form(of.form, of.key)?.getSnapshot().context.request ?? 0;
}

function loaded(values: FormValues, version: string): (app: App) => AppEvent {
  return (app) => ({ type: 'form.loaded', ...of, request: requestOf(app), values, version });
}

function saved(app: App): AppEvent {
  return {
    type: 'form.saved',
    ...of,
    request: requestOf(app),
    id: of.key,
    version: 'v3',
    lists: ['users', 'connectedUsers', 'roles'],
  };
}

function refused(key: string, fields: Readonly<Record<string, string>> = {}): (app: App) => AppEvent {
  return (app) => ({
    type: 'form.refused',
    ...of,
    request: requestOf(app),
    failure: { ...failure(key === 'error.form.conflict' ? 'CONFLICT' : 'INVALID', key), fields },
  });
}

/** The same event, but of the previous call. */
function older(event: (app: App) => AppEvent): (app: App) => AppEvent {
  return (app) => {
    const answer = event(app);
    return 'request' in answer && typeof answer.request === 'number'
      ? { ...answer, request: answer.request - 1 }
      : answer;
  };
}

const samples = {
  'form.opened': { type: 'form.opened', ...of, values: null },
  'form.opened: with its values': { type: 'form.opened', ...of, values: bruno },
  'form.loaded': loaded(bruno, 'v1'),
  'form.loaded: renamed by somebody else': loaded(renamed, 'v2'),
  'form.loaded: of an earlier call': older(loaded(renamed, 'v2')),
  'form.loadFailed': (app) => ({
    type: 'form.loadFailed',
    ...of,
    request: requestOf(app),
    failure: failure('NETWORK'),
  }),
  'form.changed: the e-mail': { type: 'form.changed', ...of, field: 'email', value: emails.first },
  'form.changed: the e-mail, once more': { type: 'form.changed', ...of, field: 'email', value: emails.second },
  'form.changed: the e-mail, back': { type: 'form.changed', ...of, field: 'email', value: emails.before },
  'form.changed: the name': { type: 'form.changed', ...of, field: 'name', value: 'Bruna' },
  'form.changed: the name, back': { type: 'form.changed', ...of, field: 'name', value: 'Bruno' },
  'form.submitted': { type: 'form.submitted', ...of },
  'form.saved': saved,
  'form.saved: of an earlier call': older(saved),
  'form.refused: the e-mail is taken': refused('error.form.invalid', { email: 'error.invalid' }),
  'form.refused: the e-mail and the name': refused('error.form.invalid', {
    email: 'error.invalid',
    'email.domain': 'error.invalid',
    name: 'error.tooLong',
  }),
  'form.refused: changed in between': refused('error.form.conflict'),
  'form.refused: of an earlier call': older(refused('error.form.conflict')),
  'form.progressed': (app) => ({ type: 'form.progressed', ...of, request: requestOf(app), bytes: 2048 }),
  'form.stopped': { type: 'form.stopped', ...of },
  'form.retried': { type: 'form.retried', ...of },
  'form.left': { type: 'form.left', ...of },
  'logout.requested': { type: 'logout.requested' },
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

function contextOf({ directory }: App) {
  return directory.form(of.form, of.key)?.getSnapshot().context;
}

/** The form's values once what the event writes is written. */
function written(app: App, event: AppEvent): FormValues {
  const values = contextOf(app)?.values ?? {};
  return event.type === 'form.changed' ? { ...values, [event.field]: event.value } : values;
}

/** What outcomes depend on: what is written here, and what the server has. */
const facts = {
  'it is written already': (app: App, event: AppEvent) => areEqual(written(app, event), contextOf(app)?.values ?? {}),
  'nothing would be left to save': (app: App, event: AppEvent) =>
    areEqual(written(app, event), contextOf(app)?.initial ?? {}),
  'something is changed': (app: App, event: AppEvent) => {
    const { initial = {}, values = {} } = contextOf(app) ?? {};
    const changed = Object.keys(values).filter((field) => !areEqual(initial[field], values[field]));
    // What the server has by now may be the same.
    const theirs = event.type === 'form.loaded' ? event.values : initial;
    return changed.some((field) => !areEqual(theirs[field], values[field]));
  },
  'the logout is under way': ({ directory }: App) => directory.auth.getSnapshot().value === 'loggingOut',
};

const orPristine = when('something is changed', 'dirty', 'pristine');

/**
 * Restoring the server's current values makes it pristine; `dirty` is where any other change leads. A value that is set
 * already changes nothing.
 */
function changes<const Dirty>(dirty: Dirty) {
  const lead = when('it is written already', 'ignored', when('nothing would be left to save', 'pristine', dirty));
  return {
    'form.changed: the e-mail': lead,
    'form.changed: the e-mail, once more': lead,
    'form.changed: the e-mail, back': lead,
    'form.changed: the name': lead,
    'form.changed: the name, back': lead,
  } as const;
}

const onChange = changes('dirty');

const names = Object.keys(samples) as Name[];
const ofName: readonly Name[] = [
  'form.changed: the name',
  'form.changed: the name, back',
  'form.refused: the e-mail and the name',
];

export const editingModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'editing',
  machine: editingMachine,
  actor: 'form:user:8',
  samples,
  facts,
  scenes: {
    'an administrator edits a user': {
      given: atWork(ana, 'administrador'),
      only: names.filter((name) => name !== 'form.opened: with its values' && !ofName.includes(name)),
    },
    'the e-mail and the name': {
      given: atWork(ana, 'administrador'),
      only: [
        'form.opened',
        'form.loaded',
        'form.loaded: renamed by somebody else',
        'form.changed: the e-mail',
        'form.changed: the e-mail, back',
        ...ofName,
        'form.submitted',
        'form.saved',
        'form.refused: changed in between',
        'form.retried',
      ],
    },
    'with given values, as for a new one': {
      given: atWork(ana, 'administrador'),
      only: names.filter((name) => name !== 'form.opened' && !ofName.includes(name)),
    },
  },
  expected: {
    anywhere: { 'form.left': 'removed', 'logout.requested': when('the logout is under way', 'ignored', 'removed') },
    states: {
      none: {
        'form.opened': 'loading',
        'form.opened: with its values': 'pristine',
        'form.left': 'ignored',
        'logout.requested': 'ignored',
      },
      idle: {},
      loading: {
        'form.loaded': orPristine,
        'form.loaded: renamed by somebody else': orPristine,
        'form.loadFailed': 'unloaded',
      },
      unloaded: { 'form.retried': 'loading' },
      pristine: { ...onChange, 'form.submitted': 'saving' },
      dirty: { ...changes('stays'), 'form.submitted': 'saving' },
      saving: {
        'form.saved': 'saved',
        'form.refused: the e-mail is taken': 'refused',
        'form.refused: the e-mail and the name': 'refused',
        'form.refused: changed in between': 'conflict',
        'form.progressed': 'stays',
        'form.stopped': orPristine,
      },
      refused: { ...onChange, 'form.submitted': 'saving' },
      conflict: { 'form.retried': 'loading' },
      saved: onChange,
    },
  },
  key: (app) => {
    const snapshot = app.directory.form(of.form, of.key)?.getSnapshot();
    const context = snapshot?.context;
    return stateKey(snapshot?.value ?? null, {
      initial: context?.initial['name'],
      name: context?.values['name'] === context?.initial['name'] ? null : context?.values['name'],
      email: context?.values['email'] === bruno['email'] ? null : context?.values['email'],
      saved: context?.initial['email'] === bruno['email'] ? null : context?.initial['email'],
      version: context?.version,
      theirs: context?.theirs,
      wrong: context?.failure?.key,
      fields: Object.keys(context?.failure?.fields ?? {}),
      id: context?.savedId,
      clean: context !== undefined && areEqual(context.initial, context.values),
      anonymous: app.directory.auth.getSnapshot().value === 'loggingOut',
    });
  },
  // Further saves add nothing new.
  stopWhen: (app) => {
    const snapshot = app.directory.form(of.form, of.key)?.getSnapshot();
    return snapshot?.context.savedId !== null && snapshot?.value === 'saving';
  },
  invariants: editingInvariants,
  oracles: editingOracles,
  onlyInTheLog: {
    'saving · form.progressed': 'Only downloads report progress; no other form has them.',
  },
};
