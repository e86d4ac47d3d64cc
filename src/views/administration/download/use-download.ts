import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectEditingFailure, selectEditingPhase } from '../../../machines/editing/editing.selectors.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { FormValues } from '../../../machines/log/events-administration.ts';
import { useApp, useObservable } from '../../app/app-context.tsx';

/** A file to be taken. */
export interface Download {
  readonly isPending: boolean;
  /** Why there is none. */
  readonly failure: Failure | null;
  readonly start: (values: FormValues) => void;
  /** Forgets the failure. */
  readonly dismiss: () => void;
}

/** Takes a file, one at a time of each key; the key is the download's. That it is there is told by a notice. */
export function useDownload(key: string): Download {
  const { directory, append } = useApp();
  useObservable(directory.screens);
  const form = 'download';
  const actor = directory.form(form, key);
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  useEffect(() => {
    if (phase === 'saved') append({ type: 'form.left', form, key });
  }, [append, key, phase]);
  // The file is still taken when its screen is gone.
  useEffect(() => () => append({ type: 'form.left', form, key }), [append, key]);
  const dismiss = () => append({ type: 'form.left', form, key });
  return {
    isPending: phase === 'saving',
    failure,
    dismiss,
    start: (values) => {
      dismiss();
      append({ type: 'form.opened', form, key, values });
      append({ type: 'form.submitted', form, key });
    },
  };
}
