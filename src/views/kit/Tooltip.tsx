import type { ReactElement } from 'react';
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  type TooltipProps as AriaTooltipProps,
} from 'react-aria-components/Tooltip';
import { cx } from './cx.ts';
import { Kbd } from './Kbd.tsx';
import styles from './Tooltip.module.css';

interface TooltipProps {
  /** A few words; never the only place for this information. */
  readonly text: string;
  readonly shortcut?: string;
  readonly placement?: NonNullable<AriaTooltipProps['placement']>;
  /** A react-aria control, such as `TriggerButton`. */
  readonly children: ReactElement;
}

/** Text beside a control on hover or focus. Import it lazily. */
export function Tooltip({ text, shortcut, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip className={cx(styles.tooltip)} placement={placement} offset={6}>
        {text}
        {shortcut !== undefined && <Kbd className={styles.key}>{shortcut}</Kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
