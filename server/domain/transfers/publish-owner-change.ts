import { sql } from 'kysely';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { StreamData } from '../../../contract/realtime/server-frame.ts';
import type { Change } from '../../db/change.ts';
import type { Audience } from '../../db/audience.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { isFor } from '../audience/audience.ts';

/** Notified of every change of owner: the specification's user with id 1. */
const ALWAYS_NOTIFIED: Id = '1';

/**
 * Publishes a ticket's new owner to the `audience`, and to `ALWAYS_NOTIFIED`: without the ticket's messages if they
 * don't see it.
 */
export async function publishOwnerChange(
  { tx, tenantId, append }: Change,
  data: StreamData<'ChatTicketTransferred'>,
  audience: Audience,
): Promise<void> {
  append('ChatTicketTransferred', data, audience);
  if (!(await isOutsideAudience(tx, tenantId, audience))) return;
  const chatTicket = { ...data.chatTicket, customerLastChat: null, unseenMsg: 0, last_received_at: null };
  const outsider: Audience = { to: 'users', userIds: [ALWAYS_NOTIFIED], admins: false };
  append('ChatTicketTransferred', { ...data, chatTicket }, outsider);
}

/** Whether `ALWAYS_NOTIFIED` belongs to the tenant but not to the audience. */
async function isOutsideAudience(tx: Tx, tenantId: Id, audience: Audience): Promise<boolean> {
  const { rows } = await sql<{ isAdmin: boolean; canChat: boolean; instanceIds: Id[] }>`
    select r.name = ${ADMIN_ROLE} as "isAdmin",
      exists (select from role_permission held where held.tenant_id = r.tenant_id and held.role_id = r.id
        and held.route_name = 'chat') as "canChat",
      array(select served.instance_id::text from user_instance served
        where served.tenant_id = u.tenant_id and served.user_id = u.id) as "instanceIds"
    from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where u.tenant_id = ${tenantId} and u.id = ${ALWAYS_NOTIFIED}`.execute(tx);
  const [user] = rows;
  if (user === undefined || !user.canChat) return false;
  const { isAdmin, canChat, instanceIds } = user;
  return !isFor(audience, { userId: ALWAYS_NOTIFIED, isAdmin, canChat, instanceIds: new Set(instanceIds) });
}
