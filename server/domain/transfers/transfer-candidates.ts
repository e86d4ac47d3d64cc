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
 * Users at work who serve the instance, without `user_id`: possible recipients of a transfer, with `away` also those
 * who aren't at work. An instance that the actor can't see and another tenant's user are not found.
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
  return onlineUsers(services, actor, {
    userId: userId ?? undefined,
    instanceId: instanceId ?? undefined,
    away: variables.away === true,
  });
}
