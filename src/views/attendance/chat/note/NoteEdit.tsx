import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { ThreadLine } from '../../../../machines/entities/entities.ts';
import { selectEditingPhase, selectValue } from '../../../../machines/editing/editing.selectors.ts';
import { fieldChange } from '../../../../machines/entities/forms.ts';
import { useApp } from '../../../app/app-context.tsx';
import { mentionsIn } from './mentions.ts';
import { NoteField } from './NoteField.tsx';
import { useNoteForm } from './use-note-form.ts';
import { useReaders } from './use-readers.ts';

interface NoteEditProps {
  readonly line: ThreadLine;
  readonly conversationKey: string;
  /** Of its form. */
  readonly formKey: string;
  /** It was saved, or the edit was cancelled. */
  readonly onClose: () => void;
}

const form = 'note.edit';

/** Changes a note. A change that isn't saved yet waits in its form when the conversation is left. */
export function NoteEdit({ line, conversationKey, formKey: key, onClose }: NoteEditProps) {
  const { directory, append } = useApp();
  const readers = useReaders(conversationKey, true);
  const people = readers.people ?? [];
  const open = useEffectEvent(() => {
    if (directory.form(form, key) !== undefined) return;
    const mentions = line.mentions.map(({ id, name }) => ({ id, name }));
    append({ type: 'form.opened', form, key, values: { message: line.text ?? '', mentions } });
  });
  const leave = useEffectEvent(() => {
    const held = directory.form(form, key)?.getSnapshot();
    if (held !== undefined && selectEditingPhase(held) === 'pristine') append({ type: 'form.left', form, key });
  });
  useEffect(() => {
    open();
    return () => leave();
  }, []);
  const { phase, failure } = useNoteForm(form, key, onClose);
  const value = useSelector(directory.form(form, key), (snapshot) =>
    snapshot === undefined ? line.text : selectValue(snapshot, 'message'),
  );
  const message = typeof value === 'string' ? value : '';
  return (
    <NoteField
      value={message}
      onChange={(text) => append(fieldChange(form, key, 'message', text))}
      readers={readers.people}
      failure={failure ?? readers.failure}
      onRetry={readers.failure === null ? undefined : readers.retry}
      isSaving={phase === 'saving'}
      onSave={() => {
        // Those mentioned already may no longer be offered.
        const mentions = mentionsIn(message, [...line.mentions, ...people]);
        append(fieldChange(form, key, 'mentions', mentions));
        append({ type: 'form.submitted', form, key });
      }}
      onCancel={() => {
        append({ type: 'form.left', form, key });
        onClose();
      }}
    />
  );
}
