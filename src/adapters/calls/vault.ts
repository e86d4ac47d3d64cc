import type { SecretRef } from '../../machines/log/events-session.ts';

/** Keeps passwords and tokens out of the log, which has only references to them. */
export interface Vault {
  readonly keep: (secret: string) => SecretRef;
  /** The secret; undefined once dropped. */
  readonly read: (ref: SecretRef) => string | undefined;
  /** The secret, and drops it: for single use. */
  readonly take: (ref: SecretRef) => string | undefined;
  readonly drop: (ref: SecretRef) => void;
}

export function createVault(uuid: () => string): Vault {
  const secrets = new Map<SecretRef, string>();
  return {
    keep: (secret) => {
      const ref = `secret:${uuid()}`;
      secrets.set(ref, secret);
      return ref;
    },
    read: (ref) => secrets.get(ref),
    take: (ref) => {
      const secret = secrets.get(ref);
      secrets.delete(ref);
      return secret;
    },
    drop: (ref) => {
      secrets.delete(ref);
    },
  };
}
