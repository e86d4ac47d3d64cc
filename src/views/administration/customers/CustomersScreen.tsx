import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { ListedCustomer } from '../../../machines/entities/customers.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useApp } from '../../app/app-context.tsx';
import { GroupIcon, PlusIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { PersonIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { AddToGroupDialog } from '../groups/AddToGroupDialog.tsx';
import { DownloadMenu, DownloadProblem } from '../download/DownloadMenu.tsx';
import { useDownload } from '../download/use-download.ts';
import type { BulkAction } from '../list/BulkBar.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing, type Listing } from '../list/use-listing.ts';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import { part } from '../../kit/part.tsx';
import { NewCustomerDialog } from './NewCustomerDialog.tsx';
import { useCustomerColumns } from './use-customer-columns.tsx';
import { useCustomerFilters } from './use-customer-filters.tsx';

const firstQuery: ListQuery = { page: 1, limit: 25, search: '', sort: { by: 'name', descending: false }, filters: {} };

/** The views of the attendance say the same. */
const CustomerViews = part(async () => (await import('./CustomerViews.tsx')).CustomerViews, [conversationArea], {
  isInPlace: true,
});

const chooseGroup = (rows: readonly ListedCustomer[], close: () => void, done: () => void) => (
  <AddToGroupDialog customerIds={rows.map(({ id }) => id)} onClose={close} onDone={done} />
);

/** `?audience=`: the list begins with who is in it. */
function useAudienceLink({ updateQuery }: Listing<'customers'>) {
  const [params, setParams] = useSearchParams();
  const audience = params.get('audience');
  const show = useEffectEvent((id: string) => {
    updateQuery({ page: 1, search: '', filters: { audience: id } });
    setParams({}, { replace: true });
  });
  useEffect(() => {
    if (audience !== null) show(audience);
  }, [audience]);
}

/** /customers: the company's customers. */
export function CustomersScreen() {
  const text = useText();
  const { directory } = useApp();
  const navigate = useNavigate();
  const routes = useSelector(directory.auth, selectRoutes);
  const mayGroup = routes.includes('customer-groups');
  const listing = useListing('customers', firstQuery);
  const { filters, fields, lookups, dialog } = useCustomerFilters(listing, routes);
  useAudienceLink(listing);
  const [isCreating, setCreating] = useState(false);
  const addToGroup: BulkAction<ListedCustomer> = {
    form: 'customerGroup.add',
    label: text('group.add'),
    icon: <GroupIcon />,
    title: (count) => text('group.add.title', { count }),
    text: text('group.add.hint'),
    dialog: chooseGroup,
    isFor: () => true,
  };
  const download = useDownload('customers');
  const exported = (format: 'csv' | 'xlsx') => {
    const { search } = listing.query;
    const { tag, group, audience, instance, contact, blocked, consent, field, fieldOp, fieldValue } =
      listing.query.filters;
    download.start({
      format,
      search,
      tag_id: tag ?? null,
      group_id: group ?? null,
      audience_id: audience ?? null,
      instance_id: instance ?? null,
      contact_days: contact ?? null,
      blacklisted: blocked ?? null,
      consent: consent ?? null,
      field_id: field ?? null,
      field_op: fieldOp ?? null,
      field_value: fieldValue ?? null,
    });
  };
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setCreating(true)}>
      {text('base.new')}
    </Button>
  );
  return (
    <>
      <ListPage
        listing={listing}
        title={text('base.title')}
        count={listing.rows === null ? undefined : text('base.count', { count: listing.total })}
        searchLabel={text('base.search')}
        filters={filters}
        columns={useCustomerColumns(fields)}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOpen={({ id }) => void navigate(`/customers/${id}`)}
        {...(mayGroup ? { bulk: [addToGroup] } : {})}
        action={
          <>
            <DownloadMenu
              download={download}
              sheets={[{ id: 'customers', label: text('base.title') }]}
              onChoose={(_, format) => exported(format)}
            />
            {create}
          </>
        }
        notice={
          <>
            <CustomerViews listing={listing} />
            <FailedLookups lookups={lookups} />
            <DownloadProblem download={download} />
          </>
        }
        empty={
          <EmptyState icon={<PersonIcon />} title={text('base.empty.title')} action={create}>
            {text('base.empty.text')}
          </EmptyState>
        }
      />
      {dialog}
      {isCreating && <NewCustomerDialog onClose={() => setCreating(false)} />}
    </>
  );
}
