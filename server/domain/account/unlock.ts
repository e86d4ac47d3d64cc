import { withTenant } from '../../db/database.ts';
import { auditDeed } from '../audit-across.ts';
import { giveBackAttempt, whileAttempting } from '../auth/limits.ts';
import { isPassword } from '../auth/passwords.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';

/**
 * Whether it is the actor's own password. Counted like a login's: refuses a wrong one with INVALID
 * `error.password.wrong`, and with TOO_MANY after too many. The session remembers when it was right, for
 * `requireProvenPassword`.
 */
export function unlock(services: Services, actor: Actor, password: string): Promise<void> {
  const from = { address: actor.address ?? '' };
  return whileAttempting(services, actor.email, from, async () => {
    await requirePassword(services, actor, password);
    await giveBackAttempt(services, actor.email, from);
  });
}

async function requirePassword(services: Services, actor: Actor, password: string): Promise<void> {
  const { tenantId, userId } = actor;
  const row = await withTenant(services.db, tenantId, (tx) =>
    tx
      .selectFrom('app_user')
      .select('password_hash')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .executeTakeFirst(),
  );
  if (!(await isPassword(row?.password_hash, password))) {
    await withTenant(services.db, tenantId, (tx) =>
      auditDeed(tx, actor, { action: 'session.unlockFailed', subject: `session:${actor.sessionId}` }),
    );
    throw invalid('error.form.invalid', { password: 'error.password.wrong' });
  }
  await withTenant(services.db, tenantId, (tx) =>
    tx
      .updateTable('session')
      .set({ password_proved_at: services.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', actor.sessionId)
      .execute(),
  );
}
