import { ACK, UNCERTAIN } from '../../../contract/facts/ack.ts';
import type { Ack } from '../../../contract/facts/ack.ts';
import type { DeliveryStatus } from '../../channels/channel.ts';

/** How far a sent message has come, and its error, if any. */
export type Delivery = { readonly ack: Ack; readonly error: DeliveryError | null };
export type DeliveryError = { readonly code: string; readonly key: string };

/** An update about a message: the level it reached, or its failure. */
export type DeliveryUpdate = { readonly ack: Ack } | { readonly failed: DeliveryError };

/** Nobody knows whether the provider accepted it, and waiting any longer is pointless. */
export const NEVER_CONFIRMED: DeliveryError = { code: UNCERTAIN, key: 'error.send.uncertain' };

const LEVELS: Readonly<Record<Exclude<DeliveryStatus, 'failed'>, Ack>> = {
  sent: ACK.sent,
  delivered: ACK.delivered,
  read: ACK.read,
  played: ACK.played,
};

/** A provider's status as an update; a failure without an error counts as an unknown one. */
export function deliveryUpdateOf(status: {
  status: DeliveryStatus;
  errors: readonly { code: number; key: string }[];
}): DeliveryUpdate {
  if (status.status !== 'failed') return { ack: LEVELS[status.status] };
  const [error] = status.errors;
  return { failed: { code: String(error?.code ?? 0), key: error?.key ?? 'channel.error.unknown' } };
}

/**
 * Applies an update to a delivery; order and repetition don't matter. Levels only rise. A failure overrides "sent", but
 * not what the customer's phone confirmed; "uncertain" overrides nothing. Returns the same object if unchanged.
 */
export function applyUpdate(delivery: Delivery, update: DeliveryUpdate): Delivery {
  if ('failed' in update) {
    const isFinal = delivery.ack >= ACK.delivered || (delivery.error !== null && delivery.error.code !== UNCERTAIN);
    const isUncertain = update.failed.code === UNCERTAIN;
    if (isFinal || (isUncertain && (delivery.ack > ACK.pending || delivery.error !== null))) return delivery;
    return { ack: delivery.ack, error: update.failed };
  }
  const ack = update.ack > delivery.ack ? update.ack : delivery.ack;
  const isRefuted = delivery.error?.code === UNCERTAIN ? ack >= ACK.sent : ack >= ACK.delivered;
  const error = isRefuted ? null : delivery.error;
  return ack === delivery.ack && error === delivery.error ? delivery : { ack, error };
}

/** A level in the database. */
export function ackOf(level: number): Ack {
  switch (level) {
    case 1:
      return ACK.sent;
    case 2:
      return ACK.delivered;
    case 3:
      return ACK.read;
    case 4:
      return ACK.played;
    default:
      return ACK.pending;
  }
}
