import { useSelector } from '@xstate/react';
import { selectNoteDraft } from '../../../../machines/conversation/conversation.selectors.ts';
import { selectValue } from '../../../../machines/editing/editing.selectors.ts';
import { fieldChange } from '../../../../machines/entities/forms.ts';
import { useApp } from '../../../app/app-context.tsx';
import { usePrepared } from '../../../app/Prepared.tsx';
import type { NoteComposerProps } from './ComposeModes.tsx';
import { mentionsIn } from './mentions.ts';
import { NoteField } from './NoteField.tsx';
import { useNoteForm } from './use-note-form.ts';
import { useReaders } from './use-readers.ts';

/** Writes a note. What isn't saved yet is a draft of the conversation. */
export function NoteComposer({ ticketId, conversation, conversationKey: key, refusal }: NoteComposerProps) {
  const { directory, append, newClientId } = useApp();
  const isPrepared = usePrepared();
  const readers = useReaders(key, isPrepared);
  const people = readers.people ?? [];
  const draft = useSelector(conversation, selectNoteDraft);
  const { phase, failure } = useNoteForm('note', key);
  const save = () => {
    const form = 'note';
    const earlier = directory.form(form, key)?.getSnapshot();
    const mentions = mentionsIn(draft, people);
    // A try that is repeated has the same client id, so that the server knows it; another text is another note.
    if (earlier === undefined || selectValue(earlier, 'message') !== draft) {
      append({ type: 'form.left', form, key });
      append({ type: 'form.opened', form, key, values: { message: draft, client_id: newClientId(), mentions } });
    } else append(fieldChange(form, key, 'mentions', mentions));
    append({ type: 'form.submitted', form, key });
  };
  return (
    <NoteField
      value={draft}
      onChange={(text) => append({ type: 'noteDraft.changed', ticketId, text })}
      readers={readers.people}
      failure={failure ?? readers.failure}
      refusal={refusal}
      onRetry={readers.failure === null || refusal !== undefined ? undefined : readers.retry}
      isSaving={phase === 'saving'}
      onSave={
        refusal === undefined && isPrepared && (readers.people !== null || !draft.includes('@')) ? save : undefined
      }
      isComposer
    />
  );
}
