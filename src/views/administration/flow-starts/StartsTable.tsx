import { useEffect, useEffectEvent, useState } from 'react';
import { FLOW_SKIP_REASONS, FLOW_START_STATUSES } from '../../../../contract/facts/flow-starts.ts';
import type { ActiveFlow, FlowStart } from '../../../machines/entities/flow-starts.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { FailureBanner } from '../../app/FailureBanner.tsx';
import { useNow } from '../../app/use-now.ts';
import { DataTable, type TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { PeopleIcon } from '../../kit/icons.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { CursorPages } from '../list/CursorPages.tsx';
import { FilterChoice } from '../list/FilterChoice.tsx';
import { useListing } from '../list/use-listing.ts';
import styles from './Starts.module.css';

const PAGE = 25;
const TONES = { waiting: 'primary', started: 'success', skipped: 'neutral' } as const;

const queryOf = (flow: string): ListQuery => ({
  page: 1,
  limit: PAGE,
  search: '',
  sort: { by: 'id', descending: true },
  filters: { flow },
});

/** For whom the flow started, or why not, the newest first. */
export function StartsTable({ flow: { id } }: { readonly flow: ActiveFlow }) {
  const text = useText();
  const formats = useFormats();
  const listing = useListing('flow.starts', queryOf(id));
  const { query, facts, failure, phase, retry, updateQuery } = listing;
  /** The starts before which the pages so far begin. */
  const [before, setBefore] = useState<readonly (string | undefined)[]>([]);
  const isTheirs = query.filters['flow'] === id;
  // The list keeps the flow, the page and the choice that were last looked at.
  const look = useEffectEvent(() => {
    if (!isTheirs || Object.keys(query.filters).length > 1) updateQuery({ filters: { flow: id } });
  });
  useEffect(() => look(), [id]);
  const rows = isTheirs && facts['flow'] === Number(id) ? listing.rows : null;
  const chosen = query.filters['reason'] ?? query.filters['status'];
  const choose = (next: string | undefined) => {
    setBefore([]);
    const isStatus = FLOW_START_STATUSES.some((each) => each === next);
    updateQuery({
      filters: {
        flow: id,
        ...(next === undefined ? {} : isStatus ? { status: next } : { status: 'skipped', reason: next }),
      },
    });
  };
  const goTo = (from: string | undefined) => {
    const { before: _, ...rest } = query.filters;
    updateQuery({ filters: from === undefined ? rest : { ...rest, before: from } });
  };
  const options = [
    ...FLOW_START_STATUSES.map((each) => ({ id: each, label: text(`activeFlow.status.${each}`) })),
    ...FLOW_SKIP_REASONS.map((each) => ({
      id: each,
      label: text(`activeFlow.reason.${each}`),
    })),
  ];
  const columns = useColumns();
  return (
    <section className={styles.card} aria-labelledby="active-starts">
      <header>
        <h2 id="active-starts">{text('activeFlow.list')}</h2>
        <FilterChoice
          filter={{ name: 'status', label: text('activeFlow.list.which'), all: text('activeFlow.list.all'), options }}
          value={chosen}
          onChange={choose}
        />
      </header>
      <FailureBanner failure={failure} onRetry={retry} />
      {(failure === null || rows !== null) && (
        <DataTable
          label={text('activeFlow.list')}
          columns={columns}
          rows={rows}
          idOf={(row) => row.id}
          nameOf={({ customer_name: name }) => name}
          sort={{ by: '', descending: false }}
          onSort={() => undefined}
          isStale={phase === 'stale'}
          page={before.length + 1}
          pageSize={6}
          empty={
            <EmptyState icon={<PeopleIcon />} level={3} title={text('activeFlow.list.none')}>
              {chosen === undefined ? text('activeFlow.list.none.text') : undefined}
            </EmptyState>
          }
          {...(rows === null || rows.length === 0
            ? {}
            : {
                footer: (
                  <CursorPages
                    range={text('activeFlow.list.range', {
                      from: formats.number(before.length * PAGE + 1),
                      to: formats.number(before.length * PAGE + rows.length),
                    })}
                    hasPrevious={before.length > 0}
                    hasNext={facts['more'] === 1}
                    onPrevious={() => {
                      goTo(before.at(-1));
                      setBefore(before.slice(0, -1));
                    }}
                    onNext={() => {
                      // A disabled button would lose the keyboard's focus.
                      if (phase === 'stale') return;
                      setBefore([...before, query.filters['before']]);
                      goTo(rows.at(-1)?.id);
                    }}
                  />
                ),
              })}
        />
      )}
    </section>
  );
}

function useColumns(): readonly TableColumn<FlowStart>[] {
  const text = useText();
  const formats = useFormats();
  const now = useNow(60_000);
  return [
    { id: 'customer', title: text('activeFlow.list.customer'), cell: ({ customer_name: name }) => name },
    {
      id: 'status',
      title: text('activeFlow.state'),
      cell: ({ status, reason }) => (
        <Tag tone={TONES[status]}>
          {reason === null ? text(`activeFlow.status.${status}`) : text(`activeFlow.reason.${reason}`)}
        </Tag>
      ),
    },
    { id: 'source', title: text('activeFlow.list.source'), cell: ({ source }) => text(`activeFlow.source.${source}`) },
    {
      id: 'at',
      title: text('activeFlow.list.at'),
      cell: ({ createdAt, settledAt }) => {
        const at = settledAt ?? createdAt;
        return text('activeFlow.moment', { day: formats.shortDate(at, now), time: formats.time(at) });
      },
    },
  ];
}
