import { createHmac, hkdfSync } from 'node:crypto';
import { errors } from 'jose';

/** A key and its name, which tells it from those of other secrets and nothing of itself. */
export type Key = { readonly id: string; readonly bytes: Uint8Array };

/** The keys of one purpose, newest first: the newest signs and seals, each of them still verifies and opens. */
export type KeyRing = readonly [Key, ...Key[]];

/** Keys made of the server's secrets, a ring a purpose. */
export type Keys = {
  /** Signs access tokens. */
  accessToken: KeyRing;
  /** Makes the next refresh token of the one before. */
  refreshToken: KeyRing;
  /** Hides e-mails and addresses in the counts of failed logins. With a new secret these begin anew. */
  loginLimit: KeyRing;
  /** Signs that a password was right and a code is still needed. */
  secondFactor: KeyRing;
  /** Hashes recovery codes. */
  recoveryCode: KeyRing;
  /** Encrypts what the database keeps but must not tell. */
  sealing: KeyRing;
};

/** Derives the keys; the same secrets give the same keys on each node. `older` were the secret before. */
export function deriveKeys(secret: string, older: readonly string[] = []): Keys {
  const ring = (purpose: string): KeyRing => [keyOf(secret, purpose), ...older.map((each) => keyOf(each, purpose))];
  return {
    accessToken: ring('access token'),
    refreshToken: ring('refresh token'),
    loginLimit: ring('login limit'),
    secondFactor: ring('second factor'),
    recoveryCode: ring('recovery code'),
    sealing: ring('sealing'),
  };
}

function keyOf(secret: string, purpose: string): Key {
  const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', secret, 'balcao', info, length));
  return { id: derive('key id', 4).toString('hex'), bytes: new Uint8Array(derive(purpose, 32)) };
}

/** The key that a signature names, the newest where it names none; throws for one that isn't there (any more). */
export function knownKey(ring: KeyRing, id: string | undefined): Uint8Array {
  const key = id === undefined ? ring[0] : ring.find((each) => each.id === id);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key.bytes;
}

export function keyed(key: Key, text: string): Buffer {
  return createHmac('sha256', key.bytes).update(text).digest();
}
