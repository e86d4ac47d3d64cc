import type { ReactNode } from 'react';
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
        <span className={styles.name}>{name}</span>
        {about !== undefined && <span className={styles.about}>{about}</span>}
      </span>
    </span>
  );
}

/** Nothing to say in a cell. */
export function NoValue() {
  return <span className={styles.about}>—</span>;
}
