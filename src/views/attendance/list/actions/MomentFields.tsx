import { useEffect, useId, useRef, useState } from 'react';
import { useSelector } from '@xstate/react';
import { DAY_MS } from '../../../../../contract/facts/day-ms.ts';
import { formatZoneOffset } from '../../../../i18n/calendar-days.ts';
import { createFormats } from '../../../../i18n/formats.ts';
import { selectLocale } from '../../../../machines/shell/shell.selectors.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp } from '../../../app/app-context.tsx';
import { DateField } from '../../../kit/lazy-date-field.tsx';
import { useText } from '../../../kit/useText.ts';
import { fieldOf, momentOfField, snoozeTimes, type SnoozeTime } from './snooze-times.ts';
import styles from './SnoozeDialog.module.css';

const browsersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The company's time zone, or the browser's if that can't be known; null while loading. */
export function useCompanyZone(): string | null {
  const { rows, failure } = useListing('report.calendar', wholeList);
  return rows?.[0]?.timezone ?? (failure === null ? null : browsersZone());
}

/** A moment that is being chosen. */
export interface Moment {
  readonly zone: string;
  readonly maxDays: number;
  readonly openedAt: number;
  readonly chosen: SnoozeTime | 'own';
  /** The value of the field for a custom time. */
  readonly own: string;
  readonly isRefused: boolean;
  /** The moment chosen; null while the field has none. */
  readonly at: number | null;
  /** The moment if it is in time now; else null, and the fields say why. */
  readonly taken: (now: number) => number | null;
  readonly choose: (chosen: SnoozeTime | 'own') => void;
  readonly setOwn: (value: string) => void;
}

/** A moment to choose, within `maxDays`; `first` is chosen at first, if given. */
export function useMoment(zone: string, maxDays: number, first?: number): Moment {
  const { now } = useApp();
  const [openedAt] = useState(now);
  const times = snoozeTimes(openedAt, zone);
  const [chosen, choose] = useState<SnoozeTime | 'own'>(first === undefined ? 'hour' : 'own');
  const [own, setOwn] = useState(() =>
    fieldOf(first ?? times.find((each) => each.id === 'tomorrow')?.at ?? openedAt, zone),
  );
  const [isRefused, setRefused] = useState(false);
  const at = chosen === 'own' ? momentOfField(own, zone) : (times.find((each) => each.id === chosen)?.at ?? null);
  return {
    zone,
    maxDays,
    openedAt,
    chosen,
    own,
    isRefused,
    at,
    taken: (moment) => {
      const isInTime = at !== null && at > moment && at <= moment + maxDays * DAY_MS;
      if (!isInTime) setRefused(true);
      return isInTime ? at : null;
    },
    choose,
    setOwn: (value) => {
      setOwn(value);
      setRefused(false);
      choose('own');
    },
  };
}

interface MomentFieldsProps {
  readonly moment: Moment;
  readonly label: string;
  /** Why the moment is refused. */
  readonly why: string;
  /** Whether the first choice gets the focus. */
  readonly autoFocus?: boolean;
}

/** Offers some moments and a field for another one, in the company's time zone. */
export function MomentFields({ moment, label, why, autoFocus = false }: MomentFieldsProps) {
  const { directory } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const { zone, maxDays, openedAt, chosen, own, isRefused, choose, setOwn } = moment;
  const formats = createFormats(locale, zone);
  const name = useId();
  const first = useRef<HTMLInputElement>(null);
  // The dialog's first control is its close button.
  useEffect(() => {
    if (autoFocus) first.current?.focus();
  }, [autoFocus]);
  const isElsewhere = formatZoneOffset(zone, openedAt) !== formatZoneOffset(browsersZone(), openedAt);
  return (
    <>
      <fieldset className={styles.times}>
        <legend className={styles.legend}>{label}</legend>
        {snoozeTimes(openedAt, zone).map((each, index) => (
          <label key={each.id} className={styles.time}>
            <input
              type="radio"
              name={name}
              ref={index === 0 ? first : undefined}
              checked={chosen === each.id}
              onChange={() => choose(each.id)}
            />
            <span>{text(`listActions.snooze.${each.id}`)}</span>
            <small>
              {formats.dayKey(each.at) === formats.dayKey(openedAt)
                ? formats.time(each.at)
                : `${formats.shortDate(each.at, openedAt)}, ${formats.time(each.at)}`}
            </small>
          </label>
        ))}
        <label className={styles.time}>
          <input type="radio" name={name} checked={chosen === 'own'} onChange={() => choose('own')} />
          <span>{text('listActions.snooze.own')}</span>
        </label>
      </fieldset>
      <DateField
        of="moment"
        isLabelHidden
        label={text('listActions.snooze.own')}
        value={own}
        min={fieldOf(openedAt, zone)}
        max={fieldOf(openedAt + maxDays * DAY_MS, zone)}
        error={isRefused ? why : undefined}
        className={styles.own}
        onChange={setOwn}
      />
      {isElsewhere && (
        <p className={styles.zone}>{text('listActions.snooze.zone', { zone: formatZoneOffset(zone, openedAt) })}</p>
      )}
    </>
  );
}
