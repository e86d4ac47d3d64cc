import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { spendRecoveryCode } from '../account/recovery-codes.ts';
import { spendTotpCode } from '../account/totp.ts';
import { audit } from '../audit.ts';
import type { Caller, Services } from '../context.ts';
import { DomainError, invalid } from '../errors.ts';
import { requireNoMaintenance } from '../maintenance/maintenance.ts';
import { fingerprintOf, readChallenge } from './challenge.ts';
import { addressCounter, forgetTries, whileTrying } from './limits.ts';
import { openSession } from './log-in.ts';
import type { OpenSession } from './log-in.ts';

/** Wrong codes of a user within the limits' window. There are a million codes, and three are good at a time. */
export const MAX_CODE_FAILURES = 5;

const expired = () => new DomainError('UNAUTHENTICATED', 'error.login.challengeExpired');

type Given = { challenge: string; code: string; tenantName: string | undefined; claimedAddress?: string | null };

/**
 * Ends a login that still needed a code: one of the authenticator app, or a recovery code; each is
 * good once. Refuses with UNAUTHENTICATED `error.login.challengeExpired` when the password was shown
 * too long ago or has changed since, INVALID `error.login.code` for a wrong code, TOO_MANY after five,
 * UNAVAILABLE `error.maintenance` while the platform is worked on.
 */
export async function confirmLogIn(services: Services, given: Given, caller: Caller): Promise<OpenSession> {
  const claims = await readChallenge(services, given.challenge);
  if (claims === undefined || (given.tenantName !== undefined && given.tenantName !== claims.tn)) throw expired();
  const of = { tenantId: claims.tid, userId: claims.sub };
  await requireNoMaintenance(services, of.tenantId);
  const account = { name: codeCounter(of), max: MAX_CODE_FAILURES };
  const address = addressCounter(caller);
  return whileTrying(services, [account, address], async () => {
    const session = await lookAtCode(services, given, claims, caller);
    if (session === 'expired') throw expired();
    if (session === 'refused') throw invalid('error.login.code', { code: 'error.login.code' });
    await forgetTries(services, { forget: [account.name], takeBack: [address.name] });
    return session;
  });
}

async function lookAtCode(
  services: Services,
  given: Given,
  claims: NonNullable<Awaited<ReturnType<typeof readChallenge>>>,
  caller: Caller,
): Promise<OpenSession | 'expired' | 'refused'> {
  const of = { tenantId: claims.tid, userId: claims.sub };
  return withTenant(services.db, of.tenantId, async (tx) => {
    if (!(await isStillTheirs(tx, of, claims.pw))) return 'expired';
    const entry = { ...of, address: caller.address, requestId: caller.requestId };
    const kind = await spendCode(tx, services, of, given.code);
    if (kind === undefined) {
      await audit(tx, { ...entry, action: 'login.codeFailed' });
      return 'refused';
    }
    const opened = await openSession(
      tx,
      services,
      { ...of, remember: claims.rem, hasProvenPassword: claims.prv === true },
      caller,
    );
    await audit(tx, {
      ...entry,
      action: 'login',
      subject: `session:${opened.actor.sessionId}`,
      details: {
        claimed_address: given.claimedAddress ?? null,
        user_agent: caller.userAgent ?? null,
        second_factor: kind,
      },
    });
    return opened;
  });
}

/** What counts a user's wrong codes, at a login or elsewhere. */
export function codeCounter({ tenantId, userId }: { tenantId: string; userId: string }): string {
  return `code ${tenantId}:${userId}`;
}

/** Takes a code of the user, and says of which kind it was; undefined for a wrong one. */
export async function spendCode(
  tx: Tx,
  services: Services,
  of: { tenantId: string; userId: string },
  code: string,
): Promise<'totp' | 'recovery' | undefined> {
  const digits = code.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) return (await spendTotpCode(tx, services, of, digits, true)) ? 'totp' : undefined;
  return (await spendRecoveryCode(tx, services, of, code)) ? 'recovery' : undefined;
}

async function isStillTheirs(tx: Tx, of: { tenantId: string; userId: string }, fingerprint: string): Promise<boolean> {
  const user = await tx
    .selectFrom('app_user')
    .select('password_hash')
    .where('tenant_id', '=', of.tenantId)
    .where('id', '=', of.userId)
    .where('deleted_at', 'is', null)
    .where('support_user_id', 'is', null)
    .executeTakeFirst();
  return user !== undefined && fingerprintOf(user.password_hash) === fingerprint;
}
