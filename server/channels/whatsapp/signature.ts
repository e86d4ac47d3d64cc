import { createHmac, timingSafeEqual } from 'node:crypto';

const headerPattern = /^sha256=([0-9a-f]{64})$/i;

/**
 * Whether `X-Hub-Signature-256` is the HMAC-SHA256 of exactly these bytes. They must be the bytes on the wire: Meta
 * signs its escaped form (`\u00e9`), which parsing and serialising doesn't preserve.
 */
export function isSignatureValid(rawBody: Uint8Array, header: string | undefined, appSecret: string): boolean {
  const input = header === undefined ? undefined : headerPattern.exec(header)?.[1];
  if (input === undefined) return false;
  const expected = createHmac('sha256', appSecret).update(rawBody).digest();
  return timingSafeEqual(Buffer.from(input, 'hex'), expected);
}
