import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. The package's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The well-known password of the demo's users; refused outside the demo. */
export const DEMO_PASSWORD = 'Balcao#2026';

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** A hash of no password, with the cost of a real one. Not computed, so that its first use takes no longer either. */
const DECOY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${unpadded(16)}$${unpadded(32)}`;

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

/**
 * Whether the password matches the hash. Without a valid hash (a user without a password) it takes as long and returns
 * false, so that timing doesn't reveal which e-mails exist.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2id$') === true;
  const isRight = await verify(isHash ? passwordHash : DECOY, password).catch(() => false);
  return isHash && isRight;
}
