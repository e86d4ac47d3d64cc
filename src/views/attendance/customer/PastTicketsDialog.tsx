import { useEffect, useEffectEvent } from 'react';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { useListing } from '../../administration/list/use-listing.ts';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { PastTicketRow } from './PastTicketRow.tsx';
import styles from './PastTickets.module.css';

interface PastTicketsDialogProps {
  readonly ticket: Attendance;
  readonly onClose: () => void;
}

const LIST = 'chat.past';
const PAGE = 20;

/** All of the customer's finished tickets by pages, the last finished first. */
export function PastTicketsDialog({ ticket, onClose }: PastTicketsDialogProps) {
  const text = useText();
  const now = useNow(3_600_000);
  const { id: customer, name } = ticket.customer;
  const query = {
    page: 1,
    limit: PAGE,
    search: '',
    sort: { by: 'finished_at', descending: true },
    filters: { customer },
  };
  const { rows, total, phase, failure, query: shown, updateQuery, retry } = useListing(LIST, query);
  // The customer's page shows the same list, in shorter pages.
  const isOther = shown.filters['customer'] !== customer || shown.limit !== PAGE;
  const ask = useEffectEvent(() => updateQuery(query));
  useEffect(() => {
    if (isOther) ask();
  }, [isOther]);
  const isLoading = isOther || rows === null || phase === 'stale';
  return (
    <Dialog isOpen title={text('past.title', { name })} onClose={onClose}>
      {failure !== null ? (
        <p className={styles.note}>
          {text('past.failed')}{' '}
          <Button variant="link" size="sm" onPress={retry}>
            {text('action.retry')}
          </Button>
        </p>
      ) : isLoading ? (
        <SkeletonRows count={8} />
      ) : (
        <ul role="list" className={styles.all} aria-label={text('past.title', { name })}>
          {rows.map((past) => (
            <li key={past.id}>
              <PastTicketRow past={past} instanceId={ticket.instance.id} now={now} onOpen={onClose} />
              {past.isWithin === true && past.instance.id === ticket.instance.id && (
                <p className={styles.hint}>{text('past.within')}</p>
              )}
            </li>
          ))}
        </ul>
      )}
      {failure === null && total > PAGE && (
        <div className={styles.pages}>
          <Pagination page={shown.page} pageSize={PAGE} total={total} onPage={(page) => updateQuery({ page })} />
        </div>
      )}
    </Dialog>
  );
}
