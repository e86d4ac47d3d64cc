import { flowIn, placesIn } from '../flows/reading.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { FormValues } from '../src/machines/entities/forms.ts';
import type { FlowDocument } from '../src/machines/flow-editing/flow-document.ts';
import * as selected from '../src/machines/flow-editing/flow-editing.selectors.ts';
import type { FlowEditingContext, FlowEditingSnapshot } from '../src/machines/flow-editing/flow-editing.machine.ts';
import { drawn, tidy } from './flow-editing.drawing.ts';
import type { Sight } from './model.ts';
import { oraclesOf, requests } from './oracles.ts';
import type { Step } from './oracles.ts';
import { areEqual } from './reference.ts';

/** A flow as a document with a history: what was done can be undone, and what was undone done again. */

/** So many are remembered: of more the first can't be undone. */
const REMEMBERED = 200;

type Drawn = Step<FlowEditingSnapshot, null>;
type Taken = Drawn & { readonly before: FlowEditingSnapshot; readonly after: FlowEditingSnapshot };

function taken(step: Drawn): Taken | null {
  const { before, after } = step;
  return before === undefined || after === undefined ? null : { ...step, before, after };
}

function asks(step: Drawn, state: 'loading' | 'saving'): boolean {
  return step.after?.matches(state) === true && step.before?.matches(state) !== true;
}

function valuesOf(document: FlowDocument | null): FormValues {
  if (document === null) return {};
  const { name, flow, places } = document;
  return { name, flow, places: { order: places.order, at: places.at } };
}

/** The flow that the server has, tidied. */
function heldIn({ name, flow: value, places }: FormValues): FormValues {
  const flow = flowIn(value);
  if (flow === null) return {};
  return valuesOf({ name: typeof name === 'string' ? name : '', flow, places: tidy(flow.nodes, placesIn(places)) });
}

function leaving(step: Drawn): readonly Command[] {
  if (step.after === undefined) return [];
  const { key, request, document, version } = step.after.context;
  if (asks(step, 'loading')) return [{ type: 'form.load', form: 'flow', key, request }];
  if (!asks(step, 'saving')) return [];
  return [{ type: 'form.save', form: 'flow', key, request, values: valuesOf(document), version }];
}

type Known = Pick<FlowEditingContext, 'request' | 'version' | 'savedId' | 'failure' | 'chosen'> & {
  readonly saved: FormValues;
  readonly sent: FormValues;
  readonly given: FormValues;
};

function knownOf({ request, version, savedId, failure, chosen, saved, sent, given }: FlowEditingContext): Known {
  const documents = { saved: valuesOf(saved), sent: valuesOf(sent), given: valuesOf(given) };
  return { request, version, savedId, failure, chosen, ...documents };
}

/** The step whose panel is open: the one that was added or chosen, until it is gone. */
function chosenAfter({ event, before, after }: Taken): string | null {
  const was = before.context.chosen;
  const isThere = (id: string | null) => id !== null && after.context.document?.flow.nodes[id] !== undefined;
  if (before.context.document === null) return was;
  if (event.type === 'form.changed')
    return event.field === 'step' && typeof event.value === 'string' ? event.value : was;
  const edit = event.type === 'flow.edited' ? event.edit : null;
  const edits = edit?.of === 'several' ? edit.edits : edit === null ? [] : [edit];
  const added = edits.flatMap((each) => (each.of === 'added' ? [each.id] : [])).at(-1) ?? was;
  if (after.context.document === before.context.document) return was;
  return isThere(added) ? added : null;
}

function knownAfter(step: Taken): Known {
  const { event, before, after } = step;
  const known = { ...knownOf(before.context), chosen: chosenAfter(step) };
  const { request } = known;
  // Opened again, what is there is given up for what the server has.
  const given = event.type === 'form.opened' ? valuesOf(before.context.document) : known.given;
  if (asks(step, 'loading')) return { ...known, request: request + 1, failure: null, given };
  if (asks(step, 'saving'))
    return { ...known, request: request + 1, failure: null, sent: valuesOf(before.context.document) };
  const isAnswer = 'request' in event && event.request === request;
  const isMended = before.matches('refused') && after.matches('editing');
  if (isMended) return { ...known, failure: null };
  if (!isAnswer) return known;
  if (event.type === 'form.loaded' && before.matches('loading'))
    return { ...known, version: event.version, saved: heldIn(event.values), given: {} };
  if (event.type === 'form.saved' && before.matches('saving'))
    return { ...known, saved: known.sent, sent: {}, savedId: event.id, version: event.version };
  const isRefused = event.type === 'form.refused' && before.matches('saving');
  if (isRefused || (event.type === 'form.loadFailed' && before.matches('loading'))) {
    // With nothing left to be refused the refusal is over at once.
    return { ...known, sent: {}, given: {}, failure: after.matches('editing') ? null : event.failure };
  }
  return known;
}

