import { NOT_PAIRED } from '../../../contract/facts/providers.ts';
import type { SendResult } from '../channel.ts';

/** Catalogue ids of all errors of gateways, with texts in every language. */
export const gatewayErrorKeys = [
  'channel.error.gateway.host',
  'channel.error.gateway.key',
  'channel.error.gateway.noNumber',
  NOT_PAIRED,
  'channel.error.gateway.notSetUp',
  'channel.error.gateway.refused',
  'channel.error.gateway.unavailable',
  'channel.error.gateway.undeliverable',
] as const;

export type GatewayErrorKey = (typeof gatewayErrorKeys)[number];

/** A send that will never be made. */
export function refusedSend(code: number, key: GatewayErrorKey, details?: string): SendResult {
  return { outcome: 'refused', code, key, details, retryable: false };
}

/** A send that wasn't made, but may be later. */
export function postponedSend(code: number, key: GatewayErrorKey, details?: string): SendResult {
  return { outcome: 'retryable', code, key, details, retryAfterMs: undefined };
}
