import { sql } from 'kysely';
import { CAMPAIGN_SEARCH_MAX, RECIPIENT_STATES, RECIPIENTS_PAGE_MAX } from '../../../contract/facts/campaigns.ts';
import type {
  CampaignRecipient,
  CampaignRecipientsVariables,
  RecipientPage,
} from '../../../contract/graphql/campaigns.ts';
import { withTenant } from '../../db/database.ts';
import { readThrough } from '../../db/read-through.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { searchConditions } from '../customers/list-customers.ts';
import { invalid } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { oneOf } from '../paging.ts';
import { wireTime } from '../views/json.ts';
import { campaignView } from './campaign-rows.ts';
import { requireCampaigns } from './require-campaigns.ts';

/** Recipients of a campaign by customer, from behind one on; those in some states, or found, if asked for. */
export function campaignRecipients(
  services: Services,
  actor: Actor,
  variables: CampaignRecipientsVariables,
): Promise<RecipientPage> {
  requireCampaigns(actor);
  const id = parseId(variables.id);
  const after = parseOptionalId(variables.after_id);
  const limit = Math.min(variables.limit ?? 50, RECIPIENTS_PAGE_MAX);
  if (limit < 1) throw invalid('error.invalid', { limit: 'error.invalid' });
  const { tenantId } = actor;
  const conditions = [
    sql`r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.customer_id > ${after ?? '0'}`,
    ...searchConditions(tenantId, (variables.search?.trim() ?? '').slice(0, CAMPAIGN_SEARCH_MAX)),
  ];
  const states = variables.states?.map((state) => oneOf(RECIPIENT_STATES, state, 'states'));
  if (states !== undefined) conditions.push(sql`r.state = any(${states}::text[])`);
  if (variables.answered === true) conditions.push(sql`r.answered_at is not null`);
  return withTenant(services.db, tenantId, async (tx) => {
    await campaignView(tx, tenantId, id);
    const { rows } = await sql<CampaignRecipient>`
      select json_build_object('id', c.id::text, 'name', c.name) as customer, r.address,
        r.instance_id::text as instance_id, r.state, r.skip_reason, r.error_code, r.error_key, r.attempts, r.batch,
        r.price_category, ${sql.raw(wireTime('r.sent_at'))} as sent_at,
        ${sql.raw(wireTime('r.answered_at'))} as answered_at, r.ticket_id::text as ticket_id
      from campaign_recipient r join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
      where ${sql.join(conditions, sql` and `)}
      order by r.customer_id limit ${limit + 1}`.execute(tx);
    const items = rows.slice(0, limit);
    return { items, next: rows.length > limit ? (items.at(-1)?.customer.id ?? null) : null };
  });
}

/** A recipient as the sheet has it. Times are in the company's time zone. */
export type RecipientRow = {
  customer: string;
  phone: string;
  instance: string;
  batch: number;
  /** The name of the template, or the file's name and the text, that the recipient's part says. */
  message: string | null;
  state: CampaignRecipient['state'];
  skipReason: CampaignRecipient['skip_reason'];
  errorCode: string | null;
  errorKey: string | null;
  sentAt: string | null;
  answeredAt: string | null;
};

/** What a campaign or a part says: its template, or its file and its text. */
const said = (of: 'm' | 'p' | 'f') =>
  sql.raw(`coalesce(${of}.content#>>'{template,name}',
    concat_ws(' · ', ${of}.content#>>'{file,name}', nullif(${of}.message, '')))`);

/** All recipients of a campaign, read while they are written; audited. Not found for another company's. */
export async function recipientRows(
  services: Services,
  caller: Actor,
  rawId: string,
): Promise<AsyncGenerator<RecipientRow, void, undefined>> {
  const id = parseId(rawId);
  const { tenantId } = caller;
  const timezone = await changeAsActor(services, caller, requireCampaigns, async ({ tx }, actor) => {
    await campaignView(tx, tenantId, id);
    await auditAction(tx, actor, { action: 'campaign.download', subject: `campaign:${id}` });
    const tenant = await tx
      .selectFrom('tenant')
      .select('timezone')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return tenant.timezone;
  });
  const local = (column: string) => sql`to_char(${sql.raw(column)} at time zone ${timezone}, 'YYYY-MM-DD HH24:MI:SS')`;
  return readThrough(
    services.db,
    tenantId,
    async () =>
      sql<RecipientRow>`
      select c.name as customer, r.address as phone, i.name as instance, r.batch,
        case when p.batch is not null then ${said('p')} when f.batch is not null then ${said('f')} else ${said('m')} end
          as message, r.state,
        r.skip_reason as "skipReason", r.error_code as "errorCode", r.error_key as "errorKey",
        ${local('r.sent_at')} as "sentAt", ${local('r.answered_at')} as "answeredAt"
      from campaign_recipient r
      join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
      join instance i on i.tenant_id = r.tenant_id and i.id = r.instance_id
      join campaign m on m.tenant_id = r.tenant_id and m.id = r.campaign_id
      left join campaign_part p on p.tenant_id = r.tenant_id and p.campaign_id = r.campaign_id and p.batch = r.batch
      left join campaign_part f on f.tenant_id = r.tenant_id and f.campaign_id = r.campaign_id and f.batch = 1
      where r.tenant_id = ${tenantId} and r.campaign_id = ${id}
      order by r.customer_id`,
  );
}
