import { sql } from 'kysely';
import type {
  CustomerCampaign,
  CustomerCampaignPage,
  CustomerCampaignsVariables,
} from '../../../contract/graphql/customer-campaigns.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { requireCustomer } from '../customers/customer-access.ts';
import { parseId } from '../ids.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { wireTime } from '../views/json.ts';

/** A page of what campaigns did with a customer, for whoever keeps the base; not found for another company's. */
export function customerCampaigns(
  services: Services,
  actor: Actor,
  variables: CustomerCampaignsVariables,
): Promise<CustomerCampaignPage> {
  requirePermission(actor, 'customers');
  const customerId = parseId(variables.customer_id);
  const { limit, offset } = parsePage(variables);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    await requireCustomer(tx, actor, customerId);
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from campaign_recipient
      where tenant_id = ${tenantId} and customer_id = ${customerId}`.execute(tx);
    const { rows: items } = await sql<CustomerCampaign>`
      select json_build_object('id', g.id::text, 'name', g.name) as campaign, r.state, r.skip_reason, r.error_code,
        r.error_key, ${sql.raw(wireTime('r.sent_at'))} as sent_at, ${sql.raw(wireTime('r.answered_at'))} as answered_at,
        r.ticket_id::text as ticket_id
      from campaign_recipient r join campaign g on g.tenant_id = r.tenant_id and g.id = r.campaign_id
      where r.tenant_id = ${tenantId} and r.customer_id = ${customerId}
      order by r.campaign_id desc limit ${limit} offset ${offset}`.execute(tx);
    return { total_items: counted.rows[0]?.total ?? 0, items };
  });
}
