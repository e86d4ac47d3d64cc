import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { SentTemplate } from '../templates/filled.ts';
import { wireTime } from '../views/json.ts';
import type { FrozenFile } from './campaign-files.ts';
import { filledContent } from './content.ts';
import type { FrozenContent } from './content.ts';
import { SAID } from './parts.ts';

/** A campaign that a customer is in, for their export. `sent`: what they got, or may have. */
export type CampaignOfCustomer = {
  campaignId: Id;
  facts: Record<string, unknown>;
  sent: { text: string; template: SentTemplate | null; files: readonly FrozenFile[] } | null;
};

/** All campaigns that a customer is in, oldest first. */
export async function campaignsOfCustomer(tx: Tx, tenantId: Id, id: Id): Promise<CampaignOfCustomer[]> {
  const { rows } = await sql<{
    campaignId: Id;
    facts: Record<string, unknown>;
    content: FrozenContent | null;
    params: Record<string, string>;
  }>`
    select m.id as "campaignId", json_build_object('name', m.name, 'number', r.address, 'values', r.params,
        'state', r.state, 'left_out', r.skip_reason, 'sent_at', ${sql.raw(wireTime('r.sent_at'))},
        'answered_at', ${sql.raw(wireTime('r.answered_at'))}) as facts,
      case when r.sent_at is not null or r.state = 'uncertain' then ${SAID} end as content,
      r.params
    from campaign_recipient r join campaign m on m.tenant_id = r.tenant_id and m.id = r.campaign_id
    left join campaign_part p on p.tenant_id = r.tenant_id and p.campaign_id = r.campaign_id and p.batch = r.batch
    left join campaign_part f on f.tenant_id = r.tenant_id and f.campaign_id = r.campaign_id and f.batch = 1
    where r.tenant_id = ${tenantId} and r.customer_id = ${id} order by m.id`.execute(tx);
  return rows.map(({ campaignId, facts, content, params }) => {
    if (content === null) return { campaignId, facts, sent: null };
    const { text, template } = filledContent(content, params);
    const files = [content.file, ...(content.kind === 'template' ? (content.cardFiles ?? []) : [])];
    return { campaignId, facts, sent: { text, template, files: files.filter((file) => file !== undefined) } };
  });
}
