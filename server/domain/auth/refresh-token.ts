import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyed } from './keys.ts';
import type { Key, KeyRing, Keys } from './keys.ts';

/** What the refresh cookie carries: whose session, and its secret of the moment. */
export type RefreshToken = { sessionId: string; secret: string };

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The secret that follows. Made of the one before, so that parallel tabs that bring the same one
 * get the same next one, though only its hash is kept.
 */
export function nextSecret({ refreshToken: [key] }: Keys, secret: string): string {
  return nextWith(key, secret);
}

/** The secret that followed and has this hash; undefined when it was made with a key that isn't there any more. */
export function nextSecretOf(keys: Keys, secret: string, hash: Buffer): string | undefined {
  return keys.refreshToken.map((key) => nextWith(key, secret)).find((next) => isHashOf(hash, next));
}

function nextWith(key: Key, secret: string): string {
  return keyed(key, `next ${secret}`).toString('base64url');
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function isHashOf(hash: Buffer, secret: string): boolean {
  return timingSafeEqual(hash, hashSecret(secret));
}

/** The cookie's value. Its tag shows that we gave it out: a guess must not end someone's session as a theft would. */
export function formatRefreshToken(keys: Keys, token: RefreshToken): string {
  return `${token.sessionId}.${token.secret}.${tagOf(keys.refreshToken[0], token)}`;
}

/** Reads a cookie's value; undefined when it never was one of ours. */
export function parseRefreshToken(keys: Keys, value: string | undefined): RefreshToken | undefined {
  const match = /^(\d{1,19})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/.exec(value ?? '');
  const [, sessionId, secret, tag] = match ?? [];
  if (sessionId === undefined || secret === undefined || tag === undefined) return undefined;
  const token = { sessionId, secret };
  return isTagOf(keys.refreshToken, token, tag) ? token : undefined;
}

function isTagOf(ring: KeyRing, token: RefreshToken, tag: string): boolean {
  return ring.some((key) => timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(key, token))));
}

function tagOf(key: Key, token: RefreshToken): string {
  return keyed(key, `tag ${token.sessionId} ${token.secret}`).toString('base64url');
}
