import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { USER_SITUATIONS } from '../../../../contract/facts/administration.ts';
import type { ManagedUser } from '../../../machines/entities/administration.ts';
import { selectSupportFrom, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useApp } from '../../app/app-context.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import {
  KeyIcon,
  LinkIcon,
  MinusIcon,
  PencilIcon,
  PlusIcon,
  PowerIcon,
  ShieldIcon,
  TrashIcon,
  UnlockIcon,
} from '../../kit/administration-icons.tsx';
import { BlockIcon, PeopleIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import type { BulkAction } from '../list/BulkBar.tsx';
import { FirstCell, LongValue, Names, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useChoices, useListing } from '../list/use-listing.ts';
import { usePolled } from '../list/use-polled.ts';
import { Invitations } from './Invitations.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { isUserAction, UserActions, type UserActionName } from './UserActions.tsx';
import { UserDialog } from './UserDialog.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'name', descending: false },
  filters: {},
};

type View = 'users' | 'invitations';

/** The open dialog. */
type Opened =
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'invite' }
  | { readonly kind: UserActionName; readonly user: ManagedUser; readonly instanceId?: string };

const TONES = { blocked: 'danger', connected: 'success', away: 'warning', disconnected: 'neutral' } as const;

/** /users: who may log in, and their permissions. */
export function UsersScreen() {
  const { directory } = useApp();
  const text = useText();
  const viewer = useSelector(directory.auth, selectViewer);
  const listing = usePolled(useListing('users', firstQuery));
  const roles = useChoices('choices.roles');
  const [opened, setOpened] = useState<Opened>();
  const [view, setView] = useState<View>('users');
  // The server refuses support to add users or change their logins.
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  const isOwnAdmin = viewer !== null && isAdmin(viewer) && !isSupport;
  const columns = useUserColumns();
  const { count = null, limit = null } = listing.facts;
  const left = count === null || limit === null ? null : Math.max(0, limit - count);
  const close = () => setOpened(undefined);

  const menuOf = (user: ManagedUser): readonly MenuGroup[] => {
    const isSelf = user.id === viewer?.userId;
    const entry = (id: UserActionName, icon: React.ReactNode, label: string, isDangerous = false) => ({
      id,
      label,
      icon,
      ...(isDangerous ? ({ tone: 'danger' } as const) : {}),
    });
    return [
      {
        id: 'change',
        onSelect: (id) => setOpened(isUserAction(id) ? { kind: id, user } : { kind: 'edit', id: user.id }),
        entries: [
          { id: 'edit', label: text('action.edit'), icon: <PencilIcon /> },
          ...(isSelf || isSupport ? [] : [entry('password', <KeyIcon />, text('users.setPassword'))]),
        ],
      },
      {
        id: 'instances',
        onSelect: (instanceId) => setOpened({ kind: 'removeInstance', user, instanceId }),
        entries: user.instances.map(({ id, name }) => ({
          id,
          label: text('users.removeInstance', { instance: name }),
          icon: <MinusIcon />,
        })),
      },
      {
        id: 'access',
        onSelect: (id) => {
          if (isUserAction(id)) setOpened({ kind: id, user });
        },
        entries: isSelf
          ? []
          : [
              ...(user.twoFactor && isOwnAdmin
                ? [entry('twoFactorOff', <ShieldIcon />, text('users.twoFactorOff'))]
                : []),
              ...(user.connected || user.away === true
                ? [entry('disconnect', <PowerIcon />, text('users.disconnect'))]
                : []),
              user.blocked
                ? entry('unblock', <UnlockIcon />, text('users.unblock'))
                : entry('block', <BlockIcon />, text('users.block')),
              entry('delete', <TrashIcon />, text('users.delete'), true),
            ],
      },
    ];
  };

  const bulk: readonly BulkAction<ManagedUser>[] = [
    {
      kind: 'disconnect' as const,
      icon: <PowerIcon />,
      isFor: ({ connected, away }: ManagedUser) => connected || away === true,
    },
    { kind: 'block' as const, icon: <BlockIcon />, isFor: ({ blocked }: ManagedUser) => !blocked },
    { kind: 'unblock' as const, icon: <UnlockIcon />, isFor: ({ blocked }: ManagedUser) => blocked },
  ].map(({ kind, icon, isFor }) => ({
    form: `user.${kind}`,
    label: text(`users.${kind}`),
    icon,
    ...(kind === 'block' ? ({ tone: 'danger' } as const) : {}),
    title: (chosen) => text(`users.bulk.${kind}.title`, { count: chosen }),
    text: text(`users.bulk.${kind}.text`),
    isFor: (user) => user.id !== viewer?.userId && isFor(user),
  }));
  const choice = (
    <SegmentedControl
      label={text('users.view')}
      options={[
        { value: 'users', label: text('users.view.users') },
        { value: 'invitations', label: text('users.view.invitations') },
      ]}
      value={view}
      onChange={setView}
    />
  );
  const invite = (
    <Button icon={<LinkIcon />} isDisabled={left === 0} onPress={() => setOpened({ kind: 'invite' })}>
      {text('users.invite')}
    </Button>
  );
  const create = !isSupport && (
    <Button
      variant="primary"
      icon={<PlusIcon />}
      isDisabled={left === 0}
      onPress={() => setOpened({ kind: 'edit', id: 'new' })}
    >
      {text('users.new')}
    </Button>
  );

  const dialogs = (
    <>
      {opened?.kind === 'edit' && <UserDialog id={opened.id} roles={roles} onClose={close} />}
      {opened?.kind === 'invite' && <InviteDialog roles={roles} onClose={close} />}
      {opened !== undefined && opened.kind !== 'edit' && opened.kind !== 'invite' && (
        <UserActions {...opened} onClose={close} />
      )}
    </>
  );
  if (view === 'invitations') {
    return (
      <>
        <Invitations choice={choice} action={invite} />
        {dialogs}
      </>
    );
  }
  return (
    <>
      <ListPage
        listing={listing}
        title={text('users.title')}
        count={count === null || limit === null ? undefined : text('users.count', { count, limit })}
        lead={choice}
        searchLabel={text('users.search')}
        filters={[
          { name: 'role', label: text('users.role'), options: roles.options, lookup: roles },
          {
            name: 'situation',
            label: text('users.situation'),
            options: USER_SITUATIONS.map((id) => ({
              id,
              label: text(`users.situation.${id}`),
            })),
          },
        ]}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        menuOf={menuOf}
        bulk={bulk}
        onOpen={({ id }) => setOpened({ kind: 'edit', id })}
        action={
          <>
            {invite}
            {create}
          </>
        }
        notice={
          left !== null && limit !== null && left <= Math.max(1, Math.floor(limit / 10)) ? (
            <Banner tone="warning">{text('users.limit.near', { left, limit, users: count ?? 0 })}</Banner>
          ) : undefined
        }
        empty={
          <EmptyState icon={<PeopleIcon />} title={text('users.empty.title')} action={create}>
            {text('users.empty.text')}
          </EmptyState>
        }
      />
      {dialogs}
    </>
  );
}

