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

/** The outcome of a send that is final: not sent. */
export function refusedSend(code: number, key: GatewayErrorKey, details?: string): SendResult {
  return { outcome: 'refused', code, key, details, retryable: false };
}

/** The outcome of a send that failed and may be retried. */
export function postponedSend(code: number, key: GatewayErrorKey, details?: string): SendResult {
  return { outcome: 'retryable', code, key, details, retryAfterMs: undefined };
}
