import { createHash } from 'node:crypto';
import type { GatewayRow } from './model.ts';

/** The text of the current QR code: a new one each time, as long as WhatsApp's. */
export function gatewayCodeOf({ name, codes }: Pick<GatewayRow, 'name' | 'codes'>): string {
  const part = (salt: string) => createHash('sha256').update(`${salt}${name}${codes}`).digest('base64');
  return `2@${part('ref')},${part('noise')},${part('identity')},${part('secret')}`;
}
