import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Key, Keys } from './auth/keys.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Stands in the place of a key's id in what was sealed before keys had any. */
const UNNAMED = '1';

type Sealing = Pick<Keys, 'sealing'>;

/**
 * A text that the database may keep and nobody without the server's key can read. `place` says whose
 * it is (`totp:1:2`): moved to another place it can't be opened.
 */
export function seal({ sealing: [key] }: Sealing, place: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `k${key.id}.${sealed.toString('base64url')}`;
}

/** Whether a text is one of `seal`'s, by whichever key. */
export function isSealed(text: string): boolean {
  return /^k\w*\.[\w-]+$/.test(text);
}

/** How what the newest key sealed begins: the rest is to be sealed anew. */
export function newestSeal({ sealing: [key] }: Sealing): string {
  return `k${key.id}.`;
}

/** The text of `seal`; undefined when it was sealed by a key that isn't there any more, for another place, or is damaged. */
export function unseal({ sealing }: Sealing, place: string, sealed: string): string | undefined {
  const [name = '', body = ''] = sealed.split('.');
  const bytes = Buffer.from(body, 'base64url');
  if (!name.startsWith('k') || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const id = name.slice(1);
  for (const key of sealing) {
    const text = key.id === id || id === UNNAMED ? open(key, place, bytes) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

function open(key: Key, place: string, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
