import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { CUSTOMER_MEDIA_PAGE, MEDIA_GROUPS } from '../../../contract/facts/customers.ts';
import type { MediaGroup } from '../../../contract/facts/customers.ts';
import type { CustomerFile, CustomerMediaVariables } from '../../../contract/graphql/customer-media.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { addressEnd, signAddress } from '../media/media-address.ts';
import { requirePermission } from '../permissions.ts';
import { readableBy, requireVisibleCustomer, visibleTo } from '../tickets/visibility.ts';
import { clipped, WIRE_NAME_MAX_LENGTH, wireTime } from '../views/json.ts';

const GROUPS: Readonly<Record<MediaGroup, RawBuilder<boolean>>> = {
  pictures: sql`m.tag_type in ('image', 'video', 'sticker')`,
  documents: sql`m.tag_type in ('pdf', 'doc', 'audio')`,
};

type FileRow = Omit<CustomerFile, 'url' | 'preview_url'> & { hasPreview: boolean };

/**
 * The files of a customer that the actor can read, over all instances or on one, newest first, by pages. Not found if
 * they see no ticket there.
 */
export function customerMedia(
  services: Services,
  actor: Actor,
  variables: CustomerMediaVariables,
): Promise<{ total_items: number; items: CustomerFile[] }> {
  requirePermission(actor, 'chat');
  const { tenantId, sessionId } = actor;
  const customerId = parseId(variables.customer_id);
  const instanceId = parseOptionalId(variables.instance_id);
  const beforeId = parseOptionalId(variables.before_id);
  const group = MEDIA_GROUPS.find((each) => each === variables.group);
  if (group === undefined) throw invalid('error.invalid', { group: 'error.invalid' });
  return withTenant(services.db, tenantId, async (tx) => {
    await requireVisibleCustomer(tx, actor, customerId, instanceId);
    const which = sql`m.tenant_id = ${tenantId} and m.customer_id = ${customerId} and ${GROUPS[group]}`;
    // Each conversation up to the newest ticket of it that they see.
    const files = sql`(select t.instance_id, max(t.id) as ticket_id, count(*) over () as instances,
          coalesce(max(t.id) filter (where t.history_from = 0), 0) as all_up_to from chat_ticket t
        where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}
          and (${instanceId}::bigint is null or t.instance_id = ${instanceId}) and ${visibleTo(actor)}
        group by t.instance_id) seen
      join message m on m.instance_id = seen.instance_id and m.ticket_id <= seen.ticket_id
        and (m.ticket_id <= seen.all_up_to or ${readableBy(actor)})
      join message_media f on f.tenant_id = m.tenant_id and f.message_id = m.id`;
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::integer as total from ${files} where ${which}`.execute(tx);
    const { rows } = await sql<FileRow>`
      select m.id::text as id, m.tag_type, ${sql.raw(clipped('m.document_name', WIRE_NAME_MAX_LENGTH))} as document_name,
        m.type, ${sql.raw(wireTime('m.created_at'))} as created_at, f.state, f.mime_type, f.size_bytes,
        f.has_preview as "hasPreview", case when seen.instances > 1 then i.name end as instance_name
      from ${files} join instance i on i.tenant_id = m.tenant_id and i.id = m.instance_id
      where ${which} and (${beforeId}::bigint is null or m.id < ${beforeId})
      order by m.id desc limit ${CUSTOMER_MEDIA_PAGE}`.execute(tx);
    const end = addressEnd(services);
    const items = rows.map(({ hasPreview, ...file }) => {
      const address = (variant: 'original' | 'preview') =>
        signAddress(services, { tenantId, sessionId, messageId: file.id, variant }, end);
      const isReady = file.state === 'ready';
      return {
        ...file,
        url: isReady ? address('original') : null,
        preview_url: isReady && hasPreview ? address('preview') : null,
      };
    });
    return { total_items: counted[0]?.total ?? 0, items };
  });
}
