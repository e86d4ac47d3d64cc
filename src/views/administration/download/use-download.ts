import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectBytes, selectEditingFailure, selectEditingPhase } from '../../../machines/editing/editing.selectors.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { FormValues } from '../../../machines/log/events-administration.ts';
import { useApp, useObservable } from '../../app/app-context.tsx';

/** A file to be taken. */
export interface Download {
  readonly isPending: boolean;
  /** So much has come, in bytes; null of one that is there at once. */
  readonly bytes: number | null;
  /** Why there is none. */
  readonly failure: Failure | null;
  readonly start: (values: FormValues) => void;
  /** Asks for the same once more. */
  readonly retry: () => void;
  /** Doesn't want it any more. */
  readonly stop: () => void;
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
  const bytes = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectBytes(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  useEffect(() => {
    if (phase === 'saved') append({ type: 'form.left', form, key });
  }, [append, key, phase]);
  // The file is still taken when its screen is gone.
  useEffect(() => () => append({ type: 'form.left', form, key }), [append, key]);
  const dismiss = () => append({ type: 'form.left', form, key });
  const isPending = phase === 'saving';
  return {
    isPending,
    bytes: isPending ? bytes : null,
    failure,
    dismiss,
    retry: () => append({ type: 'form.submitted', form, key }),
    stop: () => append({ type: 'form.stopped', form, key }),
    start: (values) => {
      dismiss();
      append({ type: 'form.opened', form, key, values });
      append({ type: 'form.submitted', form, key });
    },
  };
}
