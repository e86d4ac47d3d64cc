import type { CustomerId } from '../../../machines/entities/ids.ts';
import { useNow } from '../../app/use-now.ts';
import { CardSkeleton } from '../../attendance/customer/CardSkeleton.tsx';
import { PastTicketRow } from '../../attendance/customer/PastTicketRow.tsx';
import styles from '../../attendance/customer/PastTickets.module.css';
import { useListOf } from '../../attendance/customer/use-list-of.ts';
import { Button } from '../../kit/Button.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { useText } from '../../kit/useText.ts';

const PAGE = 5;

/** The customer's finished attendances that the viewer may read, the last one first. */
export function CustomerAttendances({ customerId }: { readonly customerId: CustomerId }) {
  const text = useText();
  const now = useNow(3_600_000);
  const { rows, total, failure, query, updateQuery, retry } = useListOf(
    'chat.past',
    { customer: customerId },
    { limit: PAGE, sort: { by: 'finished_at', descending: true } },
  );
  return (
    <section className={styles.history} aria-labelledby="customer-attendances">
      <h3 id="customer-attendances" className={styles.title}>
        {text('attendance.history')}
      </h3>
      {rows === null && failure === null && <CardSkeleton />}
      {failure !== null && (
        <p className={styles.note}>
          {text('attendance.history.failed')}{' '}
          <Button variant="link" size="sm" onPress={retry}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      {failure === null && rows?.length === 0 && <p className={styles.note}>{text('base.attendances.none')}</p>}
      {rows !== null && rows.length > 0 && (
        <ul role="list">
          {rows.map((past) => (
            <li key={past.id}>
              {/* Of no instance: each says its own. */}
              <PastTicketRow past={past} instanceId="" now={now} />
            </li>
          ))}
        </ul>
      )}
      {total > PAGE && (
        <div className={styles.pages}>
          <Pagination page={query.page} pageSize={PAGE} total={total} onPage={(page) => updateQuery({ page })} />
        </div>
      )}
    </section>
  );
}
