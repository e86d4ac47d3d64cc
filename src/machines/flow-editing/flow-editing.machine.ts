import { assign, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../entities/failure.ts';
import type { FormValues } from '../entities/forms.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import { sameValue } from '../editing/same-value.ts';
import { edited, inverseOf, nodeOf } from './flow-document.ts';
import type { FlowDocument, FlowEdit } from './flow-document.ts';
import { documentIn, valuesOfDocument } from './flow-values.ts';

/*
 *   idle ── opened ──▶ loading ── loaded ──▶ editing ── submitted ──▶ saving ── saved ──▶ editing
 *                        │ loadFailed           ▲  ▲                    │ refused
 *                        ▼                      │  └─── refused ◀───────┤
 *                     unloaded ── retried ──▶ loading ◀── retried ── conflict
 *                        ▲                      └─── loadFailed ───────▶┘
 *                        └── opened ── editing, refused, conflict
 *
 * Edits are taken wherever there is a document; what was changed while it was being saved is unsaved afterwards. Undoing appends the
 * inverse edit, so that the log says what happened. In a conflict, `retried` keeps the changes made here; opening the flow again takes
 * what the server has once it is there, which can be undone: until then what was changed is unsaved. A refusal is over once nothing
 * differs from what is saved.
 */

export interface FlowEditingContext {
  readonly key: string;
  readonly document: FlowDocument | null;
  /** As the server has it. */
  readonly saved: FlowDocument | null;
  /** As it is being saved. */
  readonly sent: FlowDocument | null;
  /** What the server's takes the place of once it is loaded; null if changes made here are kept. */
  readonly given: FlowDocument | null;
  readonly version: string | null;
  readonly request: number;
  readonly failure: Failure | null;
  readonly savedId: string | null;
  /** The inverse edits of those made, the last one last; and of those undone. */
  readonly past: readonly FlowEdit[];
  readonly future: readonly FlowEdit[];
  /** Changes of the same part of a step that follow each other are undone at once. */
  readonly typing: string | null;
  /** The step whose panel is open. */
  readonly chosen: string | null;
}

interface FlowEditingInput {
  readonly key: string;
  readonly request: number;
}

/** Edits that can be undone. */
const PAST_MAX = 200;

const machine = setup({
  types: {
    context: {} as FlowEditingContext,
    input: {} as FlowEditingInput,
    events: {} as Logged<
      EventOf<
        | 'form.opened'
        | 'form.loaded'
        | 'form.loadFailed'
        | 'form.changed'
        | 'form.submitted'
        | 'form.saved'
        | 'form.refused'
        | 'form.retried'
        | 'flow.edited'
      >
    >,
    emitted: {} as Command,
  },
  guards: {
    isOurs: ({ context, event }) => 'request' in event && event.request === context.request,
    isOurConflict: ({ context, event }) =>
      event.type === 'form.refused' && event.request === context.request && event.failure.key === 'error.form.conflict',
    hasDocument: ({ context, event }) =>
      'request' in event && event.request === context.request && context.document !== null,
    isUnsaved: ({ context }) => isChanged(context),
    isUnchanged: ({ context }) => !isChanged(context),
    isEdit: ({ context: { document }, event }) =>
      event.type === 'flow.edited' && document !== null && edited(document, event.edit) !== document,
    isOther: ({ context, event }) =>
      event.type === 'form.changed' &&
      context.document !== null &&
      event.field === 'step' &&
      event.value !== context.chosen,
  },
  actions: {
    load: enqueueActions(({ context, enqueue }) => {
      const request = context.request + 1;
      enqueue.assign({ request, failure: null });
      enqueue.emit({ type: 'form.load', form: 'flow', key: context.key, request });
    }),
    take: assign(({ context, event }) => {
      if (event.type !== 'form.loaded') return {};
      const saved = documentIn(event.values);
      const { version } = event;
      const { document, given } = context;
      if (document === null) return { saved, version, document: saved };
      const next = { saved, version, given: null };
      if (saved === null || isSame(document, saved)) return next;
      // Without something of theirs, what was typed since goes on from what both have.
      if (given === null ? isChanged(context) : isSame(given, saved)) return next;
      return { ...next, ...withEdit({ ...context, typing: null }, { edit: replacement(saved) }) };
    }),
    giveUp: assign(({ context: { document } }) => ({ given: document })),
    edit: assign(({ context, event }) => (event.type === 'flow.edited' ? withEdit(context, event) : {})),
    choose: assign(({ event }) =>
      event.type === 'form.changed'
        ? { chosen: typeof event.value === 'string' ? event.value : null, typing: null }
        : {},
    ),
    save: enqueueActions(({ context, enqueue }) => {
      const request = context.request + 1;
      const { key, version, document } = context;
      const values: FormValues = document === null ? {} : valuesOfDocument(document);
      enqueue.assign({ request, failure: null, sent: document, typing: null });
      enqueue.emit({ type: 'form.save', form: 'flow', key, request, values, version });
    }),
    settle: assign(({ context, event }) =>
      event.type === 'form.saved' ? { saved: context.sent, sent: null, savedId: event.id, version: event.version } : {},
    ),
    forgive: assign({ failure: null }),
    noteFailure: assign(({ context, event }) => ({
      sent: null,
      given: null,
      failure: 'failure' in event ? event.failure : context.failure,
    })),
  },
});

const takesEdits = {
  'flow.edited': { guard: 'isEdit', actions: 'edit' },
  'form.changed': { guard: 'isOther', actions: 'choose' },
} as const;

const saves = { 'form.submitted': { guard: 'isUnsaved', target: 'saving' } } as const;

const reopens = { 'form.opened': { target: 'loading', actions: 'giveUp' } } as const;

const onRefusal = [
  { guard: 'isOurConflict', target: 'conflict', actions: 'noteFailure' },
  { guard: 'isOurs', target: 'refused', actions: 'noteFailure' },
] as const;

export const flowEditingMachine = machine.createMachine({
  id: 'flowEditing',
  context: ({ input }) => ({
    ...input,
    document: null,
    saved: null,
    sent: null,
    given: null,
    version: null,
    failure: null,
    savedId: null,
    past: [],
    future: [],
    typing: null,
    chosen: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'form.opened': 'loading',
      },
    },
    loading: {
      entry: 'load',
      on: {
        ...takesEdits,
        'form.loaded': { guard: 'isOurs', target: 'editing', actions: 'take' },
        'form.loadFailed': [
          { guard: 'hasDocument', target: 'conflict', actions: 'noteFailure' },
          { guard: 'isOurs', target: 'unloaded', actions: 'noteFailure' },
        ],
      },
    },
    unloaded: { on: { 'form.retried': 'loading' } },
    editing: { on: { ...takesEdits, ...saves, ...reopens } },
    saving: {
      entry: 'save',
      on: {
        ...takesEdits,
        'form.saved': { guard: 'isOurs', target: 'editing', actions: 'settle' },
        'form.refused': onRefusal,
      },
    },
    refused: {
      always: { guard: 'isUnchanged', target: 'editing', actions: 'forgive' },
      on: { ...takesEdits, ...saves, ...reopens },
    },
    conflict: { on: { ...takesEdits, ...reopens, 'form.retried': 'loading' } },
  },
});

