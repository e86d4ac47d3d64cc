import { RECIPIENT_STATES } from '../../../contract/facts/campaigns.ts';
import type { RecipientState } from '../../../contract/facts/campaigns.ts';

/** What happens to a recipient. */
export const RECIPIENT_EVENTS = [
  'claimed',
  /** Not sent: excluded when it was about to be sent. */
  'skipped',
  /** The campaign was cancelled. */
  'cancelled',
  'accepted',
  /** Certainly not sent; it may be sent later. */
  'putBack',
  'refused',
  /** Unknown whether it was sent: the answer was lost, or the node died. */
  'lost',
  /** An uncertain one got no status in time. */
  'timedOut',
  /** A status: accepted by the provider. */
  'ackSent',
  'ackDelivered',
  'ackRead',
  /** A status: it can't be delivered. */
  'ackFailed',
  'retried',
] as const;
export type RecipientEvent = (typeof RECIPIENT_EVENTS)[number];

/**
 * The state after an event; an event that isn't listed is ignored. Delivery never goes backwards. A confirmation by the
 * customer's phone wins over a failure. An uncertain recipient is sent to again only if nothing was sent before.
 */
export const RECIPIENT_TRANSITIONS: Readonly<
  Record<RecipientState, Readonly<Partial<Record<RecipientEvent, RecipientState>>>>
> = {
  pending: {
    claimed: 'sending',
    skipped: 'skipped',
    cancelled: 'cancelled',
    ackDelivered: 'delivered',
    ackRead: 'read',
  },
  sending: {
    accepted: 'sent',
    putBack: 'pending',
    refused: 'failed',
    lost: 'uncertain',
    ackSent: 'sent',
    ackDelivered: 'delivered',
    ackRead: 'read',
    ackFailed: 'failed',
  },
  uncertain: {
    accepted: 'sent',
    putBack: 'pending',
    refused: 'failed',
    timedOut: 'failed',
    ackSent: 'sent',
    ackDelivered: 'delivered',
    ackRead: 'read',
    ackFailed: 'failed',
  },
  sent: { putBack: 'pending', ackDelivered: 'delivered', ackRead: 'read', ackFailed: 'failed' },
  delivered: { ackRead: 'read' },
  read: {},
  failed: { retried: 'pending', ackDelivered: 'delivered', ackRead: 'read' },
  skipped: {},
  cancelled: { ackDelivered: 'delivered', ackRead: 'read' },
};

export function recipientAfter(state: RecipientState, event: RecipientEvent): RecipientState | undefined {
  return RECIPIENT_TRANSITIONS[state][event];
}

/** The states in which an event has an effect. */
export function recipientsBefore(event: RecipientEvent): RecipientState[] {
  return RECIPIENT_STATES.filter((state) => recipientAfter(state, event) !== undefined);
}
