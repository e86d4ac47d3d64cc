import { castDraft, produce } from 'immer';
import { assign, emit, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../entities/failure.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { FormName, FormValues } from '../entities/forms.ts';
import { sameValue } from './same-value.ts';

/*
 *   idle ── opened ──▶ loading ── loaded ──▶ pristine ⇄ dirty ── submitted ──▶ saving ── saved ──▶ saved
 *     │                  │ loadFailed           ▲        ▲                      │ refused           │
 *     │                  ▼                      │        └── changed ── refused ◀┤                   │
 *     │               unloaded ── retried ──▶ loading ◀── retried ── conflict ◀──┘                   │
 *     └── opened with its values ──▶ pristine, dirty ◀──────────────────────────────── changed ──────┘
 *
 * From saving, stopped leads back to where it was submitted from: a file that isn't wanted any more.
 *
 * idle       nobody has opened it yet
 * loading    what the server holds is on its way; what was typed stays
 * unloaded   it didn't come
 * pristine   nothing differs from what the server holds; submitted all the same by a confirmation, which has no fields
 * dirty      something differs
 * saving     on its way; the view locks the fields
 * refused    with the reason, and the reason of each field until it is changed
 * conflict   somebody else saved in between; nothing was written
 * saved      done; a change begins anew
 */

export interface EditingContext {
  readonly form: FormName;
  readonly key: string;
  /** What the server holds, as far as known. */
  readonly initial: FormValues;
  readonly values: FormValues;
  /** Names what the server holds, so that another's change isn't written over. */
  readonly version: string | null;
  /** Fields that somebody else has changed since they were loaded first. */
  readonly theirs: readonly string[];
  /** Numbers the questions; the answer to an older one is not ours. */
  readonly request: number;
  readonly failure: Failure | null;
  /** The id of what was saved last; null where nothing has one. */
  readonly savedId: string | null;
  /** Of a file on its way: so much has come; null before that is known. */
  readonly bytes: number | null;
}

export interface EditingInput {
  readonly form: FormName;
  readonly key: string;
  /** Number of the last question of the same form when it was open before: its answer may still come. */
  readonly request: number;
}

const machine = setup({
  types: {
    context: {} as EditingContext,
    input: {} as EditingInput,
    events: {} as Logged<
      EventOf<
        | 'form.opened'
        | 'form.loaded'
        | 'form.loadFailed'
        | 'form.changed'
        | 'form.submitted'
        | 'form.progressed'
        | 'form.stopped'
        | 'form.saved'
        | 'form.refused'
        | 'form.retried'
      >
    >,
    emitted: {} as Command,
  },
  guards: {
    isOurs: ({ context, event }) => 'request' in event && event.request === context.request,
    isOurConflict: ({ context, event }) =>
      event.type === 'form.refused' && event.request === context.request && event.failure.key === 'error.form.conflict',
    keepsChanges: ({ context, event }) =>
      event.type === 'form.loaded' &&
      event.request === context.request &&
      Object.keys(changesOf(context)).some((field) => !sameValue(event.values[field], context.values[field])),
    isUnchanged: ({ context }) => sameValue(context.values, context.initial),
    isChange: ({ context, event }) =>
      event.type === 'form.changed' && !sameValue(context.values[event.field], event.value),
    /** After this change the values are what the server holds. */
    isBack: ({ context, event }) =>
      event.type === 'form.changed' &&
      !sameValue(context.values[event.field], event.value) &&
      sameValue(withChange(context, event).values, context.initial),
  },
  actions: {
    load: enqueueActions(({ context, enqueue }) => {
      const request = context.request + 1;
      enqueue.assign({ request, failure: null });
      enqueue.emit({ type: 'form.load', form: context.form, key: context.key, request });
    }),
    /** What the server holds now, under what was typed. */
    take: assign(({ context, event }) => {
      if (event.type !== 'form.loaded') return {};
      const { values, version } = event;
      return {
        initial: values,
        values: { ...values, ...changesOf(context) },
        version,
        theirs: theirsOf(context, values),
      };
    }),
    begin: assign(({ event }) => {
      if (event.type !== 'form.opened' || event.values === null) return {};
      return { initial: event.values, values: event.values };
    }),
    change: assign(({ context, event }) => (event.type === 'form.changed' ? withChange(context, event) : {})),
    save: enqueueActions(({ context, enqueue }) => {
      const request = context.request + 1;
      const { form, key, values, version } = context;
      enqueue.assign({ request, failure: null, bytes: null });
      enqueue.emit({ type: 'form.save', form, key, request, values, version });
    }),
    count: assign(({ event }) => (event.type === 'form.progressed' ? { bytes: event.bytes } : {})),
    stop: emit(({ context: { form, key, request } }) => ({ type: 'form.stop', form, key, request })),
    settle: assign(({ context, event }) =>
      event.type === 'form.saved'
        ? { initial: context.values, savedId: event.id, version: event.version, theirs: [] }
        : {},
    ),
    noteFailure: assign({ failure: ({ context, event }) => ('failure' in event ? event.failure : context.failure) }),
  },
});

const onChange = [
  { guard: 'isBack', target: 'pristine', actions: 'change' },
  { guard: 'isChange', target: 'dirty', actions: 'change' },
] as const;

/** Where nothing differs any change makes a difference. */
const fromClean = { guard: 'isChange', target: 'dirty', actions: 'change' } as const;

const onRefusal = [
  { guard: 'isOurConflict', target: 'conflict', actions: 'noteFailure' },
  { guard: 'isOurs', target: 'refused', actions: 'noteFailure' },
] as const;

export const editingMachine = machine.createMachine({
  id: 'editing',
  context: ({ input }) => ({
    ...input,
    initial: {},
    values: {},
    version: null,
    theirs: [],
    failure: null,
    savedId: null,
    bytes: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'form.opened': [
          { guard: ({ event }) => event.values === null, target: 'loading' },
          { target: 'pristine', actions: 'begin' },
        ],
      },
    },
    loading: {
      entry: 'load',
      on: {
        'form.loaded': [
          { guard: 'keepsChanges', target: 'dirty', actions: 'take' },
          { guard: 'isOurs', target: 'pristine', actions: 'take' },
        ],
        'form.loadFailed': { guard: 'isOurs', target: 'unloaded', actions: 'noteFailure' },
      },
    },
    unloaded: { on: { 'form.retried': 'loading' } },
    pristine: { on: { 'form.changed': fromClean, 'form.submitted': 'saving' } },
    dirty: { on: { 'form.changed': onChange, 'form.submitted': 'saving' } },
    saving: {
      entry: 'save',
      on: {
        'form.saved': { guard: 'isOurs', target: 'saved', actions: 'settle' },
        'form.refused': onRefusal,
        'form.progressed': { guard: 'isOurs', actions: 'count' },
        'form.stopped': [
          { guard: 'isUnchanged', target: 'pristine', actions: 'stop' },
          { target: 'dirty', actions: 'stop' },
        ],
      },
    },
    refused: { on: { 'form.changed': onChange, 'form.submitted': 'saving' } },
    // Without what the other has saved one would write over it.
    conflict: { on: { 'form.retried': 'loading' } },
    saved: { on: { 'form.changed': fromClean } },
  },
});

export type EditingSnapshot = SnapshotFrom<typeof editingMachine>;

/** The fields that differ from what the server holds. */
function changesOf({ initial, values }: EditingContext): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => !sameValue(initial[field], value)));
}

/** The fields that hold something else than what they were loaded with; none at the first time. */
function theirsOf({ initial, version }: EditingContext, values: FormValues): readonly string[] {
  if (version === null) return [];
  return Object.keys({ ...initial, ...values }).filter((field) => !sameValue(initial[field], values[field]));
}

/** A field that was changed isn't wrong any more, as far as known; with the last one goes the failure. */
function withChange(context: EditingContext, { field, value }: EventOf<'form.changed'>): EditingContext {
  return produce(context, (draft) => {
    draft.values[field] = castDraft(value);
    if (draft.failure?.fields[field] === undefined) return;
    delete draft.failure.fields[field];
    if (Object.keys(draft.failure.fields).length === 0) draft.failure = null;
  });
}
