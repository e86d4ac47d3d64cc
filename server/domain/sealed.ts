import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from './auth/keys.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Names the key, so that one day another can be told from it. */
const KEY = 'k1';

/**
 * A text that the database may keep and nobody without the server's key can read. `place` says whose
 * it is (`totp:1:2`): moved to another place it can't be opened.
 */
export function seal(keys: Pick<Keys, 'sealing'>, place: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keys.sealing, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${KEY}.${sealed.toString('base64url')}`;
}

/** The text of `seal`; undefined when it was sealed by another key, for another place, or is damaged. */
export function unseal(keys: Pick<Keys, 'sealing'>, place: string, sealed: string): string | undefined {
  const [key, body = ''] = sealed.split('.');
  const bytes = Buffer.from(body, 'base64url');
  if (key !== KEY || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, keys.sealing, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
