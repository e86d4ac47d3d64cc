import { createHmac, timingSafeEqual } from 'node:crypto';

const headerPattern = /^sha256=([0-9a-f]{64})$/i;

/**
 * Whether `X-Hub-Signature-256` is the HMAC-SHA256 of exactly these bytes. The bytes must be those of the wire:
 * Meta signs its escaped form (`\u00e9`), which a parse and a new writing do not give back.
 */
export function isSignatureValid(rawBody: Uint8Array, header: string | undefined, appSecret: string): boolean {
  const given = header === undefined ? undefined : headerPattern.exec(header)?.[1];
  if (given === undefined) return false;
  const expected = createHmac('sha256', appSecret).update(rawBody).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}

/** Compares two secrets in a time that tells neither where they differ nor how long they are. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
