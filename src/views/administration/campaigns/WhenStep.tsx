import {
  BATCH_MINUTES_MAX,
  CAMPAIGN_BATCHES_MAX,
  CAMPAIGN_PER_MINUTE_MAX,
} from '../../../../contract/facts/campaigns.ts';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { fieldOf, momentOfField } from '../../attendance/list/actions/snooze-times.ts';
import { useCompanyZone } from '../../attendance/list/actions/MomentFields.tsx';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { NumberField } from '../../kit/NumberField.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { useOpenForm } from '../form/form-context.tsx';
import { useZoneName } from '../use-zone-name.ts';
import type { CampaignValues } from './campaign-values.ts';
import { otherAfterRemoval, type OtherMessage } from './other-message.ts';
import { afterRemoval, changeFields } from './part-values.ts';
import styles from './Wizard.module.css';

const { FormNumber, useField } = fieldsOf<FormFields['campaign']>();
const HOUR_MS = 3_600_000;
const AHEAD_MS = 365 * DAY_MS;

interface WhenStepProps {
  readonly values: CampaignValues;
  readonly other: OtherMessage;
  readonly onOther: (other: OtherMessage) => void;
}

/** A campaign's start, sending hours, speed and batches. */
export function WhenStep(props: WhenStepProps) {
  const text = useText();
  return (
    <div className={styles.column}>
      <section className={styles.card}>
        <h2>{text('campaign.when.start')}</h2>
        <Start startsAt={props.values.startsAt} />
      </section>
      <section className={styles.card}>
        <h2>{text('campaign.when.window')}</h2>
        <p className={styles.hint}>{text('campaign.when.window.hint')}</p>
        <Fields>
          <FieldRow>
            <FormNumber name="window_from" label={text('campaign.when.from')} min={0} max={23} unit="h" />
            <FormNumber name="window_to" label={text('campaign.when.to')} min={1} max={24} unit="h" />
          </FieldRow>
        </Fields>
      </section>
      <section className={styles.card}>
        <h2>{text('campaign.when.pace')}</h2>
        <Fields>
          <FieldRow>
            <FormNumber
              name="per_minute"
              label={text('campaign.when.perMinute')}
              description={text('campaign.when.perMinute.hint')}
              min={1}
              max={CAMPAIGN_PER_MINUTE_MAX}
            />
          </FieldRow>
          <Parts {...props} />
        </Fields>
      </section>
    </div>
  );
}

/** At once, or at a time in the company's time zone. */
function Start({ startsAt }: { readonly startsAt: number | null }) {
  const text = useText();
  const zoneName = useZoneName();
  const zone = useCompanyZone();
  const { now } = useApp();
  const { change, error, isReadOnly } = useField('starts_at');
  const set = (at: number | null) => change(at === null ? null : new Date(at).toISOString());
  return (
    <>
      <SegmentedControl
        label={text('campaign.when.start')}
        options={[
          { value: 'now', label: text('campaign.when.now') },
          { value: 'moment', label: text('campaign.when.moment') },
        ]}
        value={startsAt === null ? 'now' : 'moment'}
        isDisabled={isReadOnly}
        onChange={(next) => set(next === 'now' ? null : Math.ceil((now() + HOUR_MS) / HOUR_MS) * HOUR_MS)}
        className={styles.choice}
      />
      {startsAt !== null && zone === null && <Skeleton shape="block" height={62} />}
      {startsAt !== null && zone !== null && (
        <DateField
          of="moment"
          label={text('campaign.when.at')}
          value={fieldOf(startsAt, zone)}
          onChange={(typed) => {
            const at = momentOfField(typed, zone);
            if (at !== null) set(at);
          }}
          min={fieldOf(now(), zone)}
          max={fieldOf(now() + AHEAD_MS, zone)}
          description={text('campaign.when.zone', { zone: zoneName(zone) })}
          error={error ?? (startsAt < now() ? text('campaign.when.past') : undefined)}
          isReadOnly={isReadOnly}
          className={styles.moment}
        />
      )}
    </>
  );
}

/** The batches in percent, and the time between them. */
function Parts({ values, other, onOther }: WhenStepProps) {
  const text = useText();
  const form = useOpenForm();
  const { change, error, isReadOnly } = useField('batches');
  const shares = values.batches;
  const sum = shares.reduce((all, share) => all + share, 0);
  const isDivided = shares.length > 1;
  const problem = error ?? (sum === 100 ? undefined : text('campaign.parts.sum', { sum }));
  return (
    <fieldset className={styles.parts} data-invalid={problem === undefined ? undefined : ''}>
      <legend>{text('campaign.parts')}</legend>
      <p className={styles.hint}>{text('campaign.parts.hint')}</p>
      {isDivided &&
        shares.map((share, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place
          <div key={index} className={styles.part}>
            <NumberField
              label={text('campaign.parts.part', { place: index + 1 })}
              value={share}
              onChange={(next) => change(shares.map((each, at) => (at === index ? (next ?? 0) : each)))}
              min={1}
              max={100}
              unit="%"
              isReadOnly={isReadOnly}
            />
            <IconButton
              label={text('campaign.parts.remove', { place: index + 1 })}
              icon={<CloseIcon />}
              isDisabled={isReadOnly}
              onPress={() => {
                changeFields(form, afterRemoval(values, index + 1));
                onOther(otherAfterRemoval(other, index + 1));
              }}
            />
          </div>
        ))}
      {problem !== undefined && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
      {shares.length < CAMPAIGN_BATCHES_MAX && (
        <div>
          <Button
            size="sm"
            icon={<PlusIcon />}
            isDisabled={isReadOnly}
            onPress={() => change(isDivided ? [...shares, Math.max(1, 100 - sum)] : [10, 90])}
          >
            {text(isDivided ? 'campaign.parts.add' : 'campaign.parts.divide')}
          </Button>
        </div>
      )}
      {isDivided && (
        <FieldRow>
          <FormNumber
            name="batch_minutes"
            label={text('campaign.parts.pause')}
            min={1}
            max={BATCH_MINUTES_MAX}
            unit="min"
          />
        </FieldRow>
      )}
    </fieldset>
  );
}
