import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { flowsArea } from '../../../i18n/areas/flows.ts';
import { templatesArea } from '../../../i18n/areas/templates.ts';
import type { ActiveFlow } from '../../../machines/entities/flow-starts.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { numberIn } from '../../../machines/replay/row-numbers.ts';
import { useNow } from '../../app/use-now.ts';
import { FlowIcon, PencilIcon, PlusIcon, SettingsIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { part } from '../../kit/part.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { LoadingOverlay } from '../../layout/LoadingOverlay.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { ActiveFlowPage } from './ActiveFlowPage.tsx';
import { NewActiveFlowDialog } from './NewActiveFlowDialog.tsx';
import { StartsDialog } from './StartsDialog.tsx';
import { StateTags } from './StateTags.tsx';

const FlowEditor = part(async () => (await import('../flows/FlowEditor.tsx')).FlowEditor, [flowsArea, templatesArea], {
  fallback: () => <LoadingOverlay isVisible />,
  isInPlace: true,
});

const firstQuery: ListQuery = { page: 1, limit: 500, search: '', sort: { by: 'name', descending: false }, filters: {} };

/** /active-chat-flow: the flows that the company starts; with `?id=` one of them, with `?edit=` its steps. */
export function ActiveFlowsScreen() {
  const [params] = useSearchParams();
  const [id, edited] = [params.get('id'), params.get('edit')];
  if (edited !== null) return <FlowEditor key={edited} id={edited} />;
  return id === null ? <ActiveFlows /> : <ActiveFlowPage key={id} id={id} />;
}

type Open = { readonly of: 'new' } | { readonly of: 'starts' | 'archive'; readonly flow: ActiveFlow } | null;

function ActiveFlows() {
  const text = useText();
  const navigate = useNavigate();
  const listing = useListing('flow.active', firstQuery);
  const [open, setOpen] = useState<Open>(null);
  const edit = (id: string) => void navigate(`/active-chat-flow?edit=${id}`);
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpen({ of: 'new' })}>
      {text('activeFlow.new')}
    </Button>
  );
  const menuOf = (flow: ActiveFlow): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: (chosen) => (chosen === 'starts' ? setOpen({ of: 'starts', flow }) : edit(flow.id)),
      entries: [
        { id: 'edit', label: text('activeFlow.steps'), icon: <PencilIcon /> },
        ...(flow.is_archived ? [] : [{ id: 'starts', label: text('activeFlow.starts'), icon: <SettingsIcon /> }]),
      ],
    },
    {
      id: 'danger',
      onSelect: () => setOpen({ of: 'archive', flow }),
      entries: [
        {
          id: 'archive',
          label: text(flow.is_archived ? 'activeFlow.unarchive' : 'activeFlow.archive'),
          icon: <TrashIcon />,
        },
      ],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        title={text('activeFlow.title')}
        searchLabel={text('activeFlow.search')}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOpen={({ id }) => void navigate(`/active-chat-flow?id=${id}`)}
        menuOf={menuOf}
        action={create}
        sizes={[500]}
        empty={
          <EmptyState icon={<FlowIcon />} title={text('activeFlow.empty.title')} action={create}>
            {text('activeFlow.empty.text')}
          </EmptyState>
        }
      />
      {open?.of === 'new' && (
        <NewActiveFlowDialog
          onMade={(id) => void navigate(`/active-chat-flow?edit=${id}`)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.of === 'starts' && <StartsDialog flow={open.flow} onClose={() => setOpen(null)} />}
      {open?.of === 'archive' && (
        <ActionDialog
          form="flow.archive"
          formKey={open.flow.id}
          values={{ archived: !open.flow.is_archived }}
          title={text(open.flow.is_archived ? 'activeFlow.unarchive.title' : 'activeFlow.archive.title', {
            name: open.flow.name,
          })}
          confirmLabel={text(open.flow.is_archived ? 'activeFlow.unarchive' : 'activeFlow.archive')}
          onClose={() => setOpen(null)}
        >
          <p>{text(open.flow.is_archived ? 'activeFlow.unarchive.text' : 'activeFlow.archive.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function useColumns(): readonly TableColumn<ActiveFlow>[] {
  const text = useText();
  const formats = useFormats();
  const now = useNow(60_000);
  const nextOf = ({ launches }: ActiveFlow) => {
    const next = launches.flatMap(({ nextAt }) => nextAt ?? []).toSorted((one, other) => one - other)[0];
    if (next === undefined) return <NoValue />;
    return text('activeFlow.moment', { day: formats.shortDate(next, now), time: formats.time(next) });
  };
  return [
    {
      id: 'name',
      title: text('activeFlow.name'),
      cell: ({ name, bot_name: bot }) => (
        <FirstCell name={name} {...(bot === null ? {} : { about: text('activeFlow.bot', { name: bot }) })} />
      ),
    },
    { id: 'state', title: text('activeFlow.state'), cell: (flow) => <StateTags flow={flow} /> },
    {
      id: 'started',
      title: text('activeFlow.started'),
      align: 'end',
      numberOf: numberIn('flow.active', 'counts.started'),
      cell: ({ counts }) => formats.number(counts.started),
    },
    {
      id: 'waiting',
      title: text('activeFlow.waiting'),
      align: 'end',
      numberOf: numberIn('flow.active', 'counts.waiting'),
      cell: ({ counts }) => formats.number(counts.waiting),
    },
    {
      id: 'skipped',
      title: text('activeFlow.skipped'),
      align: 'end',
      numberOf: numberIn('flow.active', 'counts.skipped'),
      cell: ({ counts }) => formats.number(counts.skipped),
    },
    { id: 'next', title: text('activeFlow.next'), cell: nextOf },
    {
      id: 'running',
      title: text('activeFlow.running'),
      align: 'end',
      numberOf: numberIn('flow.active', 'running'),
      cell: ({ running }) => formats.number(running),
    },
  ];
}
