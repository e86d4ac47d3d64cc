import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { audit } from '../audit.ts';
import type { Actor, Caller, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireNoMaintenance } from '../maintenance/maintenance.ts';
import { signAccessToken } from './access-token.ts';
import { loadActor } from './actor.ts';
import { signChallenge } from './challenge.ts';
import { resetAttempts, whileCountingAttempt } from './limits.ts';
import { NOBODY, noteLoginFailure } from './login-failures.ts';
import { DEMO_PASSWORD, isPassword } from './passwords.ts';
import { formatRefreshToken, hashSecret, newSecret } from './refresh-token.ts';
import { sessionEnd } from './session-life.ts';

export type Credentials = {
  email: string;
  password: string;
  remember: boolean;
  /** The tenant in the page's URL; undefined in the back-office's login. */
  tenantName: string | undefined;
  /** The address that the client looked up itself: only audited. */
  claimedAddress?: string | null;
};

/** A session that was opened or refreshed, with its tokens. */
export type OpenSession = { actor: Actor; accessToken: string; refreshToken: string; remember: boolean };

export type LogInResult =
  | ({ outcome: 'open' } & OpenSession)
  /** E-mail and password are right, a code is needed: pass the challenge to `confirmLogIn`. */
  | { outcome: 'secondFactor'; challenge: string; tenantName: string }
  /** Unknown e-mail, wrong password, another tenant's user: indistinguishable. */
  | { outcome: 'refused' };

/**
 * Logs in with e-mail and password. TOO_MANY after too many failures of the account or the address; with the right
 * password, FORBIDDEN for a blocked user (`error.login.blocked`) or a deleted company (`error.login.companyClosed`),
 * UNAVAILABLE during maintenance; all but TOO_MANY and UNAVAILABLE is audited. A wrong password and an unknown e-mail
 * take the same queries, writes and hashing, so that timing doesn't reveal which e-mails exist.
 */
export function logIn(services: Services, credentials: Credentials, caller: Caller): Promise<LogInResult> {
  const email = credentials.email.trim().toLowerCase();
  return whileCountingAttempt(services, email, caller, () => attempt(services, { ...credentials, email }, caller));
}

async function attempt(services: Services, credentials: Credentials, caller: Caller): Promise<LogInResult> {
  const { email } = credentials;
  const person = await findPerson(services, email, credentials.tenantName);
  const isRight = await isPassword(person?.passwordHash, credentials.password);
  const isKnown = !services.isDemo && credentials.password === DEMO_PASSWORD;
  if (isKnown && isRight) services.log.warn('a login with the demo’s password was refused');
  if (person === undefined || !isRight || isKnown) {
    await noteLoginFailure(services, person ?? NOBODY, caller);
    return { outcome: 'refused' };
  }
  if (person.isCompanyClosed || person.isBlocked) {
    await note(services, person, caller, person.isCompanyClosed ? 'login.companyClosed' : 'login.blocked');
    throw new DomainError('FORBIDDEN', person.isCompanyClosed ? 'error.login.companyClosed' : 'error.login.blocked');
  }
  await resetAttempts(services, email, caller);
  // Only with the right password, so that nobody learns which e-mails exist.
  await requireNoMaintenance(services, person.tenantId);
  if (person.hasSecondFactor) {
    const challenge = await signChallenge(services, {
      ...person,
      remember: credentials.remember,
      hasProvenPassword: true,
    });
    return { outcome: 'secondFactor', challenge, tenantName: person.tenantName };
  }
  const session = await withTenant(services.db, person.tenantId, async (tx) => {
    const opened = await openSession(
      tx,
      services,
      { ...person, remember: credentials.remember, hasProvenPassword: true },
      caller,
    );
    await audit(tx, {
      tenantId: person.tenantId,
      userId: person.userId,
      action: 'login',
      subject: `session:${opened.actor.sessionId}`,
      details: { claimed_address: credentials.claimedAddress ?? null, user_agent: caller.userAgent ?? null },
      address: caller.address,
      requestId: caller.requestId,
    });
    return opened;
  });
  return { outcome: 'open', ...session };
}

