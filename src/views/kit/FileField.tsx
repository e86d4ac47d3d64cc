import { useId, useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { AlertIcon } from './icons.tsx';
import fieldStyles from './field.module.css';
import styles from './FileField.module.css';

interface FileFieldProps {
  readonly label: string;
  /** Which files it takes, and how large they may be. */
  readonly description: ReactNode;
  readonly icon: ReactNode;
  /** `accept` of the file dialog. */
  readonly accept: string;
  /** The button's text: choose a file, or another one. */
  readonly choose: string;
  /** The chosen file; undefined for none. */
  readonly name: ReactNode;
  /** What is wrong with it, as text; marks the field invalid. */
  readonly error: string | undefined;
  /** It is being uploaded. */
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: (file: File) => void;
  /** Clears the choice; undefined: it can only be replaced. */
  readonly removal?: { readonly label: string; readonly onRemove: () => void } | undefined;
}

/** A field for a file: a button, the chosen file, and its error. */
export function FileField(props: FileFieldProps) {
  const { label, description, icon, accept, choose, name, error, isPending, isDisabled, onChoose, removal } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div
      className={cx(fieldStyles.field)}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      data-invalid={error === undefined ? undefined : ''}
    >
      <span id={id} className={cx(fieldStyles.label)}>
        {label}
      </span>
      <div className={styles.file}>
        <Button
          ref={button}
          icon={icon}
          isPending={isPending ?? false}
          isDisabled={isDisabled ?? false}
          onPress={() => input.current?.click()}
        >
          {choose}
        </Button>
        {name !== undefined && <span>{name}</span>}
        {name !== undefined && removal !== undefined && (
          <Button
            size="sm"
            variant="link"
            isDisabled={isPending === true || isDisabled === true}
            onPress={() => {
              removal.onRemove();
              button.current?.focus();
            }}
          >
            {removal.label}
          </Button>
        )}
      </div>
      <span id={`${id}-hint`} className={cx(fieldStyles.description)}>
        {description}
      </span>
      {error !== undefined && (
        <span className={cx(fieldStyles.error)} role="alert">
          <AlertIcon />
          <span>{error}</span>
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        data-file-field=""
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </div>
  );
}
