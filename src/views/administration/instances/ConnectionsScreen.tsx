import type { Connection } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { LinkIcon } from '../../kit/further-icons.tsx';
import { useText } from '../../kit/useText.ts';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { useRenewed } from '../list/use-renewed.ts';
import { KeptNotice } from './KeptNotice.tsx';
import { useStandingColumns, useStateFilter } from './standing.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'tenant', descending: false },
  filters: {},
};

/** /wabox-connections: how the instances of all companies stand, for the back-office. */
export function ConnectionsScreen() {
  const text = useText();
  const listing = useRenewed(useListing('connections', firstQuery));
  const stateFilter = useStateFilter();
  return (
    <ListPage
      listing={listing}
      title={text('connections.title')}
      searchLabel={text('connections.search')}
      filters={[stateFilter]}
      notice={<KeptNotice />}
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
  const { phone, state, lastSeen, reconnects, active } = useStandingColumns({ lastSeen: 'last_seen_at' });
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
