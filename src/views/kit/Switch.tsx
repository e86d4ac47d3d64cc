import type { ReactNode } from 'react';
import { SwitchButton, SwitchField, type SwitchFieldProps } from 'react-aria-components/Switch';
import { Text } from 'react-aria-components/Text';
import { cx } from './cx.ts';
import styles from './Switch.module.css';

interface SwitchProps extends Omit<SwitchFieldProps, 'children' | 'className' | 'style'> {
  readonly children: ReactNode;
  /** A line below it, which says what turning it on does. */
  readonly description?: ReactNode;
  readonly className?: string | undefined;
}

/** On or off, effective at once. */
export function Switch({ children, description, className, ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest} className={cx(styles.field, className)}>
      <SwitchButton className={cx(styles.switch)}>
        <span className={styles.label}>{children}</span>
        <span className={styles.track}>
          <span className={styles.thumb} />
        </span>
      </SwitchButton>
      {description !== undefined && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
    </SwitchField>
  );
}
