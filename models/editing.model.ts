import type { App } from '../src/machines/app.ts';
import { editingMachine } from '../src/machines/editing/editing.machine.ts';
import { sameValue } from '../src/machines/editing/same-value.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { FormValues } from '../src/machines/entities/forms.ts';
import { editingInvariants } from './editing.invariants.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { ana, atWork, failure } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'idle' | 'loading' | 'unloaded' | 'pristine' | 'dirty' | 'saving' | 'refused' | 'conflict' | 'saved';

const emails = {
  first: 'b@aurora.example',
  second: 'bru@aurora.example',
  before: 'bruno@aurora.example',
} as const;

/** The server's values, and those after somebody else renamed the user. */
const bruno: FormValues = {
  name: 'Bruno',
  username: 'bruno',
  email: emails.before,
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
  'form.submitted': { type: 'form.submitted', ...of },
  'form.saved': saved,
  'form.saved: of an earlier call': older(saved),
  'form.refused: the e-mail is taken': refused('error.form.invalid', { email: 'error.invalid' }),
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

function isWritten(email: string): (app: App) => boolean {
  return (app) => contextOf(app)?.values['email'] === email;
}

function isHeld(email: string): (app: App) => boolean {
  return (app) => contextOf(app)?.initial['email'] === email;
}

/** What outcomes depend on: the field's value here and on the server. */
const facts = {
  'the first e-mail is written': isWritten(emails.first),
  'the second e-mail is written': isWritten(emails.second),
  'the e-mail before is written': isWritten(emails.before),
  'the first e-mail is held': isHeld(emails.first),
  'the second e-mail is held': isHeld(emails.second),
  'the e-mail before is held': isHeld(emails.before),
  'something is changed': (app: App) => {
    const { initial, values } = contextOf(app) ?? {};
    return initial !== undefined && values !== undefined && !sameValue(initial, values);
  },
  'the logout is under way': ({ directory }: App) => directory.auth.getSnapshot().value === 'loggingOut',
};

const orPristine = when('something is changed', 'dirty', 'pristine');

/**
 * Restoring the server's current values makes it pristine; `dirty` is where any other change leads. A value that is set
 * already changes nothing.
 */
function changes<const Dirty>(dirty: Dirty) {
  return {
    'form.changed: the e-mail': when(
      'the first e-mail is written',
      'ignored',
      when('the first e-mail is held', 'pristine', dirty),
    ),
    'form.changed: the e-mail, once more': when(
      'the second e-mail is written',
      'ignored',
      when('the second e-mail is held', 'pristine', dirty),
    ),
    'form.changed: the e-mail, back': when(
      'the e-mail before is written',
      'ignored',
      when('the e-mail before is held', 'pristine', dirty),
    ),
  } as const;
}

const onChange = changes('dirty');

const names = Object.keys(samples) as Name[];

export const editingModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'editing',
  machine: editingMachine,
  actor: 'form:user:8',
  samples,
  facts,
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
  // Further saves add nothing new.
  stopWhen: (app) => {
    const snapshot = app.directory.form(of.form, of.key)?.getSnapshot();
    return snapshot?.context.savedId !== null && snapshot?.value === 'saving';
  },
  invariants: editingInvariants,
  onlyInTheLog: {
    'saving · form.progressed': 'Only downloads report progress; no other form has them.',
  },
};
