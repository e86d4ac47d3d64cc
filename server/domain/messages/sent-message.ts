import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { ownMessageView } from '../views/message-view.ts';
import { parseClientId } from './client-id.ts';

/** The message that the asking user sent with a client id; null when it never came, or the id is none. */
export function sentMessage(services: Services, actor: Actor, givenId: string): Promise<CustomerChat | null> {
  requirePermission(actor, 'chat');
  const clientId = parseClientId(givenId);
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
