import { useSelector } from '@xstate/react';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { CustomerCampaign } from '../../../machines/entities/campaigns.ts';
import { useApp } from '../../app/app-context.tsx';
import { CardSkeleton } from '../../attendance/customer/CardSkeleton.tsx';
import styles from '../../attendance/customer/PastTickets.module.css';
import { useListOf } from '../../attendance/customer/use-list-of.ts';
import { Button } from '../../kit/Button.tsx';
import { Link } from '../../kit/Link.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { RECIPIENT_TONES, useRecipientReason } from '../campaigns/campaign-words.ts';
import { usePolled } from '../list/use-polled.ts';

const PAGE = 5;

/** Campaigns' results for one customer, newest first: delivery or reason, and answer. */
export function CustomerCampaigns({ customerId }: { readonly customerId: string }) {
  const text = useText();
  const { rows, total, failure, query, updateQuery, retry } = usePolled(
    useListOf('customer.campaigns', { customer: customerId }, { limit: PAGE }),
  );
  return (
    <section className={styles.history} aria-labelledby="customer-campaigns">
      <h3 id="customer-campaigns" className={styles.title}>
        {text('base.campaigns')}
      </h3>
      {rows === null && failure === null && <CardSkeleton />}
      {failure !== null && (
        <p className={styles.note}>
          {text('base.campaigns.failed')}{' '}
          <Button variant="link" size="sm" onPress={retry}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      {failure === null && rows?.length === 0 && <p className={styles.note}>{text('base.campaigns.none')}</p>}
      {rows !== null && rows.length > 0 && (
        <ul role="list">
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} />
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

function Row({ row }: { readonly row: CustomerCampaign }) {
  const text = useText();
  const formats = useFormats();
  const { directory } = useApp();
  const reasonOf = useRecipientReason();
  const routes = useSelector(directory.auth, selectRoutes);
  const { id, name, state, sentAt, answeredAt, ticketId } = row;
  const when = (at: number) => `${formats.date(at)}, ${formats.time(at)}`;
  const reason = reasonOf(row);
  return (
    <div className={styles.within}>
      <span className={styles.owner}>
        {routes.includes('campaigns') ? <Link to={`/campaigns?id=${id}`}>{name}</Link> : name}
      </span>
      <Tag tone={answeredAt === null ? RECIPIENT_TONES[state] : 'success'}>
        {text(answeredAt === null ? `campaign.recipient.${state}` : 'campaign.recipient.answered')}
      </Tag>
      <small>
        {[
          ...(sentAt === null ? [] : [text('base.campaigns.sent', { when: when(sentAt) })]),
          ...(answeredAt === null ? [] : [text('base.campaigns.answered', { when: when(answeredAt) })]),
          ...(reason === undefined ? [] : [reason]),
        ].join(' · ')}
        {ticketId !== null && routes.includes('chat') && (
          <>
            {' · '}
            <Link to={`/chat/${ticketId}`}>{text('base.campaigns.open')}</Link>
          </>
        )}
      </small>
    </div>
  );
}
