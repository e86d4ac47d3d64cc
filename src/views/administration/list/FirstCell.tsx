import { Fragment, type ReactNode } from 'react';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './FirstCell.module.css';

interface FirstCellProps {
  readonly name: string;
  /** An avatar or icon in front. */
  readonly icon?: ReactNode;
  /** A smaller line below. */
  readonly about?: ReactNode;
}

/** A row's name, with a line about it. */
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

/** A long value without spaces, such as an address, with allowed line breaks. */
export function LongValue({ children }: { readonly children: string }) {
  // Prefers breaks between its parts.
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

/** This many are named; the rest is counted. */
const NAMED = 2;

/** People or things of a row: some names and how many more; the full list is in the tooltip and for screen readers. */
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

/** An empty cell. */
export function NoValue() {
  return <span className={styles.about}>—</span>;
}
