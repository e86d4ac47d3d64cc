import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import { cx } from './cx.ts';
import { ChevronDownIcon } from './administration-icons.tsx';
import { AlertIcon, CheckIcon } from './icons.tsx';
import type { MenuEntry } from './menu-items.ts';
import field from './field.module.css';
import popover from './popover.module.css';
import styles from './Select.module.css';

interface SelectProps {
  readonly label: string;
  readonly options: readonly MenuEntry[];
  /** The chosen option's id. */
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly placeholder: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly className?: string | undefined;
}

/** Selects one option of a list, in a form. Import it lazily: it brings react-aria's overlays. */
export function Select(props: SelectProps) {
  const { label, options, value, onChange, placeholder, description, error, className, ...rest } = props;
  return (
    <AriaSelect
      {...rest}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      placeholder={placeholder}
      value={value}
      onChange={(key) => {
        if (typeof key === 'string') onChange(key);
      }}
      className={cx(field.field, className)}
    >
      <Label className={cx(field.label)}>{label}</Label>
      <AriaButton className={cx(field.box, styles.button)}>
        <SelectValue className={cx(styles.value)}>
          {({ selectedText, isPlaceholder }) => (isPlaceholder ? placeholder : selectedText)}
        </SelectValue>
        <ChevronDownIcon />
      </AriaButton>
      {description !== undefined && (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      )}
      <FieldError className={cx(field.error)}>
        <AlertIcon />
        <span>{error}</span>
      </FieldError>
      <Popover className={cx(popover.popover)} offset={5}>
        <ListBox className={cx(popover.list)} items={options}>
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.label}
              isDisabled={option.isDisabled === true}
              className={cx(popover.item)}
            >
              <span aria-hidden="true" className={popover.symbol}>
                {option.icon}
              </span>
              <span className={popover.words}>
                {option.label}
                {option.hint !== undefined && <span className={popover.hint}>{option.hint}</span>}
              </span>
              <CheckIcon className={popover.check} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
