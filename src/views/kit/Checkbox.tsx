import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox';
import { MinusIcon } from './administration-icons.tsx';
import { CheckIcon } from './icons.tsx';
import { cx } from './cx.ts';
import styles from './Checkbox.module.css';

interface CheckboxProps extends Omit<CheckboxFieldProps, 'children' | 'className' | 'style'> {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A choice that takes effect when the form is sent; use `Switch` for one that takes effect at once. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <CheckboxField validationBehavior="aria" {...rest} {...(className === undefined ? {} : { className })}>
      <CheckboxButton className={cx(styles.checkbox)}>
        {({ isIndeterminate }) => (
          <>
            <span className={styles.box}>{isIndeterminate ? <MinusIcon /> : <CheckIcon />}</span>
            <span>{children}</span>
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  );
}
