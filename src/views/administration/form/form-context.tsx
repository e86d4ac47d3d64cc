import { useSelector } from '@xstate/react';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import type { Directory } from '../../../machines/directory.ts';
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
import type { FieldName, FormName, FormValue, ValuesOf } from '../../../machines/entities/forms.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';

/** An open form. Its values are in its actor, except secrets, which stay here until submit. */
export interface OpenForm {
  readonly form: FormName;
  readonly key: string;
  readonly actor: ReturnType<Directory['form']>;
  readonly phase: EditingPhase;
  readonly failure: Failure | null;
  readonly isUnsaved: boolean;
  readonly savedId: string | null;
  readonly secrets: ReadonlyMap<FieldName, string>;
  /** The secrets sent last: a field's error lasts until it differs. */
  readonly sentSecrets: ReadonlyMap<FieldName, string>;
  readonly setSecret: (field: FieldName, secret: string) => void;
  readonly change: (field: FieldName, value: FormValue) => void;
  readonly submit: () => void;
  /** Reloads after a failed load or somebody else's change. */
  readonly retry: () => void;
}

const noSecrets: ReadonlyMap<FieldName, string> = new Map();

/**
 * Opens a form while the view is mounted. `values` is null if the server has them. `isBusy` locks it, as while the view
 * fetches a value of its own.
 */
export function useForm<Form extends FormName>(
  form: Form,
  key: string,
  values: ValuesOf<Form> | null,
  isBusy = false,
): OpenForm {
  const { directory, append, keepSecret } = useApp();
  const actor = useOnChange(directory.changed, () => directory.form(form, key));
  const [secrets, setSecrets] = useState(noSecrets);
  const [sentSecrets, setSent] = useState(noSecrets);
  const first = useRef<ValuesOf<FormName> | null>(values);
  useEffect(() => {
    append({ type: 'form.opened', form, key, values: first.current });
    return () => append({ type: 'form.left', form, key });
  }, [append, form, key]);
  const own = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const phase = isBusy ? 'saving' : own;
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
    setSecret: (field, secret) => setSecrets((previous) => new Map(previous).set(field, secret)),
    change: (field, value) => append({ type: 'form.changed', form, key, field, value }),
    submit: () => {
      if (isLocked({ phase, savedId, key })) return;
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

/** Whether the fields are currently not editable. What was just created goes on in a form of its own: typed here, it would be lost. */
export function isLocked({ phase, savedId, key }: Pick<OpenForm, 'phase' | 'savedId' | 'key'>): boolean {
  if (phase === 'saved') return savedId !== null && savedId !== key;
  return phase === 'idle' || phase === 'loading' || phase === 'saving' || phase === 'conflict' || phase === 'unloaded';
}

const FormContext = createContext<OpenForm | undefined>(undefined);
export const FormProvider = FormContext;

export function useOpenForm(): OpenForm {
  const open = use(FormContext);
  if (open === undefined) throw new Error('a field outside of a form');
  return open;
}

/** What a field shows. */
interface Field {
  readonly value: FormValue;
  readonly change: (value: FormValue) => void;
  /** Its error, as text. */
  readonly error: string | undefined;
  /** That somebody else changed it, as text. */
  readonly note: string | undefined;
  readonly isReadOnly: boolean;
}

/** One field of the surrounding form; re-renders only when it changes. Forms take it of `fieldsOf`, which knows their names. */
export function useField(name: FieldName): Field {
  const open = useOpenForm();
  const { actor, change, failure } = open;
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
    isReadOnly: isLocked(open),
  };
}

/** Why the form wasn't saved, as text; errors of single fields are shown beside them. */
export function useFormProblem({ failure, phase }: OpenForm): string | undefined {
  const failureText = useFailureText();
  return failure === null || phase === 'conflict' || phase === 'unloaded' ? undefined : failureText(failure);
}
