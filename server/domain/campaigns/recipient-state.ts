import { RECIPIENT_STATES } from '../../../contract/facts/campaigns.ts';
import type { RecipientState } from '../../../contract/facts/campaigns.ts';

/** What happens to a recipient. */
export const RECIPIENT_EVENTS = [
  'claimed',
  /** Left out after all. */
  'skipped',
  /** The campaign was cancelled. */
  'cancelled',
  'accepted',
  /** It was certainly not sent, and may be later. */
  'putBack',
  'refused',
  /** Nobody knows whether it was sent: the answer is lost, or the node died. */
  'lost',
  /** No status came for an uncertain one. */
  'timedOut',
  /** A status: accepted by the provider. */
  'ackSent',
  'ackDelivered',
  'ackRead',
  /** A status: it will not arrive. */
  'ackFailed',
  'retried',
] as const;
export type RecipientEvent = (typeof RECIPIENT_EVENTS)[number];

/**
 * The state after an event; what is missing changes nothing. Levels only rise. What the customer's phone confirmed wins
 * over a failure, and an uncertain one is never sent again.
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

/** The states that an event has an effect in. */
export function recipientsBefore(event: RecipientEvent): RecipientState[] {
  return RECIPIENT_STATES.filter((state) => recipientAfter(state, event) !== undefined);
}
