import { useEffect, useRef } from 'react';
import {
  TEMPLATE_BUTTON_MAX,
  TEMPLATE_BUTTONS,
  TEMPLATE_BUTTONS_MAX,
  TEMPLATE_TEXT_MAX,
  type TemplateButton,
  type TemplateButtonType,
} from '../../../../contract/facts/template-form.ts';
import { ArrowUpIcon, PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { IconButton } from '../../kit/Button.tsx';
import { ArrowDownIcon } from '../../kit/icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useEditing } from './editing-context.ts';
import styles from './Templates.module.css';

interface ButtonsFieldProps {
  readonly path: string;
  readonly buttons: readonly TemplateButton[];
  readonly onChange: (buttons: TemplateButton[], path: string) => void;
  readonly most?: number;
}

/** The buttons under a message, in their order. */
export function ButtonsField({ path, buttons, onChange, most = TEMPLATE_BUTTONS_MAX }: ButtonsFieldProps) {
  const text = useText();
  const { problem, isReadOnly } = useEditing();
  const error = problem(path);
  const countOf = (type: TemplateButtonType) => buttons.filter((each) => each.type === type).length;
  const replace = (at: number, next: TemplateButton, part: string) =>
    onChange(
      buttons.map((each, index) => (index === at ? next : each)),
      `${path}.${at}.${part}`,
    );
  const list = useRef<HTMLFieldSetElement>(null);
  // Focus target after the buttons change: rows are keyed by index, so the focus doesn't move with them.
  const focused = useRef<{ readonly at: number; readonly control: 'up' | 'down' | 'remove' }>(null);
  useEffect(() => {
    if (focused.current === null) return;
    const { at, control } = focused.current;
    focused.current = null;
    const row = list.current?.querySelectorAll(':scope > [role=group]').item(at);
    const [up, down, remove] = row?.querySelectorAll('button') ?? [];
    const wanted = { up: [up, down], down: [down, up], remove: [remove] }[control];
    const add = [...(list.current?.querySelectorAll('button') ?? [])].at(-1);
    [...wanted, add].find((each) => each !== undefined && !each.disabled)?.focus();
  }, [buttons]);
  const move = (at: number, by: number) => {
    focused.current = { at: at + by, control: by < 0 ? 'up' : 'down' };
    const next = [...buttons];
    const [moved] = next.splice(at, 1);
    if (moved !== undefined) next.splice(at + by, 0, moved);
    onChange(next, path);
  };
  return (
    <fieldset ref={list} className={styles.list} data-invalid={error === undefined ? undefined : ''}>
      <legend>{text('template.buttons')}</legend>
      {buttons.map((button, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- buttons have nothing else of their own
        <div key={at} className={styles.item} role="group" aria-label={text('template.button.one', { number: at + 1 })}>
          <div className={styles.itemHead}>
            <b>{text(`template.button.${button.type}`)}</b>
            <IconButton
              size="sm"
              label={text('template.button.up', { number: at + 1 })}
              icon={<ArrowUpIcon />}
              isDisabled={isReadOnly || at === 0}
              onPress={() => move(at, -1)}
            />
            <IconButton
              size="sm"
              label={text('template.button.down', { number: at + 1 })}
              icon={<ArrowDownIcon />}
              isDisabled={isReadOnly || at === buttons.length - 1}
              onPress={() => move(at, 1)}
            />
            <IconButton
              size="sm"
              label={text('template.button.remove', { number: at + 1 })}
              icon={<TrashIcon />}
              isDisabled={isReadOnly}
              onPress={() => {
                focused.current = { at, control: 'remove' };
                onChange(
                  buttons.filter((_each, index) => index !== at),
                  path,
                );
              }}
            />
          </div>
          <ButtonFields button={button} path={`${path}.${at}`} onChange={(next, part) => replace(at, next, part)} />
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <MenuButton
        label={text('template.button.add')}
        isDisabled={isReadOnly || buttons.length >= most}
        groups={[
          {
            id: 'types',
            onSelect: (id) => {
              const type = TEMPLATE_BUTTONS.find((each) => each === id);
              if (type !== undefined) onChange([...buttons, { type, text: '', value: '', example: '' }], path);
            },
            entries: TEMPLATE_BUTTONS.map((id) => ({
              id,
              label: text(`template.button.${id}`),
              isDisabled: countOf(id) >= TEMPLATE_BUTTON_MAX[id],
            })),
          },
        ]}
      >
        <PlusIcon /> {text('template.button.add')}
      </MenuButton>
    </fieldset>
  );
}

interface ButtonFieldsProps {
  readonly button: TemplateButton;
  readonly path: string;
  readonly onChange: (button: TemplateButton, part: string) => void;
}

function ButtonFields({ button, path, onChange }: ButtonFieldsProps) {
  const text = useText();
  const { problem, isReadOnly } = useEditing();
  const { type, value, example } = button;
  const common = { isReadOnly, autoComplete: 'off' } as const;
  return (
    <div className={styles.itemFields}>
      {type !== 'COPY_CODE' && (
        <TextField
          {...common}
          label={text('template.button.text')}
          description={text('template.count', { count: button.text.length, max: TEMPLATE_TEXT_MAX.button })}
          value={button.text}
          onChange={(typed) => onChange({ ...button, text: typed }, 'text')}
          error={problem(`${path}.text`)}
        />
      )}
      {type !== 'QUICK_REPLY' && (
        <TextField
          {...common}
          label={text(`template.button.${type}.value`)}
          description={text(`template.button.${type}.hint`)}
          type={type === 'PHONE_NUMBER' ? 'tel' : 'text'}
          isVerbatim
          value={value}
          onChange={(typed) => onChange({ ...button, value: typed }, 'value')}
          error={problem(`${path}.value`)}
        />
      )}
      {type === 'URL' && value.includes('{{') && (
        <TextField
          {...common}
          label={text('template.button.URL.example')}
          isVerbatim
          value={example}
          onChange={(typed) => onChange({ ...button, example: typed }, 'example')}
          error={problem(`${path}.example`)}
        />
      )}
    </div>
  );
}