function useUserColumns(): readonly TableColumn<ManagedUser>[] {
  const text = useText();
  const formats = useFormats();
  return [
    {
      id: 'name',
      title: text('users.name'),
      sortBy: 'name',
      cell: ({ id, name, image }) => (
        <FirstCell name={name} icon={<Avatar name={name} seed={id} image={image} size="sm" />} />
      ),
    },
    { id: 'email', title: text('users.email'), sortBy: 'email', cell: ({ email }) => <LongValue>{email}</LongValue> },
    { id: 'role', title: text('users.role'), sortBy: 'role', cell: ({ role }) => role.label },
    {
      id: 'department',
      title: text('users.department'),
      sortBy: 'department',
      cell: ({ department }) => department?.name ?? <NoValue />,
    },
    {
      id: 'instances',
      title: text('users.instances'),
      cell: ({ instances }) => <Names of={instances} />,
    },
    {
      id: 'situation',
      title: text('users.situation'),
      sortBy: 'situation',
      cell: ({ blocked, connected, away }) => {
        const here = connected ? 'connected' : away === true ? 'away' : 'disconnected';
        const situation = blocked ? 'blocked' : here;
        const tone = TONES[situation];
        return <Tag tone={tone}>{text(`users.situation.${situation}`)}</Tag>;
      },
    },
    {
      id: 'twoFactor',
      title: text('users.twoFactor'),
      cell: ({ twoFactor }) => text(twoFactor ? 'users.twoFactor.on' : 'users.twoFactor.off'),
    },
    { id: 'since', title: text('users.since'), cell: ({ since }) => formats.date(since) },
  ];
}
