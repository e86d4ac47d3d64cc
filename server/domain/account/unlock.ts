import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import { resetTries, unlockCounter, whileCounted } from '../auth/limits.ts';
import { isPassword } from '../auth/passwords.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';

/**
 * Checks the actor's own password. INVALID `error.password.wrong` if wrong, TOO_MANY after too many tries, counted
 * apart from logins. The session records the time, for `requireProvenPassword`.
 */
export function unlock(services: Services, actor: Actor, password: string): Promise<void> {
  const counter = unlockCounter(actor);
  return whileCounted(services, [counter], async () => {
    await requirePassword(services, actor, password);
    await resetTries(services, { forget: [counter.name] });
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
      auditAction(tx, actor, { action: 'session.unlockFailed', subject: `session:${actor.sessionId}` }),
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
