import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import styles from './Audience.module.css';

interface PartCountProps {
  /** Of a group or a condition; empty for the whole tree. */
  readonly path: string;
  readonly count: number | undefined;
}

/** How many customers match a part of the tree alone; empty until it is known. */
export function PartCount({ path, count }: PartCountProps) {
  const formats = useFormats();
  if (count === undefined) return <span className={styles.count} />;
  return (
    <span className={styles.count} data-number={rowNumber('audience.parts', 'count', path)}>
      {formats.number(count)}
    </span>
  );
}
