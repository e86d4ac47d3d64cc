import { ChevronDownIcon } from '../../kit/administration-icons.tsx';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { daysOf } from '../../../../contract/facts/days.ts';
import { campaignsArea } from '../../../i18n/areas/campaigns.ts';
import { channelArea } from '../../../i18n/areas/channel.ts';
import { GROUPINGS, type Grouping } from '../../../../contract/facts/metrics.ts';
import type { ReportCalendar, ReportGroup } from '../../../machines/entities/reports.ts';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { part } from '../../kit/part.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './AnalyticsScreen.module.css';
import { Breakdown } from './Breakdown.tsx';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { LiveSection } from './LiveSection.tsx';
import { MetricHelp } from './MetricHelp.tsx';
import { metricOf, metrics, type Metric } from './metrics.ts';
import { PeriodTiles } from './PeriodTiles.tsx';
import { CalendarGate, ReportPage } from './ReportPage.tsx';
import { PeriodChoice, ScopeFilters, ScopeWords } from './ScopeBar.tsx';
import { sheetOf } from './sheet-of.ts';
import { TicketsDialog } from './TicketsDialog.tsx';
import { DaysChart, HoursChart } from './TimeCharts.tsx';
import { useDownload } from '../download/use-download.ts';
import { useDrillDown } from './use-drill-down.ts';
import { scopeOf, useAddress } from './use-scope.ts';
import { useGroupName } from './values.ts';

// Loaded for those who may see campaigns; nobody misses it.
const ActiveCampaigns = part(
  async () => (await import('../campaigns/ActiveCampaigns.tsx')).ActiveCampaigns,
  [campaignsArea, channelArea],
  { isExtra: true },
);

interface AnalyticsScreenProps {
  /** Both routes show this screen: the control panel starts with today, the analytics with thirty days. */
  readonly of: 'controlPanel' | 'analytics';
}

/**
 * /dashboard/control-panel and /dashboard/analytics: live numbers, numbers of a period, and the tickets behind them.
 */
export function AnalyticsScreen({ of }: AnalyticsScreenProps) {
  const text = useText();
  const title = text(`reports.${of}`);
  return (
    <CalendarGate title={title}>
      {(calendar) => <Analytics title={title} calendar={calendar} usual={of === 'analytics' ? 'last30' : 'today'} />}
    </CalendarGate>
  );
}

interface AnalyticsProps {
  readonly title: string;
  readonly calendar: ReportCalendar;
  readonly usual: 'today' | 'last30';
}

function Analytics({ title, calendar, usual }: AnalyticsProps) {
  const { directory } = useApp();
  const text = useText();
  const id = useId();
  const locale = useSelector(directory.shell, selectLocale);
  const hasCampaigns = useSelector(directory.auth, selectRoutes).includes('campaigns');
  const address = useAddress();
  const scope = scopeOf(address, calendar, usual);
  const { drillDown, open: openDrillDown, close: closeDrillDown } = useDrillDown();
  const download = useDownload('report.groups');
  const metric = metricOf(address.param('metric'));
  const groupName = useGroupName();
  const openGroup =
    (by: Grouping) =>
    (group: Pick<ReportGroup, 'id' | 'label'>, of: Metric = metric) =>
      openDrillDown({
        title: text('reports.tickets.of', { name: text(of.label), group: groupName(by, group) }),
        tickets: of.tickets,
        filters: scope.filters,
        ...(group.id === 'total' ? {} : { group: { by, key: group.id } }),
      });
  const titles = { day: 'reports.byDay', hour: 'reports.byHour' } as const;
  return (
    <ReportPage
      title={title}
      tools={
        <>
          <ScopeFilters scope={scope} address={address} />
          <PeriodChoice scope={scope} address={address} calendar={calendar} />
          <DownloadMenu
            download={download}
            sheets={GROUPINGS.map((by) => ({
              id: by,
              label:
                by === 'day' || by === 'hour'
                  ? text(titles[by])
                  : `${text('reports.by')} ${text(`reports.by.${by}`).toLocaleLowerCase()}`,
            }))}
            onChoose={(by, format) => download.start({ ...sheetOf(scope), group_by: by, format, locale })}
          />
        </>
      }
    >
      <DownloadProblem download={download} />
      <LiveSection timezone={calendar.timezone} chosen={scope.chosen} address={address} onOpen={openDrillDown} />
      {usual === 'today' && hasCampaigns && <ActiveCampaigns />}
      <section className={styles.section} aria-labelledby={id}>
        <header className={styles.header}>
          <h2 id={id} className={styles.title}>
            {text('reports.inPeriod')}
          </h2>
          <ScopeWords scope={scope} calendar={calendar} />
        </header>
        <PeriodTiles scope={scope} onOpen={openDrillDown} />
        <div className={styles.metric}>
          <h3 className={styles.of}>{text('reports.charts')}</h3>
          <MenuButton
            label={`${text('reports.metric')}: ${text(metric.label)}`}
            groups={[
              {
                id: 'metric',
                title: text('reports.metric'),
                selected: metric.id,
                onSelect: (chosen) => address.setParams({ metric: chosen }),
                entries: metrics.map((each) => ({ id: each.id, label: text(each.label) })),
              },
            ]}
          >
            {text(metric.label)}
            <ChevronDownIcon />
          </MenuButton>
          <MetricHelp name={text(metric.label)} definition={text(metric.definition)} />
        </div>
        <div className={styles.charts}>
          {daysOf(scope.days.start, scope.days.finish) > 1 && (
            <DaysChart scope={scope} metric={metric} onOpen={openGroup('day')} />
          )}
          <HoursChart
            scope={scope}
            metric={metric}
            onOpen={openGroup('hour')}
            className={daysOf(scope.days.start, scope.days.finish) > 1 ? undefined : styles.wide}
          />
          <Breakdown scope={scope} metric={metric} address={address} onOpen={openGroup} />
        </div>
      </section>
      {drillDown !== undefined && (
        <TicketsDialog {...drillDown} timezone={calendar.timezone} onClose={closeDrillDown} />
      )}
    </ReportPage>
  );
}
