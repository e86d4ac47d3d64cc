import { type RecipientStage } from '../../../../contract/facts/campaigns.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CampaignCounts, CampaignRecipient } from '../../../machines/entities/campaigns.ts';
import { countOf } from '../../../machines/entities/campaigns.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { FailureBanner } from '../../app/FailureBanner.tsx';
import { useNow } from '../../app/use-now.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { DataTable, type TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { PeopleIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/Link.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { CursorPages } from '../list/CursorPages.tsx';
import { DelayedSearch } from '../list/ListPage.tsx';
import { useInstanceChoices, useListing } from '../list/use-listing.ts';
import { RECIPIENT_TONES, useRecipientReason } from './campaign-words.ts';
import styles from './Recipients.module.css';

const PAGE = 25;
const queryOf = (campaign: string, stage: RecipientStage): ListQuery => ({
  page: 1,
  limit: PAGE,
  search: '',
  sort: { by: 'id', descending: false },
  filters: { campaign, stage },
});
const SHOWN = ['all', 'queued', 'sent', 'failed', 'uncertain', 'skipped'] as const satisfies readonly RecipientStage[];

interface Pages {
  readonly stage: RecipientStage;
  readonly before: readonly (string | undefined)[];
}

/** The current query, and the rows shown when it was made. */
interface Left {
  readonly question: string;
  readonly rows: readonly CampaignRecipient[] | null;
}

interface RecipientsProps {
  readonly id: string;
  readonly counts: CampaignCounts;
  readonly stage: RecipientStage;
  readonly onStage: (stage: RecipientStage) => void;
}

/** Recipients with their states and reasons, paged; searched by name or number. */
export function Recipients({ id, counts, stage, onStage }: RecipientsProps) {
  const text = useText();
  const formats = useFormats();
  const listing = useListing('campaign.recipients', queryOf(id, stage));
  const { query, facts, failure, phase, retry, updateQuery } = listing;
  const { campaign, stage: asked } = query.filters;
  /** Cursors of the preceding pages; reset by another stage. */
  const [pages, setPages] = useState<Pages>({ stage, before: [] });
  const before = pages.stage === stage ? pages.before : [];
  const setBefore = (next: Pages['before']) => setPages({ stage, before: next });
  const look = useEffectEvent(() => {
    // The query outlives this component but the cursors don't, so start at the first page again.
    if (campaign === id && asked === stage && query.filters['after'] === undefined) return;
    updateQuery({ filters: { campaign: id, stage }, ...(campaign === id ? {} : { search: '' }) });
  });
  useEffect(() => look(), [id, stage]);
  // While another campaign's recipients load, the page still holds the previous one's.
  const rows = facts['campaign'] === Number(id) && campaign === id ? listing.rows : null;
  const goTo = (after: string | undefined) => {
    const { after: _, ...rest } = query.filters;
    updateQuery({ filters: after === undefined ? rest : { ...rest, after } });
  };
  // Rows of the same query are refreshed every few seconds; a previous query's rows can't be paged on from.
  const question = JSON.stringify(query);
  const [left, setLeft] = useState<Left>({ question, rows: null });
  if (left.question !== question) setLeft({ question, rows: listing.rows });
  const isAwaited = left.rows !== null && left.rows === listing.rows;
  const last = rows?.at(-1)?.id;
  const columns = useColumns();
  const from = before.length * PAGE;
  return (
    <section className={styles.recipients} aria-labelledby="campaign-recipients">
      <header className={styles.head}>
        <h3 id="campaign-recipients">{text('campaign.recipients')}</h3>
        <div className={styles.stages}>
          <SegmentedControl
            label={text('campaign.recipients.stage')}
            options={(SHOWN.some((each) => each === stage) ? SHOWN : [...SHOWN, stage]).map((value) => ({
              value,
              label:
                value === 'all'
                  ? text('campaign.recipients.all')
                  : text('campaign.recipients.counted', {
                      stage: text(`campaign.stage.${value}`),
                      count: formats.number(countOf(counts, value)),
                    }),
            }))}
            value={stage}
            onChange={onStage}
          />
        </div>
        <DelayedSearch
          label={text('campaign.recipients.search')}
          value={query.search}
          onSearch={(search) => {
            setBefore([]);
            updateQuery({ search, filters: { campaign: id, stage } });
          }}
        />
      </header>
      <FailureBanner failure={failure} onRetry={retry} />
      {(failure === null || rows !== null) && (
        <DataTable
          label={text('campaign.recipients')}
          columns={columns}
          rows={rows}
          idOf={(row) => row.id}
          nameOf={({ name, phone }) => (name === phone ? formats.phone(phone) : name)}
          sort={{ by: '', descending: false }}
          onSort={() => undefined}
          // Refreshes while it runs don't dim the rows; only a user's query does.
          isStale={phase === 'stale' && isAwaited}
          page={before.length + 1}
          pageSize={6}
          empty={
            <EmptyState icon={<PeopleIcon />} level={3} title={text('campaign.recipients.none')}>
              {query.search === '' ? undefined : text('campaign.recipients.notFound')}
            </EmptyState>
          }
          {...(rows === null || rows.length === 0
            ? {}
            : {
                footer: (
                  <CursorPages
                    range={text('campaign.recipients.range', {
                      from: formats.number(from + 1),
                      to: formats.number(from + rows.length),
                    })}
                    hasPrevious={before.length > 0}
                    hasNext={facts['more'] === 1}
                    onPrevious={() => {
                      goTo(before.at(-1));
                      setBefore(before.slice(0, -1));
                    }}
                    onNext={() => {
                      // A disabled button would lose the keyboard's focus.
                      if (isAwaited) return;
                      setBefore([...before, query.filters['after']]);
                      goTo(last);
                    }}
                  />
                ),
              })}
        />
      )}
    </section>
  );
}

