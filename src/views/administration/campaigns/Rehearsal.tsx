import { useEffect, useEffectEvent, useState } from 'react';
import { SMS_PRICE } from '../../../../contract/facts/campaigns.ts';
import type { CampaignTest } from '../../../machines/entities/campaigns.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { FailureBanner } from '../../app/FailureBanner.tsx';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Select } from '../../kit/Select.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Tag, type Tone } from '../../kit/Tag.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useAction } from '../form/use-action.ts';
import { useInstanceChoices, useListing } from '../list/use-listing.ts';
import { CostFacts, Rates } from './CampaignCost.tsx';
import { useProgress } from './CampaignPage.tsx';
import styles from './Wizard.module.css';

interface RehearsalProps {
  /** Id of the saved draft. */
  readonly id: string;
  /** Its version: each has its own forecast. */
  readonly version: string | null;
  readonly instanceIds: readonly string[];
  /** Batches with their own message; the first one's is the campaign's. */
  readonly places: readonly number[];
}

/** A draft's forecast of reach and duration, and a test send to one number. */
export function Rehearsal({ id, version, instanceIds, places }: RehearsalProps) {
  const text = useText();
  const formats = useFormats();
  const { append } = useApp();
  const filters = { id, version: version ?? '' };
  const listing = useListing('campaign.rehearsal', {
    page: 1,
    limit: 1,
    search: '',
    sort: { by: 'id', descending: false },
    filters,
  });
  const { query, phase, failure, retry } = listing;
  const isAsked = query.filters['id'] === id && query.filters['version'] === filters.version;
  const ask = useEffectEvent(() => {
    if (!isAsked) listing.updateQuery({ filters });
  });
  useEffect(() => ask(), [id, version]);
  const [found] = isAsked && phase !== 'loading' && phase !== 'stale' ? (listing.rows ?? []) : [];
  const sms = (found?.costs ?? []).reduce((sum, each) => (each.category === SMS_PRICE ? sum + each.messages : sum), 0);
  return (
    <>
      <section className={styles.card} aria-live="polite">
        <header>
          <h2>{text('campaign.rehearsal')}</h2>
          <Button
            size="sm"
            variant="link"
            isDisabled={found === undefined}
            onPress={() => append({ type: 'list.outdated', list: 'campaign.rehearsal' })}
          >
            {text('campaign.rehearsal.again')}
          </Button>
        </header>
        <FailureBanner failure={failure} onRetry={retry} />
        {failure === null && found === undefined && <Skeleton shape="block" height={120} />}
        {found !== undefined && (
          <>
            <div className={styles.reach}>
              <p>
                <b data-number={rowNumber('campaign.rehearsal', 'reached', '')}>{formats.number(found.reached)}</b>
                {text('campaign.rehearsal.reached', { count: found.reached })}
              </p>
              <p>
                <b>{formats.number(found.total - found.reached)}</b>
                {text('campaign.rehearsal.out', { count: found.total - found.reached })}
              </p>
            </div>
            <div className={styles.split} aria-hidden="true">
              <i style={{ flexGrow: found.reached }} />
              <i style={{ flexGrow: found.total - found.reached }} />
            </div>
            <dl className={styles.facts}>
              {found.leftOut.map(({ reason, count }) => (
                <div key={reason}>
                  <dt>{text(`campaign.skip.${reason}`)}</dt>
                  <dd data-number={rowNumber('campaign.rehearsal', `leftOut.${reason}.count`, '')}>
                    {formats.number(count)}
                  </dd>
                </div>
              ))}
              <div>
                <dt>{text('campaign.rehearsal.time')}</dt>
                <dd>
                  {found.reached === 0
                    ? '—'
                    : text('campaign.rehearsal.about', { time: formats.duration(found.seconds * 1_000) })}
                </dd>
              </div>
              {sms > 0 && (
                <div>
                  <dt>{text('campaign.rehearsal.sms')}</dt>
                  <dd>{formats.number(sms)}</dd>
                </div>
              )}
              {found.costs.length > 0 && <CostFacts label={text('campaign.cost.estimate')} costs={found.costs} />}
              {found.room !== null && (
                <div>
                  <dt>{text('campaign.rehearsal.room')}</dt>
                  <dd data-number={rowNumber('campaign.rehearsal', 'room', '')}>{formats.number(found.room)}</dd>
                </div>
              )}
            </dl>
            {found.room !== null && found.room < found.reached && (
              <Banner tone="warning">{text('campaign.rehearsal.room.over')}</Banner>
            )}
            <Rates costs={found.costs} />
            <p className={styles.hint}>{text('campaign.rehearsal.estimate')}</p>
          </>
        )}
      </section>
      <TestSend id={id} instanceIds={instanceIds} places={places} />
    </>
  );
}

