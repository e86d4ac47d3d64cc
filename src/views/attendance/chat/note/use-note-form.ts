import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '../../../../machines/entities/failure.ts';
import type { FormName } from '../../../../machines/entities/forms.ts';
import {
  selectEditingFailure,
  selectEditingPhase,
  type EditingPhase,
} from '../../../../machines/editing/editing.selectors.ts';
import { useApp, useOnChange } from '../../../app/app-context.tsx';

interface NoteFormState {
  /** `idle`: not opened. */
  readonly phase: EditingPhase;
  readonly failure: Failure | null;
}

/** A note's form, and what is done once it is saved; the form is left then. */
export function useNoteForm(form: FormName, key: string, onSaved?: () => void): NoteFormState {
  const { directory, append } = useApp();
  const actor = useOnChange(directory.changed, () => directory.form(form, key));
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  const finish = useEffectEvent(() => {
    append({ type: 'form.left', form, key });
    onSaved?.();
  });
  useEffect(() => {
    if (phase === 'saved') finish();
  }, [phase]);
  return { phase, failure };
}
