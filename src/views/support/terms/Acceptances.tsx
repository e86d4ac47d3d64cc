import type { TermsAcceptance } from '../../../machines/entities/support.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { FirstCell, NoValue } from '../../administration/list/FirstCell.tsx';
import { ListPage } from '../../administration/list/ListPage.tsx';
import { useListing } from '../../administration/list/use-listing.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { PeopleIcon } from '../../kit/icons.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'acceptedAt', descending: true },
  filters: {},
};

/** For everybody in the company: whether, when and from where they accepted the current terms. */
export function Acceptances() {
  const text = useText();
  const listing = useListing('terms.acceptances', firstQuery);
  const columns = useColumns();
  const { accepted } = listing.facts;
  return (
    <ListPage
      listing={listing}
      title={text('terms.acceptances')}
      count={
        listing.rows === null || listing.query.search !== ''
          ? undefined
          : text('terms.acceptances.count', { accepted: accepted ?? 0, total: listing.total })
      }
      searchLabel={text('terms.acceptances.search')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={
        <EmptyState icon={<PeopleIcon />} title={text('terms.acceptances.empty.title')}>
          {text('terms.acceptances.empty.text')}
        </EmptyState>
      }
    />
  );
}

function useColumns(): readonly TableColumn<TermsAcceptance>[] {
  const text = useText();
  const formats = useFormats();
  return [
    {
      id: 'name',
      title: text('terms.acceptances.name'),
      cell: ({ id, name, email }) => (
        <FirstCell name={name} about={email} icon={<Avatar name={name} seed={id} size="sm" />} />
      ),
    },
    {
      id: 'acceptedAt',
      title: text('terms.acceptances.when'),
      cell: ({ acceptedAt }) =>
        acceptedAt === null ? (
          <Tag tone="warning">{text('terms.acceptances.pending')}</Tag>
        ) : (
          <time dateTime={new Date(acceptedAt).toISOString()} title={formats.full(acceptedAt)}>
            {formats.date(acceptedAt)} {formats.time(acceptedAt)}
          </time>
        ),
    },
    {
      id: 'address',
      title: text('terms.acceptances.address'),
      cell: ({ address }) => address ?? <NoValue />,
    },
  ];
}
