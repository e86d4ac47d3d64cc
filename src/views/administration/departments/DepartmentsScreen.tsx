import { useState } from 'react';
import type { ManagedDepartment } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { BranchIcon, PencilIcon, PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FirstCell, Names } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { DepartmentDialog } from './DepartmentDialog.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'name', descending: false },
  filters: {},
};

type Opened =
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'delete'; readonly department: ManagedDepartment };

/** /departments: the company's departments, with opening hours and assignment of new conversations. */
export function DepartmentsScreen() {
  const text = useText();
  const listing = useListing('departments', firstQuery);
  const [opened, setOpened] = useState<Opened>();
  const columns = useDepartmentColumns();
  const close = () => setOpened(undefined);
  const menuOf = (department: ManagedDepartment): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: () => setOpened({ kind: 'edit', id: department.id }),
      entries: [{ id: 'edit', label: text('action.edit'), icon: <PencilIcon /> }],
    },
    {
      id: 'danger',
      onSelect: () => setOpened({ kind: 'delete', department }),
      entries: [{ id: 'delete', label: text('departments.delete'), icon: <TrashIcon />, tone: 'danger' }],
    },
  ];
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpened({ kind: 'edit', id: 'new' })}>
      {text('departments.new')}
    </Button>
  );
  return (
    <>
      <ListPage
        listing={listing}
        title={text('departments.title')}
        searchLabel={text('departments.search')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        menuOf={menuOf}
        onOpen={({ id }) => setOpened({ kind: 'edit', id })}
        action={create}
        empty={
          <EmptyState icon={<BranchIcon />} title={text('departments.empty.title')} action={create}>
            {text('departments.empty.text')}
          </EmptyState>
        }
      />
      {opened?.kind === 'edit' && <DepartmentDialog id={opened.id} onClose={close} />}
      {opened?.kind === 'delete' && (
        <ActionDialog
          form="department.delete"
          formKey={opened.department.id}
          title={text('departments.delete.title', { name: opened.department.name })}
          confirmLabel={text('departments.delete')}
          tone="danger"
          onClose={close}
        >
          <p>{text('departments.delete.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function useDepartmentColumns(): readonly TableColumn<ManagedDepartment>[] {
  const text = useText();
  return [
    {
      id: 'name',
      title: text('departments.name'),
      sortBy: 'name',
      cell: ({ name }) => <FirstCell name={name} />,
    },
    {
      id: 'members',
      title: text('departments.members'),
      cell: ({ members }) => <Names of={members} />,
    },
    {
      id: 'instances',
      title: text('departments.instances'),
      cell: ({ instances }) => <Names of={instances} />,
    },
    {
      id: 'distribution',
      title: text('departments.distribution'),
      cell: ({ distribution }) => text(`departments.distribution.${distribution}`),
    },
    {
      id: 'hours',
      title: text('departments.hours'),
      cell: ({ hasHours }) => text(hasHours ? 'departments.hours.custom' : 'departments.hours.always'),
    },
    {
      id: 'situation',
      title: text('departments.situation'),
      cell: ({ active }) => (
        <Tag tone={active ? 'success' : 'neutral'}>
          {text(active ? 'departments.situation.on' : 'departments.situation.off')}
        </Tag>
      ),
    },
  ];
}
