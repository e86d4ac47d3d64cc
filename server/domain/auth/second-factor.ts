import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { consumeRecoveryCode } from '../account/recovery-codes.ts';
import { consumeTotpCode } from '../account/totp.ts';
import { audit } from '../audit.ts';
import type { Caller, Services } from '../context.ts';
import { DomainError, invalid } from '../errors.ts';
import { requireNoMaintenance } from '../maintenance/maintenance.ts';
import { fingerprintOf, readChallenge } from './challenge.ts';
import { addressCounter, resetTries, whileCounted } from './limits.ts';
import type { Counter } from './limits.ts';
import { openSession } from './log-in.ts';
import type { OpenSession } from './log-in.ts';

/** Wrong codes of a user within the window. There are a million codes, and three are valid at a time. */
const MAX_CODE_FAILURES = 5;

const expired = () => new DomainError('UNAUTHENTICATED', 'error.login.challengeExpired');

type Given = { challenge: string; code: string; tenantName: string | undefined; claimedAddress?: string | null };

/**
 * Completes a login with an authenticator or recovery code, each valid once. UNAUTHENTICATED
 * `error.login.challengeExpired` if the password was entered too long ago or has changed since, INVALID
 * `error.login.code` for a wrong code, TOO_MANY after five, UNAVAILABLE `error.maintenance` during maintenance.
 */
export async function confirmLogIn(services: Services, input: Given, caller: Caller): Promise<OpenSession> {
  const claims = await readChallenge(services, input.challenge);
  if (claims === undefined || (input.tenantName !== undefined && input.tenantName !== claims.tn)) throw expired();
  const of = { tenantId: claims.tid, userId: claims.sub };
  await requireNoMaintenance(services, of.tenantId);
  const account = codeCounter(of, 'login');
  const address = addressCounter(caller);
  return whileCounted(services, [account, address], async () => {
    const session = await checkCode(services, input, claims, caller);
    if (session === 'expired') throw expired();
    if (session === 'refused') throw invalid('error.login.code', { code: 'error.login.code' });
    await resetTries(services, { forget: [account.name], takeBack: [address.name] });
    return session;
  });
}

async function checkCode(
  services: Services,
  input: Given,
  claims: NonNullable<Awaited<ReturnType<typeof readChallenge>>>,
  caller: Caller,
): Promise<OpenSession | 'expired' | 'refused'> {
  const of = { tenantId: claims.tid, userId: claims.sub };
  return withTenant(services.db, of.tenantId, async (tx) => {
    if (!(await isPasswordUnchanged(tx, of, claims.pw))) return 'expired';
    const entry = { ...of, address: caller.address, requestId: caller.requestId };
    const kind = await consumeCode(tx, services, of, input.code);
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
        claimed_address: input.claimedAddress ?? null,
        user_agent: caller.userAgent ?? null,
        second_factor: kind,
      },
    });
    return opened;
  });
}

/** Counts a user's wrong codes, separately for logins and within sessions, so that neither locks out the other. */
export function codeCounter(
  { tenantId, userId }: { tenantId: string; userId: string },
  at: 'login' | 'session',
): Counter {
  return { name: `code at ${at} ${tenantId}:${userId}`, max: MAX_CODE_FAILURES };
}

/** Uses up a code of the user and returns its kind; undefined for a wrong one. */
export async function consumeCode(
  tx: Tx,
  services: Services,
  of: { tenantId: string; userId: string },
  code: string,
): Promise<'totp' | 'recovery' | undefined> {
  const digits = code.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) return (await consumeTotpCode(tx, services, of, digits, true)) ? 'totp' : undefined;
  return (await consumeRecoveryCode(tx, services, of, code)) ? 'recovery' : undefined;
}

async function isPasswordUnchanged(
  tx: Tx,
  of: { tenantId: string; userId: string },
  fingerprint: string,
): Promise<boolean> {
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
