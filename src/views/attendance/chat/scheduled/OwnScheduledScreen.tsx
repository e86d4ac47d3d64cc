import { useState } from 'react';
import type { OwnScheduledMessage } from '../../../../machines/entities/scheduled.ts';
import type { ListQuery } from '../../../../machines/log/events-administration.ts';
import { useListing } from '../../../administration/list/use-listing.ts';
import { useFailureText } from '../../../app/failure-text.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { EmptyState } from '../../../kit/EmptyState.tsx';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { ClockIcon } from '../../../kit/icons.tsx';
import { Link } from '../../../kit/Link.tsx';
import { PageHead } from '../../../kit/PageHead.tsx';
import { Pagination } from '../../../kit/Pagination.tsx';
import { SkeletonRows } from '../../../kit/Skeleton.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { nameOf } from '../../customer-name.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { ScheduledRow } from './ScheduledRow.tsx';
import styles from './OwnScheduledScreen.module.css';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'send_at', descending: false },
  filters: {},
};

/** /scheduled-messages: one's own that wait or weren't sent, of all conversations. */
export function OwnScheduledScreen() {
  const text = useText();
  const failureText = useFailureText();
  const { rows, total, query, failure, updateQuery, retry } = useListing('scheduled', firstQuery);
  const [edited, setEdited] = useState<OwnScheduledMessage>();
  const close = () => setEdited(undefined);
  // The last one of the last page may have gone.
  const isPastEnd = rows?.length === 0 && query.page > 1;
  return (
    <div className={styles.page}>
      <PageHead title={text('scheduled.mine.title')} />
      <p className={styles.lead}>{text('scheduled.mine.text')}</p>
      {failure !== null && rows !== null && (
        <Banner
          tone="danger"
          title={text('table.stale')}
          action={
            <Button size="sm" onPress={retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {failureText(failure)}
        </Banner>
      )}
      {rows === null && failure !== null && (
        <ErrorState title={text('scheduled.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      )}
      {rows === null && failure === null && <SkeletonRows count={5} />}
      {rows?.length === 0 && (
        <EmptyState
          icon={<ClockIcon />}
          title={text('scheduled.mine.empty.title')}
          {...(isPastEnd && {
            action: <Button onPress={() => updateQuery({ page: 1 })}>{text('table.page', { page: 1 })}</Button>,
          })}
        >
          {text('scheduled.mine.empty.text')}
        </EmptyState>
      )}
      {rows !== null && rows.length > 0 && (
        <>
          <ul className={styles.list} role="list">
            {rows.map((message) => (
              <OwnRow key={message.id} message={message} onEdit={() => setEdited(message)} />
            ))}
          </ul>
          <footer className={styles.footer}>
            <Pagination
              page={query.page}
              pageSize={query.limit}
              total={total}
              onPage={(page) => updateQuery({ page })}
            />
          </footer>
        </>
      )}
      {edited?.customer !== undefined && edited.customer !== null && (
        <ScheduleDialog
          ticket={{ customer: edited.customer, instance: edited.instance }}
          scheduled={edited}
          draft=""
          quoted={null}
          receivedAt={edited.receivedAt}
          onDraft={() => undefined}
          onDone={close}
          onClose={close}
        />
      )}
    </div>
  );
}

function OwnRow({ message, onEdit }: { readonly message: OwnScheduledMessage; readonly onEdit: () => void }) {
  const text = useText();
  const { phone } = useFormats();
  const { customer, instance, ticketId, isFinished } = message;
  const name = customer === null ? text('scheduled.mine.passedOn') : nameOf({ customer }, phone);
  const line = (
    <>
      <p className={styles.for}>
        {ticketId === null ? <span>{name}</span> : <Link to={`/chat/${ticketId}`}>{name}</Link>}
        <small>{instance.name}</small>
      </p>
      {customer === null && <p className={styles.hint}>{text('scheduled.mine.passedOn.text')}</p>}
      {isFinished && <p className={styles.hint}>{text('scheduled.list.finished')}</p>}
    </>
  );
  return <ScheduledRow message={message} receiver={{ name, line }} onEdit={onEdit} />;
}
