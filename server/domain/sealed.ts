import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Key, Keys } from './auth/keys.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Replaces the key id in values sealed before keys had ids. */
const UNNAMED = '1';

type Sealing = Pick<Keys, 'sealing'>;

/**
 * Encrypts a text with the server's key. `place` says where it is stored (`totp:1:2`): moved elsewhere, it can't be
 * unsealed.
 */
export function seal({ sealing: [key] }: Sealing, place: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `k${key.id}.${sealed.toString('base64url')}`;
}

/** Whether a text was sealed, with any key. */
export function isSealed(text: string): boolean {
  return /^k\w*\.[\w-]+$/.test(text);
}

/** The prefix of values sealed with the newest key: all others need resealing. */
export function newestSeal({ sealing: [key] }: Sealing): string {
  return `k${key.id}.`;
}

/** Decrypts a sealed text; undefined if its key was removed, it belongs to another place, or it is damaged. */
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
