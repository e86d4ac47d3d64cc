import { createHmac, hkdfSync } from 'node:crypto';
import { errors } from 'jose';

/** A key with an id that identifies it without revealing anything about it. */
export type Key = { readonly id: string; readonly bytes: Uint8Array };

/** The keys of one purpose, newest first: the newest signs and seals, all of them verify and open. */
export type KeyRing = readonly [Key, ...Key[]];

/** Keys derived from the server's secrets, one ring per purpose. */
export type Keys = {
  /** Signs access tokens. */
  accessToken: KeyRing;
  /** Derives the next refresh token from the previous one. */
  refreshToken: KeyRing;
  /** Pseudonymises e-mails and addresses in the counts of failed logins. A new secret resets these. */
  loginLimit: KeyRing;
  /** Signs challenges: the password was right and a code is still needed. */
  secondFactor: KeyRing;
  /** Hashes recovery codes. */
  recoveryCode: KeyRing;
  /** Signs addresses of messages' files. */
  mediaAddress: KeyRing;
  /** Encrypts secrets in the database. */
  sealing: KeyRing;
};

/** Derives the keys; the same secrets give the same keys on each node. `older` are the previous secrets. */
export function deriveKeys(secret: string, older: readonly string[] = []): Keys {
  const ring = (purpose: string): KeyRing => [keyOf(secret, purpose), ...older.map((each) => keyOf(each, purpose))];
  return {
    accessToken: ring('access token'),
    refreshToken: ring('refresh token'),
    loginLimit: ring('login limit'),
    secondFactor: ring('second factor'),
    recoveryCode: ring('recovery code'),
    mediaAddress: ring('media address'),
    sealing: ring('sealing'),
  };
}

function keyOf(secret: string, purpose: string): Key {
  const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', secret, 'balcao', info, length));
  return { id: derive('key id', 4).toString('hex'), bytes: new Uint8Array(derive(purpose, 32)) };
}

/** The key that a signature names, or the newest if it names none; throws for an unknown one. */
export function knownKey(ring: KeyRing, id: string | undefined): Uint8Array {
  const key = id === undefined ? ring[0] : ring.find((each) => each.id === id);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key.bytes;
}

export function keyed(key: Key, text: string): Buffer {
  return createHmac('sha256', key.bytes).update(text).digest();
}
