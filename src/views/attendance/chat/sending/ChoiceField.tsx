import { CHOICES } from '../../../../../contract/facts/choices.ts';
import { IconButton } from '../../../kit/Button.tsx';
import { CloseIcon } from '../../../kit/icons.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useText } from '../../../kit/useText.ts';
import type { TypedOption } from './choices-typed.ts';
import styles from './ChoicesDialog.module.css';

interface ChoiceFieldProps {
  readonly option: TypedOption;
  readonly number: number;
  readonly isList: boolean;
  readonly error: string | undefined;
  readonly onChange: (changed: Partial<TypedOption>) => void;
  /** Left out for the only one. */
  readonly onRemove: (() => void) | undefined;
}

/** A button's or a row's texts. */
export function ChoiceField({ option, number, isList, error, onChange, onRemove }: ChoiceFieldProps) {
  const text = useText();
  return (
    <div className={styles.option} data-option={option.id}>
      <TextField
        label={text(isList ? 'choices.row' : 'choices.button', { number })}
        isRequired
        maxLength={isList ? CHOICES.rowMax : CHOICES.replyMax}
        value={option.title}
        onChange={(title) => onChange({ title })}
        error={error}
      />
      {isList && (
        <TextField
          label={text('choices.description', { number })}
          maxLength={CHOICES.descriptionMax}
          value={option.description}
          onChange={(description) => onChange({ description })}
        />
      )}
      {onRemove !== undefined && (
        <IconButton
          size="sm"
          label={text(isList ? 'choices.removeRow' : 'choices.removeButton', { number })}
          icon={<CloseIcon size={14} />}
          className={styles.remove}
          onPress={onRemove}
        />
      )}
    </div>
  );
}
