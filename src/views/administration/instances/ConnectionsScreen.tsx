import type { Connection } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useNow } from '../../app/use-now.ts';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { LinkIcon } from '../../kit/further-icons.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { StandingTag, useStateFilter } from './standing.tsx';

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
  const listing = useListing('connections', firstQuery);
  const stateFilter = useStateFilter();
  return (
    <ListPage
      listing={listing}
      title={text('connections.title')}
      searchLabel={text('connections.search')}
      filters={[stateFilter]}
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
  const formats = useFormats();
  const now = useNow();
  return [
    { id: 'name', title: text('instances.name'), sortBy: 'name', cell: ({ name }) => <FirstCell name={name} /> },
    { id: 'tenant', title: text('connections.tenant'), sortBy: 'tenant', cell: ({ tenant }) => tenant.name },
    {
      id: 'phone',
      title: text('instances.phone'),
      cell: ({ phone }) => (phone === null ? <NoValue /> : formats.phone(phone)),
    },
    {
      id: 'state',
      title: text('instances.state'),
      sortBy: 'state',
      cell: ({ state, reasonKey }) => <StandingTag state={state} reasonKey={reasonKey} />,
    },
    {
      id: 'lastSeen',
      title: text('instances.lastSeen'),
      sortBy: 'last_seen_at',
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? text('instances.lastSeen.never') : formats.listTime(lastSeenAt, now),
    },
    {
      id: 'reconnects',
      title: text('instances.reconnects'),
      sortBy: 'reconnects',
      cell: ({ reconnects }) => formats.number(reconnects),
    },
    {
      id: 'active',
      title: text('instances.active'),
      cell: ({ active }) => (
        <Tag tone={active ? 'success' : 'neutral'}>{text(active ? 'instances.active.on' : 'instances.active.off')}</Tag>
      ),
    },
  ];
}
