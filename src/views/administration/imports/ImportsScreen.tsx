import { useSearchParams, useNavigate } from 'react-router-dom';
import type { CustomerImport } from '../../../machines/entities/imports.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { numberIn } from '../../../machines/replay/row-numbers.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { UploadIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { ImportActions } from './ImportActions.tsx';
import { ImportScreen } from './ImportScreen.tsx';
import { ImportState } from './ImportState.tsx';
import { useUpload } from './use-upload.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'created_at', descending: true },
  filters: {},
};

/** /customers-base: the company's imports; with `?id=` one of them. */
export function ImportsScreen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <Imports /> : <ImportScreen key={id} id={id} />;
}

function Imports() {
  const text = useText();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const listing = useListing('imports', firstQuery);
  const open = (id: string) => void navigate(`/customers-base?id=${id}`);
  const { choose, input, isPending, failure } = useUpload({ onUploaded: open });
  const upload = (
    <Button variant="primary" icon={<UploadIcon />} isPending={isPending} onPress={choose}>
      {text('imports.upload')}
    </Button>
  );
  return (
    <>
      <ListPage
        listing={listing}
        title={text('imports.title')}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOpen={({ id }) => open(id)}
        action={upload}
        notice={failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>}
        empty={
          <EmptyState icon={<UploadIcon />} title={text('imports.empty.title')} action={upload}>
            {text('imports.empty.text')}
          </EmptyState>
        }
      />
      {input}
    </>
  );
}

function useColumns(): readonly TableColumn<CustomerImport>[] {
  const text = useText();
  const formats = useFormats();
  return [
    {
      id: 'name',
      title: text('imports.file'),
      cell: ({ name, user_name: user, created_at: at }) => (
        <FirstCell name={name} about={[formats.date(Date.parse(at)), user].filter(Boolean).join(' · ')} />
      ),
    },
    { id: 'state', title: text('imports.state'), cell: (row) => <ImportState of={row} /> },
    {
      id: 'rows',
      title: text('imports.rows'),
      align: 'end',
      numberOf: numberIn('imports', 'row_count'),
      cell: ({ row_count: rows }) => (rows === 0 ? <NoValue /> : formats.number(rows)),
    },
    { id: 'do', title: text('imports.actions'), cell: (row) => <ImportActions of={row} /> },
  ];
}