/** Polling interval for a pending test (milliseconds). */
const TEST_MS = 1_500;
const TEST_TONES: Readonly<Record<CampaignTest['state'], Tone>> = {
  pending: 'neutral',
  sending: 'primary',
  sent: 'success',
  failed: 'danger',
  uncertain: 'warning',
};

function TestSend({ id, instanceIds, places }: Omit<RehearsalProps, 'version'>) {
  const text = useText();
  const formats = useFormats();
  const isText = useIsText();
  const failureText = useFailureText();
  const { append } = useApp();
  const instances = useInstanceChoices();
  const test = useAction('campaign.test', id);
  const [number, setNumber] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [asked, setPlace] = useState(1);
  const place = places.includes(asked) ? asked : 1;
  const instanceId = instanceIds.find((each) => each === chosen) ?? instanceIds[0] ?? null;
  const tests = useProgress(id).campaign?.tests ?? [];
  const isUnderWay = tests.some(({ state }) => state === 'pending' || state === 'sending');
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = window.setInterval(() => append({ type: 'list.outdated', list: 'campaign' }), TEST_MS);
    return () => window.clearInterval(timer);
  }, [append, isUnderWay]);
  const fieldError = test.failure?.fields['to_number'];
  const send = () => test.run({ instance_id: instanceId, to_number: number, batch: place });
  return (
    <section className={styles.card} aria-labelledby="campaign-test">
      <h2 id="campaign-test">{text('campaign.test')}</h2>
      {instanceIds.length > 1 && (
        <Select
          label={text('campaign.test.from')}
          options={instances.options.filter((each) => instanceIds.includes(each.id))}
          value={instanceId}
          onChange={setChosen}
          placeholder={text('form.choose')}
        />
      )}
      {places.length > 1 && (
        <Select
          label={text('campaign.test.part')}
          options={places.map((each) => ({ id: String(each), label: text('campaign.parts.part', { place: each }) }))}
          value={String(place)}
          onChange={(next) => setPlace(Number(next))}
          placeholder={text('form.choose')}
        />
      )}
      <form
        noValidate
        className={styles.test}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label={text('campaign.test.to')}
          type="tel"
          inputMode="tel"
          isVerbatim
          autoComplete="off"
          placeholder="+55 11 91234-5678"
          value={number}
          onChange={setNumber}
          error={fieldError === undefined ? undefined : text(isText(fieldError) ? fieldError : 'error.field.invalid')}
        />
        <Button type="submit" isPending={test.isPending} isDisabled={number.trim() === ''}>
          {text('campaign.test.send')}
        </Button>
      </form>
      <p className={styles.hint}>{text('campaign.test.hint')}</p>
      {test.failure !== null && fieldError === undefined && <Banner tone="danger">{failureText(test.failure)}</Banner>}
      {tests.length > 0 && (
        <ul className={styles.tests} aria-live="polite">
          {tests.map(({ id: of, address, place: ofPart, state, errorKey, at }) => (
            <li key={of}>
              <span>
                {formats.phone(address)} <small>{formats.time(at)}</small>{' '}
                {places.length > 1 && <small>{text('campaign.parts.part', { place: ofPart })}</small>}
              </span>
              <Tag tone={TEST_TONES[state]}>{text(`campaign.test.${state}`)}</Tag>
              {errorKey !== null && (
                <small>{isText(errorKey) ? text(errorKey) : text('campaign.recipient.failed.why')}</small>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
