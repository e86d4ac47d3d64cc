import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { ACCESS_TOKEN_MS } from '../../../contract/facts/limits.ts';
import { idSchema } from '../../../contract/scalars.ts';
import type { Actor, Services } from '../context.ts';
import { knownKey } from './keys.ts';
import type { KeyRing } from './keys.ts';

const ALGORITHM = 'HS256';
const claimsSchema = z.object({ sub: idSchema, tid: idSchema, tn: z.string(), sid: idSchema });

export type Claims = { userId: string; tenantId: string; tenantName: string; sessionId: string };
export type Verdict = { ok: true; claims: Claims } | { ok: false; reason: 'expired' | 'invalid'; claims?: Claims };

/** An access token of the actor's session, valid for ten minutes. */
export function signAccessToken(
  services: Services,
  actor: Pick<Actor, 'tenantId' | 'tenantName' | 'userId' | 'sessionId'>,
): Promise<string> {
  const issued = Math.floor(services.now().getTime() / 1000);
  const [key] = services.keys.accessToken;
  return new SignJWT({ tid: actor.tenantId, tn: actor.tenantName, sid: actor.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
    .setSubject(actor.userId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_TOKEN_MS / 1000)
    .sign(key.bytes);
}

/** Tokens whose signature was verified, by the keys that did, the oldest first: a page sends the same one for minutes. */
const verified = new WeakMap<KeyRing, Map<string, { claims: Claims; expires: number }>>();
const VERIFIED_MAX = 5_000;

/** Verifies a token. Distinguishes expired from forged; the claims of an expired one are still trustworthy. */
export async function verifyAccessToken(services: Services, token: string): Promise<Verdict> {
  const known = verified.get(services.keys.accessToken) ?? new Map<string, { claims: Claims; expires: number }>();
  const before = known.get(token);
  if (before !== undefined && before.expires > Math.floor(services.now().getTime() / 1000)) {
    return { ok: true, claims: before.claims };
  }
  known.delete(token);
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => knownKey(services.keys.accessToken, kid), {
      algorithms: [ALGORITHM],
      currentDate: services.now(),
      requiredClaims: ['exp'],
    });
    const claims = parseClaims(payload);
    if (claims === undefined) return { ok: false, reason: 'invalid' };
    verified.set(services.keys.accessToken, known.set(token, { claims, expires: payload.exp ?? 0 }));
    if (known.size > VERIFIED_MAX) for (const oldest of known.keys().take(1)) known.delete(oldest);
    return { ok: true, claims };
  } catch (error) {
    if (!(error instanceof errors.JWTExpired)) return { ok: false, reason: 'invalid' };
    const claims = parseClaims(error.payload);
    return claims === undefined ? { ok: false, reason: 'invalid' } : { ok: false, reason: 'expired', claims };
  }
}

function parseClaims(payload: unknown): Claims | undefined {
  const parsed = claimsSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const { sub, tid, tn, sid } = parsed.data;
  return { userId: sub, tenantId: tid, tenantName: tn, sessionId: sid };
}
