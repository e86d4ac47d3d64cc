import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** What OWASP names for argon2id: 19 MiB, two passes, one lane. The package's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The well-known password of the demo's users; another server refuses it. */
export const DEMO_PASSWORD = 'Balcao#2026';

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** No password's hash, at the cost of a real one. Made without hashing, so that the first use takes no longer either. */
const DECOY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${unpadded(16)}$${unpadded(32)}`;

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

/**
 * Whether the password is the hash's. With no hash, or one that is none (a user who has no password), it
 * works as long and says no, so that the time doesn't tell which e-mails there are.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2id$') === true;
  const isRight = await verify(isHash ? passwordHash : DECOY, password).catch(() => false);
  return isHash && isRight;
}
