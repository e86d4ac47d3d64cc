import { useState } from 'react';
import { AlertIcon, CloseIcon } from './icons.tsx';
import { Select } from './Select.tsx';
import { TextField } from './TextField.tsx';
import { useText } from './useText.ts';
import styles from './Several.module.css';

interface SeveralProps {
  readonly label: string;
  /** Whether it is in a group that says the same. */
  readonly isLabelHidden?: boolean;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly values: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** Some of a list's options: the chosen ones, and a choice of a further one. */
export function Several({ label, isLabelHidden = false, options, values, error, onChange }: SeveralProps) {
  const text = useText();
  return (
    <div
      className={styles.several}
      // A refused form leads the focus to what is wrong.
      data-invalid={error === undefined ? undefined : true}
      {...(isLabelHidden ? {} : { role: 'group', 'aria-label': label })}
    >
      {!isLabelHidden && <span className={styles.label}>{label}</span>}
      {values.map((id) => {
        const name = options.find((each) => each.id === id)?.label ?? text('several.gone');
        return (
          <button
            key={id}
            type="button"
            className={styles.chip}
            aria-label={text('several.remove', { name })}
            onClick={() => onChange(values.filter((each) => each !== id))}
          >
            {name} <CloseIcon />
          </button>
        );
      })}
      <Select
        label={label}
        className={styles.bare}
        options={options.filter(({ id }) => !values.includes(id))}
        value={null}
        placeholder={text(values.length === 0 ? 'form.choose' : 'several.add')}
        onChange={(id) => onChange([...values, id])}
      />
      <Wrong error={error} />
    </div>
  );
}

/** What is wrong with a part that has no field of its own to say it. */
export function Wrong({ error }: { readonly error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <span role="alert" className={styles.error}>
      <AlertIcon /> {error}
    </span>
  );
}

interface TypedListProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** Words with commas between them. */
export function TypedList({ label, values, error, onChange }: TypedListProps) {
  const text = useText();
  const [typed, setTyped] = useState(values.join(', '));
  // Changed from outside, as by somebody else's save.
  const shown = itemsOf(typed).join('\n') === values.join('\n') ? typed : values.join(', ');
  return (
    <TextField
      label={label}
      className={styles.bare}
      placeholder={text('several.list')}
      value={shown}
      error={error}
      onChange={(next) => {
        setTyped(next);
        onChange(itemsOf(next));
      }}
    />
  );
}

function itemsOf(typed: string): readonly string[] {
  const items = typed.split(/[,;]/u).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}
