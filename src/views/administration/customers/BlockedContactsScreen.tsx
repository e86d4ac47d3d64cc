import { useState } from 'react';
import type { BlockedContact } from '../../../machines/entities/customers.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { BlockedIcon, PlusIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';

const { FormText, FormTextArea } = fieldsOf<FormFields['blockedContacts']>();
const firstQuery: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'created_at', descending: true },
  filters: {},
};
const nothingTyped = { numbers: '', reason: '' };

/** /blocked-contacts: the numbers that nothing is sent to and nothing is taken from. */
export function BlockedContactsScreen() {
  const text = useText();
  const formats = useFormats();
  const listing = useListing('blockedContacts', firstQuery);
  const [isBlocking, setBlocking] = useState(false);
  const [unblocked, setUnblocked] = useState<BlockedContact>();
  const nameOf = ({ phone, customer }: BlockedContact) =>
    customer === null || customer.name === phone ? formats.phone(phone) : customer.name;
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
        action={block}
        empty={
          <EmptyState icon={<BlockedIcon />} title={text('blocked.empty.title')} action={block}>
            {text('blocked.empty.text')}
          </EmptyState>
        }
      />
      {isBlocking && (
        <FormDialog
          form="blockedContacts"
          formKey="new"
          values={nothingTyped}
          title={text('blocked.block')}
          submitLabel={text('blocked.submit')}
          onClose={() => setBlocking(false)}
        >
          <p>{text('blocked.block.text')}</p>
          <Fields>
            <FormTextArea
              name="numbers"
              label={text('blocked.numbers')}
              description={text('blocked.numbers.hint')}
              rows={8}
            />
            <FormText name="reason" label={text('blocked.reason')} description={text('blocked.reason.hint')} />
          </Fields>
        </FormDialog>
      )}
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
    { id: 'reason', title: text('blocked.reason'), cell: ({ reason }) => reason ?? <NoValue /> },
    { id: 'by', title: text('blocked.by'), cell: ({ blockedBy }) => blockedBy ?? <NoValue /> },
    {
      id: 'at',
      title: text('blocked.at'),
      cell: ({ blockedAt }) => `${formats.date(blockedAt)} ${formats.time(blockedAt)}`,
    },
  ];
}