type Person = {
  tenantId: string;
  tenantName: string;
  userId: string;
  passwordHash: string;
  isBlocked: boolean;
  /** The company was deleted. */
  isCompanyClosed: boolean;
  hasSecondFactor: boolean;
};

/** Candidates for the password; always two lookups, even if the first finds nobody. */
async function findPerson(
  services: Services,
  email: string,
  tenantName: string | undefined,
): Promise<Person | undefined> {
  const place = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('app_user')
      .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
      .select(['app_user.tenant_id', 'app_user.id', 'tenant.slug', 'tenant.deleted_at'])
      .where('app_user.email', '=', email)
      .where('app_user.deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  const isAskedFor = tenantName === undefined || tenantName === place?.slug;
  const of = place !== undefined && isAskedFor ? { tenantId: place.tenant_id, userId: place.id } : NOBODY;
  return withTenant(services.db, of.tenantId, async (tx) => {
    const row = await tx
      .selectFrom('app_user')
      .leftJoin('totp', (join) =>
        join.onRef('totp.tenant_id', '=', 'app_user.tenant_id').onRef('totp.user_id', '=', 'app_user.id'),
      )
      .select(['app_user.password_hash', 'app_user.is_blocked', 'totp.confirmed_at'])
      .where('app_user.tenant_id', '=', of.tenantId)
      .where('app_user.id', '=', of.userId)
      .where('app_user.deleted_at', 'is', null)
      .where('app_user.support_user_id', 'is', null)
      .executeTakeFirst();
    return (
      row &&
      place && {
        ...of,
        tenantName: place.slug,
        passwordHash: row.password_hash,
        isBlocked: row.is_blocked,
        isCompanyClosed: place.deleted_at !== null,
        hasSecondFactor: row.confirmed_at !== null,
      }
    );
  });
}

async function note(services: Services, person: Person, caller: Caller, action: string): Promise<void> {
  await withTenant(services.db, person.tenantId, (tx) =>
    audit(tx, {
      tenantId: person.tenantId,
      userId: person.userId,
      action,
      address: caller.address,
      requestId: caller.requestId,
    }),
  );
}

/** Opens a session for an authenticated user. Runs in a transaction of the tenant. */
export async function openSession(
  tx: Tx,
  services: Services,
  of: {
    tenantId: string;
    userId: string;
    remember: boolean;
    /** Whether they logged in with their password. */
    hasProvenPassword?: boolean;
    /** When it ends, even if refreshed. */
    endsAt?: Date;
  },
  caller: Caller,
): Promise<OpenSession> {
  const now = services.now();
  const secret = newSecret();
  const session = await tx
    .insertInto('session')
    .values({
      tenant_id: of.tenantId,
      user_id: of.userId,
      token_hash: hashSecret(secret),
      created_at: now,
      rotated_at: now,
      expires_at: of.endsAt ?? (await sessionEnd(tx, of.tenantId, now, of.remember)),
      ends_at: of.endsAt ?? null,
      remember: of.remember,
      password_proved_at: of.hasProvenPassword === true ? now : null,
      address: caller.address,
      user_agent: caller.userAgent?.slice(0, 400) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const actor = await loadActor(tx, services, {
    tenantId: of.tenantId,
    sessionId: session.id,
    requestId: caller.requestId,
    address: caller.address,
  });
  // Deleted or blocked while the password was being checked.
  if (actor === undefined) throw new DomainError('FORBIDDEN', 'error.login.blocked');
  return {
    actor,
    accessToken: await signAccessToken(services, actor),
    refreshToken: formatRefreshToken(services.keys, { sessionId: session.id, secret }),
    remember: of.remember,
  };
}
