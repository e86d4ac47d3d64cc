import type { OnlineUsersVariables } from '../../../contract/graphql/online-users.ts';
import type { User } from '../../../contract/entities/user.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseOptionalId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { onlineUsers } from '../presence.ts';
import { isInstanceVisible } from '../tickets/visibility.ts';

/**
 * Who is at work and serves the instance, without `user_id`: whom a ticket can be transferred to.
 * Refuses as not found an instance that the user can't name, and a user of another tenant.
 */
export async function listTransferCandidates(
  services: Services,
  actor: Actor,
  variables: OnlineUsersVariables,
): Promise<User[]> {
  requirePermission(actor, 'chat');
  const userId = parseOptionalId(variables.user_id);
  const instanceId = parseOptionalId(variables.instance_id);
  await withTenant(services.db, actor.tenantId, async (tx) => {
    if (instanceId !== null && !(await isInstanceVisible(tx, actor, instanceId))) throw notFound();
    if (userId === null) return;
    const user = await tx
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', actor.tenantId)
      .where('id', '=', userId)
      .executeTakeFirst();
    if (user === undefined) throw notFound();
  });
  return onlineUsers(services, actor, { userId: userId ?? undefined, instanceId: instanceId ?? undefined });
}
