import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { SessionEnd } from '../../db/tables/login.ts';
import { audit } from '../audit.ts';
import type { Caller, Services } from '../context.ts';
import { AuthRefused } from '../errors.ts';
import { findTenant } from '../tenants.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { signAccessToken } from './access-token.ts';
import { loadActor } from './actor.ts';
import type { OpenSession } from './log-in.ts';
import {
  formatRefreshToken,
  hashSecret,
  isHashOf,
  nextSecret,
  nextSecretOf,
  otherSecret,
  parseRefreshToken,
} from './refresh-token.ts';
import type { RefreshToken } from './refresh-token.ts';
import { AGAIN_MS, GRACE_MS, RETIRED_MAX, sessionEnd } from './session-life.ts';

/**
 * A new access token for a refresh cookie, and the cookie's new value. A value replaced within the last ten seconds,
 * even several times (parallel tabs, a repeated call), gets the newest. Later, the last one replaced gets another value
 * once, if the one that replaced it was never used: a browser that is killed within half a minute comes back with its
 * cookie from before, within a day. The unused one is void then, so that if both are in somebody's hands, whoever comes next ends the
 * session. Any other value that was replaced was stolen or copied, and ends the session. Refuses everything else with
 * `AuthRefused`.
 */
export async function refresh(
  services: Services,
  input: { tenantName: string; cookie: string | undefined },
  caller: Caller,
): Promise<OpenSession> {
  const token = parseRefreshToken(services.keys, input.cookie);
  const tenant = await findTenant(services, input.tenantName);
  if (token === undefined || tenant === undefined) throw new AuthRefused('unauthorized');
  const session = await withTenant(services.db, tenant.id, async (tx) => {
    const rotated = await rotate(tx, services, tenant.id, token, caller);
    if (rotated === undefined) return undefined;
    const of = {
      tenantId: tenant.id,
      sessionId: token.sessionId,
      requestId: caller.requestId,
      address: caller.address,
    };
    const actor = await loadActor(tx, services, of);
    return actor && { actor, ...rotated };
  });
  if (session === undefined) throw new AuthRefused('unauthorized');
  return {
    actor: session.actor,
    accessToken: await signAccessToken(services, session.actor),
    refreshToken: formatRefreshToken(services.keys, { sessionId: token.sessionId, secret: session.secret }),
    remember: session.remember,
  };
}

async function rotate(
  tx: Tx,
  services: Services,
  tenantId: string,
  token: RefreshToken,
  caller: Caller,
): Promise<{ secret: string; remember: boolean } | undefined> {
  const now = services.now();
  const session = await tx
    .selectFrom('session')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', token.sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (session === undefined || session.revoked_at !== null || session.expires_at <= now) return undefined;
  const alive = session.retired.filter(({ at }) => now.getTime() - Date.parse(at) <= GRACE_MS);
  const at = now.toISOString();
  const replaceWith = async (secret: string, retired: typeof session.retired) => {
    await tx
      .updateTable('session')
      .set({
        token_hash: hashSecret(secret),
        retired: JSON.stringify(retired.slice(-RETIRED_MAX)),
        rotated_at: now,
        expires_at: session.ends_at ?? (await sessionEnd(tx, tenantId, now, session.remember)),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', session.id)
      .execute();
    return { secret, remember: session.remember };
  };
  if (isHashOf(session.token_hash, token.secret)) {
    const used = { hash: session.token_hash.toString('base64'), at };
    return replaceWith(nextSecret(services.keys, token.secret), [...alive, used]);
  }
  const place = alive.findIndex(({ hash }) => isHashOf(Buffer.from(hash, 'base64'), token.secret));
  if (place >= 0) {
    // Each secret derives from the previous one, so the newest can be computed though only its hash is stored.
    const later = [...alive.slice(place + 1).map(({ hash }) => Buffer.from(hash, 'base64')), session.token_hash];
    const newest = later.reduce<string | undefined>(
      (secret, hash) => (secret === undefined ? undefined : nextSecretOf(services.keys, secret, hash)),
      token.secret,
    );
    // Derived with a removed server secret: no theft, but it can't be continued.
    return newest === undefined ? undefined : { secret: newest, remember: session.remember };
  }
  const last = session.retired.at(-1);
  const isLast = last !== undefined && isHashOf(Buffer.from(last.hash, 'base64'), token.secret);
  if (isLast && last.isAgain !== true && now.getTime() - Date.parse(last.at) <= AGAIN_MS) {
    services.log.info(
      { session: session.id },
      'a refresh token was replaced a second time, as its successor is unused',
    );
    return replaceWith(otherSecret(services.keys, token.secret), [{ hash: last.hash, at, isAgain: true }]);
  }
  // A valid but replaced token: two clients hold the session, and the real one is unknown.
  await endSession(tx, services, { tenantId, sessionId: session.id, reason: 'reuse' });
  await endSupportSessions(tx, services, { tenantId, userId: session.user_id });
  await audit(tx, {
    tenantId,
    userId: session.user_id,
    action: 'session.reuse',
    subject: `session:${session.id}`,
    address: caller.address,
    requestId: caller.requestId,
  });
  services.log.warn({ session: session.id }, 'a refresh token was reused; its session was ended');
  return undefined;
}

/** Ends an active session; its access and refresh tokens stop working at once. */
export async function endSession(
  tx: Tx,
  services: Services,
  of: { tenantId: string; sessionId: string; reason: SessionEnd },
): Promise<boolean> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: services.now(), revoked_reason: of.reason })
    .where('tenant_id', '=', of.tenantId)
    .where('id', '=', of.sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  await tx
    .deleteFrom('socket_ticket')
    .where('tenant_id', '=', of.tenantId)
    .where('session_id', '=', of.sessionId)
    .execute();
  return ended.numUpdatedRows > 0n;
}
