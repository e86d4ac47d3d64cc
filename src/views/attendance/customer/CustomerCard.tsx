import { useSelector } from '@xstate/react';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { CustomerId } from '../../../machines/entities/ids.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { useIsOffline } from '../../app/use-offline.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { CardSkeleton } from './CardSkeleton.tsx';
import { CustomerConsents } from './CustomerConsents.tsx';
import { CustomerData } from './CustomerData.tsx';
import { CustomerFiles } from './CustomerFiles.tsx';
import { CustomerGroups } from './CustomerGroups.tsx';
import { CustomerTags } from './CustomerTags.tsx';
import { OtherNumbers } from './OtherNumbers.tsx';
import { useCard } from './use-card.ts';
import styles from './CustomerCard.module.css';

/** What the company keeps of a customer: tags, data and note, files. */
export function CustomerCard({ customerId }: { readonly customerId: CustomerId }) {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  // Files are of conversations.
  const mayChat = useSelector(directory.auth, selectRoutes).includes('chat');
  const isOffline = useIsOffline();
  const { card, failure, retry } = useCard(customerId);
  if (card === undefined && failure !== null) {
    if (isOffline && failure.code === 'NETWORK') return <p className={styles.note}>{text('customers.card.offline')}</p>;
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
