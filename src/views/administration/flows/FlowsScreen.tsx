import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { ListedFlow } from '../../../machines/entities/flows.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { numberIn } from '../../../machines/replay/row-numbers.ts';
import { useApp } from '../../app/app-context.tsx';
import { FlowIcon, PencilIcon, PlusIcon, SettingsIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { AnswersDialog } from './AnswersDialog.tsx';
import { FlowEditor } from './FlowEditor.tsx';
import { NewFlowDialog } from './NewFlowDialog.tsx';

const firstQuery: ListQuery = { page: 1, limit: 500, search: '', sort: { by: 'name', descending: false }, filters: {} };

/** /passive-chat-flow: the flows that answer customers who write; with `?id=` the one to edit. */
export function FlowsScreen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <Flows /> : <FlowEditor key={id} id={id} />;
}

type Open = { readonly of: 'new' } | { readonly of: 'answers' | 'archive'; readonly flow: ListedFlow } | null;

function Flows() {
  const text = useText();
  const navigate = useNavigate();
  const all = useListing('flows', firstQuery);
  const rows = all.rows?.filter(({ kind }) => kind === 'passive') ?? null;
  const listing = { ...all, rows, total: rows?.length ?? 0, counter: undefined };
  const { directory } = useApp();
  const mayAnswer = useSelector(directory.auth, selectRoutes).includes('conversation-bot');
  const [open, setOpen] = useState<Open>(null);
  const edit = (id: string) => void navigate(`/passive-chat-flow?id=${id}`);
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpen({ of: 'new' })}>
      {text('flow.new')}
    </Button>
  );
  const menuOf = (flow: ListedFlow): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: (chosen) => (chosen === 'answers' ? setOpen({ of: 'answers', flow }) : edit(flow.id)),
      entries: [
        { id: 'edit', label: text('action.edit'), icon: <PencilIcon /> },
        ...(mayAnswer && !flow.is_archived
          ? [{ id: 'answers', label: text('flow.answers'), icon: <SettingsIcon /> }]
          : []),
      ],
    },
    {
      id: 'danger',
      onSelect: () => setOpen({ of: 'archive', flow }),
      entries: [
        {
          id: 'archive',
          label: text(flow.is_archived ? 'flow.unarchive' : 'flow.archive'),
          icon: <TrashIcon />,
        },
      ],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        title={text('flow.title')}
        searchLabel={text('flow.list.search')}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOpen={({ id }) => edit(id)}
        menuOf={menuOf}
        action={create}
        sizes={[500]}
        empty={
          <EmptyState icon={<FlowIcon />} title={text('flow.empty.title')} action={create}>
            {text('flow.empty.text')}
          </EmptyState>
        }
      />
      {open?.of === 'new' && <NewFlowDialog onMade={edit} onClose={() => setOpen(null)} />}
      {open?.of === 'answers' && <AnswersDialog flow={open.flow} onClose={() => setOpen(null)} />}
      {open?.of === 'archive' && (
        <ActionDialog
          form="flow.archive"
          formKey={open.flow.id}
          values={{ archived: !open.flow.is_archived }}
          title={text(open.flow.is_archived ? 'flow.unarchive.title' : 'flow.archive.title', { name: open.flow.name })}
          confirmLabel={text(open.flow.is_archived ? 'flow.unarchive' : 'flow.archive')}
          onClose={() => setOpen(null)}
        >
          <p>{text(open.flow.is_archived ? 'flow.unarchive.text' : 'flow.archive.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function useColumns(): readonly TableColumn<ListedFlow>[] {
  const text = useText();
  const formats = useFormats();
  const answersOf = (flow: ListedFlow): string => {
    const { starts, keywords, hours } = flow.trigger;
    const when = starts === 'keyword' ? keywords.join(', ') : text(`flow.starts.${starts}`);
    return hours === 'any' ? when : `${when} · ${text(`flow.hours.${hours}`)}`;
  };
  return [
    {
      id: 'name',
      title: text('flow.name'),
      cell: ({ name, bot_name: bot }) => (
        <FirstCell name={name} {...(bot === null ? {} : { about: text('flow.list.bot', { name: bot }) })} />
      ),
    },
    {
      id: 'state',
      title: text('flow.list.state'),
      cell: (flow) => <State of={flow} />,
    },
    {
      id: 'answers',
      title: text('flow.list.answers'),
      cell: (flow) => (flow.is_active ? answersOf(flow) : <NoValue />),
    },
    {
      id: 'running',
      title: text('flow.list.running'),
      numberOf: numberIn('flows', 'running'),
      cell: ({ running }) => formats.number(running),
    },
    { id: 'updated', title: text('flow.list.updated'), cell: ({ updatedAt }) => formats.date(updatedAt) },
  ];
}

function State({
  of: { is_archived: isArchived, is_active: isActive, number, has_draft: hasDraft },
}: {
  readonly of: ListedFlow;
}) {
  const text = useText();
  if (isArchived) return <Tag>{text('flow.state.archived')}</Tag>;
  if (number === null) return <Tag>{text('flow.state.never')}</Tag>;
  return (
    <>
      <Tag tone={isActive ? 'success' : 'neutral'}>
        {text(isActive ? 'flow.state.answers' : 'flow.state.silent', { number })}
      </Tag>{' '}
      {hasDraft && <Tag tone="warning">{text('flow.state.draft')}</Tag>}
    </>
  );
}
