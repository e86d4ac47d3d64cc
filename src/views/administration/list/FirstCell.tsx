import { Fragment, type ReactNode } from 'react';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './FirstCell.module.css';

interface FirstCellProps {
  readonly name: string;
  /** A face or symbol before it. */
  readonly icon?: ReactNode;
  /** A smaller line below. */
  readonly about?: ReactNode;
}

/** What a row is called, with a line about it. */
export function FirstCell({ name, icon, about }: FirstCellProps) {
  return (
    <span className={styles.cell}>
      {icon}
      <span className={styles.words}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {about !== undefined && <span className={styles.about}>{about}</span>}
      </span>
    </span>
  );
}

/** A value without spaces that may be long, as an address: it breaks where it must. */
export function LongValue({ children }: { readonly children: string }) {
  // Between its parts rather than within one.
  const [first = '', ...parts] = children.split(/(?<=[.@_-])/u);
  let at = 0;
  return (
    <span className={styles.long}>
      {first}
      {parts.map((part) => (
        <Fragment key={(at += part.length)}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}

/** So many are named; the others are counted. */
const NAMED = 2;

/** Who or what belongs to a row: the first by name, how many more, all of them for the pointer and screen readers. */
export function Names({ of }: { readonly of: readonly { readonly name: string }[] }) {
  const names = of.map(({ name }) => name);
  if (names.length === 0) return <NoValue />;
  if (names.length <= NAMED) return <span className={styles.names}>{names.join(', ')}</span>;
  return (
    <span className={styles.names} title={names.join(', ')}>
      <VisuallyHidden>{names.join(', ')}</VisuallyHidden>
      <span aria-hidden="true">
        {names.slice(0, NAMED).join(', ')} +{names.length - NAMED}
      </span>
    </span>
  );
}

/** Nothing to say in a cell. */
export function NoValue() {
  return <span className={styles.about}>—</span>;
}
