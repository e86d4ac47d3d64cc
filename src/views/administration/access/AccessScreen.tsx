import { useState } from 'react';
import type { AuditEntry, ConnectedUser } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { HistoryIcon } from '../../kit/further-icons.tsx';
import { PeopleIcon } from '../../kit/icons.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { browserName } from '../browser-name.ts';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useChoices, useListing } from '../list/use-listing.ts';
import styles from './AccessScreen.module.css';

type View = 'online' | 'audit';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'at', descending: true },
  filters: {},
};

/** /access: who is at work, and who did what. */
export function AccessScreen() {
  const text = useText();
  const [view, setView] = useState<View>('online');
  const choice = (
    <SegmentedControl
      label={text('access.view')}
      options={[
        { value: 'online', label: text('access.online') },
        { value: 'audit', label: text('access.audit') },
      ]}
      value={view}
      onChange={setView}
    />
  );
  return view === 'online' ? <Online choice={choice} /> : <Audit choice={choice} />;
}

interface ViewProps {
  readonly choice: React.ReactNode;
}

function Online({ choice }: ViewProps) {
  const text = useText();
  const listing = useListing('connectedUsers', firstQuery);
  const columns = useOnlineColumns();
  return (
    <ListPage
      listing={listing}
      title={text('access.title')}
      lead={choice}
      searchLabel={text('access.search')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={
        <EmptyState icon={<PeopleIcon />} title={text('access.online.empty.title')}>
          {text('access.online.empty.text')}
        </EmptyState>
      }
    />
  );
}

/** The beginnings of actions that one can filter by. */
const kinds = ['login', 'user.', 'role.', 'tenant.', 'instance.', 'department.', 'transfer.'] as const;

function Audit({ choice }: ViewProps) {
  const text = useText();
  const listing = useListing('audit', firstQuery);
  const users = useChoices('choices.users');
  const columns = useAuditColumns();
  return (
    <ListPage
      listing={listing}
      title={text('access.title')}
      lead={choice}
      searchLabel={text('access.audit.search')}
      filters={[
        { name: 'user', label: text('access.who'), options: users },
        {
          name: 'action',
          label: text('access.action'),
          options: kinds.map((id) => ({ id, label: text(`access.action.${id}`) })),
        },
      ]}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ action }) => action}
      empty={
        <EmptyState icon={<HistoryIcon />} title={text('access.audit.empty.title')}>
          {text('access.audit.empty.text')}
        </EmptyState>
      }
    />
  );
}

function useOnlineColumns(): readonly TableColumn<ConnectedUser>[] {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const moment = (at: number | null) => (at === null ? <NoValue /> : formats.listTime(at, now));
  return [
    {
      id: 'name',
      title: text('access.name'),
      cell: ({ id, name, image }) => (
        <FirstCell name={name} icon={<Avatar name={name} seed={id} image={image} size="sm" isOnline />} />
      ),
    },
    { id: 'role', title: text('access.role'), cell: ({ role }) => role.label },
    { id: 'since', title: text('access.since'), cell: ({ connectedAt }) => moment(connectedAt) },
    { id: 'lastSeen', title: text('access.lastSeen'), cell: ({ lastSeenAt }) => moment(lastSeenAt) },
    { id: 'address', title: text('access.address'), cell: ({ address }) => address ?? <NoValue /> },
    {
      id: 'browser',
      title: text('access.browser'),
      cell: ({ browser }) => (browser === null ? <NoValue /> : <span title={browser}>{browserName(browser)}</span>),
    },
  ];
}

function useAuditColumns(): readonly TableColumn<AuditEntry>[] {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  return [
    {
      id: 'action',
      title: text('access.action'),
      cell: ({ action, subject }) => {
        const id = `audit.${action}`;
        return <FirstCell name={isText(id) ? text(id) : action} about={subject ?? undefined} />;
      },
    },
    {
      id: 'who',
      title: text('access.who'),
      cell: ({ user }) => (user === null ? text('access.who.system') : <span title={user.email}>{user.name}</span>),
    },
    {
      id: 'when',
      title: text('access.when'),
      cell: ({ at }) => `${formats.date(at)} ${formats.time(at)}`,
    },
    { id: 'address', title: text('access.address'), cell: ({ address }) => address ?? <NoValue /> },
    {
      id: 'details',
      title: text('access.details'),
      cell: ({ details }) => (details === '{}' ? <NoValue /> : <code className={styles.details}>{details}</code>),
    },
    {
      id: 'request',
      title: text('access.request'),
      cell: ({ requestId }) => (requestId === null ? <NoValue /> : <code className={styles.code}>{requestId}</code>),
    },
  ];
}
