import { createHmac } from 'node:crypto';

/** A gateway doesn't sign its webhooks, but sends the headers they were configured with. */
export const GATEWAY_HOOK_HEADER = 'x-balcao-token';

/** The header's value: derived from the instance's key by a one-way hash, so it needn't be stored. */
export function gatewayHookSecret(address: string, key: string): string {
  return createHmac('sha256', key).update(`balcao webhook ${address}`).digest('hex');
}
