import { useId } from 'react';
import { SkeletonRows } from '../../../kit/Skeleton.tsx';
import styles from './Bulk.module.css';

interface Option {
  readonly id: string;
  readonly label: string;
  /** Said after it. */
  readonly hint?: string | undefined;
}

interface OptionsProps {
  readonly label: string;
  /** Said when there is none. */
  readonly none: string;
  /** Null while they load. */
  readonly options: readonly Option[] | null;
  readonly onChoose: (id: string) => void;
}

/** One of a few, by radio buttons. */
export function Options({ label, none, options, onChoose }: OptionsProps) {
  const name = useId();
  if (options === null) return <SkeletonRows count={3} />;
  if (options.length === 0) return <p className={styles.lead}>{none}</p>;
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input type="radio" name={name} onChange={() => onChoose(option.id)} />
          <span>
            {option.label}
            {option.hint !== undefined && <small> · {option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
