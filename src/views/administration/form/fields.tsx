import { useRef, useState, type ReactNode } from 'react';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Choices } from '../../kit/Choices.tsx';
import { ImageIcon } from '../../kit/icons.tsx';
import { NumberField } from '../../kit/NumberField.tsx';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { PasswordMeter } from '../../kit/PasswordMeter.tsx';
import { Select } from '../../kit/Select.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { usePasswordScore } from '../password-score.ts';
import { useField, useOpenForm } from './form-context.tsx';
import styles from './fields.module.css';

interface Named {
  /** The form's name of it. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly isRequired?: boolean;
}

interface TextProps extends Named {
  readonly kind?: 'text' | 'email' | 'url';
  /** No prose: no corrections, no capitals. */
  readonly isVerbatim?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly inputMode?: 'numeric' | 'email' | 'url';
}

/** The form's fields, each by its name. They show what its actor holds and append what is typed. */
export function FormText({ name, label, description, kind = 'text', isVerbatim, ...rest }: TextProps) {
  const { value, change, error, note, isReadOnly } = useField(name);
  return (
    <TextField
      {...rest}
      label={label}
      name={name}
      type={kind}
      isVerbatim={isVerbatim ?? kind !== 'text'}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={change}
      error={error}
      isReadOnly={isReadOnly}
      {...described(note ?? description)}
    />
  );
}

/** A password to be set. It is kept out of the log: the form gets its name in the vault when it is sent. */
export function FormPassword({ name, label, isRequired = false }: Named) {
  const { error, isReadOnly } = useField(name);
  const { secrets, sentSecrets, setSecret } = useOpenForm();
  const text = useText();
  const scoreOf = usePasswordScore();
  const typed = secrets.get(name) ?? '';
  return (
    <div className={styles.password}>
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        value={typed}
        onChange={(secret) => setSecret(name, secret)}
        error={typed === (sentSecrets.get(name) ?? '') ? error : undefined}
        isReadOnly={isReadOnly}
        isRequired={isRequired}
        description={text('form.password.hint')}
      />
      {typed !== '' && <PasswordMeter score={scoreOf(typed)} />}
    </div>
  );
}

/** Another secret that is never shown again, as a token of the provider; an empty one leaves what is there. */
export function FormSecret({ name, label, description }: Named) {
  const { error, isReadOnly } = useField(name);
  const { secrets, sentSecrets, setSecret } = useOpenForm();
  const typed = secrets.get(name) ?? '';
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="off"
      value={typed}
      onChange={(secret) => setSecret(name, secret)}
      error={typed === (sentSecrets.get(name) ?? '') ? error : undefined}
      isReadOnly={isReadOnly}
      {...described(description)}
    />
  );
}

interface TextAreaProps extends Named {
  readonly rows?: number;
  /** An empty one is null in the form. */
  readonly isNullable?: boolean;
}

export function FormTextArea({ name, label, description, rows = 3, isNullable = false }: TextAreaProps) {
  const { value, change, error, note, isReadOnly } = useField(name);
  return (
    <TextArea
      label={label}
      rows={rows}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => change(isNullable && next === '' ? null : next)}
      error={error}
      isReadOnly={isReadOnly}
      {...described(note ?? description)}
    />
  );
}

interface NumberProps extends Named {
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
}

export function FormNumber({ name, label, description, ...rest }: NumberProps) {
  const { value, change, error, note, isReadOnly } = useField(name);
  const text = useText();
  const { min, max } = rest;
  const [isFocused, setFocused] = useState(false);
  const number = typeof value === 'number' ? value : null;
  // Half a number is beyond what the whole is within.
  const isBeyond = !isFocused && number !== null && (number < (min ?? -Infinity) || number > (max ?? Infinity));
  const range = () =>
    max === undefined ? text('form.range.from', { min: min ?? 0 }) : text('form.range', { min: min ?? 0, max });
  return (
    <NumberField
      {...rest}
      label={label}
      value={number}
      onChange={change}
      error={isBeyond ? range() : error}
      isReadOnly={isReadOnly}
      onFocusChange={setFocused}
      {...described(note ?? description)}
    />
  );
}

export interface Option {
  readonly id: string;
  readonly label: string;
}

interface SelectProps extends Named {
  readonly options: readonly Option[];
  /** What choosing nothing is called, where one may; it is null in the form. */
  readonly none?: string;
}

const NONE = 'none';

export function FormSelect({ name, label, description, options, none, isRequired }: SelectProps) {
  const { value, change, error, note, isReadOnly } = useField(name);
  const text = useText();
  const all = none === undefined ? options : [{ id: NONE, label: none }, ...options];
  const chosen = typeof value === 'string' && value !== '' ? value : none === undefined ? null : NONE;
  return (
    <Select
      label={label}
      options={all}
      value={chosen}
      onChange={(id) => change(id === NONE && none !== undefined ? null : id)}
      placeholder={text('form.choose')}
      error={error}
      isDisabled={isReadOnly}
      {...(isRequired === undefined ? {} : { isRequired })}
      {...described(note ?? description)}
    />
  );
}

interface ChoicesProps extends Omit<SelectProps, 'options'> {
  readonly none: string;
  readonly options: readonly { readonly id: string; readonly label: string; readonly about?: string | undefined }[];
}

export function FormChoices({ name, label, description, options, none }: ChoicesProps) {
  const { value, change, error, note, isReadOnly } = useField(name);
  return (
    <Choices
      label={label}
      options={options}
      value={textsOf(value)}
      onChange={(ids) => change(ids)}
      none={none}
      error={error}
      isReadOnly={isReadOnly}
      {...described(note ?? description)}
    />
  );
}

export function FormSwitch({ name, label, description }: Named) {
  const { value, change, note, isReadOnly } = useField(name);
  return (
    <Switch isSelected={value === true} onChange={change} isReadOnly={isReadOnly} {...described(note ?? description)}>
      {label}
    </Switch>
  );
}

interface ImageProps extends Named {
  /** Whose picture it is, for the letters shown without one. */
  readonly of: string;
}

/** A picture from the person's files, sent as a `data:` address. */
export function FormImage({ name, label, of }: ImageProps) {
  const { value, change, error, isReadOnly } = useField(name);
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const image = typeof value === 'string' && value !== '' ? value : null;
  const read = (file: File | undefined) => {
    if (file === undefined) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') change(reader.result);
    });
    reader.readAsDataURL(file);
  };
  return (
    <div className={styles.image} role="group" aria-label={label}>
      <Avatar name={of} image={image} size="xl" />
      <div className={styles.imageWords}>
        <span className={styles.imageButtons}>
          <Button size="sm" icon={<ImageIcon />} isDisabled={isReadOnly} onPress={() => input.current?.click()}>
            {text('form.image.choose')}
          </Button>
          {image !== null && (
            <Button size="sm" variant="ghost" isDisabled={isReadOnly} onPress={() => change(null)}>
              {text('form.image.remove')}
            </Button>
          )}
        </span>
        <small
          className={error === undefined ? styles.hint : styles.wrong}
          role={error === undefined ? undefined : 'alert'}
        >
          {error ?? text('form.image.hint')}
        </small>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file chosen again is a change again.
          event.currentTarget.value = '';
          read(file);
        }}
      />
    </div>
  );
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** Fields below each other. */
export function Fields({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function described(words: string | undefined): { readonly description?: string } {
  return words === undefined ? {} : { description: words };
}
