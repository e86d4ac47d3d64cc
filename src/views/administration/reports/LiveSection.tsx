import { useId } from 'react';
import type { MomentGroup } from '../../../machines/entities/reports.ts';
import { factNumber, numberIn, rowNumber } from '../../../machines/replay/row-numbers.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { Banner } from '../../kit/Banner.tsx';
import { DataTable, type TableColumn } from '../../kit/DataTable.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FirstCell } from '../list/FirstCell.tsx';
import styles from './LiveSection.module.css';
import { StatTile } from './StatTile.tsx';
import type { DrillDown } from './TicketsDialog.tsx';
import { useLiveReport } from './use-report.ts';
import type { Address } from './use-scope.ts';
import { NOTHING, useFormatsOf, useGroupName } from './values.ts';

const groupings = ['department', 'user', 'instance'] as const;
type Grouping = (typeof groupings)[number];

interface LiveSectionProps {
  readonly timezone: string;
  /** Whose numbers, by filter. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly address: Address;
  readonly onOpen: (drillDown: DrillDown) => void;
}

/** Live numbers, polled while visible. */
export function LiveSection({ timezone, chosen, address, onOpen }: LiveSectionProps) {
  const text = useText();
  const formats = useFormats();
  const clock = useFormatsOf(timezone);
  const id = useId();
  const given = address.param('now');
  const by: Grouping = groupings.find((each) => each === given) ?? 'department';
  const { rows, facts, failure } = useLiveReport({ ...chosen, groupBy: by });
  const [total, ...groups] = rows ?? [];
  const at = facts['at'] ?? null;
  const numbers = total?.numbers;
  const waited = (since: number | null | undefined) =>
    since === null || since === undefined || at === null ? NOTHING : formats.duration(at - since);
  const drillDown = (set: 'open' | 'waiting' | 'unanswered', label: MessageId) => () =>
    onOpen({ title: text(label), tickets: set, filters: chosen });
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {text('reports.now')}
        </h2>
        {at !== null && (
          <span className={styles.at}>
            <i className={styles.pulse} />
            {text('reports.now.at', { time: clock.time(at) })}
          </span>
        )}
      </header>
      {failure !== null && <Banner tone="warning">{text('reports.now.failed')}</Banner>}
      <div className={styles.tiles}>
        {(['open', 'waiting', 'unanswered'] as const).map((set) => (
          <StatTile
            key={set}
            label={text(`report.metric.${set}`)}
            definition={text(`report.definition.${set}`)}
            {...(total !== undefined && { number: rowNumber('report.now', `numbers.${set}`, total.id) })}
            value={numbers === undefined ? undefined : formats.number(numbers[set])}
            onOpen={numbers === undefined || numbers[set] === 0 ? undefined : drillDown(set, `report.metric.${set}`)}
          />
        ))}
        <StatTile
          label={text('report.metric.longest_waiting_since')}
          definition={text('report.definition.longest_waiting_since')}
          value={numbers === undefined ? undefined : waited(numbers.longestWaitSince)}
          isUrgent={(numbers?.longestWaitSince ?? null) !== null}
          onOpen={
            (numbers?.longestWaitSince ?? null) === null
              ? undefined
              : drillDown('unanswered', 'report.metric.unanswered')
          }
        />
        <StatTile
          label={text('reports.online')}
          definition={text('reports.online.definition')}
          number={factNumber('report.now', 'online')}
          value={facts['online'] === undefined ? undefined : formats.number(facts['online'] ?? 0)}
        />
      </div>
      <div className={styles.by}>
        <SegmentedControl
          label={text('reports.now.by')}
          options={groupings.map((value) => ({ value, label: text(`reports.by.${value}`) }))}
          value={by}
          onChange={(value) => address.setParams({ now: value })}
        />
      </div>
      <LiveTable
        by={by}
        rows={rows === null ? null : groups}
        waited={waited}
        onOpen={(title, key) => onOpen({ title, tickets: 'open', filters: chosen, group: { by, key } })}
      />
    </section>
  );
}

interface LiveTableProps {
  readonly by: Grouping;
  readonly rows: readonly MomentGroup[] | null;
  readonly waited: (since: number | null) => string;
  readonly onOpen: (title: string, key: string) => void;
}

function LiveTable({ by, rows, waited, onOpen }: LiveTableProps) {
  const text = useText();
  const groupName = useGroupName();
  const columns = useLiveColumns(by, waited);
  return (
    <div className={styles.table}>
      <DataTable
        label={text('reports.now')}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={(row) => groupName(by, row)}
        sort={{ by: '', descending: false }}
        onSort={() => undefined}
        pageSize={3}
        onOpen={(row) => {
          const name = text('report.metric.open');
          onOpen(text('reports.tickets.of', { name, group: groupName(by, row) }), row.id);
        }}
        empty={<p className={styles.none}>{text('reports.now.none')}</p>}
      />
    </div>
  );
}

function useLiveColumns(by: Grouping, waited: (since: number | null) => string): readonly TableColumn<MomentGroup>[] {
  const text = useText();
  const formats = useFormats();
  const groupName = useGroupName();
  const count = (set: 'open' | 'waiting' | 'unanswered'): TableColumn<MomentGroup> => ({
    id: set,
    title: text(`report.metric.${set}`),
    align: 'end',
    numberOf: numberIn('report.now', `numbers.${set}`),
    cell: ({ numbers }) => formats.number(numbers[set]),
  });
  return [
    { id: 'name', title: text(`reports.by.${by}`), cell: (row) => <FirstCell name={groupName(by, row)} /> },
    count('open'),
    count('waiting'),
    count('unanswered'),
    {
      id: 'wait',
      title: text('report.metric.longest_waiting_since'),
      align: 'end',
      cell: ({ numbers }) => waited(numbers.longestWaitSince),
    },
  ];
}
