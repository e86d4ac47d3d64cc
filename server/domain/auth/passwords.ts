import { hash, verify } from '@node-rs/argon2';

/** What OWASP names for argon2id: 19 MiB, two passes, one lane. The package's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The well-known password of the demo's users; another server refuses it. */
export const DEMO_PASSWORD = 'Balcao#2026';

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the hash's. Without a hash (no such user) it works as long and says no,
 * so that the time doesn't tell which e-mails there are.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const known = await verify(passwordHash ?? (await decoy), password).catch(() => false);
  return known && passwordHash !== undefined;
}
