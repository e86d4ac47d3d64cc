import type { KeyboardEvent, Ref } from 'react';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import { CloseIcon, SearchIcon } from './icons.tsx';
import { Kbd } from './Kbd.tsx';
import { useText } from './useText.ts';
import field from './field.module.css';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** Its accessible name; also the placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: (value: string) => void;
  /** ArrowDown, or Escape when it is empty: focuses the results; false if there are none. */
  readonly onLeave?: () => boolean;
  /** The key that focuses it, shown while it is empty. */
  readonly shortcut?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly className?: string | undefined;
}

/** A search without a visible label. Escape clears it; when it is empty, Escape leaves it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onSubmit, onLeave, shortcut, inputRef, className } = props;
  const text = useText();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && value !== '') {
      event.stopPropagation();
      onChange('');
    } else if (event.key === 'Escape' && onLeave?.() === true) event.stopPropagation();
    if (event.key === 'Enter') {
      // It may be inside a form, which Enter would submit.
      event.preventDefault();
      onSubmit?.(value);
    }
    if (event.key === 'ArrowDown' && onLeave !== undefined) {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <div className={cx(styles.search, className)}>
      <SearchIcon className={styles.glass} />
      <input
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={cx(field.input, styles.input)}
        placeholder={label}
        autoComplete="off"
        spellCheck="false"
        enterKeyHint="search"
        onKeyDown={onKeyDown}
        {...(inputRef === undefined ? {} : { ref: inputRef })}
      />
      {value === '' && shortcut !== undefined && <Kbd className={styles.key}>{shortcut}</Kbd>}
      {value !== '' && (
        <IconButton
          size="sm"
          label={text('kit.search.clear')}
          icon={<CloseIcon />}
          className={styles.clear}
          preventFocusOnPress
          onPress={() => onChange('')}
        />
      )}
    </div>
  );
}
