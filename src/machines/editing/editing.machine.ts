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
 * From saving, stopped leads back to where it was submitted: a download was cancelled.
 *
 * idle       not opened yet
 * loading    the server's values are being fetched; changes made before are kept
 * unloaded   they failed to load
 * pristine   nothing differs from the server's values; a confirmation, which has no fields, is submitted from here
 * dirty      something differs
 * saving     the save is in flight; the view locks the fields
 * refused    the server refused it; the failure names wrong fields, each until it is changed
 * conflict   somebody else saved in between; nothing was written
 * saved      done; another change may follow
 */

export interface EditingContext {
  readonly form: FormName;
  readonly key: string;
  /** The server's values, as far as they are known. */
  readonly initial: FormValues;
  readonly values: FormValues;
  /** The server's version, sent with the save so that a concurrent change isn't overwritten. */
  readonly version: string | null;
  /** Fields that somebody else changed since the form was loaded. */
  readonly theirs: readonly string[];
  /** Number of the last call; answers to earlier ones are ignored. */
  readonly request: number;
  readonly failure: Failure | null;
  /** The id of the last saved thing; null if it has none. */
  readonly savedId: string | null;
  /** What came of the last save, in numbers. */
  readonly counts: Readonly<Record<string, number>>;
  /** Progress of a download in bytes; null while unknown. */
  readonly bytes: number | null;
}

interface EditingInput {
  readonly form: FormName;
  readonly key: string;
  /** Number to continue from, so that answers to an earlier actor of the same form are ignored. */
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
    /** The change restores the server's values. */
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
    /** Takes the server's values, and applies the unsaved changes to them. */
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
        ? { initial: context.values, savedId: event.id, counts: event.counts ?? {}, version: event.version, theirs: [] }
        : {},
    ),
    noteFailure: assign({ failure: ({ context, event }) => ('failure' in event ? event.failure : context.failure) }),
  },
});

const onChange = [
  { guard: 'isBack', target: 'pristine', actions: 'change' },
  { guard: 'isChange', target: 'dirty', actions: 'change' },
] as const;

/** From unchanged values, any change makes the form dirty. */
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
    counts: {},
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
    // The other's changes have to be loaded before saving again.
    conflict: { on: { 'form.retried': 'loading' } },
    saved: { on: { 'form.changed': fromClean } },
  },
});

export type EditingSnapshot = SnapshotFrom<typeof editingMachine>;

/** The fields that differ from the server's values. */
function changesOf({ initial, values }: EditingContext): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => !sameValue(initial[field], value)));
}

/** The fields whose values differ from those loaded before; none on the first load. */
function theirsOf({ initial, version }: EditingContext, values: FormValues): readonly string[] {
  if (version === null) return [];
  return Object.keys({ ...initial, ...values }).filter((field) => !sameValue(initial[field], values[field]));
}

/** Changes a field and clears its errors and those of its parts; the failure is cleared with its last field. */
function withChange(context: EditingContext, { field, value }: EventOf<'form.changed'>): EditingContext {
  return produce(context, (draft) => {
    draft.values[field] = castDraft(value);
    const { fields = {} } = draft.failure ?? {};
    const own = Object.keys(fields).filter((each) => each === field || each.startsWith(`${field}.`));
    if (own.length === 0) return;
    for (const each of own) delete fields[each];
    if (Object.keys(fields).length === 0) draft.failure = null;
  });
}
