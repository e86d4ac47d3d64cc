import { useState } from 'react';
import type { OwnSession } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../kit/Button.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { browserName } from '../browser-name.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { useListing } from '../list/use-listing.ts';
import { Card } from './Card.tsx';
import { Rows } from './Rows.tsx';
import styles from './Rows.module.css';

const firstQuery: ListQuery = {
  page: 1,
  limit: 6,
  search: '',
  sort: { by: 'lastUsedAt', descending: true },
  filters: {},
};

/** The user's sessions; each but this one can be ended. */
export function OwnSessions() {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const listing = useListing('mySessions', firstQuery);
  const [ending, setEnding] = useState<OwnSession | 'others'>();
  const nameOf = ({ browser }: OwnSession) =>
    browser === null ? text('account.browser.unknown') : browserName(browser);
  return (
    <Card
      title={text('account.sessions')}
      lead={text('account.sessions.lead')}
      action={
        listing.total > 1 && <Button onPress={() => setEnding('others')}>{text('account.sessions.endOthers')}</Button>
      }
    >
      <Rows
        listing={listing}
        idOf={({ id }) => id}
        none={text('account.sessions.none')}
        render={(session) => (
          <>
            <span className={styles.words}>
              <span className={styles.name}>
                <span title={session.browser ?? undefined}>{nameOf(session)}</span>
                {session.current && <Tag tone="primary">{text('account.sessions.current')}</Tag>}
              </span>
              <span className={styles.about}>
                {text('account.sessions.about', {
                  address: session.address ?? '—',
                  since: formats.listTime(session.since, now),
                  used: formats.listTime(session.lastUsedAt, now),
                })}
              </span>
            </span>
            {!session.current && (
              <Button
                size="sm"
                aria-label={text('account.sessions.end.of', { name: nameOf(session) })}
                onPress={() => setEnding(session)}
              >
                {text('account.sessions.end')}
              </Button>
            )}
          </>
        )}
      />
      {listing.total > listing.query.limit && (
        <div className={styles.pages}>
          <Pagination
            page={listing.query.page}
            pageSize={listing.query.limit}
            total={listing.total}
            onPage={(page) => listing.updateQuery({ page })}
          />
        </div>
      )}
      {ending === 'others' && (
        <ActionDialog
          form="session.revokeOthers"
          formKey="own"
          title={text('account.sessions.endOthers.title')}
          confirmLabel={text('account.sessions.endOthers.confirm')}
          tone="danger"
          onClose={() => setEnding(undefined)}
        >
          <p>{text('account.sessions.endOthers.text', { count: listing.total - 1 })}</p>
        </ActionDialog>
      )}
      {typeof ending === 'object' && (
        <ActionDialog
          form="session.revoke"
          formKey={ending.id}
          title={text('account.sessions.end.title')}
          confirmLabel={text('account.sessions.end')}
          tone="danger"
          onClose={() => setEnding(undefined)}
        >
          <p>{text('account.sessions.end.text', { name: nameOf(ending), address: ending.address ?? '—' })}</p>
        </ActionDialog>
      )}
    </Card>
  );
}
