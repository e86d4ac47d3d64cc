import { createHmac } from 'node:crypto';

/** Zenvia doesn't sign its webhooks, but sends the headers that a subscription sets. */
export const HOOK_HEADER = 'x-balcao-token';

/** The header's value: derived from the instance's token by a one-way hash, so it needn't be stored. */
export function hookSecret(address: string, token: string): string {
  return createHmac('sha256', token).update(`balcao webhook ${address}`).digest('hex');
}
