import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { outgoingFileKind } from '../../../contract/facts/outgoing-file.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { STORED_VIEW } from '../views/ticket-view.ts';
import { filledContent } from './content.ts';
import type { FrozenContent } from './content.ts';
import { SAID } from './parts.ts';

/** An answer that comes later isn't one to the campaign. */
export const ANSWER_DAYS = 30;

type Answered = {
  campaignId: Id;
  content: FrozenContent;
  params: Record<string, string>;
  providerId: string | null;
  ack: number;
  sentAt: Date;
};

/** A campaign's text as it stands in the ticket. */
export type CampaignMessage = { id: Id; campaignId: Id; providerId: string | null; view: CustomerChat };

/**
 * A customer answers what campaigns sent them: their texts and files are stored in the ticket before the answer, and the
 * last of them counts it. Each stands in one ticket.
 */
export async function storeAnswered(
  { tx, tenantId }: Pick<Change, 'tx' | 'tenantId'>,
  { customerId, instanceId }: { customerId: Id; instanceId: Id },
  ticketId: Id,
  now: Date,
): Promise<CampaignMessage[]> {
  const since = new Date(now.getTime() - ANSWER_DAYS * DAY_MS);
  const { rows } = await sql<Answered>`
    with heard as (
      select r.campaign_id, row_number() over (order by r.sent_at desc) as place from campaign_recipient r
      where r.tenant_id = ${tenantId} and r.customer_id = ${customerId} and r.instance_id = ${instanceId}
        and r.sent_at > ${since} and r.ticket_id is null and r.state in ('sent', 'delivered', 'read')),
    noted as (
      update campaign_recipient r set ticket_id = ${ticketId}, updated_at = now(),
        answered_at = case when heard.place = 1 then ${now}::timestamptz end
      from heard
      where r.tenant_id = ${tenantId} and r.campaign_id = heard.campaign_id and r.customer_id = ${customerId}
      returning r.campaign_id, r.batch, r.params, r.provider_message_id, r.sent_at,
        case r.state when 'read' then 3 when 'delivered' then 2 else 1 end as ack)
    select n.campaign_id as "campaignId", ${SAID} as content, n.params,
      n.provider_message_id as "providerId", n.ack, n.sent_at as "sentAt"
    from noted n join campaign m on m.tenant_id = ${tenantId} and m.id = n.campaign_id
    left join campaign_part p on p.tenant_id = ${tenantId} and p.campaign_id = n.campaign_id and p.batch = n.batch
    left join campaign_part f on f.tenant_id = ${tenantId} and f.campaign_id = n.campaign_id and f.batch = 1
    order by n.sent_at`.execute(tx);
  const stored: CampaignMessage[] = [];
  for (const { campaignId, content, params, providerId, ack, sentAt } of rows) {
    const { text, template } = filledContent(content, params);
    const file = content.kind === 'text' ? content.file : undefined;
    const tagType =
      file === undefined ? (template === null ? 'text' : 'template') : outgoingFileKind(file.name).tagType;
    const media = file === undefined ? null : JSON.stringify({ sent_as: file.kind });
    // As of received files, only documents have a name.
    const documentName = file?.kind === 'document' ? file.name : null;
    const { rows: added } = await sql<{ id: Id; view: CustomerChat }>`
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, whatsapp_message_id, sent_at,
        created_at, body, tag_type, template, media, document_name, document_mimetype, ack, is_bot_message)
      values (${tenantId}, ${ticketId}, ${customerId}, ${instanceId}, 0, ${providerId}, ${sentAt}, ${now}, ${text},
        ${tagType}, ${template === null ? null : JSON.stringify(template)}, ${media}, ${documentName},
        ${file?.mimeType ?? null}, ${ack}, true)
      returning m.id, ${STORED_VIEW} as view`.execute(tx);
    if (file !== undefined) {
      await sql`insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height, has_preview)
        select f.tenant_id, m.id, 'ready', f.mime_type, f.size_bytes, f.sha256, f.width, f.height, f.has_preview
        from campaign_file f, unnest(${added.map(({ id }) => id)}::bigint[]) as m (id)
        where f.tenant_id = ${tenantId} and f.id = ${file.id}`.execute(tx);
    }
    stored.push(...added.map(({ id, view }) => ({ id, campaignId, providerId, view })));
  }
  return stored;
}
