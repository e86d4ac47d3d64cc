import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { ownMessageView } from '../views/message-view.ts';
import { parseClientId } from './client-id.ts';

/** The message that the actor sent with a client id; null if there is none, or the id is malformed. */
export function sentMessage(services: Services, actor: Actor, rawId: string): Promise<CustomerChat | null> {
  requirePermission(actor, 'chat');
  const clientId = parseClientId(rawId);
  if (clientId === undefined) return Promise.resolve(null);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const found = await tx
      .selectFrom('message')
      .select('id')
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', actor.userId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    return found === undefined ? null : ownMessageView(tx, actor, found.id);
  });
}
