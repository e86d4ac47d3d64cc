import type { FormValues } from '../src/machines/entities/forms.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { EditingContext, EditingSnapshot } from '../src/machines/editing/editing.machine.ts';
import { oraclesOf, requests, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { areEqual } from './reference.ts';
import { formShown } from './shown.reference.ts';

/** A form as two sheets: what the server has, and what is written over it, field by field. */

type Edited = Step<EditingSnapshot, null>;
type Taken = Edited & { readonly before: EditingSnapshot; readonly after: EditingSnapshot };

/** The fields in which two sheets differ. */
function differing(one: FormValues, other: FormValues): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => !areEqual(one[field], other[field]),
  );
}

function only(values: FormValues, fields: readonly string[]): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

function asks(step: Edited, state: 'loading' | 'saving'): boolean {
  return step.after?.matches(state) === true && step.before?.matches(state) !== true;
}

/** What is left of a failure once a field is written anew: what is wrong with the others. */
function withoutField(failure: EditingContext['failure'], field: string): EditingContext['failure'] {
  if (failure === null) return null;
  const names = Object.keys(failure.fields);
  const left = names.filter((name) => name !== field && !name.startsWith(`${field}.`));
  if (left.length === names.length) return failure;
  const fields = Object.fromEntries(left.map((name) => [name, failure.fields[name] ?? '']));
  return left.length === 0 ? null : { ...failure, fields };
}

function changes(was: EditingContext, step: Taken): Partial<EditingContext> {
  const { event, before, after } = step;
  if (asks(step, 'loading')) return { request: was.request + 1, failure: null };
  if (asks(step, 'saving')) return { request: was.request + 1, failure: null, bytes: null };
  const isAnswer = 'request' in event && event.request === was.request;
  switch (event.type) {
    case 'form.changed':
      if (before.matches('saving') || areEqual(was.values[event.field], event.value) || !isWritable(before)) return {};
      return { values: { ...was.values, [event.field]: event.value }, failure: withoutField(was.failure, event.field) };
    case 'form.loaded': {
      if (!isAnswer || !before.matches('loading')) return {};
      const mine = only(was.values, differing(was.initial, was.values));
      const theirs = was.version === null ? [] : differing(was.initial, event.values);
      return { initial: event.values, values: { ...event.values, ...mine }, version: event.version, theirs };
    }
    case 'form.saved': {
      if (!isAnswer || !before.matches('saving')) return {};
      const { id, counts = {}, version } = event;
      return { initial: was.values, savedId: id, counts, version, theirs: [] };
    }
    case 'form.progressed':
      return isAnswer && before.matches('saving') ? { bytes: event.bytes } : {};
    case 'form.loadFailed':
      return isAnswer && before.matches('loading') ? { failure: event.failure } : {};
    case 'form.refused':
      return isAnswer && before.matches('saving') && !after.matches('saving') ? { failure: event.failure } : {};
    default:
      return {};
  }
}

function isWritable(snapshot: EditingSnapshot): boolean {
  return (['pristine', 'dirty', 'refused', 'saved'] as const).some((state) => snapshot.matches(state));
}

function beginning({ event, after }: Edited): EditingContext | null {
  if (event.type !== 'form.opened' || after === undefined) return null;
  const { form, key, values, position } = event;
  const blank = { version: null, theirs: [], failure: null, savedId: null, counts: {}, bytes: null };
  // Calls are numbered from the event that opened it on.
  const request = values === null ? position + 1 : position;
  return { ...blank, form, key, request, initial: values ?? {}, values: values ?? {} };
}

function leaving(step: Edited): readonly Command[] {
  const { event, before, after } = step;
  if (after === undefined) return [];
  const { form, key, request, values, version } = after.context;
  if (asks(step, 'loading')) return [{ type: 'form.load', form, key, request }];
  if (asks(step, 'saving')) return [{ type: 'form.save', form, key, request, values, version }];
  const isStopped = event.type === 'form.stopped' && before?.matches('saving') === true;
  return isStopped ? [{ type: 'form.stop', form, key, request }] : [];
}

export const editingOracles = oraclesOf<EditingSnapshot, null>(
  ({ directory }, actor) => {
    const [, form = '', key = ''] = actor.split(':');
    return form === 'user' ? directory.form(form, key)?.getSnapshot() : undefined;
  },
  () => null,
  {
    'what is written over what the server has': wholeContext(changes, {}, beginning),
    'what is shown of it': formShown,
    'what leaves': requests(['form.load', 'form.save'], (step: Edited) =>
      leaving(step).filter(({ type }) => type !== 'form.stop'),
    ),
    'what is stopped': (step) =>
      step.after === undefined
        ? null
        : {
            expected: leaving(step).filter(({ type }) => type === 'form.stop'),
            came: step.commands.filter(({ type }) => type === 'form.stop'),
          },
  },
);
