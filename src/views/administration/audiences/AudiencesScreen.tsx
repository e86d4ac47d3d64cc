import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { ListedAudience } from '../../../machines/entities/audiences.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { numberIn } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { FunnelIcon, PencilIcon, PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { PersonIcon } from '../../kit/icons.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { AudienceBuilder } from './AudienceBuilder.tsx';

const firstQuery: ListQuery = { page: 1, limit: 25, search: '', sort: { by: 'name', descending: false }, filters: {} };

/** /target-audience: the company's audiences; with `?id=` the one to build. */
export function AudiencesScreen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <Audiences /> : <AudienceBuilder id={id} />;
}

function Audiences() {
  const text = useText();
  const navigate = useNavigate();
  const listing = useListing('audiences', firstQuery);
  const { directory } = useApp();
  const mayList = useSelector(directory.auth, selectRoutes).includes('customers');
  const [deleting, setDeleting] = useState<ListedAudience>();
  const edit = (id: string) => void navigate(`/target-audience?id=${id}`);
  const create = (
    <LinkButton to="/target-audience?id=new" variant="primary" icon={<PlusIcon />}>
      {text('audience.new')}
    </LinkButton>
  );
  const menuOf = (row: ListedAudience): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: (chosen) => (chosen === 'customers' ? void navigate(`/customers?audience=${row.id}`) : edit(row.id)),
      entries: [
        { id: 'edit', label: text('action.edit'), icon: <PencilIcon /> },
        ...(mayList ? [{ id: 'customers', label: text('audience.members'), icon: <PersonIcon /> }] : []),
      ],
    },
    {
      id: 'danger',
      onSelect: () => setDeleting(row),
      entries: [{ id: 'delete', label: text('audience.delete'), icon: <TrashIcon />, tone: 'danger' }],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        title={text('audience.title')}
        searchLabel={text('audience.search')}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOpen={({ id }) => edit(id)}
        menuOf={menuOf}
        action={create}
        empty={
          <EmptyState icon={<FunnelIcon />} title={text('audience.empty.title')} action={create}>
            {text('audience.empty.text')}
          </EmptyState>
        }
      />
      {deleting !== undefined && (
        <ActionDialog
          form="audience.delete"
          formKey={deleting.id}
          title={text('audience.delete.title', { name: deleting.name })}
          confirmLabel={text('audience.delete')}
          tone="danger"
          onClose={() => setDeleting(undefined)}
        >
          <p>{text('audience.delete.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function useColumns(): readonly TableColumn<ListedAudience>[] {
  const text = useText();
  const formats = useFormats();
  return [
    { id: 'name', title: text('audience.name'), sortBy: 'name', cell: ({ name }) => <FirstCell name={name} /> },
    {
      id: 'groups',
      title: text('audience.groups'),
      numberOf: numberIn('audiences', 'groups'),
      cell: ({ groups }) => formats.number(groups),
    },
    { id: 'updated', title: text('audience.updated'), cell: ({ updatedAt }) => formats.date(updatedAt) },
  ];
}
