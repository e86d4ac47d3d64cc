import type { ServerModel } from './server-model.ts';

export type RecipientState =
  | 'pending'
  | 'sending'
  | 'uncertain'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  /** It may have arrived, so it is never sent again. */
  | 'failed, never confirmed'
  | 'skipped'
  | 'cancelled';

export type RecipientEvent =
  // The node's: it claims, and settles by the provider's answer.
  | 'claimed'
  | 'claimed while blocked'
  | 'answered: accepted'
  | 'answered: refused'
  | 'answered: later'
  | 'answer lost'
  // Time's.
  | 'node died'
  | 'timed out'
  // Statuses.
  | 'told: sent'
  | 'told: delivered'
  | 'told: read'
  | 'told: failed'
  | 'told: once more tomorrow'
  // A person's, to the whole campaign.
  | 'retried'
  | 'cancelled';

/** The phone's confirmation overrides any other status. */
const arrived = { 'told: delivered': 'delivered', 'told: read': 'read' } as const;

export const recipientModel: ServerModel<RecipientState, RecipientEvent> = {
  name: 'recipient',
  first: 'pending',
  otherwise: {
    claimed: 'ignored',
    'claimed while blocked': 'ignored',
    'answered: accepted': 'ignored',
    'answered: refused': 'ignored',
    'answered: later': 'ignored',
    'answer lost': 'ignored',
    'node died': 'ignored',
    'timed out': 'ignored',
    'told: sent': 'ignored',
    'told: delivered': 'ignored',
    'told: read': 'ignored',
    'told: failed': 'ignored',
    'told: once more tomorrow': 'ignored',
    retried: 'ignored',
    cancelled: 'ignored',
  },
  expected: {
    pending: { claimed: 'sending', 'claimed while blocked': 'skipped', cancelled: 'cancelled', ...arrived },
    sending: {
      'answered: accepted': 'sent',
      'answered: refused': 'failed',
      'answered: later': 'pending',
      'answer lost': 'uncertain',
      'node died': 'uncertain',
      'told: sent': 'sent',
      'told: failed': 'failed',
      'told: once more tomorrow': 'pending',
      ...arrived,
    },
    uncertain: {
      'answered: accepted': 'sent',
      'answered: refused': 'failed',
      'answered: later': 'pending',
      'timed out': 'failed, never confirmed',
      'told: sent': 'sent',
      'told: failed': 'failed',
      'told: once more tomorrow': 'pending',
      ...arrived,
    },
    // An answer that is slower than the status changes nothing: the provider has it.
    sent: { 'told: failed': 'failed', 'told: once more tomorrow': 'pending', ...arrived },
    delivered: { 'told: read': 'read' },
    read: {},
    failed: { retried: 'pending', ...arrived },
    'failed, never confirmed': arrived,
    skipped: {},
    cancelled: arrived,
  },
};
