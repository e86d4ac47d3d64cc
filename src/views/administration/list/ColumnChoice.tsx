import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { cx } from '../../kit/cx.ts';
import { ColumnsIcon } from '../../kit/administration-icons.tsx';
import popover from '../../kit/popover.module.css';
import { TriggerButton } from '../../kit/TriggerButton.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './ColumnChoice.module.css';

interface ColumnChoiceProps {
  /** The columns that may be hidden. */
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  readonly hidden: readonly string[];
  /** Gets all hidden columns. */
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Selects a table's visible columns. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const text = useText();
  if (columns.length === 0) return null;
  return (
    <DialogTrigger>
      <TriggerButton icon={<ColumnsIcon />}>{text('table.columns')}</TriggerButton>
      {/* The dialog itself: with one inside it would be named too, though it has no role. */}
      <Popover className={cx(popover.popover)} placement="bottom end" offset={6}>
        <CheckboxGroup
          aria-label={text('table.columns.show')}
          value={columns.map(({ id }) => id).filter((id) => !hidden.includes(id))}
          onChange={(shown) => onChange(columns.map(({ id }) => id).filter((id) => !shown.includes(id)))}
          className={cx(styles.columns)}
        >
          {columns.map(({ id, title }) => (
            <Checkbox key={id} value={id}>
              {title}
            </Checkbox>
          ))}
        </CheckboxGroup>
      </Popover>
    </DialogTrigger>
  );
}
