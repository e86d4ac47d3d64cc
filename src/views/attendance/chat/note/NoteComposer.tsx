import { NoteForm } from './NoteForm.tsx';
import type { NoteComposerProps } from './ComposeModes.tsx';

/** Writes a note. What isn't saved yet is kept in its form. */
export function NoteComposer({ conversationKey }: NoteComposerProps) {
  return <NoteForm form="note" formKey={conversationKey} isComposer />;
}
