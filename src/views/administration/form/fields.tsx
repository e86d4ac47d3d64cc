import { useRef, useState, type ReactNode } from 'react';
import { SUGGESTED_PHONE } from '../../../../contract/facts/phone.ts';
import { PORTRAIT_MAX } from '../../../../contract/facts/limits.ts';
import { portraitProblem } from '../../../../contract/facts/portrait.ts';
import { passwordScore } from '../../../../contract/facts/password.ts';
import type { FieldName } from '../../../machines/entities/forms.ts';
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
import { useField, useOpenForm } from './form-context.tsx';
import styles from './fields.module.css';

interface Named {
  /** The field's name in the form. */
  readonly name: FieldName;
  readonly label: string;
  readonly description?: string;
  readonly isRequired?: boolean;
}

interface TextProps extends Named {
  readonly kind?: 'text' | 'email' | 'url';
  /** No autocorrection, no capitals. */
  readonly isVerbatim?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly inputMode?: 'numeric' | 'email' | 'url';
}

function FormText({ name, label, description, kind = 'text', isVerbatim, ...rest }: TextProps) {
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

/** A phone number; an empty one suggests Brazil's country code. */
function FormPhone({ name, label, description }: Named) {
  const { value, change, error, note, isReadOnly } = useField(name);
  const [isFocused, setFocused] = useState(false);
  const number = typeof value === 'string' ? value : '';
  return (
    <TextField
      label={label}
      name={name}
      type="tel"
      inputMode="tel"
      isVerbatim
      autoComplete="off"
      placeholder="+55 11 91234-5678"
      value={number === '' && isFocused && !isReadOnly ? SUGGESTED_PHONE : number}
      onChange={(typed) => change(typed.trim() === SUGGESTED_PHONE.trim() ? '' : typed)}
      onFocusChange={setFocused}
      error={error}
      isReadOnly={isReadOnly}
      {...described(note ?? description)}
    />
  );
}

/** A new password. It stays out of the log: on submit the form gets its vault reference. */
function FormPassword({ name, label, isRequired = false }: Named) {
  const { error, isReadOnly } = useField(name);
  const { secrets, sentSecrets, setSecret } = useOpenForm();
  const text = useText();
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
      {typed !== '' && <PasswordMeter score={passwordScore(typed)} />}
    </div>
  );
}

/** Another write-only secret, such as a provider token; empty leaves the stored one. */
function FormSecret({ name, label, description }: Named) {
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
  /** Whether an empty field is null in the form. */
  readonly isNullable?: boolean;
}

function FormTextArea({ name, label, description, rows = 3, isNullable = false }: TextAreaProps) {
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

function FormNumber({ name, label, description, ...rest }: NumberProps) {
  const { value, change, error, note, isReadOnly } = useField(name);
  const text = useText();
  const { min, max } = rest;
  const [isFocused, setFocused] = useState(false);
  const number = typeof value === 'number' ? value : null;
  // Not while typing: the first digits of a valid number may be out of range.
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

interface Option {
  readonly id: string;
  readonly label: string;
}

interface SelectProps extends Named {
  readonly options: readonly Option[];
  /** Label of the empty choice, if allowed; its value is null. */
  readonly none?: string;
}

const NONE = 'none';

function FormSelect({ name, label, description, options, none, isRequired }: SelectProps) {
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

function FormChoices({ name, label, description, options, none }: ChoicesProps) {
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

function FormSwitch({ name, label, description }: Named) {
  const { value, change, note, isReadOnly } = useField(name);
  return (
    <Switch isSelected={value === true} onChange={change} isReadOnly={isReadOnly} {...described(note ?? description)}>
      {label}
    </Switch>
  );
}

interface ImageProps extends Named {
  /** Whose picture it is, for the fallback initials. */
  readonly of: string;
}

/** An image file, sent as a `data:` URL. Its header is read before it is shown. */
function FormImage({ name, label, of }: ImageProps) {
  const { value, change, error: refused, isReadOnly } = useField(name);
  const text = useText();
  const [problem, setProblem] = useState<ReturnType<typeof portraitProblem>>();
  const error = problem === undefined ? refused : text(problem);
  const input = useRef<HTMLInputElement>(null);
  const image = typeof value === 'string' && value !== '' ? value : null;
  const read = async (file: File) => {
    // One byte over the limit is enough to refuse it without reading the rest.
    const head = await file.slice(0, PORTRAIT_MAX + 1).arrayBuffer();
    const found = portraitProblem(new DataView(head));
    setProblem(found);
    if (found !== undefined) return;
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
            <Button
              size="sm"
              variant="ghost"
              isDisabled={isReadOnly}
              onPress={() => {
                setProblem(undefined);
                change(null);
              }}
            >
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
          // Without this, choosing the same file again fires no change.
          event.currentTarget.value = '';
          // A file that was moved meanwhile leaves the picture as it is.
          if (file !== undefined) read(file).catch(() => undefined);
        }}
      />
    </div>
  );
}

/** The inputs for a form's fields, by kind: each shows its value in the form's actor, and appends changes. */
const fields = {
  FormText,
  FormPhone,
  FormPassword,
  FormSecret,
  FormTextArea,
  FormNumber,
  FormSelect,
  FormChoices,
  FormSwitch,
  FormImage,
  useField,
};

type Fields = typeof fields;
type For<Part, Name> = Part extends (props: infer Props) => infer Shown
  ? (props: Props extends FieldName ? Name : Omit<Props, 'name'> & { readonly name: Name }) => Shown
  : never;

/** The fields of one form (`FormFields['user']`): unknown names don't compile. */
export function fieldsOf<Name extends FieldName>(): { readonly [Part in keyof Fields]: For<Fields[Part], Name> };
export function fieldsOf(): Fields {
  return fields;
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** Stacked fields. */
export function Fields({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function described(words: string | undefined): { readonly description?: string } {
  return words === undefined ? {} : { description: words };
}
