import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { TEMPLATE_STATES, TEMPLATE_CATEGORIES } from '../../../../contract/facts/template-form.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import type { ManagedTemplate } from '../../../machines/entities/templates.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { CopyIcon, PencilIcon, PlusIcon, TemplateIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { useDownload } from '../download/use-download.ts';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import { OneTemplate } from './OneTemplate.tsx';
import { TemplateQuality, TemplateState } from './TemplateState.tsx';
import { useLanguageName } from './use-language-name.ts';

const firstQuery: ListQuery = { page: 1, limit: 25, search: '', sort: { by: 'name', descending: false }, filters: {} };

/** /message-templates: the company's templates; with `?id=` one of them, or a new one. */
export function TemplatesScreen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <Templates /> : <OneTemplate key={id} id={id} />;
}

function Templates() {
  const text = useText();
  const navigate = useNavigate();
  const listing = useListing('messageTemplates', firstQuery);
  const [deleting, setDeleting] = useState<ManagedTemplate>();
  const open = (id: string) => void navigate(`/message-templates?id=${id}`);
  const download = useDownload('message_templates');
  const locale = useSelector(useApp().directory.shell, selectLocale);
  const { search, filters } = listing.query;
  const create = (
    <LinkButton to="/message-templates?id=new" variant="primary" icon={<PlusIcon />}>
      {text('template.new')}
    </LinkButton>
  );
  const menuOf = (row: ManagedTemplate): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: (chosen) => open(chosen === 'copy' ? `copy:${row.id}` : row.id),
      entries: [
        { id: 'open', label: text('action.edit'), icon: <PencilIcon /> },
        ...(row.form === null ? [] : [{ id: 'copy', label: text('template.copy'), icon: <CopyIcon /> }]),
      ],
    },
    {
      id: 'danger',
      onSelect: () => setDeleting(row),
      entries: [{ id: 'delete', label: text('template.delete'), icon: <TrashIcon />, tone: 'danger' }],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        title={text('template.title')}
        searchLabel={text('template.search')}
        filters={[
          {
            name: 'status',
            label: text('template.state'),
            options: TEMPLATE_STATES.map((id) => ({ id, label: text(`template.state.${id}`) })),
          },
        ]}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOpen={({ id }) => open(id)}
        menuOf={menuOf}
        action={
          <>
            <DownloadMenu
              download={download}
              sheets={[{ id: 'message_templates', label: text('template.title') }]}
              onChoose={(_, format) => download.start({ format, locale, search, status: filters['status'] ?? null })}
            />
            {create}
          </>
        }
        notice={<DownloadProblem download={download} />}
        empty={
          <EmptyState icon={<TemplateIcon />} title={text('template.empty.title')} action={create}>
            {text('template.empty.text')}
          </EmptyState>
        }
      />
      {deleting !== undefined && <DeleteTemplate of={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

function useColumns(): readonly TableColumn<ManagedTemplate>[] {
  const text = useText();
  const formats = useFormats();
  const languageName = useLanguageName();
  const categoryOf = ({ category }: ManagedTemplate) => {
    const known = TEMPLATE_CATEGORIES.find((each) => each === category);
    return known === undefined ? category : text(`template.category.${known}`);
  };
  return [
    {
      id: 'name',
      title: text('template.name'),
      cell: ({ name, body }) => <FirstCell name={name} about={body} />,
    },
    { id: 'state', title: text('template.state'), cell: (row) => <TemplateState of={row} /> },
    { id: 'category', title: text('template.category'), cell: categoryOf },
    { id: 'language', title: text('template.language'), cell: ({ language }) => languageName(language) },
    { id: 'quality', title: text('template.quality'), cell: (row) => <TemplateQuality of={row} /> },
    { id: 'account', title: text('template.account'), cell: ({ account }) => account ?? <NoValue /> },
    {
      id: 'updated',
      title: text('template.updated'),
      cell: ({ updated_at: at }) => formats.date(Date.parse(at)),
    },
  ];
}
