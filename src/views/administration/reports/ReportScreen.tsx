import { useSelector } from '@xstate/react';
import { useState, type SubmitEvent } from 'react';
import { isDay } from '../../../../contract/facts/days.ts';
import { paramsOfField } from '../../../machines/editing/params-of-field.ts';
import type { ReportCalendar, ReportGroup } from '../../../machines/entities/reports.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { ChartIcon } from '../../kit/administration-icons.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { useText } from '../../kit/useText.ts';
import { useChoices } from '../list/use-listing.ts';
import { sheetOf } from './sheet-of.ts';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { metricOf, type Metric } from './metrics.ts';
import { NumbersTable } from './NumbersTable.tsx';
import { daysProblems } from './DaysDialog.tsx';
import { daysOfPreset } from './period.ts';
import { CalendarGate, ReportPage } from './ReportPage.tsx';
import styles from './ReportScreen.module.css';
import { ScopeWords } from './ScopeBar.tsx';
import { TicketsDialog } from './TicketsDialog.tsx';
import { useDownload } from '../download/use-download.ts';
import { useDrillDown } from './use-drill-down.ts';
import { useReport } from './use-report.ts';
import { scopeOf, useAddress, type Scope } from './use-scope.ts';
import { UserChoices } from './UserChoices.tsx';
import { useGroupName } from './values.ts';

/** /dashboard/report: chosen days of chosen attendants. The query is in the address. */
export function ReportScreen() {
  const text = useText();
  const title = text('reports.range');
  return <CalendarGate title={title}>{(calendar) => <Report title={title} calendar={calendar} />}</CalendarGate>;
}

function Report({ title, calendar }: { readonly title: string; readonly calendar: ReportCalendar }) {
  const text = useText();
  const address = useAddress();
  const scope = scopeOf(address, calendar, 'lastMonth');
  const isAsked = isDay(address.param('start')) && scope.preset === 'custom';
  return (
    <ReportPage title={title}>
      {/* Another address resets the fields. */}
      <Question key={JSON.stringify(scope.filters)} calendar={calendar} />
      {isAsked ? (
        <Answer scope={scope} calendar={calendar} title={title} />
      ) : (
        <div className={styles.none}>
          <EmptyState icon={<ChartIcon />} title={text('reports.run.title')}>
            {text('reports.run.text')}
          </EmptyState>
        </div>
      )}
    </ReportPage>
  );
}

function Question({ calendar }: { readonly calendar: ReportCalendar }) {
  const text = useText();
  const address = useAddress();
  const users = useChoices('choices.users');
  const scope = scopeOf(address, calendar, 'lastMonth');
  const usual = daysOfPreset('lastMonth', calendar.today);
  const [start, setStart] = useState(scope.preset === 'custom' ? scope.days.start : usual.start);
  const [finish, setFinish] = useState(scope.preset === 'custom' ? scope.days.finish : usual.finish);
  const [chosen, setChosen] = useState<readonly string[]>((scope.chosen['users'] ?? '').split(',').filter(Boolean));
  const [isTried, setTried] = useState(false);
  const problems = daysProblems({ start, finish });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (problems.start !== undefined || problems.finish !== undefined) return;
    address.setParams({ start, finish, users: chosen.length === 0 ? null : chosen.join(',') });
  };
  const wordsOf = (problem: typeof problems.start) => (isTried && problem !== undefined ? text(problem) : undefined);
  return (
    <form className={styles.question} noValidate onSubmit={submit}>
      <DateField
        label={text('reports.period.start')}
        value={start}
        onChange={setStart}
        error={wordsOf(problems.start)}
      />
      <DateField
        label={text('reports.period.finish')}
        value={finish}
        onChange={setFinish}
        error={wordsOf(problems.finish)}
      />
      <UserChoices users={users} chosen={chosen} onChange={setChosen} />
      <Button type="submit" variant="primary" className={styles.run}>
        {text('reports.run')}
      </Button>
    </form>
  );
}

interface AnswerProps {
  readonly scope: Scope;
  readonly calendar: ReportCalendar;
  readonly title: string;
}

function Answer({ scope, calendar, title }: AnswerProps) {
  const { directory } = useApp();
  const text = useText();
  const isText = useIsText();
  const failureText = useFailureText();
  const groupName = useGroupName();
  const locale = useSelector(directory.shell, selectLocale);
  const { drillDown, open: openDrillDown, close: closeDrillDown } = useDrillDown();
  const download = useDownload('report.groups');
  const { rows, phase, failure, retry } = useReport('report.dashboard', { filters: scope.filters });
  if (failure !== null) {
    const messages = Object.entries(failure.fields).flatMap(([field, id]) =>
      isText(id) ? [text(id, paramsOfField(failure.params, field))] : [],
    );
    const wrong = [...new Set(messages)];
    return (
      <div className={styles.none}>
        <ErrorState title={text('reports.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {wrong.length > 0 ? wrong.join(' ') : failureText(failure)}
        </ErrorState>
      </div>
    );
  }
  const users = rows?.filter(({ id }) => id !== 'total') ?? null;
  const total = rows?.find(({ id }) => id === 'total');
  const open = (row: ReportGroup, { label, tickets }: Pick<Metric, 'label' | 'tickets'> = metricOf('handled')) =>
    openDrillDown({
      title: text('reports.tickets.of', { name: text(label), group: groupName('user', row) }),
      tickets,
      filters: scope.filters,
      ...(row.id === 'total' ? {} : { group: { by: 'user', key: row.id } }),
    });
  return (
    <>
      <div className={styles.bar}>
        <ScopeWords scope={scope} calendar={calendar} isCompared={false} />
        {scope.chosen['users'] === undefined && <span className={styles.hint}>{text('reports.total.hint')}</span>}
        <DownloadMenu
          download={download}
          sheets={[{ id: 'user', label: title }]}
          onChoose={(by, format) => download.start({ ...sheetOf(scope), group_by: by, format, locale })}
        />
      </div>
      <DownloadProblem download={download} />
      <NumbersTable
        label={title}
        groupBy="user"
        numberOf={({ id: metric }, { id }) => rowNumber('report.dashboard', `numbers.${metric}`, id)}
        rows={users}
        total={total}
        isStale={phase === 'stale'}
        onOpen={open}
        emptyLevel={2}
      />
      {drillDown !== undefined && (
        <TicketsDialog {...drillDown} timezone={calendar.timezone} onClose={closeDrillDown} />
      )}
    </>
  );
}
