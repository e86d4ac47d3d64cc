import { useMemo } from 'react';
import { useSelector } from '@xstate/react';
import type { Grouping } from '../../../../contract/facts/metrics.ts';
import { createFormats, type Formats } from '../../../i18n/formats.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import type { ReportGroup } from '../../../machines/entities/reports.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { formatWholeDay } from '../../../i18n/calendar-days.ts';
import type { Metric } from './metrics.ts';

/** Shown for a number without a value. */
export const NOTHING = '—';

export function writtenValue(formats: Formats, { unit }: Pick<Metric, 'unit'>, value: number | null): string {
  if (value === null) return NOTHING;
  return unit === 'count' ? formats.number(value) : formats.duration(value, 'fine');
}

/** Formats in the company's time zone, wherever the browser is. */
export function useFormatsOf(timezone: string): Formats {
  const { directory } = useApp();
  const locale = useSelector(directory.shell, selectLocale);
  return useMemo(() => createFormats(locale, timezone), [locale, timezone]);
}

/** Names a report's group, including the unassigned one. */
export function useGroupName(): (groupBy: Grouping, group: Pick<ReportGroup, 'id' | 'label'>) => string {
  const { directory } = useApp();
  const locale = useSelector(directory.shell, selectLocale);
  const text = useText();
  return (groupBy, { id, label }) => {
    if (label !== null) return label;
    if (id === 'total') return text('reports.total');
    if (groupBy === 'day') return formatWholeDay(locale, id);
    if (groupBy === 'hour') return text('reports.hour', { hour: id });
    return text(groupBy === 'department' ? 'report.group.noDepartment' : 'report.group.nobody');
  };
}
