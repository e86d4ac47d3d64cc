import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { Banner } from '../../kit/Banner.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useListing } from '../list/use-listing.ts';
import styles from './KeptNotice.module.css';

const whole: ListQuery = {
  page: 1,
  limit: 20,
  search: '',
  sort: { by: 'lastAt', descending: true },
  filters: {},
  renewMs: 60_000,
};

const UNKNOWN_NUMBER = 'error.webhook.unknownNumber';

/** What of the provider's webhooks could not be taken in: how many, why and when. Nothing where all was. */
export function KeptNotice() {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const now = useNow();
  const { rows } = useListing('keptAside', whole);
  if (rows === null || rows.length === 0) return null;
  const reasonOf = (key: string) => {
    const named = `connections.kept.${key}`;
    return isText(named) ? text(named) : isText(key) ? text(key) : text('connections.kept.unreadable');
  };
  const detailOf = (key: string, detail: string | null) =>
    key === UNKNOWN_NUMBER ? `${text('instances.providerNumber')}: ${detail}` : detail;
  return (
    <Banner tone="warning" title={text('connections.kept', { count: rows.reduce((sum, { count }) => sum + count, 0) })}>
      <ul className={styles.kinds}>
        {rows.map(({ reasonKey, detail, company, count, lastAt }) => (
          <li key={`${reasonKey} ${detail} ${company}`}>
            <b>{formats.number(count)}</b> {reasonOf(reasonKey)}
            <span className={styles.where}>
              {[
                company,
                detailOf(reasonKey, detail),
                text('connections.kept.last', { at: formats.listTime(lastAt, now) }),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
