import { passwordChangeSchema } from '../../../contract/entities/managed-user.ts';
import type { User } from '../../../contract/entities/user.ts';
import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import { anyone, lockOwnSessions, requireActive } from '../auth/active-actor.ts';
import { signAccessToken } from '../auth/access-token.ts';
import { endSessions } from '../auth/end-sessions.ts';
import { hashNewPassword, passwordOwner } from '../auth/new-password.ts';
import { requireProvenPassword } from '../auth/proven-password.ts';
import type { Actor, Services } from '../context.ts';
import { parseInput } from '../input.ts';
import { requireOwnUser } from '../permissions.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { userView } from '../users.ts';

/**
 * Sets the actor's own password. Their other sessions end; this one continues with a new access token. FORBIDDEN
 * `error.support.ownUser` for support users, and as `requireProvenPassword` does.
 */
export async function updateOwnPassword(
  services: Services,
  actor: Actor,
  input: unknown,
): Promise<{ token: string; user: User }> {
  requireOwnUser(actor);
  const { password } = parseInput(passwordChangeSchema, input);
  const { tenantId, userId, sessionId } = actor;
  // Hashing is expensive: check the permission first.
  const owner = await withTenant(services.db, tenantId, async (tx) => {
    await requireProvenPassword(tx, services, actor);
    return passwordOwner(tx, actor);
  });
  const passwordHash = await hashNewPassword(services, password, owner);
  const user = await withTenant(services.db, tenantId, async (tx) => {
    await lockOwnSessions(tx, actor);
    await requireActive(tx, services, actor, anyone);
    // Hashing is queued: meanwhile the password's proof may have expired.
    await requireProvenPassword(tx, services, actor);
    await tx
      .updateTable('app_user')
      .set({ password_hash: passwordHash })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .execute();
    const sessions = await endSessions(tx, services, { tenantId, userId, reason: 'password', except: sessionId });
    await endSupportSessions(tx, services, actor);
    await auditAction(tx, actor, { action: 'user.password', subject: `user:${userId}`, details: { sessions } });
    return userView(tx, tenantId, userId);
  });
  return { token: await signAccessToken(services, actor), user };
}
