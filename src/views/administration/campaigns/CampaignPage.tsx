import { type RecipientStage } from '../../../../contract/facts/campaigns.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CampaignProgress } from '../../../machines/entities/campaigns.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { titleOf } from '../../attendance/templates/template-title.ts';
import { ArrowLeftIcon } from '../../kit/icons.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Link } from '../../kit/Link.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing } from '../list/use-listing.ts';
import { CampaignActions } from './CampaignActions.tsx';
import { CampaignCards } from './CampaignCards.tsx';
import { CampaignCost } from './CampaignCost.tsx';
import { CampaignFunnel } from './CampaignFunnel.tsx';
import { CampaignParts } from './CampaignParts.tsx';
import { STATUS_TONES, useReason } from './campaign-words.ts';
import { Recipients } from './Recipients.tsx';
import { useFollowed, useLive } from './use-live.ts';
import styles from './Campaigns.module.css';

const queryOf = (id: string): ListQuery => ({
  page: 1,
  limit: 1,
  search: '',
  sort: { by: 'id', descending: false },
  filters: { id },
});

/** A campaign with its results; undefined until its own answer is there. */
export function useProgress(id: string) {
  const listing = useListing('campaign', queryOf(id));
  const asked = listing.query.filters['id'];
  // The list keeps the campaign that was last looked at.
  const look = useEffectEvent(() => {
    if (asked !== id) listing.updateQuery({ filters: { id } });
  });
  useEffect(() => look(), [id]);
  return { ...listing, campaign: listing.rows?.find((each) => each.id === id) };
}

/** A campaign: its progress, what holds it up, and its recipients. */
export function CampaignPage({ id }: { readonly id: string }) {
  const text = useText();
  const failureText = useFailureText();
  const { campaign, failure, retry } = useProgress(id);
  const back = (
    <LinkButton to="/campaigns" variant="default" icon={<ArrowLeftIcon />}>
      {text('campaign.back')}
    </LinkButton>
  );
  if (campaign !== undefined) return <Page loaded={campaign} />;
  return (
    <section className={styles.page} aria-label={text('campaign.one')}>
      {failure === null ? (
        <SkeletonRows count={6} />
      ) : (
        <ErrorState
          title={text(failure.code === 'NOT_FOUND' ? 'campaign.missing.title' : 'table.failed.title')}
          {...(failure.code === 'NOT_FOUND' ? { action: back } : { onRetry: retry })}
          requestId={failure.requestId ?? undefined}
        >
          {failure.code === 'NOT_FOUND' ? text('campaign.missing.text') : failureText(failure)}
        </ErrorState>
      )}
    </section>
  );
}

function Page({ loaded }: { readonly loaded: CampaignProgress }) {
  const text = useText();
  const reasonOf = useReason();
  const campaign = useLive(loaded);
  const [stage, setStage] = useState<RecipientStage>('all');
  useFollowed(campaign.version, ['campaign', 'campaign.recipients']);
  const { id, name, status } = campaign;
  const reason = reasonOf(campaign);
  return (
    <section className={styles.page} aria-labelledby="campaign-name">
      <header className={styles.pageHead}>
        <Link to="/campaigns" aria-label={text('campaign.back')} className={styles.back}>
          <ArrowLeftIcon />
        </Link>
        <div className={styles.pageTitle}>
          <h2 id="campaign-name">
            <span>{name}</span>
            <Tag tone={STATUS_TONES[status]}>{text(`campaign.status.${status}`)}</Tag>
          </h2>
          <About campaign={campaign} />
        </div>
        <CampaignActions campaign={campaign} />
      </header>
      <div className={styles.pageBody}>
        {reason !== undefined && (
          <p role="status" className={styles.reason}>
            {reason} {status === 'waiting' && text('campaign.waiting.hint')}
          </p>
        )}
        <CampaignFunnel id={id} counts={campaign.counts} channel={campaign.channel} stage={stage} onStage={setStage} />
        <CampaignCards campaign={campaign} />
        {campaign.costs.length > 0 && <CampaignCost costs={campaign.costs} channel={campaign.channel} />}
        {campaign.parts.length > 1 && <CampaignParts campaign={campaign} />}
        <Recipients id={id} counts={campaign.counts} stage={stage} onStage={setStage} />
      </div>
    </section>
  );
}

/** Its start, message and audience. */
function About({ campaign }: { readonly campaign: CampaignProgress }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow(60_000);
  const { startedAt, startsAt, finishedAt, template, partMessages, audience, group, status, channel } = campaign;
  const templates = [...new Set([template, ...partMessages.map((part) => part.template)])]
    .flatMap((each) => (each === null ? [] : titleOf({ name: each })))
    .join(' / ');
  const moment = (at: number) => text('campaign.moment', { day: formats.shortDate(at, now), time: formats.time(at) });
  const when = () => {
    if (status === 'scheduled' && startsAt !== null) return text('campaign.about.from', { moment: moment(startsAt) });
    if (startedAt === null) return undefined;
    if (finishedAt !== null)
      return text('campaign.about.over', { start: moment(startedAt), finish: moment(finishedAt) });
    return text('campaign.about.since', { moment: moment(startedAt) });
  };
  const said = [campaign, ...partMessages];
  const files = [...new Set(said.flatMap(({ file }) => file ?? []))].join(' / ');
  const texts = [
    ...(said.some(({ message }) => (message ?? '') !== '') ? [text('campaign.about.text')] : []),
    ...(files === '' ? [] : [text('campaign.about.file', { name: files })]),
  ];
  const parts = [
    when(),
    ...(channel === 'sms'
      ? [text('campaign.about.sms')]
      : template === null
        ? texts
        : [text('campaign.about.template', { name: templates })]),
    audience !== null
      ? text('campaign.about.audience', { name: audience })
      : group === null
        ? text('campaign.about.everybody')
        : text('campaign.about.group', { name: group }),
  ];
  return <p>{parts.filter((part) => part !== undefined).join(' · ')}</p>;
}
