import type { ServerModel } from './server-model.ts';

/** Whether a customer is blocked: by their own number, by another one of theirs, or by both. */
export type BlockedState = 'free' | 'blocked' | 'blocked by another' | 'blocked by both' | 'erased';

export type BlockedEvent =
  // In the list of numbers.
  | 'listed'
  | 'unlisted'
  | 'another listed'
  | 'another unlisted'
  // At the customer's card.
  | 'blocked at the card'
  | 'unblocked at the card'
  | 'merged with a blocked one'
  | 'erased'
  // The customer's.
  | 'wrote'
  | 'wrote from another'
  | 'number changed'
  | 'number changed to a listed one';

export const blockedContactModel: ServerModel<BlockedState, BlockedEvent> = {
  name: 'blocked-contact',
  first: 'free',
  otherwise: {
    listed: 'ignored',
    unlisted: 'ignored',
    'another listed': 'ignored',
    'another unlisted': 'ignored',
    'blocked at the card': 'ignored',
    'unblocked at the card': 'ignored',
    'merged with a blocked one': 'refused',
    erased: 'refused',
    wrote: 'ignored',
    'wrote from another': 'ignored',
    'number changed': 'ignored',
    'number changed to a listed one': 'ignored',
  },
  expected: {
    free: {
      listed: 'blocked',
      'another listed': 'blocked by another',
      'blocked at the card': 'blocked',
      'merged with a blocked one': 'blocked by another',
      erased: 'erased',
      wrote: 'free',
      'wrote from another': 'free',
      'number changed': 'free',
      'number changed to a listed one': 'blocked',
    },
    // A new number is blocked like the one before.
    blocked: {
      unlisted: 'free',
      'another listed': 'blocked by both',
      'unblocked at the card': 'free',
      'merged with a blocked one': 'blocked by both',
      erased: 'erased',
      'number changed': 'blocked',
      'number changed to a listed one': 'blocked',
    },
    'blocked by another': {
      listed: 'blocked by both',
      'another unlisted': 'free',
      'unblocked at the card': 'free',
      'merged with a blocked one': 'blocked by another',
      erased: 'erased',
      'number changed': 'blocked by both',
      'number changed to a listed one': 'blocked by both',
    },
    'blocked by both': {
      unlisted: 'blocked by another',
      'another unlisted': 'blocked',
      'unblocked at the card': 'free',
      'merged with a blocked one': 'blocked by both',
      erased: 'erased',
      'number changed': 'blocked by both',
      'number changed to a listed one': 'blocked by both',
    },
    erased: { 'blocked at the card': 'refused', 'unblocked at the card': 'refused' },
  },
};
