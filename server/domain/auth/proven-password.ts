import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';

/** Whoever showed the password, or logged in, longer ago than this may not be who sits there now. */
export const PROOF_MS = 5 * 60_000;

/**
 * The actor has shown their password in this session within `PROOF_MS`, at the login or by `unlock`.
 * Refuses everybody else with FORBIDDEN `error.password.unproven`.
 */
export async function requireProvenPassword(tx: Tx, services: Pick<Services, 'now'>, actor: Actor): Promise<void> {
  const session = await sessionOf(tx, actor);
  requireFresh(services, session?.password_proved_at);
}

/**
 * The same, for what who has no password may do as well: with the company's identity provider it is the login that
 * must have been within `PROOF_MS`. Runs before anything is written: a code of the second factor isn't spent by it.
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
  if (age > PROOF_MS) throw new DomainError('FORBIDDEN', 'error.password.unproven');
}
