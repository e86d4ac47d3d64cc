import { useEffect, useRef, useState } from 'react';
import { CHOICES } from '../../../../../contract/facts/choices.ts';
import { channelArea } from '../../../../i18n/areas/channel.ts';
import { useAreas } from '../../../kit/areas.ts';
import { PlusIcon } from '../../../kit/administration-icons.tsx';
import { Button } from '../../../kit/Button.tsx';
import { SegmentedControl } from '../../../kit/SegmentedControl.tsx';
import { TextArea } from '../../../kit/TextArea.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { SharedContent } from '../media/SharedContent.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { choicesProblems, isTyped, typedChoices, type Kind, type TypedOption } from './choices-typed.ts';
import { SendDialog } from './SendDialog.tsx';
import type { SendingProps, Submit } from './Sending.tsx';
import { useDraftedWords } from './use-drafted-words.ts';
import { useSent } from './use-sent.ts';
import styles from './ChoicesDialog.module.css';

interface ChoicesDialogProps extends Pick<SendingProps, 'draft' | 'onDraft'> {
  readonly onSend: Submit;
  readonly onClose: () => void;
}

/** Of what the server refuses. */
const areas = [channelArea];

const blank = (id: number): TypedOption => ({ id, title: '', description: '' });

/** Sends a text with reply buttons, or with a list to choose from. Stays open until the server has taken it. */
export function ChoicesDialog({ draft, onDraft, onSend, onClose }: ChoicesDialogProps) {
  const text = useText();
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  useAreas(areas);
  const [kind, setKind] = useState<Kind>('buttons');
  const [opener, setOpener] = useState(() => text('choices.open.usual'));
  const [options, setOptions] = useState<readonly TypedOption[]>([blank(1), blank(2)]);
  /** How often it was to be sent: what is missing is marked from then on. */
  const [checks, setChecks] = useState(0);
  const isChecked = checks > 0;
  const sent = useSent(onClose);
  const { words, setWords, isDrafted } = useDraftedWords({ draft, onDraft }, CHOICES.textMax, sent.isSending);
  const isList = kind === 'list';
  const problems = choicesProblems({ kind, words, opener, options });
  const choices = typedChoices({ kind, opener, options });
  const max = isList ? CHOICES.rowsMax : CHOICES.repliesMax;
  const over = words.length - CHOICES.textMax;

  const focusOption = (id: number) => form.current?.querySelector<HTMLElement>(`[data-option="${id}"] input`)?.focus();
  /** The option that takes the focus once it is drawn. */
  const [focusedId, setFocusedId] = useState<number>();
  useEffect(() => {
    if (focusedId !== undefined) focusOption(focusedId);
  }, [focusedId, options.length]);
  useEffect(() => {
    if (checks > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [checks]);
  const add = () => {
    const id = Math.max(0, ...options.map((option) => option.id)) + 1;
    setOptions([...options, blank(id)]);
    setFocusedId(id);
  };
  /** On to the next option, or to one more. */
  const goOn = (field: HTMLElement) => {
    const from = field.closest<HTMLElement>('[data-option]')?.dataset['option'];
    const next = options[options.findIndex(({ id }) => String(id) === from) + 1];
    if (next !== undefined) focusOption(next.id);
    else if (options.length < max) add();
  };
  const change = (id: number, changed: Partial<TypedOption>) =>
    setOptions(options.map((option) => (option.id === id ? { ...option, ...changed } : option)));
  const send = () => {
    setChecks(checks + 1);
    if (problems.isWrong) return;
    sent.begin(onSend({ text: words.trim(), shares: { choices }, keepsDraft: !isDrafted, isFirst: true }));
  };
  const optionError = (id: number) => {
    const problem = problems.options.get(id);
    if (problem === undefined || !(isChecked || problem === 'choices.tooMany')) return undefined;
    if (typeof problem === 'string') return text(problem);
    return text('choices.tooLong', { count: problem.over, max: formats.number(problem.max) });
  };

  return (
    <SendDialog
      size="lg"
      title={text('choices.title')}
      sent={sent}
      words={[words, ...choices.options.map(({ title }) => title)].join('\n').trim() || undefined}
      refusal={sent.failure}
      onSend={send}
      onClose={onClose}
      form={{
        ref: form,
        noValidate: true,
        className: styles.form,
        onKeyDown: (event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          // Doesn't send yet.
          event.preventDefault();
          goOn(event.target);
        },
      }}
    >
      <TextArea
        label={text('choices.text')}
        autoFocus
        isRequired
        rows={3}
        value={words}
        onChange={setWords}
        error={
          over > 0
            ? text('choices.tooLong', { count: over, max: formats.number(CHOICES.textMax) })
            : isChecked && words.trim() === ''
              ? text('choices.text.required')
              : undefined
        }
      />
      <SegmentedControl
        label={text('choices.kind')}
        options={[
          { value: 'buttons', label: text('choices.kind.buttons') },
          { value: 'list', label: text('choices.kind.list') },
        ]}
        value={kind}
        onChange={(next) => {
          setKind(next);
          // What was typed stays, also where it is too much.
          if (next === 'buttons')
            setOptions(options.filter((option, at) => at < CHOICES.repliesMax || isTyped(option)));
        }}
      />
      <p className={styles.hint}>{text(isList ? 'choices.limit.list' : 'choices.limit.buttons')}</p>
      {isList && (
        <TextField
          label={text('choices.open')}
          isRequired
          maxLength={CHOICES.buttonMax}
          value={opener}
          onChange={setOpener}
          error={isChecked && opener.trim() === '' ? text('choices.required') : undefined}
        />
      )}
      {options.map((option, index) => (
        <ChoiceField
          key={option.id}
          option={option}
          number={index + 1}
          isList={isList}
          error={optionError(option.id)}
          onChange={(changed) => change(option.id, changed)}
          onRemove={
            options.length === 1
              ? undefined
              : () => {
                  setOptions(options.filter(({ id }) => id !== option.id));
                  // The pressed button disappears.
                  setFocusedId((options[index + 1] ?? options[index - 1])?.id);
                }
          }
        />
      ))}
      {options.length < max && (
        <Button size="sm" icon={<PlusIcon size={14} />} className={styles.add} onPress={add}>
          {text(isList ? 'choices.addRow' : 'choices.addButton')}
        </Button>
      )}
      {words.trim() !== '' && choices.options.length > 0 && (
        <div className={styles.preview} role="group" aria-label={text('choices.preview')}>
          <small>{text('choices.preview')}</small>
          <div className={styles.bubble}>
            <SharedContent message={{ text: words, choices }} />
          </div>
        </div>
      )}
    </SendDialog>
  );
}
