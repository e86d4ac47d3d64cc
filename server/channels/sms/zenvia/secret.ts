import { createHmac } from 'node:crypto';

/** Zenvia signs nothing, but sends the headers that a subscription asks for. */
export const HOOK_HEADER = 'x-balcao-token';

/** The header's value: follows from the instance's token, so that nothing more is kept, and reveals nothing of it. */
export function hookSecret(address: string, token: string): string {
  return createHmac('sha256', token).update(`balcao webhook ${address}`).digest('hex');
}
