import { passwordChangeSchema } from '../../../contract/entities/managed-user.ts';
import type { User } from '../../../contract/entities/user.ts';
import { withTenant } from '../../db/database.ts';
import { auditDeed } from '../audit-across.ts';
import { holdOwnSessions, requireStanding } from '../auth/standing.ts';
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
 * Sets the actor's own password. Their other sessions end; this one goes on, with a new access token.
 * Refuses who is there for support with FORBIDDEN `error.support.ownUser`, and as `requireProvenPassword`.
 */
export async function updateOwnPassword(
  services: Services,
  actor: Actor,
  given: unknown,
): Promise<{ token: string; user: User }> {
  requireOwnUser(actor);
  const { password } = parseInput(passwordChangeSchema, given);
  const { tenantId, userId, sessionId } = actor;
  // Hashing is dear: before it, who may not is sent away.
  const owner = await withTenant(services.db, tenantId, async (tx) => {
    await requireProvenPassword(tx, services, actor);
    return passwordOwner(tx, actor);
  });
  const passwordHash = await hashNewPassword(services, password, owner);
  const user = await withTenant(services.db, tenantId, async (tx) => {
    await holdOwnSessions(tx, actor);
    await requireStanding(tx, services, actor, requireOwnUser);
    // Hashing takes its turn: meanwhile the password may have been another's to set, or shown too long ago.
    await requireProvenPassword(tx, services, actor);
    await tx
      .updateTable('app_user')
      .set({ password_hash: passwordHash })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .execute();
    const sessions = await endSessions(tx, services, { tenantId, userId, reason: 'password', except: sessionId });
    await endSupportSessions(tx, services, actor);
    await auditDeed(tx, actor, { action: 'user.password', subject: `user:${userId}`, details: { sessions } });
    return userView(tx, tenantId, userId);
  });
  return { token: await signAccessToken(services, actor), user };
}
