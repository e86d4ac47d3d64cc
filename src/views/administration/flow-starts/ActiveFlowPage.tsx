import { useState } from 'react';
import type { ActiveFlow, FlowLaunch } from '../../../machines/entities/flow-starts.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { ChevronLeftIcon, PencilIcon, PlusIcon, SettingsIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { heldList } from '../list/use-listing.ts';
import { useWhole } from '../list/use-whole.ts';
import { CampaignsCard } from './CampaignsCard.tsx';
import { KeyCard } from './KeyCard.tsx';
import { LaunchDialog } from './LaunchDialog.tsx';
import { StartsDialog } from './StartsDialog.tsx';
import { StartsTable } from './StartsTable.tsx';
import { StateTags } from './StateTags.tsx';
import styles from './Starts.module.css';

const BACK = '/active-chat-flow';

/** An active flow: for whom it started and for whom not, what is planned, and for whom it is to start. */
export function ActiveFlowPage({ id }: { readonly id: string }) {
  const text = useText();
  const failureText = useFailureText();
  const { rows, failure, retry } = useWhole('flow.active', heldList);
  const flow = rows?.find((each) => each.id === id);
  if (flow !== undefined) return <Page flow={flow} />;
  if (failure === null && rows === null) return <SkeletonRows count={6} />;
  return failure === null ? (
    <ErrorState
      title={text('activeFlow.missing.title')}
      action={<LinkButton to={BACK}>{text('activeFlow.missing.back')}</LinkButton>}
    >
      {text('activeFlow.missing.text')}
    </ErrorState>
  ) : (
    <ErrorState title={text('table.failed.title')} onRetry={retry} requestId={failure.requestId ?? undefined}>
      {failureText(failure)}
    </ErrorState>
  );
}

function Page({ flow }: { readonly flow: ActiveFlow }) {
  const text = useText();
  const [open, setOpen] = useState<'starts' | 'launch' | null>(null);
  const { id, name, number, is_active: isActive, is_archived: isArchived } = flow;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <LinkButton to={BACK} variant="ghost" size="sm" icon={<ChevronLeftIcon />}>
          {text('activeFlow.title')}
        </LinkButton>
        <h1>
          {name} <StateTags flow={flow} />
        </h1>
        <div className={styles.actions}>
          <LinkButton to={`${BACK}?edit=${id}`} icon={<PencilIcon />}>
            {text('activeFlow.steps')}
          </LinkButton>
          {!isArchived && (
            <Button icon={<SettingsIcon />} onPress={() => setOpen('starts')}>
              {text('activeFlow.starts')}
            </Button>
          )}
          {isActive && (
            <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpen('launch')}>
              {text('activeFlow.launch.new')}
            </Button>
          )}
        </div>
      </header>
      {number === null && <Banner tone="info">{text('activeFlow.unpublished')}</Banner>}
      {number !== null && !isActive && !isArchived && <Banner tone="info">{text('activeFlow.isOff')}</Banner>}
      <div className={styles.cards}>
        <div className={styles.column}>
          <Counts flow={flow} />
          <CampaignsCard flow={flow} />
          <KeyCard flow={flow} />
        </div>
        <div className={styles.column}>
          <Launches flow={flow} />
          <StartsTable flow={flow} />
        </div>
      </div>
      {open === 'starts' && <StartsDialog flow={flow} onClose={() => setOpen(null)} />}
      {open === 'launch' && <LaunchDialog flow={flow} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** For how many it started this month, for how many not, and why. */
function Counts({ flow: { id, counts } }: { readonly flow: ActiveFlow }) {
  const text = useText();
  const formats = useFormats();
  const most = Math.max(1, ...counts.reasons.map(({ count }) => count));
  return (
    <section className={styles.card} aria-labelledby="active-counts">
      <header>
        <h2 id="active-counts">{text('activeFlow.counts')}</h2>
        <small className={styles.hint}>{text('activeFlow.counts.days')}</small>
      </header>
      <dl className={styles.sums}>
        {(['started', 'waiting', 'skipped'] as const).map((each) => (
          <div key={each}>
            <dt>{text(`activeFlow.${each}`)}</dt>
            <dd data-number={rowNumber('flow.active', `counts.${each}`, id)}>{formats.number(counts[each])}</dd>
          </div>
        ))}
      </dl>
      {counts.reasons.length > 0 && (
        <ul>
          {counts.reasons.map(({ reason, count }) => (
            <li key={reason} className={styles.reason}>
              <span>{text(`activeFlow.reason.${reason}`)}</span>
              <b data-number={rowNumber('flow.active', `counts.reasons.${reason}.count`, id)}>
                {formats.number(count)}
              </b>
              <i aria-hidden="true" style={{ width: `${(100 * count) / most}%` }} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What was planned for audiences and groups, the newest first. */
function Launches({ flow: { launches } }: { readonly flow: ActiveFlow }) {
  const text = useText();
  const [stopped, setStopped] = useState<FlowLaunch | null>(null);
  return (
    <section className={styles.card} aria-labelledby="active-launches">
      <header>
        <h2 id="active-launches">{text('activeFlow.launches')}</h2>
      </header>
      {launches.length === 0 ? (
        <p className={styles.hint}>{text('activeFlow.launches.none')}</p>
      ) : (
        <ul>
          {launches.map((launch) => (
            <LaunchItem key={launch.id} launch={launch} onStop={() => setStopped(launch)} />
          ))}
        </ul>
      )}
      {stopped !== null && (
        <ActionDialog
          form="flow.launch.stop"
          formKey={stopped.id}
          title={text('activeFlow.stop.title', { name: stopped.target_name })}
          confirmLabel={text('activeFlow.stop')}
          tone="danger"
          onClose={() => setStopped(null)}
        >
          <p>{text('activeFlow.stop.text')}</p>
        </ActionDialog>
      )}
    </section>
  );
}

function LaunchItem({ launch, onStop }: { readonly launch: FlowLaunch; readonly onStop: () => void }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow(60_000);
  const { target_name: name, repeats, startsAt, nextAt, is_stopped: isStopped, counts } = launch;
  const moment = (at: number) => text('activeFlow.moment', { day: formats.shortDate(at, now), time: formats.time(at) });
  const when = () => {
    if (isStopped) return text('activeFlow.launch.stopped');
    if (nextAt === null) return text('activeFlow.launch.over', { moment: moment(startsAt) });
    return text('activeFlow.launch.next', { moment: moment(nextAt) });
  };
  const parts = [when(), ...(repeats === 'once' ? [] : [text(`activeFlow.repeats.${repeats}`)])];
  const sums = (['started', 'waiting', 'skipped'] as const).flatMap((each) =>
    counts[each] === 0 ? [] : text(`activeFlow.launch.${each}`, { count: counts[each] }),
  );
  return (
    <li className={styles.item}>
      <b>{name}</b>
      <small>{[...parts, ...sums].join(' · ')}</small>
      {!isStopped && (nextAt !== null || counts.waiting > 0) && (
        <Button size="sm" aria-label={text('activeFlow.stop.of', { name })} onPress={onStop}>
          {text('activeFlow.stop')}
        </Button>
      )}
    </li>
  );
}
