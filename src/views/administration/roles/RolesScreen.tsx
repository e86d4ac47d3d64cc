import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { ManagedRole } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { numberIn } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import {
  CopyIcon,
  EyeIcon,
  PencilIcon,
  PlusIcon,
  SettingsIcon,
  ShieldIcon,
  TrashIcon,
} from '../../kit/administration-icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';

const { FormText } = fieldsOf<FormFields['role']>();

export const firstRoles: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'name', descending: false },
  filters: {},
};

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename' | 'duplicate' | 'delete'; readonly role: ManagedRole };

/** /roles/list: roles and their permissions. */
export function RolesScreen() {
  const { directory } = useApp();
  const text = useText();
  const navigate = useNavigate();
  const listing = useListing('roles', firstRoles);
  const mayEdit = useSelector(directory.auth, selectRoutes).includes('roles-edit');
  const [opened, setOpened] = useState<Opened>();
  const columns = useRoleColumns();
  const close = () => setOpened(undefined);
  const edit = ({ id }: { readonly id: string }) => void navigate(`/roles/edit/${id}`);
  const create = mayEdit ? (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpened({ kind: 'new' })}>
      {text('roles.new')}
    </Button>
  ) : undefined;
  const menuOf = (role: ManagedRole): readonly MenuGroup[] => [
    {
      id: 'permissions',
      onSelect: () => edit(role),
      entries: [
        role.fixed
          ? { id: 'view', label: text('roles.view'), icon: <EyeIcon /> }
          : { id: 'edit', label: text('roles.edit'), icon: <SettingsIcon /> },
      ],
    },
    {
      id: 'more',
      onSelect: (kind) => {
        if (kind === 'rename' || kind === 'duplicate' || kind === 'delete') setOpened({ kind, role });
      },
      entries: [
        { id: 'rename', label: text('roles.rename'), icon: <PencilIcon /> },
        { id: 'duplicate', label: text('roles.duplicate'), icon: <CopyIcon /> },
        ...(role.fixed
          ? []
          : [
              {
                id: 'delete',
                label: text('roles.delete'),
                icon: <TrashIcon />,
                tone: 'danger' as const,
                isDisabled: role.users > 0,
              },
            ]),
      ],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        title={text('roles.title')}
        searchLabel={text('roles.search')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ label }) => label}
        {...(mayEdit ? { menuOf, onOpen: edit } : {})}
        action={create}
        empty={
          <EmptyState icon={<ShieldIcon />} title={text('roles.empty.title')} action={create}>
            {text('roles.empty.text')}
          </EmptyState>
        }
      />
      {opened !== undefined && <RoleDialogs {...opened} onClose={close} onMade={(id) => edit({ id })} />}
    </>
  );
}

type RoleDialogsProps = Opened & { readonly onClose: () => void; readonly onMade: (id: string) => void };

function RoleDialogs(props: RoleDialogsProps) {
  const { onClose, onMade } = props;
  const text = useText();
  const name = <FormText name="display_name" label={text('roles.name')} isRequired autoFocus />;
  // Continues with its permissions.
  const made = (id: string | null) => {
    if (id !== null) onMade(id);
  };
  switch (props.kind) {
    case 'new':
      return (
        <FormDialog
          form="role"
          formKey="new"
          values={null}
          size="sm"
          title={text('roles.new')}
          submitLabel={text('roles.create')}
          onClose={onClose}
          onSaved={made}
        >
          <Fields>{name}</Fields>
        </FormDialog>
      );
    case 'rename':
      return (
        <FormDialog
          form="role"
          formKey={props.role.id}
          values={null}
          size="sm"
          title={text('roles.rename.title')}
          submitLabel={text('action.save')}
          onClose={onClose}
        >
          <Fields>{name}</Fields>
        </FormDialog>
      );
    case 'duplicate':
      return (
        <FormDialog
          form="role.duplicate"
          formKey={props.role.id}
          values={{ display_name: text('roles.duplicate.name', { name: props.role.label }) }}
          size="sm"
          title={text('roles.duplicate.title', { name: props.role.label })}
          submitLabel={text('roles.duplicate')}
          onClose={onClose}
          onSaved={made}
        >
          <Fields>
            <p>{text('roles.duplicate.text')}</p>
            {name}
          </Fields>
        </FormDialog>
      );
    case 'delete':
      return (
        <ActionDialog
          form="role.delete"
          formKey={props.role.id}
          title={text('roles.delete.title', { name: props.role.label })}
          confirmLabel={text('roles.delete')}
          tone="danger"
          onClose={onClose}
        >
          <p>{text('roles.delete.text')}</p>
        </ActionDialog>
      );
  }
}

function useRoleColumns(): readonly TableColumn<ManagedRole>[] {
  const text = useText();
  const formats = useFormats();
  return [
    { id: 'name', title: text('roles.name'), sortBy: 'name', cell: ({ label }) => <FirstCell name={label} /> },
    {
      id: 'users',
      title: text('roles.users'),
      sortBy: 'users',
      numberOf: numberIn('roles', 'users'),
      cell: ({ users }) => formats.number(users),
    },
    {
      id: 'permissions',
      title: text('roles.permissions'),
      cell: ({ fixed, routes }) =>
        fixed ? <Tag tone="primary">{text('roles.fixed')}</Tag> : formats.number(routes.length),
    },
  ];
}
