import { useState } from 'react';
import type { ManagedInstance } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { KeyIcon, LinkIcon, PencilIcon, PhoneIcon, PlusIcon, PowerIcon } from '../../kit/administration-icons.tsx';
import { RefreshIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { InstanceDialogs, isInstanceAction, type OpenedInstance } from './InstanceDialogs.tsx';
import { useSetup, type Setup } from './instance-setup.ts';
import { useInstanceStateColumns, useStateFilter } from './instance-state.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'name', descending: false },
  filters: {},
};

/** /instances: the company's numbers. */
export function InstancesScreen() {
  const text = useText();
  const listing = useListing('instances', firstQuery);
  const [opened, setOpened] = useState<OpenedInstance>();
  const { missingOf } = useSetup();
  const columns = useInstanceColumns(missingOf);
  const stateFilter = useStateFilter();
  const menuOf = (instance: ManagedInstance): readonly MenuGroup[] => {
    const onSelect = (kind: string) => {
      if (isInstanceAction(kind)) setOpened({ kind, instance });
    };
    return [
      {
        id: 'change',
        onSelect,
        entries: [
          ...(missingOf(instance).length === 0
            ? []
            : [{ id: 'setup', label: text('instances.setup.resume'), icon: <PhoneIcon /> }]),
          { id: 'edit', label: text('action.edit'), icon: <PencilIcon /> },
          // These are of providers' own APIs, and of gateways.
          ...(instance.official || instance.provider === 'evolution'
            ? [
                { id: 'credentials', label: text('instances.credentials'), icon: <KeyIcon /> },
                ...(instance.provider === 'evolution' && instance.state !== 'connected'
                  ? []
                  : [{ id: 'test', label: text('instances.test'), icon: <LinkIcon /> }]),
                ...(instance.provider === 'meta'
                  ? [{ id: 'sync', label: text('instances.sync'), icon: <RefreshIcon /> }]
                  : []),
              ]
            : []),
        ],
      },
      {
        id: 'use',
        onSelect,
        entries: [
          instance.active
            ? { id: 'deactivate', label: text('instances.deactivate'), icon: <PowerIcon />, tone: 'danger' }
            : { id: 'activate', label: text('instances.activate'), icon: <PowerIcon /> },
        ],
      },
    ];
  };
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpened({ kind: 'new' })}>
      {text('instances.new')}
    </Button>
  );
  return (
    <>
      <ListPage
        listing={listing}
        title={text('instances.title')}
        searchLabel={text('instances.search')}
        filters={[stateFilter]}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        menuOf={menuOf}
        onOpen={(instance) => setOpened({ kind: missingOf(instance).length === 0 ? 'edit' : 'setup', instance })}
        action={create}
        empty={
          <EmptyState icon={<PhoneIcon />} title={text('instances.empty.title')} action={create}>
            {text('instances.empty.text')}
          </EmptyState>
        }
      />
      {opened !== undefined && <InstanceDialogs {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function useInstanceColumns(missingOf: Setup['missingOf']): readonly TableColumn<ManagedInstance>[] {
  const text = useText();
  const { phone, state, lastSeen, reconnects, active } = useInstanceStateColumns({ lastSeen: 'lastSeenAt' });
  const syncOf = ({ sync }: ManagedInstance) => {
    if (sync === null || sync.state === 'done') return undefined;
    if (sync.state === 'running') return text('instances.sync.progress', { done: sync.done, total: sync.total });
    return text(sync.state === 'failed' ? 'instances.sync.failed' : 'instances.sync.waiting');
  };
  const aboutOf = (instance: ManagedInstance) => {
    const missing = missingOf(instance);
    if (missing.length === 0) return syncOf(instance);
    const isGateway = instance.provider === 'evolution';
    const what = missing
      .map((each) => text(`instances.setup.missing.${each === 'credentials' && isGateway ? 'gateway' : each}`))
      .join(', ');
    return text('instances.setup.missing', { what });
  };
  return [
    {
      id: 'name',
      title: text('instances.name'),
      sortBy: 'name',
      cell: (instance) => <FirstCell name={instance.name} about={aboutOf(instance)} />,
    },
    {
      id: 'provider',
      title: text('instances.provider'),
      cell: ({ provider }) => text(`instances.provider.${provider}`),
    },
    phone,
    state,
    lastSeen,
    reconnects,
    active,
  ];
}
