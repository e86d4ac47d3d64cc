import { ChevronDownIcon } from '../../kit/administration-icons.tsx';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { formatDays } from '../../../i18n/calendar-days.ts';
import type { ReportCalendar } from '../../../machines/entities/reports.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { useText } from '../../kit/useText.ts';
import { FilterChoice, type ListFilter } from '../list/FilterChoice.tsx';
import { useChoices, useInstanceChoices } from '../list/use-listing.ts';
import { useZoneName } from '../use-zone-name.ts';
import { DaysDialog } from './DaysDialog.tsx';
import { presets } from './period.ts';
import styles from './ScopeBar.module.css';
import { scopeFilters, type Address, type Scope, type ScopeFilter } from './use-scope.ts';

interface ScopeProps {
  readonly scope: Scope;
  readonly address: Address;
}

/** Chooses the days, and those to compare with. */
export function PeriodChoice({ scope, address, calendar }: ScopeProps & { readonly calendar: ReportCalendar }) {
  const { directory } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const [isChoosing, setChoosing] = useState(false);
  const { preset, days, comparison } = scope;
  const shown = preset === 'custom' ? formatDays(locale, days.start, days.finish) : text(`reports.period.${preset}`);
  return (
    <>
      <MenuButton
        label={`${text('reports.period')}: ${shown}`}
        placement="bottom end"
        groups={[
          {
            id: 'period',
            title: text('reports.period'),
            selected: preset,
            onSelect: (id) => {
              if (id === 'custom') setChoosing(true);
              else address.setParams({ period: id, start: null, finish: null });
            },
            entries: [
              ...presets.map((id) => ({ id, label: text(`reports.period.${id}`) })),
              { id: 'custom', label: text('reports.period.custom') },
            ],
          },
          {
            id: 'compare',
            title: text('reports.compare'),
            selected: comparison,
            onSelect: (id) => address.setParams({ compare: id === 'year' ? id : null }),
            entries: (['previous', 'year'] as const).map((id) => ({ id, label: text(`reports.compare.${id}`) })),
          },
        ]}
      >
        {shown}
        <ChevronDownIcon />
      </MenuButton>
      {isChoosing && (
        <DaysDialog
          days={days}
          today={calendar.today}
          onClose={() => setChoosing(false)}
          onChoose={({ start, finish }) => {
            setChoosing(false);
            address.setParams({ period: null, start, finish });
          }}
        />
      )}
    </>
  );
}

/** Filters by department, attendant and instance, one of each. */
export function ScopeFilters({
  scope,
  address,
  shown = scopeFilters,
}: ScopeProps & { readonly shown?: readonly ScopeFilter[] }) {
  const text = useText();
  const departments = useChoices('choices.departments');
  const users = useChoices('choices.users');
  const instances = useInstanceChoices();
  const filters: Readonly<Record<ScopeFilter, ListFilter>> = {
    departments: {
      name: 'departments',
      label: text('reports.filter.department'),
      options: departments.options,
      lookup: departments,
    },
    users: { name: 'users', label: text('reports.filter.user'), options: users.options, lookup: users },
    instances: {
      name: 'instances',
      label: text('reports.filter.instance'),
      all: text('reports.filter.instance.all'),
      options: instances.options,
      lookup: instances,
    },
  };
  const isChosen = shown.some((name) => scope.chosen[name] !== undefined);
  return (
    <>
      {shown.map((name) => (
        <FilterChoice
          key={name}
          filter={filters[name]}
          value={scope.chosen[name]}
          onChange={(value) => address.setParams({ [name]: value ?? null })}
        />
      ))}
      {isChosen && (
        <Button
          variant="ghost"
          onPress={() => address.setParams(Object.fromEntries(shown.map((name) => [name, null])))}
        >
          {text('reports.filters.clear')}
        </Button>
      )}
    </>
  );
}

interface ScopeWordsProps {
  readonly scope: Scope;
  readonly calendar: ReportCalendar;
  /** Whether other days are compared. */
  readonly isCompared?: boolean;
}

/** The chosen and compared days as text, and their time zone. */
export function ScopeWords({ scope, calendar, isCompared = true }: ScopeWordsProps) {
  const { directory } = useApp();
  const text = useText();
  const zoneName = useZoneName();
  const locale = useSelector(directory.shell, selectLocale);
  const { days, before } = scope;
  return (
    <p className={styles.words}>
      <b>{formatDays(locale, days.start, days.finish)}</b>
      {isCompared && (
        <span>{text('reports.compare.with', { days: formatDays(locale, before.start, before.finish) })}</span>
      )}
      {isCompared && days.finish >= calendar.today && <span>{text('reports.compare.partial')}</span>}
      <span>{text('reports.timezone', { zone: zoneName(calendar.timezone) })}</span>
    </p>
  );
}
