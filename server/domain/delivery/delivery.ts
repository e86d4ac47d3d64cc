import { ACK } from '../../../contract/ack.ts';
import type { Ack } from '../../../contract/ack.ts';
import type { DeliveryStatus } from '../../channels/channel.ts';

/** How far a sent message has come, and why not further. */
export type Delivery = { readonly ack: Ack; readonly error: DeliveryError | null };
export type DeliveryError = { readonly code: string; readonly key: string };

/** What is learnt of a message: a level it reached, or that it failed. */
export type DeliveryNews = { readonly ack: Ack } | { readonly failed: DeliveryError };

/** Nobody knows whether the provider took it, and it was waited for long enough. */
export const UNCERTAIN: DeliveryError = { code: 'uncertain', key: 'error.send.uncertain' };

const LEVELS: Readonly<Record<Exclude<DeliveryStatus, 'failed'>, Ack>> = {
  sent: ACK.sent,
  delivered: ACK.delivered,
  read: ACK.read,
  played: ACK.played,
};

/** What a provider's status tells; a failure without an error of its own is an unknown one. */
export function newsOf(status: {
  status: DeliveryStatus;
  errors: readonly { code: number; key: string }[];
}): DeliveryNews {
  if (status.status !== 'failed') return { ack: LEVELS[status.status] };
  const [error] = status.errors;
  return { failed: { code: String(error?.code ?? 0), key: error?.key ?? 'channel.error.unknown' } };
}

/**
 * A delivery after a piece of news: the same whatever the order and the number of times it comes.
 * Levels only rise. A failure stands against "sent", but not against what the customer's phone
 * confirmed; that it is uncertain stands against nothing. Unchanged it is the same object.
 */
export function afterNews(delivery: Delivery, news: DeliveryNews): Delivery {
  if ('failed' in news) {
    const isFinal =
      delivery.ack >= ACK.delivered || (delivery.error !== null && delivery.error.code !== UNCERTAIN.code);
    const isVague = news.failed.code === UNCERTAIN.code;
    if (isFinal || (isVague && (delivery.ack > ACK.pending || delivery.error !== null))) return delivery;
    return { ack: delivery.ack, error: news.failed };
  }
  const ack = news.ack > delivery.ack ? news.ack : delivery.ack;
  const isRefuted = delivery.error?.code === UNCERTAIN.code ? ack >= ACK.sent : ack >= ACK.delivered;
  const error = isRefuted ? null : delivery.error;
  return ack === delivery.ack && error === delivery.error ? delivery : { ack, error };
}

/** A level as the database holds it. */
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
