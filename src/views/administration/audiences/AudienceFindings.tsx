import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { AUDIENCE_DEPTH_MAX } from '../../../../contract/facts/audiences.ts';
import type { AudiencePart } from '../../../machines/entities/audiences.ts';
import type { ListedCustomer } from '../../../machines/entities/customers.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { MinusIcon } from '../../kit/administration-icons.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { CheckIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { DelayedSearch } from '../list/ListPage.tsx';
import { useListing, type Listing } from '../list/use-listing.ts';
import styles from './Audience.module.css';

/** Delay between the last change and the count (milliseconds). */
const COUNT_DELAY_MS = 350;

const queryOf = (filters: Readonly<Record<string, string>>): ListQuery => ({
  page: 1,
  limit: 1_000,
  search: '',
  sort: { by: 'name', descending: false },
  filters,
});

/** The matches of a tree. */
interface Findings {
  readonly count: Listing<'audience.count'>;
  readonly parts: readonly AudiencePart[];
  readonly sample: Listing<'audience.sample'>;
  /** The tree they are of, as text. */
  readonly tree: string;
  /** Whether they are of the tree as it is now. */
  readonly isCurrent: boolean;
}

/** Looks up the matches of a complete tree once it hasn't changed for a moment; null while it is incomplete. */
export function useFindings(tree: string | null): Findings {
  const first = queryOf({ tree: tree ?? EVERYBODY });
  const count = useListing('audience.count', first);
  const parts = useListing('audience.parts', first);
  const sample = useListing('audience.sample', first);
  const asked = count.query.filters['tree'] ?? '';
  const ask = useEffectEvent((wanted: string) => {
    if (wanted === asked) return;
    for (const listing of [count, parts, sample]) listing.updateQuery({ filters: { tree: wanted } });
  });
  useEffect(() => {
    if (tree === null) return undefined;
    const timer = window.setTimeout(() => ask(tree), COUNT_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [tree]);
  const isCurrent = tree === asked && count.phase === 'ready';
  const arePartsCurrent = tree === parts.query.filters['tree'] && parts.phase === 'ready';
  return { count, parts: arePartsCurrent ? (parts.rows ?? []) : [], sample, tree: asked, isCurrent };
}

const EVERYBODY = '{"all":[]}';

interface AudienceFindingsProps {
  readonly findings: Findings;
  readonly isIncomplete: boolean;
  /** A part of the tree in words. */
  readonly wordsAt: (path: string) => string;
  /** The customer's value that decided it, in words. */
  readonly saidAt: (path: string, value: string) => string;
}

/** The number of matches, some of them, and why one of these is in. */
export function AudienceFindings({ findings, isIncomplete, wordsAt, saidAt }: AudienceFindingsProps) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const { count, sample, tree, isCurrent } = findings;
  const [chosen, setChosen] = useState<ListedCustomer>();
  const [row] = count.rows ?? [];
  const nameOf = useNameOf();
  return (
    <aside className={styles.findings} aria-label={text('audience.findings')}>
      <section className={styles.card} data-stale={isCurrent ? undefined : true}>
        {count.failure !== null && (
          <Banner
            tone="danger"
            action={
              <Button size="sm" onPress={count.retry}>
                {text('action.retry')}
              </Button>
            }
          >
            {failureText(count.failure)}
          </Banner>
        )}
        <p role="status" className={styles.total}>
          {row === undefined ? (
            text('audience.counting')
          ) : (
            <>
              <b data-number={rowNumber('audience.count', 'total', '')}>{formats.number(row.total)}</b>{' '}
              {text('audience.customers', { count: row.total })}
            </>
          )}
          <small>
            {isIncomplete
              ? text('audience.incomplete')
              : isCurrent || row === undefined
                ? ''
                : text('audience.counting')}
          </small>
        </p>
        {row !== undefined && (
          <>
            {row.isPartial && <Banner tone="warning">{text('audience.partial')}</Banner>}
            <p className={styles.share}>
              {text('audience.ofBase', {
                base: formats.number(row.base),
                share: formats.percent(row.base === 0 ? 0 : row.total / row.base),
              })}
            </p>
            <dl className={styles.channels}>
              {(['whatsapp', 'sms', 'unreachable'] as const).map((channel) => (
                <div key={channel}>
                  <dt>{text(`audience.reach.${channel}`)}</dt>
                  <dd data-number={rowNumber('audience.count', channel, '')}>{formats.number(row[channel])}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </section>
      {sample.rows !== null && sample.rows.length > 0 && (
        <section className={styles.card} aria-label={text('audience.sample')}>
          <header className={styles.head}>
            <h2>{text('audience.sample')}</h2>
            <Button
              size="sm"
              variant="link"
              onPress={() => sample.updateQuery({ filters: { tree, place: nextPlace(sample.query.filters['place']) } })}
            >
              {text('audience.sample.others')}
            </Button>
          </header>
          <CustomerChoice rows={sample.rows} chosenId={chosen?.id} onChoose={setChosen} />
        </section>
      )}
      <Check chosenId={chosen?.id} onChoose={setChosen} />
      {chosen !== undefined && (
        <Why key={chosen.id} name={nameOf(chosen)} id={chosen.id} tree={tree} wordsAt={wordsAt} saidAt={saidAt} />
      )}
    </aside>
  );
}

/** Their name, or their number without one. */
function useNameOf() {
  const formats = useFormats();
  return ({ name, phone }: ListedCustomer) => (name === phone ? formats.phone(phone) : name);
}

interface ChoiceProps {
  readonly chosenId: string | undefined;
  readonly onChoose: (customer: ListedCustomer) => void;
}

/** Searches all customers, also those who don't match. */
function Check({ chosenId, onChoose }: ChoiceProps) {
  const text = useText();
  const { rows, failure, phase, query, updateQuery, retry } = useListing('audience.customers', queryOf({}));
  const isSearched = query.search !== '';
  // The list keeps the search made in another audience.
  const forget = useEffectEvent(() => {
    if (isSearched) updateQuery({ search: '' });
  });
  useEffect(() => forget(), []);
  return (
    <section className={cx(styles.card, styles.check)} aria-label={text('audience.check')}>
      <header className={styles.head}>
        <h2>{text('audience.check')}</h2>
      </header>
      <DelayedSearch
        label={text('audience.check.search')}
        value={query.search}
        onSearch={(search) => updateQuery({ search })}
      />
      {failure !== null && <FailedLookups lookups={[{ hasFailed: true, retry }]} />}
      {isSearched && phase === 'ready' && rows?.length === 0 && (
        <p role="status" className={styles.share}>
          {text('audience.check.none')}
        </p>
      )}
      {isSearched && rows !== null && rows.length > 0 && (
        <CustomerChoice rows={rows} chosenId={chosenId} onChoose={onChoose} />
      )}
    </section>
  );
}

interface CustomerChoiceProps extends ChoiceProps {
  readonly rows: readonly ListedCustomer[];
}

/** Customers, one of whom can be selected. */
function CustomerChoice({ rows, chosenId, onChoose }: CustomerChoiceProps) {
  const formats = useFormats();
  const nameOf = useNameOf();
  return (
    <ul className={styles.sample}>
      {rows.map((customer) => (
        <li key={customer.id}>
          <button
            type="button"
            aria-pressed={customer.id === chosenId}
            onClick={() => onChoose(customer)}
            className={styles.customer}
          >
            <Avatar name={nameOf(customer)} seed={customer.id} image={customer.image} size="sm" />
            <b>{nameOf(customer)}</b>
            <span>{customer.lastContactAt === null ? '' : formats.date(customer.lastContactAt)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface WhyProps extends Pick<AudienceFindingsProps, 'wordsAt' | 'saidAt'> {
  readonly id: string;
  readonly name: string;
  readonly tree: string;
}

/** Why a customer is in or out. */
function Why({ id, name, tree, wordsAt, saidAt }: WhyProps) {
  const text = useText();
  const formats = useFormats();
  const why = useListing('audience.why', queryOf({ tree, customer: id }));
  const { tree: shownTree, customer } = why.query.filters;
  const ask = useEffectEvent(() => {
    if (shownTree !== tree || customer !== id) why.updateQuery({ filters: { tree, customer: id } });
  });
  useEffect(() => ask(), [tree, id]);
  const isCurrent = shownTree === tree && customer === id && why.phase === 'ready';
  const section = useRef<HTMLElement>(null);
  const wasShown = useRef(false);
  // It appears below the list, so scroll to it once; later updates come from edits of the conditions.
  useEffect(() => {
    if (!isCurrent || wasShown.current) return;
    wasShown.current = true;
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const rows = isCurrent ? (why.rows ?? []) : [];
  const isIn = rows.find(({ path }) => path === '')?.holds;
  const valueOf = (path: string, value: string) =>
    /^\d{4}-\d\d-\d\dT/u.test(value) ? formats.date(Date.parse(value)) : saidAt(path, value);
  return (
    <section ref={section} className={cx(styles.card, styles.why)} aria-label={text('audience.why')}>
      <header className={styles.head}>
        <h2>
          {isIn === undefined
            ? text('audience.why.of', { name })
            : text(isIn ? 'audience.why.in' : 'audience.why.out', { name })}
        </h2>
      </header>
      {why.failure !== null && <FailedLookups lookups={[{ hasFailed: true, retry: why.retry }]} />}
      <ul className={styles.reasons}>
        {rows.map(({ path, holds, values }) => (
          <li
            key={path}
            data-level={path === '' ? 0 : Math.min(path.split('.').length, AUDIENCE_DEPTH_MAX)}
            data-holds={holds}
          >
            {holds ? <CheckIcon /> : <MinusIcon />}
            <span>
              {wordsAt(path)}
              <span className={styles.holds}> {text(holds ? 'audience.why.holds' : 'audience.why.fails')}</span>
            </span>
            <small>{values.map((value) => valueOf(path, value)).join(', ')}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where in the base the next sample begins, from 0 to 1: steps of the golden ratio come close to no earlier place. */
function nextPlace(place: string | undefined): string {
  return String((Number(place ?? 0) + 0.618) % 1);
}
