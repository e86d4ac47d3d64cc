import { useEffect, useEffectEvent, useState } from 'react';
import { DAY_MS } from '../../../../../contract/facts/day-ms.ts';
import { SNOOZE_MAX_DAYS } from '../../../../../contract/facts/ticket-views.ts';
import { SkeletonRows } from '../../../kit/Skeleton.tsx';
import { useText } from '../../../kit/useText.ts';
import { MomentFields, useCompanyZone, useMoment } from '../actions/MomentFields.tsx';
import { BulkRun } from './run.ts';
import styles from './Bulk.module.css';

interface BulkSnoozeProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (ids: readonly string[]) => void;
}

/** Puts them all off until one moment, in the company's time zone. */
export function BulkSnooze({ ids, ...rest }: BulkSnoozeProps) {
  const text = useText();
  const zone = useCompanyZone();
  const [until, setUntil] = useState<number | null>(null);
  return (
    <BulkRun
      {...rest}
      ticketIds={ids}
      title={text('bulk.snooze.title', { count: ids.length })}
      submitLabel={text('bulk.snooze')}
      action={until === null ? null : { kind: 'snooze', until }}
    >
      {() => (zone === null ? <SkeletonRows count={4} /> : <Times zone={zone} onChange={setUntil} />)}
    </BulkRun>
  );
}

interface TimesProps {
  readonly zone: string;
  /** Null while none in time is chosen. */
  readonly onChange: (until: number | null) => void;
}

function Times({ zone, onChange }: TimesProps) {
  const text = useText();
  const moment = useMoment(zone, SNOOZE_MAX_DAYS);
  const { at, openedAt } = moment;
  const isInTime = at !== null && at > openedAt && at <= openedAt + SNOOZE_MAX_DAYS * DAY_MS;
  const until = isInTime ? at : null;
  const changed = useEffectEvent(onChange);
  useEffect(() => changed(until), [until]);
  return (
    <>
      <MomentFields
        moment={moment}
        label={text('listActions.snooze.when')}
        why={text('error.snooze.moment')}
        autoFocus
      />
      {!isInTime && (
        <p role="alert" className={styles.why}>
          {text('error.snooze.moment')}
        </p>
      )}
    </>
  );
}
