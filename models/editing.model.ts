import type { App } from '../src/machines/app.ts';
import { editingMachine } from '../src/machines/editing/editing.machine.ts';
import { sameValue } from '../src/machines/editing/same-value.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { FormValues } from '../src/machines/log/events-administration.ts';
import { editingInvariants } from './editing.invariants.ts';
import type { MachineModel, Sample } from './model.ts';
import { ana, atWork, failure } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'idle' | 'loading' | 'unloaded' | 'pristine' | 'dirty' | 'saving' | 'refused' | 'conflict' | 'saved';

/** Bruno, as the server holds him, and as somebody else renamed him in between. */
const bruno: FormValues = {
  name: 'Bruno',
  username: 'bruno',
  email: 'bruno@aurora.example',
  image: null,
  role_id: '2',
  user_department_id: null,
  chosen_instances: ['5'],
};
const renamed: FormValues = { ...bruno, name: 'Bruno Lima' };
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

/** The same, but of the question before. */
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
  'form.loaded: of an older question': older(loaded(renamed, 'v2')),
  'form.loadFailed': (app) => ({
    type: 'form.loadFailed',
    ...of,
    request: requestOf(app),
    failure: failure('NETWORK'),
  }),
  'form.changed: the e-mail': { type: 'form.changed', ...of, field: 'email', value: 'b@aurora.example' },
  'form.changed: the e-mail, once more': { type: 'form.changed', ...of, field: 'email', value: 'bru@aurora.example' },
  'form.changed: the e-mail, back': { type: 'form.changed', ...of, field: 'email', value: 'bruno@aurora.example' },
  'form.submitted': { type: 'form.submitted', ...of },
  'form.saved': saved,
  'form.saved: of an older question': older(saved),
  'form.refused: the e-mail is taken': refused('error.form.invalid', { email: 'error.invalid' }),
  'form.refused: changed in between': refused('error.form.conflict'),
  'form.refused: of an older question': older(refused('error.form.conflict')),
  'form.progressed': (app) => ({ type: 'form.progressed', ...of, request: requestOf(app), bytes: 2048 }),
  'form.stopped': { type: 'form.stopped', ...of },
  'form.retried': { type: 'form.retried', ...of },
  'form.left': { type: 'form.left', ...of },
  'logout.requested': { type: 'logout.requested' },
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

/** Back to what the server holds, whatever that is by now, is pristine. */
const onChange = {
  'form.changed: the e-mail': ['dirty', 'pristine', 'stays'],
  'form.changed: the e-mail, once more': ['dirty', 'pristine', 'stays'],
  'form.changed: the e-mail, back': ['pristine', 'dirty', 'stays'],
} as const;

const names = Object.keys(samples) as Name[];

export const editingModel: MachineModel<State, Name> = {
  name: 'editing',
  machine: editingMachine,
  actor: 'form:user:8',
  samples,
  scenes: {
    'an administrator edits a user': {
      given: atWork(ana, 'administrador'),
      only: names.filter((name) => name !== 'form.opened: with its values'),
    },
    'with given values, as for a new one': {
      given: atWork(ana, 'administrador'),
      only: names.filter((name) => name !== 'form.opened'),
    },
  },
  expected: {
    // The last one is looked at when it is gone; that it is, the invariants say.
    anywhere: { 'form.left': 'stays', 'logout.requested': 'stays' },
    states: {
      none: {
        'form.opened': 'loading',
        'form.opened: with its values': 'pristine',
        'form.left': 'ignored',
        'logout.requested': 'ignored',
      },
      idle: {},
      loading: {
        'form.loaded': ['pristine', 'dirty'],
        'form.loaded: renamed by somebody else': ['pristine', 'dirty'],
        'form.loadFailed': 'unloaded',
      },
      unloaded: { 'form.retried': 'loading' },
      pristine: { ...onChange, 'form.submitted': 'saving' },
      dirty: { ...onChange, 'form.submitted': 'saving' },
      saving: {
        'form.saved': 'saved',
        'form.refused: the e-mail is taken': 'refused',
        'form.refused: changed in between': 'conflict',
        'form.progressed': 'stays',
        'form.stopped': ['pristine', 'dirty'],
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
      email: context?.values['email'] === bruno['email'] ? null : context?.values['email'],
      saved: context?.initial['email'] === bruno['email'] ? null : context?.initial['email'],
      version: context?.version,
      theirs: context?.theirs,
      wrong: context?.failure?.key,
      fields: Object.keys(context?.failure?.fields ?? {}),
      id: context?.savedId,
      clean: context !== undefined && sameValue(context.initial, context.values),
      anonymous: app.directory.auth.getSnapshot().value === 'loggingOut',
    });
  },
  // What is saved a second time is as it was at the first.
  stopWhen: (app) => {
    const snapshot = app.directory.form(of.form, of.key)?.getSnapshot();
    return snapshot?.context.savedId !== null && snapshot?.value === 'saving';
  },
  invariants: editingInvariants,
  onlyInTheLog: {
    'saving · form.progressed': 'Told of files alone, which take longer than one answer; no other form has them.',
  },
};
