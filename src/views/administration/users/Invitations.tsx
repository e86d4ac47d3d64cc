import { useState, type ReactNode } from 'react';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
import type { PendingInvitation } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { LinkIcon } from '../../kit/administration-icons.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';

/** Always the whole list: it can't exceed the free seats. */
const firstQuery: ListQuery = {
  page: 1,
  limit: PAGE_SIZE_MAX,
  search: '',
  sort: { by: 'id', descending: true },
  filters: {},
};

interface InvitationsProps {
  /** Switches between users and invitations. */
  readonly choice: ReactNode;
  /** Invites somebody. */
  readonly action: ReactNode;
}

/** Open invitations. */
export function Invitations({ choice, action }: InvitationsProps) {
  const text = useText();
  const listing = useListing('invitations', firstQuery);
  const columns = useInvitationColumns();
  const [revoked, setRevoked] = useState<PendingInvitation>();
  return (
    <>
      <ListPage
        listing={listing}
        title={text('users.title')}
        lead={choice}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ email }) => email}
        menuOf={(invitation) => [
          {
            id: 'invitation',
            onSelect: () => setRevoked(invitation),
            entries: [{ id: 'revoke', label: text('users.invitations.revoke'), tone: 'danger' }],
          },
        ]}
        action={action}
        sizes={[]}
        empty={
          <EmptyState icon={<LinkIcon />} title={text('users.invitations.empty.title')} action={action}>
            {text('users.invitations.empty.text')}
          </EmptyState>
        }
      />
      {revoked !== undefined && (
        <ActionDialog
          form="invitation.revoke"
          formKey={revoked.id}
          title={text('users.invitations.revoke.title', { email: revoked.email })}
          confirmLabel={text('users.invitations.revoke')}
          tone="danger"
          onClose={() => setRevoked(undefined)}
        >
          <p>{text('users.invitations.revoke.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function useInvitationColumns(): readonly TableColumn<PendingInvitation>[] {
  const text = useText();
  const formats = useFormats();
  return [
    { id: 'email', title: text('users.email'), cell: ({ email }) => <FirstCell name={email} /> },
    { id: 'role', title: text('users.role'), cell: ({ role }) => role.label },
    {
      id: 'by',
      title: text('users.invitations.by'),
      cell: ({ invitedBy }) => invitedBy ?? text('users.invitations.platform'),
    },
    { id: 'since', title: text('users.invitations.since'), cell: ({ since }) => formats.date(since) },
    { id: 'until', title: text('users.invitations.until'), cell: ({ until }) => formats.date(until) },
  ];
}
