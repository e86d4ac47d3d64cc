import { SOCKET_TICKET_MS } from '../../../contract/limits.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { findTenant } from '../tenants.ts';
import { loadActor } from './actor.ts';
import { hashSecret, newSecret } from './refresh-token.ts';

/** A ticket that opens one socket for the actor within 30 seconds. */
export async function createSocketTicket(
  services: Services,
  actor: Actor,
): Promise<{ ticket: string; expiresAt: Date }> {
  const now = services.now();
  const ticket = newSecret();
  const expiresAt = new Date(now.getTime() + SOCKET_TICKET_MS);
  await withTenant(services.db, actor.tenantId, async (tx) => {
    await tx
      .deleteFrom('socket_ticket')
      .where('tenant_id', '=', actor.tenantId)
      .where('expires_at', '<', now)
      .execute();
    await tx
      .insertInto('socket_ticket')
      .values({
        tenant_id: actor.tenantId,
        token_hash: hashSecret(ticket),
        user_id: actor.userId,
        session_id: actor.sessionId,
        expires_at: expiresAt,
      })
      .execute();
  });
  return { ticket, expiresAt };
}

/**
 * Takes a socket's ticket: the user it opens for, or undefined when it was used, is too old, is
 * another user's or another tenant's, or its session is gone. A ticket shown is spent either way.
 */
export async function redeemSocketTicket(
  services: Services,
  given: { tenantName: string; userId: string; ticket: string; requestId: string },
): Promise<Actor | undefined> {
  const tenant = await findTenant(services, given.tenantName);
  if (tenant === undefined) return undefined;
  const now = services.now();
  return withTenant(services.db, tenant.id, async (tx) => {
    const taken = await tx
      .updateTable('socket_ticket')
      .set({ used_at: now })
      .where('tenant_id', '=', tenant.id)
      .where('token_hash', '=', hashSecret(given.ticket))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id', 'session_id'])
      .executeTakeFirst();
    if (taken === undefined || taken.user_id !== given.userId) return undefined;
    return loadActor(tx, services, { tenantId: tenant.id, sessionId: taken.session_id, requestId: given.requestId });
  });
}
