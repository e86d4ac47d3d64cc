import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { CustomerCard as Card } from '../../../machines/entities/customers.ts';
import type { CustomerId } from '../../../machines/entities/ids.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { CardSkeleton } from './CardSkeleton.tsx';
import { CustomerConsents } from './CustomerConsents.tsx';
import { CustomerData } from './CustomerData.tsx';
import { CustomerFiles } from './CustomerFiles.tsx';
import { CustomerGroups } from './CustomerGroups.tsx';
import { CustomerTags } from './CustomerTags.tsx';
import { OtherNumbers } from './OtherNumbers.tsx';
import styles from './CustomerCard.module.css';

/** What the company keeps of a customer: tags, data and note, files. */
export function CustomerCard({ customerId }: { readonly customerId: CustomerId }) {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  // Files are of conversations.
  const mayChat = useSelector(directory.auth, selectRoutes).includes('chat');
  const { card, failure, retry } = useCard(customerId);
  if (card === undefined && failure !== null) {
    return (
      <p className={styles.note}>
        {failureText(failure)}{' '}
        <Button variant="link" size="sm" onPress={retry}>
          {text('action.retry')}
        </Button>
      </p>
    );
  }
  if (card === undefined) return <CardSkeleton />;
  return (
    <>
      <OtherNumbers numbers={card.numbers ?? []} />
      <CustomerTags key={`tags-${card.id}`} card={card} />
      <CustomerGroups groups={card.groups ?? []} />
      <CustomerConsents key={`consents-${card.id}`} customerId={card.id} />
      <CustomerData key={`data-${card.id}`} card={card} />
      {mayChat && <CustomerFiles key={`files-${card.id}`} customerId={card.id} />}
    </>
  );
}

/** The card of a customer; undefined until it is this one's. */
function useCard(customerId: string) {
  const query: ListQuery = { ...oneRow, filters: { customer: customerId } };
  const { rows, query: asked, updateQuery, failure, retry } = useListing('chat.customer', query);
  const update = useRef(updateQuery);
  const isOther = asked.filters['customer'] !== customerId;
  useEffect(() => {
    if (isOther) update.current({ filters: { customer: customerId } });
  }, [isOther, customerId]);
  const card: Card | undefined = rows?.find(({ id }) => id === customerId);
  return { card, failure: isOther ? null : failure, retry };
}

const oneRow: ListQuery = { page: 1, limit: 1, search: '', sort: { by: 'name', descending: false }, filters: {} };
