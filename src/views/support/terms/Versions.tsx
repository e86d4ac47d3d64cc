import type { PublishedTerms } from '../../../machines/entities/support.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { FirstCell } from '../../administration/list/FirstCell.tsx';
import { ListPage } from '../../administration/list/ListPage.tsx';
import { useListing } from '../../administration/list/use-listing.ts';
import { useDownload } from '../../administration/download/use-download.ts';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { DownloadIcon } from '../../kit/administration-icons.tsx';
import { DocumentIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'publishedAt', descending: true },
  filters: {},
};

/** All published versions, for the back-office. */
export function Versions() {
  const text = useText();
  const listing = useListing('terms.versions', firstQuery);
  const download = useDownload('terms');
  const columns = useColumns();
  const menuOf = ({ id }: PublishedTerms): readonly MenuGroup[] => [
    {
      id: 'take',
      onSelect: () => download.start({ id }),
      entries: [{ id: 'download', label: text('terms.download'), icon: <DownloadIcon /> }],
    },
  ];
  return (
    <ListPage
      listing={listing}
      title={text('terms.versions')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      menuOf={menuOf}
      empty={
        <EmptyState icon={<DocumentIcon />} title={text('terms.versions.empty.title')}>
          {text('terms.versions.empty.text')}
        </EmptyState>
      }
    />
  );
}

function useColumns(): readonly TableColumn<PublishedTerms>[] {
  const text = useText();
  const formats = useFormats();
  return [
    {
      id: 'title',
      title: text('terms.versions.title'),
      cell: ({ title, publishedBy }) => (
        <FirstCell name={title} about={text('terms.publishedBy', { name: publishedBy })} />
      ),
    },
    {
      id: 'publishedAt',
      title: text('terms.versions.when'),
      cell: ({ publishedAt }) => `${formats.date(publishedAt)} ${formats.time(publishedAt)}`,
    },
    {
      id: 'acceptances',
      title: text('terms.versions.acceptances'),
      cell: ({ acceptances }) => formats.number(acceptances),
    },
  ];
}
