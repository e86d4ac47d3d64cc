import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isBlank } from '../../../../../contract/facts/blank.ts';
import { NOTE_MAX_LENGTH } from '../../../../../contract/facts/chat-events.ts';
import type { Person } from '../../../../machines/entities/entities.ts';
import type { FormValue } from '../../../../machines/entities/forms.ts';
import {
  selectEditingFailure,
  selectEditingPhase,
  selectValue,
} from '../../../../machines/editing/editing.selectors.ts';
import { useApp, useObservable } from '../../../app/app-context.tsx';
import { useFailureText } from '../../../app/failure-text.ts';
import { Button } from '../../../kit/Button.tsx';
import { cx } from '../../../kit/cx.ts';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { mentionAt, peopleOf, withMention } from './mentions.ts';
import styles from './NoteForm.module.css';

interface NoteFormProps {
  readonly form: 'note' | 'note.edit';
  readonly formKey: string;
  /** The text of the note that is edited. */
  readonly text?: string;
  /** Those it mentions already. */
  readonly mentions?: readonly Person[];
  readonly isComposer?: boolean;
  /** It was saved, or the edit was cancelled. */
  readonly onClose?: () => void;
}

/** A note's text: Enter saves, `@` offers those who see the conversation. */
export function NoteForm({ form, formKey: key, text: first, mentions, isComposer = false, onClose }: NoteFormProps) {
  const { directory, append, prepareAdministration, newClientId } = useApp();
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const listId = useId();
  useObservable(directory.screens);
  const actor = directory.form(form, key);
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  const value = useSelector(actor, (snapshot) => (snapshot === undefined ? '' : selectValue(snapshot, 'message')));
  const readers = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectValue(snapshot, 'readers')));
  const isReady = phase !== 'idle' && phase !== 'loading' && phase !== 'unloaded';
  /** What is written before the form has loaded those who can be mentioned. */
  const [early, setEarly] = useState(first ?? '');
  const message = !isReady ? early : typeof value === 'string' ? value : '';
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [isShut, setShut] = useState(false);
  const change = (name: string, to: FormValue) => append({ type: 'form.changed', form, key, field: name, value: to });

  const open = useEffectEvent(() => {
    if (directory.form(form, key) !== undefined) return;
    append({ type: 'form.opened', form, key, values: null });
  });
  const takeEarly = useEffectEvent(() => {
    if (early === '') return;
    change('message', early);
    if (mentions !== undefined) {
      change(
        'mentions',
        mentions.map(({ id, name }) => ({ id, name })),
      );
    }
  });
  useEffect(() => {
    if (isReady) takeEarly();
  }, [isReady]);
  const leave = useEffectEvent(() => {
    // A text that isn't saved yet waits in its form.
    if (form === 'note.edit' || (isBlank(message) && phase !== 'saving')) append({ type: 'form.left', form, key });
  });
  useEffect(() => {
    let isMounted = true;
    prepareAdministration().then(
      () => isMounted && open(),
      () => undefined,
    );
    return () => {
      isMounted = false;
      leave();
    };
  }, [prepareAdministration, form, key]);
  useEffect(() => field.current?.focus(), []);
  const finish = useEffectEvent(() => {
    append({ type: 'form.left', form, key });
    if (onClose === undefined) append({ type: 'form.opened', form, key, values: null });
    else onClose();
  });
  useEffect(() => {
    if (phase === 'saved') finish();
  }, [phase]);

  const mention = mentionAt(message, caret);
  const people = mention === null || isShut ? [] : peopleOf(readers ?? null, mention.search);
  const chosen = people[Math.min(at, people.length - 1)];
  const over = message.length - NOTE_MAX_LENGTH;
  const isLocked = phase === 'saving';
  const write = (next: string, caretAt: number) => {
    if (isReady) {
      change('message', next);
      change('client_id', '');
    } else setEarly(next);
    setCaret(caretAt);
    setAt(0);
    setShut(false);
  };
  const choose = (name: string) => {
    if (mention === null) return;
    const next = withMention(message, mention, name);
    write(next.text, next.caret);
    field.current?.focus();
    // React sets the value first.
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
  };
  const save = () => {
    if (isBlank(message) || over > 0 || isLocked || !isReady) return;
    const held = directory.form(form, key)?.getSnapshot();
    if (held !== undefined && selectValue(held, 'client_id') === '') change('client_id', newClientId());
    setEarly('');
    append({ type: 'form.submitted', form, key });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (chosen !== undefined && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'ArrowDown') setAt((at + 1) % people.length);
      else if (event.key === 'ArrowUp') setAt((at + people.length - 1) % people.length);
      else if (event.key === 'Escape') setShut(true);
      else choose(chosen.name);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape' && onClose !== undefined) {
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <div className={cx(styles.form, isComposer && styles.composer)}>
      {chosen !== undefined && (
        <div className={styles.people} role="listbox" id={listId} aria-label={text('thread.note.people')}>
          {people.map(({ id, name }) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and its keys choose
            <div
              key={id}
              id={`${listId}-${id}`}
              role="option"
              tabIndex={-1}
              aria-selected={id === chosen.id}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              {name}
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        rows={2}
        className={styles.field}
        value={message}
        readOnly={isLocked}
        placeholder={text('thread.note.write')}
        aria-label={text('thread.note.label')}
        aria-invalid={over > 0 || failure !== null}
        aria-controls={chosen === undefined ? undefined : listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        aria-autocomplete="list"
        onChange={({ currentTarget }) => write(currentTarget.value, currentTarget.selectionStart)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        {...(isComposer && { 'data-composer': '' })}
      />
      <div className={styles.foot}>
        <span
          role={over > 0 || failure !== null ? 'alert' : undefined}
          className={cx((over > 0 || failure !== null) && styles.wrong)}
        >
          {over > 0
            ? text('thread.note.tooLong', { count: over, max: formats.number(NOTE_MAX_LENGTH) })
            : failure !== null
              ? failureText(failure)
              : text('thread.note.hint')}
        </span>
        {phase === 'unloaded' && (
          <Button size="sm" onPress={() => append({ type: 'form.retried', form, key })}>
            {text('action.retry')}
          </Button>
        )}
        {onClose !== undefined && (
          <Button size="sm" onPress={onClose}>
            {text('action.cancel')}
          </Button>
        )}
        <Button
          size="sm"
          variant="primary"
          isPending={phase === 'saving'}
          isDisabled={isBlank(message) || over > 0 || !isReady}
          onPress={save}
        >
          {text('thread.note.save')}
        </Button>
      </div>
    </div>
  );
}
