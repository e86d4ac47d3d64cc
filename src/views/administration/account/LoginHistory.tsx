import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useIsText } from '../../app/failure-text.ts';
import { Pagination } from '../../kit/Pagination.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { browserName } from '../browser-name.ts';
import { useListing } from '../list/use-listing.ts';
import { Card } from './Card.tsx';
import { Rows } from './Rows.tsx';
import styles from './Rows.module.css';

const firstQuery: ListQuery = {
  page: 1,
  limit: 10,
  search: '',
  sort: { by: 'at', descending: true },
  filters: {},
};

/** The user's logins and logouts with their origin, and failed attempts. */
export function LoginHistory() {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const listing = useListing('loginHistory', firstQuery);
  const { query, total, updateQuery } = listing;
  return (
    <Card title={text('account.history')} lead={text('account.history.lead')}>
      <Rows
        listing={listing}
        idOf={({ id }) => id}
        none={text('account.history.none')}
        render={({ action, at, address, browser }) => {
          const id = `audit.${action}`;
          return (
            <>
              <span className={styles.words}>
                <span className={styles.name}>{isText(id) ? text(id) : action}</span>
                <span className={styles.about} title={browser ?? undefined}>
                  {[address, browser === null ? null : browserName(browser)].filter(Boolean).join(' · ') || '—'}
                </span>
              </span>
              <time className={styles.when}>{`${formats.date(at)} ${formats.time(at)}`}</time>
            </>
          );
        }}
      />
      {total > query.limit && (
        <div className={styles.pages}>
          <Pagination page={query.page} pageSize={query.limit} total={total} onPage={(page) => updateQuery({ page })} />
        </div>
      )}
    </Card>
  );
}
