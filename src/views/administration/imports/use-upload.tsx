import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApp } from '../../app/app-context.tsx';
import { useAction } from '../form/use-action.ts';

const ACCEPTED = '.csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface UploadOptions {
  /** Of `import.upload`: the id of the import; of `blockedContacts.file`: its numbers, one a line. */
  readonly onUploaded?: (saved: string) => void;
  readonly form?: 'import.upload' | 'blockedContacts.file';
}

/** Uploads a chosen file. An import appears in its list even if the user leaves; numbers are only for their dialog. */
export function useUpload({ onUploaded, form = 'import.upload' }: UploadOptions) {
  const { append, files, newClientId } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ readonly clientId: string; readonly name: string }>();
  const key = chosen?.clientId ?? '';
  // Before the action leaves the form, which forgets what is in flight.
  useEffect(() => {
    if (form === 'import.upload' || key === '') return undefined;
    return () => append({ type: 'form.stopped', form, key });
  }, [append, form, key]);
  const { run, isPending, isDone, savedId, failure } = useAction<'import.upload' | 'blockedContacts.file'>(form, key);
  const send = useEffectEvent(() => {
    if (chosen !== undefined) run({ file_name: chosen.name });
  });
  useEffect(() => send(), [chosen]);
  const done = useEffectEvent(() => {
    if (savedId !== null) onUploaded?.(savedId);
  });
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  return {
    isPending,
    failure,
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file === undefined) return;
          const clientId = newClientId();
          files.keep(clientId, file);
          setChosen({ clientId, name: file.name });
        }}
      />
    ),
  };
}
