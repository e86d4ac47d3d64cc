import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../../kit/cx.ts';
import { HelpIcon } from '../../kit/administration-icons.tsx';
import popover from '../../kit/popover.module.css';
import { TriggerButton } from '../../kit/TriggerButton.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './MetricHelp.module.css';

interface MetricHelpProps {
  /** The number's name. */
  readonly name: string;
  /** What it counts. */
  readonly definition: string;
}

/** A metric's definition, on hover, touch and focus. */
export function MetricHelp({ name, definition }: MetricHelpProps) {
  const text = useText();
  return (
    <DialogTrigger>
      <TriggerButton
        size="sm"
        aria-label={text('reports.help', { name })}
        icon={<HelpIcon />}
        className={styles.button}
      />
      <Popover className={cx(popover.popover, styles.popover)} placement="bottom" offset={4}>
        <div className={styles.words}>
          <strong>{name}</strong>
          <p>{definition}</p>
        </div>
      </Popover>
    </DialogTrigger>
  );
}
