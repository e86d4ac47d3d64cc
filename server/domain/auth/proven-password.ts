import { PASSWORD_UNPROVEN } from '../../../contract/facts/password.ts';
import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';

/** After this long, somebody else may be at the keyboard. */
export const PROOF_MS = 5 * 60_000;

/**
 * Requires that the actor has entered their password in this session within `PROOF_MS`, at the login or by `unlock`.
 * Otherwise FORBIDDEN `error.password.unproven`.
 */
export async function requireProvenPassword(tx: Tx, services: Pick<Services, 'now'>, actor: Actor): Promise<void> {
  const session = await sessionOf(tx, actor);
  requireFresh(services, session?.password_proved_at);
}

/**
 * The same, but also for users without a password: after a login at the company's identity provider, that login must be
 * within `PROOF_MS`. Runs before any write, so it uses up no code.
 */
export async function requireFreshLogin(tx: Tx, services: Pick<Services, 'now'>, actor: Actor): Promise<void> {
  const session = await sessionOf(tx, actor);
  requireFresh(services, session?.password_proved_at ?? session?.created_at);
}

function sessionOf(tx: Tx, { tenantId, sessionId }: Actor) {
  return tx
    .selectFrom('session')
    .select(['password_proved_at', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
}

function requireFresh(services: Pick<Services, 'now'>, at: Date | null | undefined): void {
  const age = services.now().getTime() - (at?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (age > PROOF_MS) throw new DomainError('FORBIDDEN', PASSWORD_UNPROVEN);
}
