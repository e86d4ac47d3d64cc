import { sql } from 'kysely';
import { CUSTOMER_MEDIA_PAGE, MEDIA_GROUPS } from '../../../contract/facts/customers.ts';
import type { CustomerFile, CustomerMediaVariables } from '../../../contract/graphql/customer-media.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { addressEnd, signAddress } from '../media/media-address.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibility } from '../tickets/visibility.ts';
import { clipped, FILE_NAME_MAX_LENGTH, wireTime } from '../views/json.ts';

type FileRow = Omit<CustomerFile, 'url' | 'preview_url'> & { hasPreview: boolean };

/** The files of a conversation that the actor can read, newest first, by pages. Not found if they see no ticket of it. */
export function customerMedia(
  services: Services,
  actor: Actor,
  variables: CustomerMediaVariables,
): Promise<{ total_items: number; items: CustomerFile[] }> {
  requirePermission(actor, 'chat');
  const { tenantId, sessionId } = actor;
  const customerId = parseId(variables.customer_id);
  const instanceId = parseId(variables.instance_id);
  const beforeId = parseOptionalId(variables.before_id);
  const group = MEDIA_GROUPS.find((each) => each === variables.group);
  if (group === undefined) throw invalid('error.invalid', { group: 'error.invalid' });
  return withTenant(services.db, tenantId, async (tx) => {
    const { ticketId } = await requireVisibility(tx, actor, { tenantId, customerId, instanceId });
    const isPicture = sql`m.tag_type in ('image', 'video')`;
    const which = sql`m.tenant_id = ${tenantId} and m.customer_id = ${customerId} and m.instance_id = ${instanceId}
      and m.ticket_id <= ${ticketId} and m.tag_type is not null
      and ${group === 'pictures' ? isPicture : sql`m.tag_type in ('pdf', 'doc', 'audio')`}`;
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::integer as total from message m
      join message_media f on f.tenant_id = m.tenant_id and f.message_id = m.id where ${which}`.execute(tx);
    const { rows } = await sql<FileRow>`
      select m.id::text as id, m.tag_type, ${sql.raw(clipped('m.document_name', FILE_NAME_MAX_LENGTH))} as document_name,
        m.type, ${sql.raw(wireTime('m.created_at'))} as created_at, f.state, f.mime_type, f.size_bytes,
        f.has_preview as "hasPreview"
      from message m join message_media f on f.tenant_id = m.tenant_id and f.message_id = m.id
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
