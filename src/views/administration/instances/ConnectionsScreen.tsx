import type { Connection } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { LinkIcon } from '../../kit/administration-icons.tsx';
import { useText } from '../../kit/useText.ts';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { usePolled } from '../list/use-polled.ts';
import { UnprocessedNotice } from './UnprocessedNotice.tsx';
import { useInstanceStateColumns, useStateFilter } from './instance-state.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'tenant', descending: false },
  filters: {},
};

/** /wabox-connections: the connection state of all companies' instances, for the back-office. */
export function ConnectionsScreen() {
  const text = useText();
  const listing = usePolled(useListing('connections', firstQuery));
  const stateFilter = useStateFilter();
  return (
    <ListPage
      listing={listing}
      title={text('connections.title')}
      searchLabel={text('connections.search')}
      filters={[stateFilter]}
      notice={<UnprocessedNotice />}
      columns={useConnectionColumns()}
      idOf={({ id, tenant }) => `${tenant.address}/${id}`}
      nameOf={({ name, tenant }) => `${name}, ${tenant.name}`}
      empty={
        <EmptyState icon={<LinkIcon />} title={text('connections.empty.title')}>
          {text('connections.empty.text')}
        </EmptyState>
      }
    />
  );
}

function useConnectionColumns(): readonly TableColumn<Connection>[] {
  const text = useText();
  const { phone, state, lastSeen, reconnects, active } = useInstanceStateColumns({ lastSeen: 'last_seen_at' });
  return [
    { id: 'name', title: text('instances.name'), sortBy: 'name', cell: ({ name }) => <FirstCell name={name} /> },
    { id: 'tenant', title: text('connections.tenant'), sortBy: 'tenant', cell: ({ tenant }) => tenant.name },
    phone,
    state,
    lastSeen,
    reconnects,
    active,
  ];
}
