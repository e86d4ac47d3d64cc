import { createHmac } from 'node:crypto';

/** A gateway signs nothing, but sends the headers that its webhook is set with. */
export const GATEWAY_HOOK_HEADER = 'x-balcao-token';

/** The header's value: follows from the instance's key, so that nothing more is kept, and reveals nothing of it. */
export function gatewayHookSecret(address: string, key: string): string {
  return createHmac('sha256', key).update(`balcao webhook ${address}`).digest('hex');
}
