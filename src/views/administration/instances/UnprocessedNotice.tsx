import { useState } from 'react';
import type { KeptAside } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { RefreshIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { useListing } from '../list/use-listing.ts';
import styles from './UnprocessedNotice.module.css';

const whole: ListQuery = {
  page: 1,
  limit: 20,
  search: '',
  sort: { by: 'lastAt', descending: true },
  filters: {},
  renewMs: 60_000,
};

const UNKNOWN_NUMBER = 'error.webhook.unknownNumber';
const FAULT = 'error.server';

type Company = NonNullable<KeptAside['company']>;

/**
 * Webhooks of the provider that could not be processed: how many, why and since when, and the state of their retries.
 * Renders nothing if there are none.
 */
export function UnprocessedNotice() {
  const text = useText();
  const { rows } = useListing('keptAside', whole);
  const [replaying, setReplaying] = useState<Company>();
  if (rows === null || rows.length === 0) return null;
  return (
    <>
      <Banner
        tone="warning"
        title={text('connections.kept', { count: rows.reduce((sum, { count }) => sum + count, 0) })}
      >
        <ul className={styles.kinds}>
          {rows.map((row) => (
            <UnprocessedItem
              key={`${reasonOf(row)} ${row.detail} ${row.company?.address}`}
              kept={row}
              onReplay={(company) => setReplaying(company)}
            />
          ))}
        </ul>
      </Banner>
      {replaying !== undefined && (
        <ActionDialog
          form="connection.replay"
          formKey={replaying.address}
          title={text('connections.replay.title', { company: replaying.name })}
          confirmLabel={text('connections.replay')}
          tone="primary"
          onClose={() => setReplaying(undefined)}
        >
          <p>{text('connections.replay.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

/** The same fault has two texts: for webhooks in the retry queue, and for those that couldn't even be queued. */
function reasonOf({ reasonKey, waiting, stuck }: KeptAside): string {
  return reasonKey === FAULT && waiting + stuck === 0 ? `${FAULT}.aside` : reasonKey;
}

function UnprocessedItem({
  kept,
  onReplay,
}: {
  readonly kept: KeptAside;
  readonly onReplay: (company: Company) => void;
}) {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const now = useNow();
  const { reasonKey, detail, company, count, waiting, stuck, lastAt } = kept;
  const named = `connections.kept.${reasonOf(kept)}`;
  const reason = isText(named)
    ? text(named)
    : isText(reasonKey)
      ? text(reasonKey)
      : text('connections.kept.unreadable');
  const facts = [
    company?.name ?? null,
    reasonKey === UNKNOWN_NUMBER ? `${text('instances.providerNumber')}: ${detail}` : detail,
    waiting === 0 ? null : text('connections.kept.waiting', { count: waiting }),
    stuck === 0 ? null : text('connections.kept.stuck', { count: stuck }),
    text('connections.kept.last', { at: formats.listTime(lastAt, now) }),
  ];
  return (
    <li>
      <b>{formats.number(count)}</b> {reason}
      <span className={styles.where}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
      {company !== null && waiting + stuck > 0 && (
        <Button
          size="sm"
          icon={<RefreshIcon />}
          aria-label={`${text('connections.replay')}: ${company.name}`}
          onPress={() => onReplay(company)}
        >
          {text('connections.replay')}
        </Button>
      )}
    </li>
  );
}
