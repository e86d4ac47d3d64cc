import type { Grouping as AnyGrouping } from '../../../../contract/facts/metrics.ts';
import type { ReportGroup } from '../../../machines/entities/reports.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { Pagination } from '../../kit/Pagination.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ChartCard } from './ChartCard.tsx';
import { MetricHelp } from './MetricHelp.tsx';
import type { Metric } from './metrics.ts';
import { NumbersTable } from './NumbersTable.tsx';
import { RankBars } from './RankBars.tsx';
import { useReport } from './use-report.ts';
import type { Address, Scope } from './use-scope.ts';
import { useGroupName, writtenValue } from './values.ts';

const groupings = ['department', 'user', 'instance'] as const;
type Grouping = (typeof groupings)[number];
const lists = { department: 'report.departments', user: 'report.users', instance: 'report.instances' } as const;

const PAGE = 10;

interface BreakdownProps {
  readonly scope: Scope;
  readonly metric: Metric;
  readonly address: Address;
  readonly onOpen: (by: AnyGrouping) => (group: Pick<ReportGroup, 'id' | 'label'>, metric?: Metric) => void;
}

/** The period's numbers per attendant, department or instance, highest first. */
export function Breakdown({ scope, metric, address, onOpen }: BreakdownProps) {
  const text = useText();
  const formats = useFormats();
  const groupName = useGroupName();
  const given = address.param('by');
  const by: Grouping = groupings.find((each) => each === given) ?? 'department';
  const { rows, phase, failure, query, total, updateQuery, retry } = useReport(lists[by], {
    filters: scope.filters,
    limit: PAGE,
    sort: { by: metric.id, descending: true },
  });
  const title = `${text('reports.by')} ${text(`reports.by.${by}`).toLocaleLowerCase()}`;
  const label = `${text(metric.label)}, ${title}`;
  const pages =
    total > PAGE ? (
      <Pagination
        page={query.page}
        pageSize={query.limit}
        total={total}
        onPage={(page) => updateQuery({ page })}
        sizes={[PAGE, 25, 50]}
        onSize={(limit) => updateQuery({ limit })}
      />
    ) : undefined;
  return (
    <ChartCard
      id="breakdown"
      title={text('reports.breakdown')}
      lead={
        <>
          <SegmentedControl
            label={text('reports.by')}
            options={groupings.map((value) => ({ value, label: text(`reports.by.${value}`) }))}
            value={by}
            onChange={(value) => address.setParams({ by: value })}
          />
          {by === 'department' && <MetricHelp name={title} definition={text('report.group.department')} />}
        </>
      }
      isLoading={rows === null}
      isStale={phase === 'stale'}
      failure={failure}
      onRetry={retry}
      isEmpty={rows !== null && rows.every(({ numbers }) => (numbers[metric.id] ?? 0) === 0)}
      chart={
        <>
          <RankBars
            label={label}
            ranks={(rows ?? []).map((group) => ({
              id: group.id,
              name: groupName(by, group),
              value: group.numbers[metric.id],
              written: writtenValue(formats, metric, group.numbers[metric.id]),
            }))}
            openLabel={({ name, written }) => text('reports.see', { name, value: written })}
            onOpen={(id) => {
              const group = rows?.find((each) => each.id === id);
              if (group !== undefined) onOpen(by)(group);
            }}
          />
          {pages}
        </>
      }
      table={
        <NumbersTable
          label={label}
          groupBy={by}
          numberOf={({ id: metric }, { id }) => rowNumber(lists[by], `numbers.${metric}`, id)}
          rows={rows}
          sort={query.sort}
          onSort={(sort) => updateQuery({ sort })}
          onOpen={onOpen(by)}
          footer={pages}
        />
      }
    />
  );
}
