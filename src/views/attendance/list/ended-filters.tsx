import { useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import { dayAfter } from '../../../../contract/facts/days.ts';
import { createFormats } from '../../../i18n/formats.ts';
import { momentOf, wallTimeOf } from '../../../i18n/wall-time.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import type { InboxFilters } from '../../../machines/log/events-inbox.ts';
import { useListing, wholeList, type Listing } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { PeriodDialog } from './PeriodDialog.tsx';

/** A filter that is set, and what takes it away. */
export interface FilterChip {
  readonly name: string;
  readonly label: string;
  readonly remove: () => void;
}

/** Days up to today that are offered, by how long ago they begin and end. */
const PERIODS = { today: [0, 0], yesterday: [1, 1], week: [6, 0], month: [29, 0] } as const;
type Period = keyof typeof PERIODS;
const PERIOD_IDS = ['today', 'yesterday', 'week', 'month'] as const satisfies readonly Period[];

const ANY_DAY = 'anyDay';
const ANY_OUTCOME = 'anyOutcome';
const OTHER = 'otherDays';
const OUTCOME = 'outcome:';

const browsersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface EndedFiltersProps {
  readonly only: InboxFilters;
  readonly isFinished: boolean;
  /** Whether the menu is about to be opened. */
  readonly isNear: boolean;
  readonly narrow: (filters: InboxFilters) => void;
}

interface EndedFilters {
  readonly groups: readonly MenuGroup[];
  readonly chips: readonly FilterChip[];
  readonly outcomes: Listing<'chat.outcomes'>;
  readonly dialog: ReactNode;
}

/** Filters of finished conversations: in which days of the company they ended, and with which outcome. */
export function useEndedFilters({ only, isFinished, isNear, narrow }: EndedFiltersProps): EndedFilters {
  const { directory, now } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const [isChoosing, setChoosing] = useState(false);
  const { ended = {} } = only;
  const isWanted = isFinished && (isNear || only.ended !== undefined);
  const outcomes = useListing('chat.outcomes', wholeList, isWanted ? 'opens' : 'known');
  const calendar = useListing('report.calendar', wholeList, isWanted ? 'opens' : 'known');
  if (!isFinished) return { groups: [], chips: [], outcomes, dialog: null };
  const zone = calendar.rows?.[0]?.timezone ?? browsersZone();
  const today = wallTimeOf(now(), zone).day;
  const dayOf = (at: number | undefined) => (at === undefined ? '' : wallTimeOf(at, zone).day);
  const from = dayOf(ended.from);
  const to = dayOf(ended.to === undefined ? undefined : ended.to - 1);

  const change = (changed: NonNullable<InboxFilters['ended']>) => {
    const { ended: _, ...rest } = only;
    const next = { ...ended, ...changed };
    const isAny = next.from === undefined && next.to === undefined && next.outcome === undefined;
    narrow(isAny ? rest : { ...rest, ended: next });
  };
  const setDays = (first: string, last: string) =>
    change({
      from: first === '' ? undefined : momentOf({ day: first, time: '00:00' }, zone),
      to: last === '' ? undefined : momentOf({ day: dayAfter(last, 1), time: '00:00' }, zone),
    });

  const daysOf = (period: Period) => PERIODS[period].map((ago) => dayAfter(today, -ago));
  const period =
    from === '' && to === '' ? ANY_DAY : (PERIOD_IDS.find((id) => daysOf(id).join() === [from, to].join()) ?? OTHER);
  const formats = createFormats(locale, zone);
  const shown = (day: string) => formats.shortDate(momentOf({ day, time: '12:00' }, zone), now());
  const periodLabel =
    period !== OTHER && period !== ANY_DAY
      ? text(`listFilters.period.${period}`)
      : from === ''
        ? text('listFilters.period.until', { to: to === '' ? '' : shown(to) })
        : to === ''
          ? text('listFilters.period.since', { from: shown(from) })
          : from === to
            ? shown(from)
            : text('listFilters.period.between', { from: shown(from), to: shown(to) });

  const names = outcomes.rows?.map(({ name }) => name) ?? [];
  const hasOutcomes = names.length > 0 || ended.outcome !== undefined;
  const groups: MenuGroup[] = [
    {
      id: 'period',
      title: text('listFilters.period'),
      entries: [
        { id: ANY_DAY, label: text('listFilters.period.any') },
        ...PERIOD_IDS.map((id) => ({ id, label: text(`listFilters.period.${id}`) })),
        { id: OTHER, label: text('listFilters.period.other') },
      ],
      selected: period,
      onSelect: (id) => {
        const known = PERIOD_IDS.find((each) => each === id);
        if (known !== undefined) setDays(daysOf(known)[0] ?? '', daysOf(known)[1] ?? '');
        else if (id === OTHER) setChoosing(true);
        else setDays('', '');
      },
    },
  ];
  if (hasOutcomes) {
    groups.push({
      id: 'outcome',
      title: text('listFilters.outcome'),
      entries: [
        { id: ANY_OUTCOME, label: text('listFilters.outcome.any') },
        ...names.map((name) => ({ id: OUTCOME + name, label: name })),
        { id: OUTCOME, label: text('listFilters.outcome.none') },
      ],
      selected: ended.outcome === undefined ? ANY_OUTCOME : OUTCOME + ended.outcome,
      onSelect: (id) => change({ outcome: id === ANY_OUTCOME ? undefined : id.slice(OUTCOME.length) }),
    });
  }
  const chips: FilterChip[] = [];
  if (period !== ANY_DAY) chips.push({ name: 'period', label: periodLabel, remove: () => setDays('', '') });
  if (ended.outcome !== undefined) {
    chips.push({
      name: 'outcome',
      label: ended.outcome === '' ? text('listFilters.outcome.none') : ended.outcome,
      remove: () => change({ outcome: undefined }),
    });
  }
  return {
    groups,
    chips,
    outcomes,
    dialog: isChoosing ? (
      <PeriodDialog
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
