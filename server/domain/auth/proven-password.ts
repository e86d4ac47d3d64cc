import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';

/** Whoever showed the password longer ago than this may not be who sits there now. */
export const PROOF_MS = 5 * 60_000;

/**
 * The actor has shown their password in this session within `PROOF_MS`, at the login or by `unlock`.
 * Refuses everybody else with FORBIDDEN `error.password.unproven`.
 */
export async function requireProvenPassword(tx: Tx, services: Pick<Services, 'now'>, actor: Actor): Promise<void> {
  const session = await tx
    .selectFrom('session')
    .select('password_proved_at')
    .where('tenant_id', '=', actor.tenantId)
    .where('id', '=', actor.sessionId)
    .executeTakeFirst();
  const provedAt = session?.password_proved_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (services.now().getTime() - provedAt > PROOF_MS) throw new DomainError('FORBIDDEN', 'error.password.unproven');
}
