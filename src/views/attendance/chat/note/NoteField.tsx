import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isBlank } from '../../../../../contract/facts/blank.ts';
import { NOTE_MAX_LENGTH } from '../../../../../contract/facts/chat-events.ts';
import type { Person } from '../../../../machines/entities/entities.ts';
import type { Failure } from '../../../../machines/entities/failure.ts';
import { selectModSends } from '../../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useFailureText } from '../../../app/failure-text.ts';
import { NoteIcon } from '../../../kit/administration-icons.tsx';
import { Button } from '../../../kit/Button.tsx';
import { cx } from '../../../kit/cx.ts';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { replaceIn } from '../composer-field.ts';
import { EmojiButton } from '../emoji/EmojiButton.tsx';
import { mentionAt, peopleOf, takenMention } from './mentions.ts';
import styles from './NoteField.module.css';

interface NoteFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Those who can be mentioned; null while they aren't known. */
  readonly readers: readonly Person[] | null;
  readonly failure: Failure | null;
  /** Why it can't be saved, in words. */
  readonly refusal?: string | undefined;
  /** Loads again what could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  readonly isSaving: boolean;
  /** Undefined while it can't be saved. */
  readonly onSave: (() => void) | undefined;
  readonly onCancel?: () => void;
  readonly isComposer?: boolean;
}

/** A note's text: the key that sends a message saves it, `@` offers those who see the conversation. */
export function NoteField(props: NoteFieldProps) {
  const { value, onChange, readers, failure, refusal, onRetry, isSaving, onSave, onCancel, isComposer = false } = props;
  const text = useText();
  const modSends = useSelector(useApp().directory.shell, selectModSends);
  const formats = useFormats();
  const failureText = useFailureText();
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [isShut, setShut] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const mention = mentionAt(value, caret);
  const people = mention === null || isShut ? [] : peopleOf(readers ?? [], mention.search);
  const chosen = people[Math.min(at, people.length - 1)];
  // What follows a name is no name.
  const [named = ''] = mention?.search.split(' ', 1) ?? [];
  const isNobody = mention !== null && readers !== null && peopleOf(readers, named).length === 0;
  const over = value.length - NOTE_MAX_LENGTH;
  const isWrong = over > 0 || refusal !== undefined || failure !== null;
  const write = (next: string, caretAt: number) => {
    onChange(next);
    setCaret(caretAt);
    setAt(0);
    setShut(false);
  };
  const choose = (name: string) => {
    if (mention === null || field.current === null) return;
    const { from, to, inserted } = takenMention(value, mention, name);
    replaceIn(field.current, from, to, inserted);
  };
  const canSave = !isBlank(value) && over <= 0 && !isSaving && onSave !== undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (chosen !== undefined && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'ArrowDown') setAt((at + 1) % people.length);
      else if (event.key === 'ArrowUp') setAt((at + people.length - 1) % people.length);
      else if (event.key === 'Escape') setShut(true);
      else choose(chosen.name);
    } else if (event.key === 'Enter' && (modSends ? event.ctrlKey || event.metaKey : !event.shiftKey)) {
      event.preventDefault();
      if (canSave) onSave();
    } else if (event.key === 'Escape' && onCancel !== undefined) {
      event.stopPropagation();
      onCancel();
    }
  };
  const save = (
    <Button
      size={isComposer ? 'md' : 'sm'}
      icon={<NoteIcon size={16} />}
      className={styles.save}
      isPending={isSaving}
      isDisabled={isBlank(value) || over > 0 || onSave === undefined}
      onPress={() => onSave?.()}
    >
      {text('thread.note.save')}
    </Button>
  );
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
      <div className={styles.box}>
        <textarea
          ref={field}
          rows={isComposer ? 1 : 2}
          className={styles.field}
          value={value}
          readOnly={isSaving && !isComposer}
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
        {isComposer && (
          <>
            <EmojiButton />
            {save}
          </>
        )}
      </div>
      <div className={cx(styles.foot, isWrong && styles.wrong, isNobody && styles.nobody)}>
        <span role={isWrong ? 'alert' : isNobody ? 'status' : undefined}>
          {over > 0
            ? text('thread.note.tooLong', { count: over, max: formats.number(NOTE_MAX_LENGTH) })
            : (refusal ??
              (failure !== null
                ? failureText(failure)
                : text(isNobody ? 'thread.note.nobody' : modSends ? 'thread.note.hint.mod' : 'thread.note.hint')))}
        </span>
        {onRetry !== undefined && (
          <Button size="sm" onPress={onRetry}>
            {text('action.retry')}
          </Button>
        )}
        {onCancel !== undefined && (
          <Button size="sm" onPress={onCancel}>
            {text('action.cancel')}
          </Button>
        )}
        {!isComposer && save}
      </div>
    </div>
  );
}
