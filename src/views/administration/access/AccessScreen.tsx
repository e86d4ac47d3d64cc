import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { supportOf } from '../../../../contract/facts/audit-words.ts';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { AuditEntry, ConnectedUser } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { HistoryIcon, PowerIcon } from '../../kit/administration-icons.tsx';
import { PeopleIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { browserName } from '../browser-name.ts';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { useDownload } from '../download/use-download.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { usePolled } from '../list/use-polled.ts';
import { useAuditWords } from './use-audit-words.ts';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { useAuditFilters } from './audit-filters.tsx';
import styles from './AccessScreen.module.css';

type View = 'online' | 'audit';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'at', descending: true },
  filters: {},
};

/** /access: who is online, and the audit. */
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
  const listing = usePolled(useListing('connectedUsers', firstQuery));
  const columns = useOnlineColumns();
  const { directory } = useApp();
  const viewer = useSelector(directory.auth, selectViewer);
  const [leaving, setLeaving] = useState<ConnectedUser>();
  const isOther = ({ id }: ConnectedUser) => id !== viewer?.userId;
  const menuOf = (user: ConnectedUser): readonly MenuGroup[] => [
    {
      id: 'access',
      onSelect: () => setLeaving(user),
      entries: isOther(user) ? [{ id: 'disconnect', label: text('access.disconnect'), icon: <PowerIcon /> }] : [],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        title={text('access.title')}
        lead={choice}
        searchLabel={text('access.search')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        menuOf={menuOf}
        bulk={[
          {
            form: 'user.disconnect',
            label: text('access.disconnect'),
            icon: <PowerIcon />,
            title: (count) => text('access.disconnect.many.title', { count }),
            text: text('access.disconnect.many.text'),
            isFor: isOther,
          },
        ]}
        empty={
          <EmptyState icon={<PeopleIcon />} title={text('access.online.empty.title')}>
            {text('access.online.empty.text')}
          </EmptyState>
        }
      />
      {leaving !== undefined && (
        <ActionDialog
          form="user.disconnect"
          formKey={leaving.id}
          title={text('access.disconnect.title', { name: leaving.name })}
          confirmLabel={text('access.disconnect')}
          onClose={() => setLeaving(undefined)}
        >
          <p>{text('access.disconnect.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function Audit({ choice }: ViewProps) {
  const text = useText();
  const listing = useListing('audit', firstQuery);
  const { filters, dialog } = useAuditFilters(listing);
  const columns = useAuditColumns();
  const { actionOf } = useAuditWords();
  const { directory } = useApp();
  const locale = useSelector(directory.shell, selectLocale);
  const download = useDownload('audit');
  const { user = null, action = null, from = null, to = null } = listing.query.filters;
  const [shown, setShown] = useState<AuditEntry>();
  return (
    <>
      <ListPage
        listing={listing}
        title={text('access.title')}
        lead={choice}
        searchLabel={text('access.audit.search')}
        filters={filters}
        columns={columns}
        action={
          <DownloadMenu
            download={download}
            sheets={[{ id: 'audit', label: text('access.audit') }]}
            onChoose={(_, format) =>
              download.start({ user_id: user, action, from, to, search: listing.query.search, format, locale })
            }
          />
        }
        notice={<DownloadProblem download={download} />}
        idOf={({ id }) => id}
        nameOf={actionOf}
        onOpen={setShown}
        empty={
          <EmptyState icon={<HistoryIcon />} title={text('access.audit.empty.title')}>
            {text('access.audit.empty.text')}
          </EmptyState>
        }
      />
      {dialog}
      {shown !== undefined && <AuditEntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </>
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
      cell: ({ id, name, image, away = false }) => (
        <>
          <FirstCell name={name} icon={<Avatar name={name} seed={id} image={image} size="sm" isOnline={!away} />} />
          {away && <Tag tone="warning">{text('access.away')}</Tag>}
        </>
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
  const words = useAuditWords();
  const formats = useFormats();
  return [
    {
      id: 'action',
      title: text('access.action'),
      cell: (entry) => <FirstCell name={words.actionOf(entry)} about={words.subjectOf(entry)} />,
    },
    {
      id: 'who',
      title: text('access.who'),
      cell: (entry) =>
        entry.user === null ? (
          (supportOf(entry) ?? text('access.who.system'))
        ) : (
          <span title={entry.user.email}>{entry.user.name}</span>
        ),
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
      cell: (entry) => {
        const facts = words.factsOf(entry).map(([label, value]) => `${label}: ${value}`);
        return facts.length === 0 ? <NoValue /> : <span className={styles.details}>{facts.join(' · ')}</span>;
      },
    },
    {
      id: 'request',
      title: text('access.request'),
      cell: ({ requestId }) => (requestId === null ? <NoValue /> : <code className={styles.code}>{requestId}</code>),
    },
  ];
}
