import { useEffect, useEffectEvent } from 'react';
import type { ListedCustomer } from '../../../machines/entities/customers.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { CloseIcon, PersonIcon } from '../../kit/icons.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { TagChip } from '../../kit/TagChip.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing, wholeList } from '../list/use-listing.ts';

const queryOf = (group: string): ListQuery => ({
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'name', descending: false },
  filters: { group },
});

/** The members of a group; those chosen one by one can be taken out. */
export function GroupMembers({ id }: { readonly id: string }) {
  const text = useText();
  const formats = useFormats();
  const groups = useListing('choices.groups', wholeList);
  const group = groups.rows?.find((each) => each.id === id);
  const members = useListing('customerGroupMembers', queryOf(id));
  const shown = members.query.filters['group'];
  // The list keeps the group that was last looked at.
  const look = useEffectEvent(() => {
    if (shown !== id) members.updateQuery({ filters: { group: id }, search: '' });
  });
  useEffect(() => look(), [id]);
  const isFed = group?.audience !== null;
  return (
    <ListPage
      listing={shown === id ? members : { ...members, rows: null }}
      title={group?.name ?? text('group.members')}
      count={group === undefined ? undefined : text('group.count', { count: group.members })}
      lead={<LinkButton to="/customer-groups">{text('action.back')}</LinkButton>}
      searchLabel={text('group.members.search')}
      fixed={{ group: id }}
      columns={useColumns()}
      // A member is taken out of this group.
      idOf={(customer) => `${id}@${customer.id}`}
      nameOf={({ name, phone }) => (name === phone ? formats.phone(phone) : name)}
      {...(isFed
        ? {}
        : {
            bulk: [
              {
                form: 'customerGroup.remove' as const,
                label: text('group.remove'),
                icon: <CloseIcon />,
                title: (count: number) => text('group.remove.title', { count }),
                text: text('group.remove.text'),
                isFor: () => true,
              },
            ],
          })}
      empty={
        <EmptyState icon={<PersonIcon />} title={text('group.members.empty.title')}>
          {text(isFed ? 'group.members.empty.fed' : 'group.members.empty.text')}
        </EmptyState>
      }
    />
  );
}

function useColumns(): readonly TableColumn<ListedCustomer>[] {
  const text = useText();
  const formats = useFormats();
  return [
    {
      id: 'name',
      title: text('group.member'),
      cell: ({ name, phone }) => (
        <FirstCell name={name === phone ? formats.phone(phone) : name} about={formats.phone(phone)} />
      ),
    },
    {
      id: 'tags',
      title: text('group.member.tags'),
      cell: ({ tags }) => tags.map((tag) => <TagChip key={tag.id} name={tag.name} color={tag.color} />),
    },
  ];
}
