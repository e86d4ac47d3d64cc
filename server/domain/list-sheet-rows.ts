import type { CustomerGroup } from '../../contract/entities/audience.ts';
import type { Campaign } from '../../contract/entities/campaign.ts';
import type { ManagedTemplate } from '../../contract/entities/managed-template.ts';
import { CAMPAIGN_STATUSES, CAMPAIGN_TABS } from '../../contract/facts/campaigns.ts';
import { foldText } from '../../contract/facts/fold-text.ts';
import { PAGE_SIZE_MAX } from '../../contract/facts/limits.ts';
import type { BodyOf } from '../../contract/rest/call.ts';
import type { campaignsSheet, customerGroupsSheet, templatesSheet } from '../../contract/rest/list-sheets.ts';
import { withTenant } from '../db/database.ts';
import { auditAction } from './audit-action.ts';
import { listCampaigns } from './campaigns/list-campaigns.ts';
import type { Actor, Services } from './context.ts';
import { listGroups } from './customer-groups/customer-groups.ts';
import { localTimeFormat } from './local-time.ts';
import { reportCalendar } from './reports/calendar.ts';
import { paginatedTemplates } from './templates/editing/manage-templates.ts';

/** A list's rows for a sheet; `wall` formats a wire timestamp in the company's time zone. */
export type ListRows<Row> = { rows: AsyncIterable<Row>; wall: (at: string) => string };

type Page<Row> = { total_pages: number; items: readonly Row[] };
type Asked = { pagination_page: number; pagination_limit: number };

/** All pages of a list, which refuses who may not see it; the export is audited. */
async function everyPage<Row extends { id: string }>(
  services: Services,
  actor: Actor,
  sheet: string,
  read: (asked: Asked) => Promise<Page<Row>>,
): Promise<ListRows<Row>> {
  const pageAt = (at: number) => read({ pagination_page: at, pagination_limit: PAGE_SIZE_MAX });
  const first = await pageAt(1);
  const { timezone } = await reportCalendar(services, actor);
  await withTenant(services.db, actor.tenantId, (tx) =>
    auditAction(tx, actor, { action: 'sheet.download', details: { sheet } }),
  );
  async function* rows(): AsyncGenerator<Row> {
    const seen = new Set<string>();
    // Rows change their places meanwhile, so pages are read again until none has a new one.
    for (let isMore = true, page = first; isMore; page = await pageAt(1)) {
      const before = seen.size;
      for (let at = 1; ; page = await pageAt(at)) {
        for (const row of page.items) {
          if (!seen.has(row.id)) yield row;
          seen.add(row.id);
        }
        if (at >= page.total_pages) break;
        at += 1;
      }
      isMore = page.total_pages > 1 && seen.size > before;
    }
  }
  return { rows: rows(), wall: localTimeFormat(timezone) };
}

export function campaignsRows(
  services: Services,
  actor: Actor,
  { tab, search }: Pick<BodyOf<typeof campaignsSheet>, 'tab' | 'search'>,
): Promise<ListRows<Campaign>> {
  const statuses = tab === undefined ? CAMPAIGN_STATUSES : CAMPAIGN_TABS[tab];
  return everyPage(services, actor, 'campaigns', (asked) =>
    listCampaigns(services, actor, { statuses: [...statuses], search, ...asked }),
  );
}

export function groupsRows(
  services: Services,
  actor: Actor,
  { search = '' }: Pick<BodyOf<typeof customerGroupsSheet>, 'search'>,
): Promise<ListRows<CustomerGroup>> {
  const sought = foldText(search).trim();
  return everyPage(services, actor, 'customer_groups', async () => {
    const all = await listGroups(services, actor);
    return { total_pages: 1, items: all.filter(({ name }) => foldText(name).includes(sought)) };
  });
}

export function templatesRows(
  services: Services,
  actor: Actor,
  { search, status }: Pick<BodyOf<typeof templatesSheet>, 'search' | 'status'>,
): Promise<ListRows<ManagedTemplate>> {
  return everyPage(services, actor, 'message_templates', (asked) =>
    paginatedTemplates(services, actor, { search, status, ...asked }),
  );
}
