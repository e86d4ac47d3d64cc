import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { selectViewer } from '../../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../../machines/entities/viewer.ts';
import { selectEditingFailure, selectEditingPhase } from '../../../../machines/editing/editing.selectors.ts';
import { useApp, useOnChange } from '../../../app/app-context.tsx';
import { usePrepared } from '../../../app/Prepared.tsx';
import { useFailureText } from '../../../app/failure-text.ts';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import type { ThreadLineProps } from '../thread/LazyLine.tsx';
import { NoteEdit } from './NoteEdit.tsx';
import { partsOf } from './mentions.ts';
import styles from './NoteView.module.css';

/** An internal note, which its author may change, and delete as an administrator may. */
export function NoteView({ line, conversationKey }: ThreadLineProps) {
  const { directory, append } = useApp();
  const isPrepared = usePrepared();
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const viewer = useSelector(directory.auth, selectViewer);
  const editKey = `${conversationKey}:${line.id}`;
  // What was changed and not saved before the conversation was left is still there.
  const [mode, setMode] = useState<'shown' | 'edited' | 'deleted'>(() =>
    directory.form('note.edit', editKey) === undefined ? 'shown' : 'edited',
  );
  const form = 'note.delete';
  const deletion = useOnChange(directory.changed, () => directory.form(form, line.id));
  const phase = useSelector(deletion, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const failure = useSelector(deletion, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  const leave = useEffectEvent(() => append({ type: 'form.left', form, key: line.id }));
  useEffect(() => () => leave(), []);
  const isOwn = line.by !== null && line.by.id === viewer?.userId;
  const remove = () => {
    append({ type: 'form.opened', form, key: line.id, values: {} });
    append({ type: 'form.submitted', form, key: line.id });
  };
  if (mode === 'edited') {
    return (
      <div className={styles.note}>
        <NoteEdit line={line} conversationKey={conversationKey} formKey={editKey} onClose={() => setMode('shown')} />
      </div>
    );
  }
  return (
    <div className={styles.note} role="note" aria-label={text('thread.note')} data-line="note">
      <p className={styles.head}>
        <b>{text('thread.note')}</b>
        <span>{line.by?.name ?? text('thread.somebody')}</span>
        <time dateTime={new Date(line.at).toISOString()} title={formats.full(line.at)}>
          {formats.time(line.at)}
        </time>
        {line.edited && <span>{text('thread.note.edited')}</span>}
      </p>
      <p className={styles.text}>
        {partsOf(line.text ?? '', line.mentions).map((part, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other key
          part.isMention ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
        )}
      </p>
      {failure !== null && <p role="alert">{failureText(failure)}</p>}
      {viewer !== null && (isOwn || isAdmin(viewer)) && (
        <div className={styles.actions}>
          {mode === 'deleted' ? (
            <>
              <span>{text('thread.note.delete.sure')}</span>
              <Button variant="link" size="sm" isPending={phase === 'saving'} onPress={remove}>
                {text('thread.note.delete')}
              </Button>
              <Button variant="link" size="sm" onPress={() => setMode('shown')}>
                {text('action.cancel')}
              </Button>
            </>
          ) : (
            <>
              {isOwn && (
                <Button variant="link" size="sm" isDisabled={!isPrepared} onPress={() => setMode('edited')}>
                  {text('thread.note.edit')}
                </Button>
              )}
              <Button variant="link" size="sm" isDisabled={!isPrepared} onPress={() => setMode('deleted')}>
                {text('thread.note.delete')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
