import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { Grouping } from '../../../../contract/facts/metrics.ts';
import type { ReportGroup } from '../../../machines/entities/reports.ts';
import type { RowNumber } from '../../../machines/replay/row-numbers.ts';
import { DataTable, type TableColumn, type TableSort } from '../../kit/DataTable.tsx';
import { cx } from '../../kit/cx.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ChartIcon } from '../../kit/administration-icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FirstCell } from '../list/FirstCell.tsx';
import { MetricGlossary } from './MetricGlossary.tsx';
import { metrics, type Metric } from './metrics.ts';
import { Delta } from './StatTile.tsx';
import styles from './NumbersTable.module.css';
import { useGroupName, writtenValue } from './values.ts';

interface NumbersTableProps {
  readonly label: string;
  readonly groupBy: Grouping;
  /** Which number the cell of a count shows, for “Por que este número?”. */
  readonly numberOf: (metric: Metric, row: ReportGroup) => RowNumber;
  /** Null while loading. */
  readonly rows: readonly ReportGroup[] | null;
  /** The total, as the last row. */
  readonly total?: ReportGroup | undefined;
  /** The compared values, by row id. */
  readonly before?: ReadonlyMap<string, ReportGroup> | undefined;
  /** The visible metrics; all if left out. */
  readonly shown?: readonly Metric[];
  readonly sort?: TableSort;
  readonly onSort?: (sort: TableSort) => void;
  readonly isStale?: boolean;
  /** Opens a cell's tickets; without a metric, the row's. */
  readonly onOpen: (row: ReportGroup, metric?: Metric) => void;
  readonly pageSize?: number;
  readonly footer?: ReactNode;
  /** Heading level of the empty state. */
  readonly emptyLevel?: 2 | 3;
}

const unsorted: TableSort = { by: '', descending: false };

/** Numbers by day, hour, department, attendant or instance: one metric per column. */
export function NumbersTable(props: NumbersTableProps) {
  const {
    label,
    groupBy,
    numberOf,
    rows,
    total,
    before,
    shown = metrics,
    sort = unsorted,
    onSort,
    emptyLevel = 3,
    onOpen,
    ...rest
  } = props;
  const text = useText();
  const groupName = useGroupName();
  const columns = useNumberColumns({ groupBy, numberOf, before, shown, onOpen, isSortable: onSort !== undefined });
  return (
    <div className={styles.wide}>
      <DataTable
        {...rest}
        onOpen={(row) => onOpen(row)}
        label={label}
        columns={columns}
        rows={rows === null || total === undefined || rows.length === 0 ? rows : [...rows, total]}
        idOf={({ id }) => id}
        nameOf={(row) => groupName(groupBy, row)}
        sort={sort}
        onSort={onSort ?? (() => undefined)}
        empty={
          <EmptyState icon={<ChartIcon />} title={text('reports.empty.title')} level={emptyLevel}>
            {text('reports.empty.text')}
          </EmptyState>
        }
      />
      <MetricGlossary shown={shown} />
    </div>
  );
}

type ColumnProps = Required<Pick<NumbersTableProps, 'groupBy' | 'numberOf' | 'shown' | 'onOpen'>> &
  Pick<NumbersTableProps, 'before'> & { readonly isSortable: boolean };

function useNumberColumns(props: ColumnProps): readonly TableColumn<ReportGroup>[] {
  const { groupBy, numberOf, before, shown, onOpen, isSortable } = props;
  const text = useText();
  const groupName = useGroupName();
  return [
    {
      id: 'name',
      title: text(groupBy === 'day' || groupBy === 'hour' ? `reports.group.${groupBy}` : `reports.by.${groupBy}`),
      ...(isSortable ? { sortBy: 'label' } : {}),
      cell: (row) => <FirstCell name={groupName(groupBy, row)} />,
    },
    ...shown.map((metric): TableColumn<ReportGroup> => ({
      id: metric.id,
      title: text(metric.short),
      align: 'end',
      ...(metric.unit === 'count' && { numberOf: (row: ReportGroup) => numberOf(metric, row) }),
      ...(isSortable ? { sortBy: metric.id } : {}),
      cell: (row) => (
        <NumberCell
          metric={metric}
          row={row}
          name={groupName(groupBy, row)}
          before={before}
          onOpen={() => onOpen(row, metric)}
        />
      ),
    })),
  ];
}

interface NumberCellProps {
  readonly metric: Metric;
  readonly row: ReportGroup;
  /** The row's name. */
  readonly name: string;
  readonly before: ReadonlyMap<string, ReportGroup> | undefined;
  readonly onOpen: () => void;
}

/** A number that links to its tickets. */
function NumberCell({ metric, row, name, before, onOpen }: NumberCellProps) {
  const text = useText();
  const formats = useFormats();
  const value = row.numbers[metric.id];
  const was = before?.get(row.id)?.numbers[metric.id] ?? null;
  const written = writtenValue(formats, metric, value);
  const isTotal = row.id === 'total' && styles.total;
  return (
    <span className={styles.cell}>
      {value === null || value === 0 ? (
        <span className={cx(isTotal)}>{written}</span>
      ) : (
        <AriaButton
          className={cx(styles.open, isTotal)}
          aria-label={text('reports.see', { name: `${text(metric.label)}, ${name}`, value: written })}
          onPress={onOpen}
        >
          {written}
        </AriaButton>
      )}
      {before !== undefined && (
        <span className={styles.delta}>
          <Delta
            value={value}
            before={was}
            lessIsBetter={metric.lessIsBetter === true}
            beforeText={writtenValue(formats, metric, was)}
          />
        </span>
      )}
    </span>
  );
}
