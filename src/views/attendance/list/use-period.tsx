import { useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import { dayAfter } from '../../../../contract/facts/days.ts';
import { createFormats } from '../../../i18n/formats.ts';
import { momentOf, wallTimeOf } from '../../../i18n/wall-time.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { PeriodDialog } from './PeriodDialog.tsx';

/** Days up to today that are offered, by how long ago they begin and end. */
const PERIODS = { today: [0, 0], yesterday: [1, 1], week: [6, 0], month: [29, 0] } as const;
type PeriodName = keyof typeof PERIODS;
const NAMES = ['today', 'yesterday', 'week', 'month'] as const satisfies readonly PeriodName[];

const ANY_DAY = 'anyDay';
const OTHER = 'otherDays';

/** Moments in milliseconds, from and before; left out for no bound. */
export interface Period {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface PeriodProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
  /** What the days are of. */
  readonly title: string;
  /** Whether it is about to be shown. */
  readonly isWanted: boolean;
}

interface PeriodChoice {
  readonly group: MenuGroup;
  /** Null for any day. */
  readonly label: string | null;
  readonly dialog: ReactNode;
}

const browsersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A choice of days of the company, for a menu. */
export function usePeriod({
  period: { from: since, to: until },
  onChange,
  title,
  isWanted,
}: PeriodProps): PeriodChoice {
  const { directory, now } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const [isChoosing, setChoosing] = useState(false);
  const calendar = useListing('report.calendar', wholeList, isWanted ? 'opens' : 'known');
  const zone = calendar.rows?.[0]?.timezone ?? browsersZone();
  const today = wallTimeOf(now(), zone).day;
  const from = since === undefined ? '' : wallTimeOf(since, zone).day;
  const to = until === undefined ? '' : wallTimeOf(until - 1, zone).day;
  const setDays = (first: string, last: string) =>
    onChange({
      from: first === '' ? undefined : momentOf({ day: first, time: '00:00' }, zone),
      to: last === '' ? undefined : momentOf({ day: dayAfter(last, 1), time: '00:00' }, zone),
    });
  const daysOf = (name: PeriodName) => PERIODS[name].map((ago) => dayAfter(today, -ago));
  const chosen = NAMES.find((name) => daysOf(name).join() === [from, to].join());
  const isAny = from === '' && to === '';
  const formats = createFormats(locale, zone);
  const shown = (day: string) => formats.shortDate(momentOf({ day, time: '12:00' }, zone), now());
  const ownLabel = () => {
    if (from === '') return text('listFilters.period.until', { to: shown(to) });
    if (to === '') return text('listFilters.period.since', { from: shown(from) });
    return from === to ? shown(from) : text('listFilters.period.between', { from: shown(from), to: shown(to) });
  };
  return {
    group: {
      id: 'period',
      title,
      entries: [
        { id: ANY_DAY, label: text('listFilters.period.any') },
        ...NAMES.map((id) => ({ id, label: text(`listFilters.period.${id}`) })),
        { id: OTHER, label: text('listFilters.period.other') },
      ],
      selected: isAny ? ANY_DAY : (chosen ?? OTHER),
      onSelect: (id) => {
        const name = NAMES.find((each) => each === id);
        if (name !== undefined) setDays(daysOf(name)[0] ?? '', daysOf(name)[1] ?? '');
        else if (id === OTHER) setChoosing(true);
        else onChange({});
      },
    },
    label: isAny ? null : chosen === undefined ? ownLabel() : text(`listFilters.period.${chosen}`),
    dialog: isChoosing ? (
      <PeriodDialog
        title={title}
        from={from}
        to={to}
        today={today}
        onChoose={(first, last) => {
          setDays(first, last);
          setChoosing(false);
        }}
        onClose={() => setChoosing(false)}
      />
    ) : null,
  };
}
