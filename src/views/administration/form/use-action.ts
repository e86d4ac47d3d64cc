import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import {
  selectEditingFailure,
  selectEditingPhase,
  selectSavedId,
} from '../../../machines/editing/editing.selectors.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { FormName, ValuesOf } from '../../../machines/entities/forms.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';

/** A form that one press fills in and submits. */
interface Action<Form extends FormName> {
  readonly run: (values: ValuesOf<Form>) => void;
  readonly isPending: boolean;
  /** Whether the last run succeeded. */
  readonly isDone: boolean;
  /** The saved thing's id. */
  readonly savedId: string | null;
  /** Why the last run failed. */
  readonly failure: Failure | null;
}

/** Runs a form without showing it; each run starts fresh. A run while another is in flight is ignored. */
export function useAction<Form extends FormName>(form: Form, key: string): Action<Form> {
  const { directory, append } = useApp();
  const actor = useOnChange(directory.changed, () => directory.form(form, key));
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  const savedId = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectSavedId(snapshot)));
  useEffect(() => () => append({ type: 'form.left', form, key }), [append, form, key]);
  const isPending = phase === 'saving';
  return {
    isPending,
    isDone: phase === 'saved',
    savedId,
    failure,
    run: (values: ValuesOf<FormName>) => {
      // Read here: what was drawn last may be older than the first of two quick presses.
      const current = directory.form(form, key)?.getSnapshot();
      if (current !== undefined && selectEditingPhase(current) === 'saving') return;
      append({ type: 'form.left', form, key });
      append({ type: 'form.opened', form, key, values });
      append({ type: 'form.submitted', form, key });
    },
  };
}