function useColumns(): readonly TableColumn<CampaignRecipient>[] {
  const text = useText();
  const formats = useFormats();
  const now = useNow(60_000);
  const reasonOf = useRecipientReason();
  const instances = useInstanceChoices();
  const when = (at: number) => text('campaign.moment', { day: formats.shortDate(at, now), time: formats.time(at) });
  return [
    {
      id: 'customer',
      title: text('campaign.recipients.customer'),
      cell: ({ id, name, phone }) => {
        const shown = name === phone ? formats.phone(phone) : name;
        return (
          <span className={styles.who}>
            <Avatar name={shown} seed={id} size="sm" />
            <span>
              <b>{shown}</b>
              {name !== phone && <small>{formats.phone(phone)}</small>}
            </span>
          </span>
        );
      },
    },
    {
      id: 'number',
      title: text('campaign.recipients.number'),
      cell: ({ instanceId }) => instances.options.find(({ id }) => id === instanceId)?.label ?? '—',
    },
    {
      id: 'state',
      title: text('campaign.recipients.state'),
      cell: ({ state, answeredAt }) =>
        answeredAt === null ? (
          <Tag tone={RECIPIENT_TONES[state]}>{text(`campaign.recipient.${state}`)}</Tag>
        ) : (
          <Tag tone="success">{text('campaign.recipient.answered')}</Tag>
        ),
    },
    {
      id: 'sent',
      title: text('campaign.recipients.sent'),
      cell: ({ sentAt }) => (sentAt === null ? '—' : when(sentAt)),
    },
    {
      id: 'reason',
      title: text('campaign.recipients.reason'),
      cell: (row) => {
        if (row.answeredAt !== null) {
          return (
            <span className={styles.answered}>
              {when(row.answeredAt)}{' '}
              {row.ticketId !== null && <Link to={`/chat/${row.ticketId}`}>{text('campaign.recipients.open')}</Link>}
            </span>
          );
        }
        return <span className={styles.why}>{reasonOf(row) ?? '—'}</span>;
      },
    },
  ];
}
