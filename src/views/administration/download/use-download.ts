import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectBytes, selectEditingFailure, selectEditingPhase } from '../../../machines/editing/editing.selectors.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { ValuesOf } from '../../../machines/entities/forms.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';

/** A download. */
export interface Download {
  readonly isPending: boolean;
  /** Bytes received so far; null for quick downloads. */
  readonly bytes: number | null;
  /** Why it failed. */
  readonly failure: Failure | null;
  readonly start: (values: ValuesOf<'download'>) => void;
  readonly retry: () => void;
  /** Cancels it. */
  readonly stop: () => void;
  /** Clears the failure. */
  readonly dismiss: () => void;
}

/** Downloads a file, one at a time per key (the kind of download). A notice reports success. */
export function useDownload(key: string): Download {
  const { directory, append } = useApp();
  const form = 'download';
  const actor = useOnChange(directory.changed, () => directory.form(form, key));
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const bytes = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectBytes(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  useEffect(() => {
    if (phase === 'saved') append({ type: 'form.left', form, key });
  }, [append, key, phase]);
  // The download continues after its screen is left.
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
