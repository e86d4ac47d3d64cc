import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { CustomerGroup } from '../../../machines/entities/audiences.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { numberIn } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { GroupIcon, PencilIcon, PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { PersonIcon, RefreshIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { useDownload } from '../download/use-download.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing, wholeList } from '../list/use-listing.ts';
import { GroupMembers } from './GroupMembers.tsx';

const { FormText, FormSelect } = fieldsOf<FormFields['customerGroup']>();
const firstQuery: ListQuery = { page: 1, limit: 25, search: '', sort: { by: 'name', descending: false }, filters: {} };

/** /customer-groups: the company's groups of customers; with `?id=` the members of one. */
export function GroupsScreen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <Groups /> : <GroupMembers key={id} id={id} />;
}

type Opened =
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'delete' | 'refresh'; readonly group: CustomerGroup };

function Groups() {
  const text = useText();
  const navigate = useNavigate();
  const listing = useListing('customerGroups', firstQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const show = (id: string) => void navigate(`/customer-groups?id=${id}`);
  const download = useDownload('customer_groups');
  const locale = useSelector(useApp().directory.shell, selectLocale);
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpened({ kind: 'edit', id: 'new' })}>
      {text('group.new')}
    </Button>
  );
  const menuOf = (group: CustomerGroup): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: (chosen) => {
        if (chosen === 'members') show(group.id);
        else if (chosen === 'edit') setOpened({ kind: 'edit', id: group.id });
        else setOpened({ kind: 'refresh', group });
      },
      entries: [
        { id: 'members', label: text('group.members'), icon: <PersonIcon /> },
        { id: 'edit', label: text('action.edit'), icon: <PencilIcon /> },
        ...(group.audience === null ? [] : [{ id: 'refresh', label: text('group.refresh'), icon: <RefreshIcon /> }]),
      ],
    },
    {
      id: 'danger',
      onSelect: () => setOpened({ kind: 'delete', group }),
      entries: [{ id: 'delete', label: text('group.delete'), icon: <TrashIcon />, tone: 'danger' }],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        title={text('group.title')}
        searchLabel={text('group.search')}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        menuOf={menuOf}
        onOpen={({ id }) => show(id)}
        action={
          <>
            <DownloadMenu
              download={download}
              sheets={[{ id: 'customer_groups', label: text('group.title') }]}
              onChoose={(_, format) => download.start({ format, locale, search: listing.query.search })}
            />
            {create}
          </>
        }
        notice={<DownloadProblem download={download} />}
        empty={
          <EmptyState icon={<GroupIcon />} title={text('group.empty.title')} action={create}>
            {text('group.empty.text')}
          </EmptyState>
        }
      />
      {opened?.kind === 'edit' && <GroupDialog id={opened.id} onClose={close} />}
      {opened?.kind === 'refresh' && (
        <ActionDialog
          form="customerGroup.refresh"
          formKey={opened.group.id}
          title={text('group.refresh.title', { name: opened.group.name })}
          confirmLabel={text('group.refresh')}
          onClose={close}
        >
          <p>{text('group.refresh.text')}</p>
        </ActionDialog>
      )}
      {opened?.kind === 'delete' && (
        <ActionDialog
          form="customerGroup.delete"
          formKey={opened.group.id}
          title={text('group.delete.title', { name: opened.group.name })}
          confirmLabel={text('group.delete')}
          tone="danger"
          onClose={close}
        >
          <p>{text('group.delete.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

interface GroupDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

function GroupDialog({ id, onClose }: GroupDialogProps) {
  const text = useText();
  const audiences = useListing('choices.audiences', wholeList);
  return (
    <FormDialog
      form="customerGroup"
      formKey={id}
      values={null}
      title={text(id === 'new' ? 'group.new' : 'group.edit')}
      submitLabel={text('action.save')}
      onClose={onClose}
    >
      <Fields>
        <FormText name="name" label={text('group.name')} isRequired autoFocus />
        <FormSelect
          name="audience_id"
          label={text('group.audience')}
          description={text('group.audience.hint')}
          options={[
            { id: 'none', label: text('group.audience.none') },
            ...(audiences.rows ?? []).map(({ id: of, name }) => ({ id: of, label: name })),
          ]}
        />
      </Fields>
    </FormDialog>
  );
}

function useColumns(): readonly TableColumn<CustomerGroup>[] {
  const text = useText();
  const formats = useFormats();
  return [
    { id: 'name', title: text('group.name'), sortBy: 'name', cell: ({ name }) => <FirstCell name={name} /> },
    {
      id: 'members',
      title: text('group.members'),
      numberOf: numberIn('customerGroups', 'members'),
      cell: ({ members }) => formats.number(members),
    },
    {
      id: 'audience',
      title: text('group.audience'),
      cell: ({ audience }) => audience?.name ?? text('group.audience.none'),
    },
    {
      id: 'filled',
      title: text('group.filled'),
      cell: ({ filledAt, isFilling, isFailing }) => {
        if (isFailing) return <Tag tone="danger">{text('group.failing')}</Tag>;
        if (isFilling) return text('group.filling');
        return filledAt === null ? <NoValue /> : formats.date(filledAt);
      },
    },
  ];
}
