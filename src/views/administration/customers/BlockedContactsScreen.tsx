import { useState } from 'react';
import type { BlockedContact } from '../../../machines/entities/customers.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { BlockedIcon, PlusIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { useDownload } from '../download/use-download.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { BlockDialog } from './BlockDialog.tsx';

const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'created_at', descending: true },
  filters: {},
};

/** /blocked-contacts: the company's blocked numbers. */
export function BlockedContactsScreen() {
  const text = useText();
  const formats = useFormats();
  const listing = useListing('blockedContacts', firstQuery);
  const [isBlocking, setBlocking] = useState(false);
  const [unblocked, setUnblocked] = useState<BlockedContact>();
  const nameOf = ({ phone, customer }: BlockedContact) =>
    customer === null || customer.name === phone ? formats.phone(phone) : customer.name;
  const download = useDownload('blocked');
  const block = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setBlocking(true)}>
      {text('blocked.block')}
    </Button>
  );
  const menuOf = (row: BlockedContact): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: () => setUnblocked(row),
      entries: [{ id: 'unblock', label: text('blocked.unblock'), icon: <BlockedIcon /> }],
    },
  ];
  return (
    <>
      <ListPage
        listing={listing}
        title={text('blocked.title')}
        count={listing.rows === null ? undefined : text('blocked.count', { count: listing.total })}
        searchLabel={text('blocked.search')}
        columns={useColumns()}
        idOf={({ phone }) => phone}
        nameOf={nameOf}
        menuOf={menuOf}
        bulk={[
          {
            form: 'blockedContacts.unblock',
            label: text('blocked.unblock'),
            icon: <BlockedIcon />,
            title: (count) => text('blocked.unblock.many', { count }),
            text: text('blocked.unblock.text'),
            isFor: () => true,
          },
        ]}
        action={
          <>
            <DownloadMenu
              download={download}
              sheets={[{ id: 'blocked', label: text('blocked.title') }]}
              onChoose={(_, format) => download.start({ format, search: listing.query.search })}
            />
            {block}
          </>
        }
        notice={<DownloadProblem download={download} />}
        empty={
          <EmptyState icon={<BlockedIcon />} title={text('blocked.empty.title')} action={block}>
            {text('blocked.empty.text')}
          </EmptyState>
        }
      />
      {isBlocking && <BlockDialog onClose={() => setBlocking(false)} />}
      {unblocked !== undefined && (
        <ActionDialog
          form="blockedContacts.unblock"
          formKey={unblocked.phone}
          title={text('blocked.unblock.one', { name: nameOf(unblocked) })}
          confirmLabel={text('blocked.unblock')}
          onClose={() => setUnblocked(undefined)}
        >
          <p>{text('blocked.unblock.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function useColumns(): readonly TableColumn<BlockedContact>[] {
  const text = useText();
  const formats = useFormats();
  return [
    {
      id: 'number',
      title: text('blocked.number'),
      cell: ({ phone, customer }) => (
        <FirstCell
          name={formats.phone(phone)}
          about={customer === null || customer.name === phone ? undefined : customer.name}
        />
      ),
    },
    {
      id: 'reason',
      title: text('blocked.reason'),
      cell: ({ reason, isKept }) => (isKept ? text('blocked.kept') : (reason ?? <NoValue />)),
    },
    { id: 'by', title: text('blocked.by'), cell: ({ blockedBy }) => blockedBy ?? <NoValue /> },
    {
      id: 'at',
      title: text('blocked.at'),
      cell: ({ blockedAt }) => `${formats.date(blockedAt)} ${formats.time(blockedAt)}`,
    },
  ];
}
