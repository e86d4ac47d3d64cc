import type { ReactNode } from 'react';
import type { ListName, ListRows } from '../../../machines/log/events-administration.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import type { Listing } from '../list/use-listing.ts';
import styles from './Rows.module.css';

interface RowsProps<Name extends ListName> {
  readonly listing: Listing<Name>;
  readonly idOf: (row: ListRows[Name]) => string;
  readonly render: (row: ListRows[Name]) => ReactNode;
  /** Shown if the list is empty. */
  readonly none: string;
}

/** A short list inside a card. */
export function Rows<Name extends ListName>({ listing, idOf, render, none }: RowsProps<Name>) {
  const { rows, failure, phase, retry } = listing;
  const text = useText();
  const failureText = useFailureText();
  return (
    <>
      {failure !== null && (
        <Banner tone="danger" action={<Button onPress={retry}>{text('action.retry')}</Button>}>
          {failureText(failure)}
        </Banner>
      )}
      {rows === null && failure === null && (
        <div role="status" aria-label={text('table.loading')} className={styles.places}>
          <Skeleton width="70%" />
          <Skeleton width="55%" />
        </div>
      )}
      {rows !== null && rows.length === 0 && <p className={styles.about}>{none}</p>}
      {rows !== null && rows.length > 0 && (
        <ul role="list" className={styles.rows} aria-busy={phase === 'stale'}>
          {rows.map((row) => (
            <li key={idOf(row)} className={styles.row}>
              {render(row)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
