import { useSelector } from '@xstate/react';
import { type CampaignTab, CAMPAIGN_TABS } from '../../../../contract/facts/campaigns.ts';
import type { Campaign } from '../../../machines/entities/campaigns.ts';
import { countOf, preparedOf } from '../../../machines/entities/campaigns.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { campaignNumber } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { MegaphoneIcon, PlusIcon } from '../../kit/administration-icons.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { useDownload } from '../download/use-download.ts';
import { DelayedSearch } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { STATUS_TONES, useReason } from './campaign-words.ts';
import { useLive } from './use-live.ts';
import styles from './Campaigns.module.css';

const PAGE = 25;
const firstQuery: ListQuery = {
  page: 1,
  limit: PAGE,
  search: '',
  sort: { by: 'id', descending: true },
  filters: { tab: 'active' },
};
const tabs = ['active', 'drafts', 'over'] as const satisfies readonly CampaignTab[];

interface CampaignListProps {
  readonly openId: string | null;
  readonly onOpen: (campaign: Campaign) => void;
}

/** The company's campaigns by state, the newest first; their counts are live. */
export function CampaignList({ openId, onOpen }: CampaignListProps) {
  const text = useText();
  const failureText = useFailureText();
  const listing = useListing('campaigns', firstQuery);
  const { rows, total, query, failure, updateQuery, retry, phase } = listing;
  const download = useDownload('campaigns');
  const locale = useSelector(useApp().directory.shell, selectLocale);
  const tab = tabs.find((each) => each === query.filters['tab']) ?? 'active';
  return (
    <section className={styles.list} aria-label={text('campaign.title')}>
      <header className={styles.listHead}>
        <div className={styles.listTitle}>
          <h1>{text('campaign.title')}</h1>
          <LinkButton to="/campaigns?edit=new" variant="primary" size="sm" icon={<PlusIcon />}>
            {text('campaign.new')}
          </LinkButton>
        </div>
        <div className={styles.listTools}>
          <DelayedSearch
            label={text('campaign.search')}
            value={query.search}
            onSearch={(search) => updateQuery({ search })}
          />
          <DownloadMenu
            isSmall
            download={download}
            sheets={[{ id: 'campaigns', label: text('campaign.title') }]}
            onChoose={(_, format) => download.start({ format, locale, tab, search: query.search })}
          />
        </div>
        <DownloadProblem download={download} />
        <SegmentedControl
          label={text('campaign.tabs')}
          options={tabs.map((value) => ({ value, label: text(`campaign.tab.${value}`) }))}
          value={tab}
          onChange={(value) => updateQuery({ filters: { tab: value } })}
          className={styles.tabs}
        />
      </header>
      {failure !== null && (
        <ErrorState title={text('table.failed.title')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      )}
      {failure === null && rows === null && <SkeletonRows count={5} />}
      {rows !== null && rows.length > 0 && (
        <ul className={styles.items} aria-busy={phase === 'stale'}>
          {rows.map((campaign) => (
            <li key={campaign.id}>
              <CampaignItem campaign={campaign} isOpen={campaign.id === openId} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {failure === null && rows?.length === 0 && <Nothing isSearched={query.search !== ''} tab={tab} />}
      {total > PAGE && (
        <div className={styles.pages}>
          <Pagination page={query.page} pageSize={PAGE} total={total} onPage={(page) => updateQuery({ page })} />
        </div>
      )}
    </section>
  );
}

function Nothing({ isSearched, tab }: { readonly isSearched: boolean; readonly tab: CampaignTab }) {
  const text = useText();
  if (isSearched) return <EmptyState icon={<SearchIcon />} title={text('table.found.none.title')} />;
  return (
    <EmptyState icon={<MegaphoneIcon />} title={text(`campaign.empty.${tab}`)}>
      {text('campaign.empty.text')}
    </EmptyState>
  );
}

interface CampaignItemProps {
  readonly campaign: Campaign;
  readonly isOpen: boolean;
  readonly onOpen: (campaign: Campaign) => void;
}

/** A campaign's summary: name, state and progress. */
export function CampaignItem({ campaign: listed, isOpen, onOpen }: CampaignItemProps) {
  const text = useText();
  const formats = useFormats();
  const now = useNow(60_000);
  const reasonOf = useReason();
  const campaign = useLive(listed);
  const { name, status, counts, startsAt, finishedAt, createdAt } = campaign;
  const prepared = preparedOf(counts);
  const sent = countOf(counts, 'sent');
  const share = prepared === 0 ? 0 : (prepared - countOf(counts, 'queued')) / prepared;
  const isUnderWay =
    !(status === 'draft' || status === 'scheduled') && CAMPAIGN_TABS.active.some((each) => each === status);
  const reason = reasonOf(campaign);
  const about = () => {
    if (reason !== undefined) return reason;
    if (status === 'draft') return text('campaign.item.draft', { day: formats.shortDate(createdAt, now) });
    if (status === 'scheduled' && startsAt !== null) return momentIn(startsAt);
    if (status === 'preparing') return text('campaign.item.preparing');
    return text('campaign.item.sent', { sent: formats.number(sent), total: formats.number(prepared) });
  };
  const momentIn = (at: number) => text('campaign.moment', { day: formats.shortDate(at, now), time: formats.time(at) });
  const aside = () => {
    if (isUnderWay) return formats.percent(share);
    return finishedAt === null ? '' : formats.shortDate(finishedAt, now);
  };
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(campaign)}
    >
      <b>{name}</b>
      <Tag tone={STATUS_TONES[status]}>{text(`campaign.status.${status}`)}</Tag>
      <small
        data-tone={reason === undefined ? undefined : 'warning'}
        data-number={status === 'draft' ? undefined : campaignNumber('sent', campaign.id)}
      >
        {about()}
      </small>
      <small className={styles.aside}>{aside()}</small>
      {isUnderWay && <Bar share={share} isHeld={reason !== undefined} />}
    </button>
  );
}

/** A progress bar. */
export function Bar({ share, isHeld = false }: { readonly share: number; readonly isHeld?: boolean }) {
  return (
    <span className={styles.bar} data-held={isHeld || undefined} aria-hidden="true">
      <i style={{ width: `${Math.round(share * 1_000) / 10}%` }} />
    </span>
  );
}
