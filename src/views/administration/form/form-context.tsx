import { useSelector } from '@xstate/react';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import type { EditingActor } from '../../../machines/directory/screens.ts';
import {
  selectEditingFailure,
  selectEditingPhase,
  selectFieldProblem,
  selectIsTheirs,
  selectIsUnsaved,
  selectSavedId,
  selectValue,
  type EditingPhase,
} from '../../../machines/editing/editing.selectors.ts';
import { paramsOfField } from '../../../machines/editing/params-of-field.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { FormName, FormValue, FormValues } from '../../../machines/log/events-administration.ts';
import { useApp, useObservable } from '../../app/app-context.tsx';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';

/** A form that is open on the screen. What was typed is in its actor, save for secrets, which stay here until they are sent. */
export interface OpenForm {
  readonly form: FormName;
  readonly key: string;
  readonly actor: EditingActor | undefined;
  readonly phase: EditingPhase;
  readonly failure: Failure | null;
  readonly isUnsaved: boolean;
  readonly savedId: string | null;
  readonly secrets: ReadonlyMap<string, string>;
  /** Those that were sent last: what is wrong with one is so until it is another. */
  readonly sentSecrets: ReadonlyMap<string, string>;
  readonly setSecret: (field: string, secret: string) => void;
  readonly change: (field: string, value: FormValue) => void;
  readonly submit: () => void;
  /** Asks again for what didn't load, or for what somebody else has changed. */
  readonly retry: () => void;
}

const noSecrets: ReadonlyMap<string, string> = new Map();

/** Opens a form while the view is on the screen. `values` is null where the server knows them. */
export function useForm(form: FormName, key: string, values: FormValues | null): OpenForm {
  const { directory, append, keepSecret } = useApp();
  useObservable(directory.screens);
  const actor = directory.form(form, key);
  const [secrets, setSecrets] = useState(noSecrets);
  const [sentSecrets, setSent] = useState(noSecrets);
  const first = useRef(values);
  useEffect(() => {
    append({ type: 'form.opened', form, key, values: first.current });
    return () => append({ type: 'form.left', form, key });
  }, [append, form, key]);
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  const isChanged = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsUnsaved(snapshot));
  const savedId = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectSavedId(snapshot)));
  const hasSecrets = [...secrets.values()].some((secret) => secret !== '');
  return {
    form,
    key,
    actor,
    phase,
    failure,
    isUnsaved: phase !== 'saved' && (isChanged || hasSecrets),
    savedId,
    secrets,
    sentSecrets,
    setSecret: (field, secret) => setSecrets((held) => new Map(held).set(field, secret)),
    change: (field, value) => append({ type: 'form.changed', form, key, field, value }),
    submit: () => {
      if (isLocked(phase)) return;
      setSent(secrets);
      for (const [field, secret] of secrets) {
        const value = secret === '' ? null : keepSecret(secret);
        append({ type: 'form.changed', form, key, field, value });
      }
      append({ type: 'form.submitted', form, key });
    },
    retry: () => append({ type: 'form.retried', form, key }),
  };
}

/** Whether what is in the fields must not be changed now. */
export function isLocked(phase: EditingPhase): boolean {
  return phase === 'idle' || phase === 'loading' || phase === 'saving' || phase === 'conflict' || phase === 'unloaded';
}

const FormContext = createContext<OpenForm | undefined>(undefined);
export const FormProvider = FormContext;

export function useOpenForm(): OpenForm {
  const open = use(FormContext);
  if (open === undefined) throw new Error('a field outside of a form');
  return open;
}

/** What one field shows. */
export interface Field {
  readonly value: FormValue;
  readonly change: (value: FormValue) => void;
  /** What is wrong with it, in words. */
  readonly error: string | undefined;
  /** That somebody else has changed it, in words. */
  readonly note: string | undefined;
  readonly isReadOnly: boolean;
}

/** One field of the form around; renders again when it changes, and only then. */
export function useField(name: string): Field {
  const { actor, change, phase, failure } = useOpenForm();
  const text = useText();
  const isText = useIsText();
  const value = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectValue(snapshot, name)));
  const problem = useSelector(actor, (snapshot) =>
    snapshot === undefined ? undefined : selectFieldProblem(snapshot, name),
  );
  const isTheirs = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsTheirs(snapshot, name));
  const theirs = useSelector(actor, (snapshot) => snapshot?.context.initial[name] ?? null);
  const note = useMemo(() => {
    if (!isTheirs) return undefined;
    const isKept = theirs !== value && typeof theirs === 'string' && theirs !== '';
    return isKept ? text('form.theirs.kept', { value: theirs }) : text('form.theirs.field');
  }, [isTheirs, theirs, value, text]);
  const words = (key: string) =>
    isText(key) ? text(key, paramsOfField(failure?.params ?? {}, name)) : text('error.field.invalid');
  return {
    value,
    change: (next) => change(name, next),
    error: problem === undefined ? undefined : words(problem),
    note,
    isReadOnly: isLocked(phase),
  };
}

/** Why the whole form wasn't saved, in words; what is wrong with single fields stands beside them. */
export function useFormProblem({ failure, phase }: OpenForm): string | undefined {
  const failureText = useFailureText();
  return failure === null || phase === 'conflict' || phase === 'unloaded' ? undefined : failureText(failure);
}
