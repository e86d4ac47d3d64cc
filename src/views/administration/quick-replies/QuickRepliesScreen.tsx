import { useEffect, useRef, useState } from 'react';
import type { QuickReply } from '../../../machines/entities/customers.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { PencilIcon, PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ReplyIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { QuickReplyDialog } from './QuickReplyDialog.tsx';

type Opened = { readonly kind: 'edit'; readonly id: string } | { readonly kind: 'delete'; readonly reply: QuickReply };

/** /quick-replies: one's own; /quick-replies/company: the company's, for who manages them. */
export function QuickRepliesScreen({ of }: { readonly of: 'own' | 'company' }) {
  const text = useText();
  const listing = useListing('quickReplies', queryOf(of));
  const [opened, setOpened] = useState<Opened>();
  const columns = useColumns();
  const close = () => setOpened(undefined);
  // The list is shared by both screens.
  const isOther = listing.query.filters['of'] !== of;
  const update = useRef(listing.updateQuery);
  useEffect(() => {
    if (isOther) update.current({ filters: { of }, search: '' });
  }, [isOther, of]);
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpened({ kind: 'edit', id: of })}>
      {text('quickReplies.new')}
    </Button>
  );
  const menuOf = (reply: QuickReply): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: () => setOpened({ kind: 'edit', id: reply.id }),
      entries: [{ id: 'edit', label: text('action.edit'), icon: <PencilIcon /> }],
    },
    {
      id: 'danger',
      onSelect: () => setOpened({ kind: 'delete', reply }),
      entries: [{ id: 'delete', label: text('quickReplies.delete'), icon: <TrashIcon />, tone: 'danger' }],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        fixed={{ of }}
        title={text(`quickReplies.title.${of}`)}
        searchLabel={text('quickReplies.search')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ shortcut }) => `/${shortcut}`}
        menuOf={menuOf}
        onOpen={({ id }) => setOpened({ kind: 'edit', id })}
        action={create}
        empty={
          <EmptyState icon={<ReplyIcon />} title={text('quickReplies.empty.title')} action={create}>
            {text(`quickReplies.empty.${of}`)}
          </EmptyState>
        }
      />
      {opened?.kind === 'edit' && (
        <QuickReplyDialog
          formKey={opened.id}
          values={null}
          title={text(opened.id === of ? 'quickReplies.new' : 'quickReplies.edit')}
          onClose={close}
        />
      )}
      {opened?.kind === 'delete' && (
        <ActionDialog
          form="quickReply.delete"
          formKey={opened.reply.id}
          title={text('quickReplies.delete.title', { shortcut: opened.reply.shortcut })}
          confirmLabel={text('quickReplies.delete')}
          tone="danger"
          onClose={close}
        >
          <p>{text(`quickReplies.delete.${of}`)}</p>
        </ActionDialog>
      )}
    </>
  );
}

function queryOf(of: 'own' | 'company'): ListQuery {
  return { page: 1, limit: 25, search: '', sort: { by: 'shortcut', descending: false }, filters: { of } };
}

function useColumns(): readonly TableColumn<QuickReply>[] {
  const text = useText();
  return [
    {
      id: 'shortcut',
      title: text('quickReplies.shortcut'),
      sortBy: 'shortcut',
      cell: ({ shortcut }) => <FirstCell name={`/${shortcut}`} />,
    },
    { id: 'text', title: text('quickReplies.text'), cell: (reply) => reply.text },
  ];
}
