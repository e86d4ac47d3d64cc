import { createHmac, hkdfSync } from 'node:crypto';

/** Keys made of the server's one secret, one a purpose. */
export type Keys = {
  /** Signs access tokens. */
  accessToken: Uint8Array;
  /** Makes the next refresh token of the one before. */
  refreshToken: Uint8Array;
  /** Hides e-mails and addresses in the counts of failed logins. */
  loginLimit: Uint8Array;
  /** Signs that a password was right and a code is still needed. */
  secondFactor: Uint8Array;
  /** Hashes recovery codes. */
  recoveryCode: Uint8Array;
  /** Encrypts what the database keeps but must not tell. */
  sealing: Uint8Array;
};

/** Derives the keys; the same secret gives the same keys on each node. */
export function deriveKeys(secret: string): Keys {
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'balcao', purpose, 32));
  return {
    accessToken: key('access token'),
    refreshToken: key('refresh token'),
    loginLimit: key('login limit'),
    secondFactor: key('second factor'),
    recoveryCode: key('recovery code'),
    sealing: key('sealing'),
  };
}

export function keyed(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
