import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyed } from './keys.ts';
import type { Key, KeyRing, Keys } from './keys.ts';

/** The refresh cookie: the session and its current secret. */
export type RefreshToken = { sessionId: string; secret: string };

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The next secret, derived from the previous one: parallel tabs with the same secret get the same next one, though only
 * its hash is stored.
 */
export function nextSecret({ refreshToken: [key] }: Keys, secret: string): string {
  return nextWith(key, secret);
}

/** The secret that takes the place of the next one, which was never used. */
export function otherSecret({ refreshToken: [key] }: Keys, secret: string): string {
  return nextWith(key, secret, 'other');
}

/** The later secret with this hash; undefined if it was derived with a removed key. */
export function nextSecretOf(keys: Keys, secret: string, hash: Buffer): string | undefined {
  return keys.refreshToken
    .flatMap((key) => [nextWith(key, secret), nextWith(key, secret, 'other')])
    .find((next) => isHashOf(hash, next));
}

function nextWith(key: Key, secret: string, which: 'next' | 'other' = 'next'): string {
  return keyed(key, `${which} ${secret}`).toString('base64url');
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function isHashOf(hash: Buffer, secret: string): boolean {
  return timingSafeEqual(hash, hashSecret(secret));
}

/** The cookie's value. Its tag proves that we issued it: a guess must not end a session as a reused token does. */
export function formatRefreshToken(keys: Keys, token: RefreshToken): string {
  return `${token.sessionId}.${token.secret}.${tagOf(keys.refreshToken[0], token)}`;
}

/** Parses a cookie's value; undefined if we didn't issue it. */
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
