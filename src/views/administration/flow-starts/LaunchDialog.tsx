import { useState } from 'react';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import { FLOW_LAUNCH_AHEAD_DAYS, FLOW_REPEATS } from '../../../../contract/facts/flow-starts.ts';
import type { ActiveFlow } from '../../../machines/entities/flow-starts.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { useCompanyZone } from '../../attendance/list/actions/MomentFields.tsx';
import { fieldOf, momentOfField } from '../../attendance/list/actions/snooze-times.ts';
import { useAskedListing } from '../../attendance/templates/use-asked-listing.ts';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { heldList, useListing } from '../list/use-listing.ts';
import { useZoneName } from '../use-zone-name.ts';
import styles from './Starts.module.css';

const { FormSelect, useField } = fieldsOf<FormFields['flow.launch']>();
const HOUR_MS = 3_600_000;
const NOTHING = { audience_id: null, group_id: null, repeats: 'once', starts_at: null } as const;

interface LaunchProps {
  readonly flow: ActiveFlow;
  readonly onClose: () => void;
}

/** An active flow for all of an audience or a group: now or at a moment, once or again and again. */
export function LaunchDialog({ flow, onClose }: LaunchProps) {
  const text = useText();
  const [isNow, setNow] = useState(true);
  return (
    <FormDialog
      form="flow.launch"
      formKey={flow.id}
      values={NOTHING}
      title={text('activeFlow.launch.title', { name: flow.name })}
      submitLabel={text(isNow ? 'activeFlow.launch.now' : 'activeFlow.launch')}
      onClose={onClose}
    >
      <Target channel={flow.channel} />
      <Moment onNow={setNow} />
      <FormSelect
        name="repeats"
        label={text('activeFlow.repeats')}
        options={FLOW_REPEATS.map((id) => ({ id, label: text(`activeFlow.repeats.${id}`) }))}
      />
      <p className={styles.hint}>{text('activeFlow.launch.hint')}</p>
    </FormDialog>
  );
}

/** Whom it is for: one of the two. */
function Target({ channel }: Pick<ActiveFlow, 'channel'>) {
  const text = useText();
  const [of, setOf] = useState<'audience' | 'group'>('audience');
  const audiences = useListing('choices.audiences', heldList);
  const groups = useListing('choices.groups', heldList);
  const audience = useField('audience_id');
  const group = useField('group_id');
  const lookups = [audiences, groups].map(({ failure, retry }) => ({ hasFailed: failure !== null, retry }));
  return (
    <div className={styles.moment}>
      <FailedLookups lookups={lookups} />
      <span className={styles.label} aria-hidden="true">
        {text('activeFlow.for')}
      </span>
      <SegmentedControl
        label={text('activeFlow.for')}
        options={(['audience', 'group'] as const).map((value) => ({ value, label: text(`activeFlow.for.${value}`) }))}
        value={of}
        isDisabled={audience.isReadOnly}
        onChange={(next) => {
          setOf(next);
          if (next === 'audience') group.change(null);
          else audience.change(null);
        }}
      />
      {of === 'audience' ? (
        <FormSelect
          name="audience_id"
          label={text('activeFlow.for.audience')}
          options={(audiences.rows ?? []).map(({ id, name: label }) => ({ id, label }))}
          isRequired
        />
      ) : (
        <FormSelect
          name="group_id"
          label={text('activeFlow.for.group')}
          options={(groups.rows ?? []).map(({ id, name: label, members }) => ({
            id,
            label,
            hint: text('activeFlow.for.members', { count: members }),
          }))}
          isRequired
        />
      )}
      {of === 'audience' && typeof audience.value === 'string' && (
        <Reach audienceId={audience.value} channel={channel} />
      )}
      {of === 'group' && audience.error !== undefined && (
        <p role="alert" className={styles.wrong}>
          {audience.error}
        </p>
      )}
    </div>
  );
}

/** How many the audience has now, and how many of them the flow's channel reaches. */
function Reach({ audienceId, channel }: { readonly audienceId: string } & Pick<ActiveFlow, 'channel'>) {
  const text = useText();
  const { rows, facts, isAnswered, failure, retry } = useAskedListing('audience.reach', { audience: audienceId });
  // What was counted at an earlier look may no longer be so.
  const reach = isAnswered && facts['audience'] === Number(audienceId) ? rows?.[0] : undefined;
  return (
    <>
      <FailedLookups lookups={[{ hasFailed: failure !== null, retry }]} />
      <p role="status" className={styles.hint}>
        {reach !== undefined
          ? text(reach.isPartial ? 'activeFlow.for.filling' : 'activeFlow.for.reach', {
              count: reach.total,
              channel,
              reached: reach[channel],
            })
          : failure === null && text('activeFlow.for.counting')}
      </p>
    </>
  );
}

/** At once, or at a time in the company's time zone. */
function Moment({ onNow }: { readonly onNow: (isNow: boolean) => void }) {
  const text = useText();
  const zoneName = useZoneName();
  const zone = useCompanyZone();
  const { now } = useApp();
  const { value, change, error, isReadOnly } = useField('starts_at');
  const startsAt = typeof value === 'string' ? Date.parse(value) : null;
  const set = (at: number | null) => change(at === null ? null : new Date(at).toISOString());
  return (
    <div className={styles.moment}>
      <span className={styles.label} aria-hidden="true">
        {text('activeFlow.when')}
      </span>
      <SegmentedControl
        label={text('activeFlow.when')}
        options={(['now', 'moment'] as const).map((each) => ({ value: each, label: text(`activeFlow.when.${each}`) }))}
        value={startsAt === null ? 'now' : 'moment'}
        isDisabled={isReadOnly}
        onChange={(next) => {
          onNow(next === 'now');
          set(next === 'now' ? null : Math.ceil((now() + HOUR_MS) / HOUR_MS) * HOUR_MS);
        }}
      />
      {startsAt !== null && zone === null && <Skeleton shape="block" height={62} />}
      {startsAt !== null && zone !== null && (
        <DateField
          of="moment"
          label={text('activeFlow.when.at')}
          value={fieldOf(startsAt, zone)}
          onChange={(typed) => {
            const at = momentOfField(typed, zone);
            if (at !== null) set(at);
          }}
          min={fieldOf(now(), zone)}
          max={fieldOf(now() + FLOW_LAUNCH_AHEAD_DAYS * DAY_MS, zone)}
          description={text('activeFlow.when.zone', { zone: zoneName(zone) })}
          error={error}
          isReadOnly={isReadOnly}
        />
      )}
    </div>
  );
}
