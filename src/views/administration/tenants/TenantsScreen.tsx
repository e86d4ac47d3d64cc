import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ManagedTenant } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import {
  BuildingIcon,
  DownloadIcon,
  HistoryIcon,
  PencilIcon,
  PlusIcon,
  SettingsIcon,
  TrashIcon,
} from '../../kit/administration-icons.tsx';
import { LockIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing } from '../list/use-listing.ts';
import { SheetsDialog } from './SheetsDialog.tsx';
import { isTenantAction, TenantDialogs, type OpenedTenant } from './TenantDialogs.tsx';

/** As specified: four per page, newest first. */
const firstQuery: ListQuery = {
  page: 1,
  limit: 4,
  search: '',
  sort: { by: 'id', descending: true },
  filters: {},
};
const sizes = [4, 10, 25, 50];

/** /tenants: the platform's companies, for the back-office. */
export function TenantsScreen() {
  const text = useText();
  const listing = useListing('tenants', firstQuery);
  const [opened, setOpened] = useState<OpenedTenant>();
  /** Whose sheets to download; null: all companies'. */
  const [sheetsOf, setSheetsOf] = useState<ManagedTenant | null>();
  const columns = useTenantColumns();
  const hasEnded = useSearchParams()[0].get('support') === 'ended';
  const menuOf = (tenant: ManagedTenant): readonly MenuGroup[] => [
    {
      id: 'tenant',
      onSelect: (kind) => {
        if (kind === 'sheets') setSheetsOf(tenant);
        else if (isTenantAction(kind)) setOpened({ kind, tenant });
      },
      entries:
        tenant.deletedAt === null
          ? [
              { id: 'edit', label: text('action.edit'), icon: <PencilIcon /> },
              { id: 'features', label: text('tenants.features'), icon: <SettingsIcon /> },
              { id: 'sheets', label: text('tenants.sheets'), icon: <DownloadIcon /> },
              ...(tenant.isBackoffice ? [] : [{ id: 'enter', label: text('tenants.enter'), icon: <LockIcon /> }]),
            ]
          : [{ id: 'restore', label: text('tenants.restore'), icon: <HistoryIcon /> }],
    },
    {
      id: 'danger',
      onSelect: () => setOpened({ kind: 'delete', tenant }),
      entries:
        tenant.deletedAt !== null || tenant.isBackoffice
          ? []
          : [{ id: 'delete', label: text('tenants.delete'), icon: <TrashIcon />, tone: 'danger' }],
    },
  ];
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpened({ kind: 'new' })}>
      {text('tenants.new')}
    </Button>
  );
  return (
    <>
      <ListPage
        listing={listing}
        title={text('tenants.title')}
        searchLabel={text('tenants.search')}
        filters={[
          {
            name: 'deleted',
            label: text('tenants.situation'),
            all: text('tenants.situation.active'),
            options: [{ id: 'true', label: text('tenants.deleted.only') }],
          },
        ]}
        columns={columns}
        notice={hasEnded && <Banner tone="info">{text('tenants.support.ended')}</Banner>}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        menuOf={menuOf}
        onOpen={(tenant) => setOpened({ kind: tenant.deletedAt === null ? 'edit' : 'restore', tenant })}
        action={
          <>
            <Button icon={<DownloadIcon />} onPress={() => setSheetsOf(null)}>
              {text('tenants.sheets')}
            </Button>
            {create}
          </>
        }
        sizes={sizes}
        empty={
          <EmptyState icon={<BuildingIcon />} title={text('tenants.empty.title')} action={create}>
            {text('tenants.empty.text')}
          </EmptyState>
        }
      />
      {sheetsOf !== undefined && <SheetsDialog tenant={sheetsOf} onClose={() => setSheetsOf(undefined)} />}
      {opened !== undefined && <TenantDialogs {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** From this share of a limit on, the company is marked as near it. */
const NEAR = 0.8;

function useTenantColumns(): readonly TableColumn<ManagedTenant>[] {
  const text = useText();
  const formats = useFormats();
  const usage = (used: number, limit: number | null) => {
    if (limit === null) return formats.compact(used);
    if (used > limit) return <Tag tone="danger">{text('tenants.usage.over', { used, limit })}</Tag>;
    if (used === limit) return <Tag tone="warning">{text('tenants.usage.full', { used, limit })}</Tag>;
    if (used >= limit * NEAR) return <Tag tone="warning">{text('tenants.usage.near', { used, limit })}</Tag>;
    return text('tenants.usage', { used, limit });
  };
  return [
    {
      id: 'name',
      title: text('tenants.name'),
      sortBy: 'name',
      cell: ({ name, address }) => <FirstCell name={name} about={`/${address}`} />,
    },
    {
      id: 'cnpj',
      title: text('tenants.cnpj'),
      sortBy: 'cnpj',
      cell: ({ cnpj }) => (cnpj === null ? <NoValue /> : writtenCnpj(cnpj)),
    },
    {
      id: 'users',
      title: text('tenants.users'),
      sortBy: 'userLimit',
      cell: ({ usage: used, limits }) => usage(used.users, limits.users),
    },
    {
      id: 'instances',
      title: text('tenants.instances'),
      cell: ({ usage: used, limits }) => usage(used.instances, limits.instances),
    },
    {
      id: 'messages',
      title: text('tenants.messages'),
      cell: ({ usage: used, limits }) => usage(used.messages, limits.messages),
    },
    {
      id: 'situation',
      title: text('tenants.situation'),
      cell: ({ deletedAt, isServed }) => {
        if (deletedAt !== null) return <Tag tone="danger">{text('tenants.situation.deleted')}</Tag>;
        if (isServed) return <Tag tone="success">{text('tenants.situation.active')}</Tag>;
        return <Tag tone="warning">{text('tenants.unserved')}</Tag>;
      },
    },
    {
      id: 'since',
      title: text('tenants.since'),
      sortBy: 'created_at',
      cell: ({ since }) => formats.date(since),
    },
  ];
}

/** 12.345.678/0001-95 */
function writtenCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/u, '$1.$2.$3/$4-$5');
}