export type FlowEditingSnapshot = SnapshotFrom<typeof flowEditingMachine>;

/** Whether anything differs from what the server has. */
export function isChanged({ document, saved }: Pick<FlowEditingContext, 'document' | 'saved'>): boolean {
  if (document === saved || document === null) return false;
  return saved === null || !isSame(document, saved);
}

function isSame(one: FlowDocument, other: FlowDocument): boolean {
  return one === other || sameValue(valuesOfDocument(one), valuesOfDocument(other));
}

/** Makes a document of any other. */
function replacement({ name, flow, places }: FlowDocument): FlowEdit {
  return {
    of: 'several',
    edits: [
      { of: 'named', name },
      { of: 'replaced', flow, places },
    ],
  };
}

function withEdit(
  context: FlowEditingContext,
  { edit, by }: Pick<EventOf<'flow.edited'>, 'edit' | 'by'>,
): Partial<FlowEditingContext> {
  const { document, past, future } = context;
  if (document === null) return {};
  const inverse = inverseOf(document, edit);
  const after = edited(document, edit);
  const added = (edit.of === 'several' ? edit.edits : [edit]).findLast(({ of }) => of === 'added');
  const chosen = added?.of === 'added' ? added.id : context.chosen;
  const next = { document: after, chosen: chosen !== null && nodeOf(after, chosen) === undefined ? null : chosen };
  if (by === 'undo') return { ...next, past: past.slice(0, -1), future: [...future, inverse], typing: null };
  if (by === 'redo') return { ...next, past: [...past, inverse], future: future.slice(0, -1), typing: null };
  const typing = partOf(edit);
  // The first of several changes of one part has the inverse of all of them.
  const isMore = typing !== null && typing === context.typing && past.length > 0;
  const first = past.at(-1);
  if (isMore && first !== undefined && isSame(edited(after, first), after))
    return { ...next, past: past.slice(0, -1), future: [], typing: null };
  return { ...next, past: isMore ? past : [...past, inverse].slice(-PAST_MAX), future: [], typing };
}

/** What is being typed or moved; null for a change that stands alone. */
function partOf(edit: FlowEdit): string | null {
  if (edit.of === 'changed') return `${edit.id} ${edit.what}`;
  if (edit.of === 'placed') return edit.what === undefined ? null : `places ${edit.what}`;
  return edit.of === 'named' ? 'name' : null;
}
