import { useSelector } from '@xstate/react';
import { useState, type SubmitEvent } from 'react';
import { formatDays } from '../../../i18n/calendar-days.ts';
import type { ReportCalendar } from '../../../machines/entities/reports.ts';
import { selectInstances, selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ChevronDownIcon } from '../../kit/icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { FilterChoice, type ListFilter } from '../list/FilterChoice.tsx';
import { useChoices } from '../list/use-listing.ts';
import { useZoneName } from '../use-zone-name.ts';
import { presets, type Days } from './period.ts';
import styles from './ScopeBar.module.css';
import { scopeFilters, type Address, type Scope, type ScopeFilter } from './use-scope.ts';

interface ScopeProps {
  readonly scope: Scope;
  readonly address: Address;
}

/** Which days, and with which others they are compared. */
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

interface DaysDialogProps {
  readonly days: Days;
  readonly today: string;
  readonly onClose: () => void;
  readonly onChoose: (days: Days) => void;
}

function DaysDialog({ days, today, onClose, onChoose }: DaysDialogProps) {
  const text = useText();
  const [start, setStart] = useState(days.start);
  const [finish, setFinish] = useState(days.finish);
  const [isTried, setTried] = useState(false);
  const problems = daysProblems({ start, finish });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (problems.start === undefined && problems.finish === undefined) onChoose({ start, finish });
  };
  const wordsOf = (problem: DaysProblem | undefined) => (isTried && problem !== undefined ? text(problem) : undefined);
  return (
    <Dialog
      title={text('reports.period.title')}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" form="report-days" variant="primary">
            {text('reports.period.apply')}
          </Button>
        </>
      }
    >
      <form id="report-days" noValidate className={styles.days} onSubmit={submit}>
        <DayField
          label={text('reports.period.start')}
          value={start}
          max={today}
          onChange={setStart}
          error={wordsOf(problems.start)}
        />
        <DayField
          label={text('reports.period.finish')}
          value={finish}
          max={today}
          onChange={setFinish}
          error={wordsOf(problems.finish)}
        />
      </form>
    </Dialog>
  );
}

interface DayFieldProps {
  readonly label: string;
  /** `2026-11-20`, or empty. */
  readonly value: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
  readonly error: string | undefined;
}

/** A day of the calendar. */
export function DayField({ label, value, onChange, error }: DayFieldProps) {
  return <TextField label={label} type="date" value={value} onChange={onChange} error={error} />;
}

type DaysProblem = 'error.report.date' | 'error.report.range' | 'error.report.tooLong';

/** What is wrong with two days as a period, by field. */
export function daysProblems({ start, finish }: Days): { readonly start?: DaysProblem; readonly finish?: DaysProblem } {
  const isNone = (day: string) => day < '2000-01-01' || day > '2100-12-31';
  if (isNone(start) || isNone(finish)) {
    return {
      ...(isNone(start) ? { start: 'error.report.date' } : {}),
      ...(isNone(finish) ? { finish: 'error.report.date' } : {}),
    };
  }
  if (finish < start) return { finish: 'error.report.range' };
  const threeYears = 1_096;
  const days = Math.round((Date.parse(finish) - Date.parse(start)) / 86_400_000) + 1;
  return days > threeYears ? { finish: 'error.report.tooLong' } : {};
}

/** Whose numbers, one of each kind at a time. */
export function ScopeFilters({
  scope,
  address,
  shown = scopeFilters,
}: ScopeProps & { readonly shown?: readonly ScopeFilter[] }) {
  const { directory } = useApp();
  const text = useText();
  const departments = useChoices('choices.departments');
  const users = useChoices('choices.users');
  const instances = useSelector(directory.shell, selectInstances) ?? [];
  const filters: Readonly<Record<ScopeFilter, ListFilter>> = {
    departments: { name: 'departments', label: text('reports.filter.department'), options: departments },
    users: { name: 'users', label: text('reports.filter.user'), options: users },
    instances: {
      name: 'instances',
      label: text('reports.filter.instance'),
      options: instances.map(({ id, name }) => ({ id, label: name })),
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
  /** Whether it is compared with other days. */
  readonly isCompared?: boolean;
}

/** Which days in words, those compared with, and whose clock they are counted by. */
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