/** What is drawn: what the server has takes the place of what is as it was, or was given up. */
function drawnAfter({ event, before }: Taken): FormValues {
  const { document, saved, given, request } = before.context;
  if (event.type === 'flow.edited' && document !== null) return valuesOf(drawn(document, event.edit));
  const isLoaded = event.type === 'form.loaded' && event.request === request && before.matches('loading');
  if (!isLoaded) return valuesOf(document);
  const theirs = heldIn(event.values);
  const isOurs = given === null ? !areEqual(document, saved) : areEqual(valuesOf(given), theirs);
  return document !== null && isOurs ? valuesOf(document) : theirs;
}

/** How an edit is undone: the last of what can be brings back what was there. */
function undone({ event, before, after }: Taken): readonly [expected: unknown, came: unknown] | null {
  const [was, now] = [before.context, after.context];
  if (event.type !== 'flow.edited' || now.document === null || was.document === null) return null;
  if (areEqual(valuesOf(now.document), valuesOf(was.document))) return null;
  const sizes = { past: now.past.length, future: now.future.length };
  const back = (edit = now.past.at(-1)) =>
    edit === undefined || now.document === null ? null : valuesOf(drawn(now.document, edit));
  if (event.by === 'undo') {
    const expected = { past: was.past.length - 1, future: was.future.length + 1, again: valuesOf(was.document) };
    return [expected, { ...sizes, again: back(now.future.at(-1)) }];
  }
  if (event.by === 'redo') {
    const expected = { past: was.past.length + 1, future: was.future.length - 1, back: valuesOf(was.document) };
    return [expected, { ...sizes, back: back() }];
  }
  // What is typed in a row is one: undone, it is as before the first letter. Typed back, there is nothing to be undone.
  const isMore = was.typing !== null && now.past.length <= was.past.length;
  const first = isMore ? was.past.at(-1) : undefined;
  const start = first === undefined ? was.document : drawn(was.document, first);
  if (first !== undefined && areEqual(valuesOf(start), valuesOf(now.document)))
    return [{ past: was.past.length - 1, future: 0 }, sizes];
  const past = Math.min(was.past.length + Number(!isMore), REMEMBERED);
  const expected = { past, future: 0, back: valuesOf(start) };
  return [expected, { ...sizes, back: back() }];
}

/** What the editor shows and offers. */
function shown({ after }: Drawn): Sight | null {
  if (after === undefined) return null;
  const { document, saved, given, chosen, past, future, failure, version } = after.context;
  return {
    expected: {
      document,
      isUnsaved: document !== null && !areEqual(document, saved),
      isGivenUp: given !== null,
      chosen,
      undo: past.at(-1) ?? null,
      redo: future.at(-1) ?? null,
      failure,
      version,
    },
    came: {
      document: selected.selectDocument(after),
      isUnsaved: selected.selectFlowIsUnsaved(after),
      isGivenUp: selected.selectIsGivenUp(after),
      chosen: selected.selectChosen(after),
      undo: selected.selectUndo(after),
      redo: selected.selectRedo(after),
      failure: selected.selectFlowFailure(after),
      version: selected.selectFlowVersion(after),
    },
  };
}

export const flowEditingOracles = oraclesOf<FlowEditingSnapshot, null>(
  ({ directory }, actor) => directory.flow(actor.replace('flow:', ''))?.getSnapshot(),
  () => null,
  {
    'what is known of it': (each) => {
      const step = taken(each);
      return step === null ? null : { expected: knownAfter(step), came: knownOf(step.after.context) };
    },
    'what is drawn': (each) => {
      const step = taken(each);
      return step === null ? null : { expected: drawnAfter(step), came: valuesOf(step.after.context.document) };
    },
    'what the editor shows': shown,
    'what can be undone': (each) => {
      const step = taken(each);
      const sight = step === null ? null : undone(step);
      return sight === null ? null : { expected: sight[0], came: sight[1] };
    },
    /** After anything else the next letter is a change of its own. */
    'what is being typed': (each) => {
      const step = taken(each);
      if (step === null) return null;
      const { event, before, after } = step;
      const isElsewhere = after.context.chosen !== before.context.chosen;
      if (after.context.document === before.context.document && !isElsewhere) return null;
      const { edit, by } = event.type === 'flow.edited' ? event : { edit: null, by: undefined };
      const isTyped = edit !== null && by === undefined && (edit.of === 'named' || edit.of === 'changed');
      return isTyped ? null : { expected: null, came: edit?.of === 'placed' ? null : after.context.typing };
    },
    'what leaves': requests(['form.load', 'form.save'], leaving),
  },
);
