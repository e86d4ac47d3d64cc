import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * The attendant's network goes and comes back: before a message, after it, and in the middle. What
 * was written goes out once, or is shown as not sent with its text.
 */

type Deed =
  | { readonly type: 'the network goes' }
  | { readonly type: 'the network comes back' }
  | { readonly type: 'the attendant writes' }
  | { readonly type: 'the network goes while a message is on its way' }
  | { readonly type: 'the customer writes meanwhile' }
  | { readonly type: 'an administrator blocks the customer meanwhile' }
  | { readonly type: 'an administrator lets the customer write again' }
  | { readonly type: 'the attendant tries again' }
  | { readonly type: 'the attendant discards it' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'connected',
  states: {
    connected: {
      on: {
        'the network goes': 'cut off',
        'the attendant writes': 'sent',
        'the network goes while a message is on its way': 'unsure whether it was sent',
      },
    },
    'cut off': {
      on: {
        'the network comes back': 'connected',
        'the attendant writes': 'waiting to be sent',
        'the customer writes meanwhile': 'missing a message',
      },
    },
    'missing a message': { on: { 'the network comes back': 'caught up' } },
    /** Written without a network: in its place, with a clock for a tick. */
    'waiting to be sent': {
      on: {
        'the network comes back': 'sent',
        'an administrator blocks the customer meanwhile': 'waiting in vain',
      },
    },
    /** As before, only that the server is going to refuse it. */
    'waiting in vain': { on: { 'the network comes back': 'not sent' } },
    /** The server has it, its answer got lost: nobody knows. */
    'unsure whether it was sent': { on: { 'the network comes back': 'sent' } },
    'not sent': {
      on: {
        'the attendant tries again': 'not sent',
        'the attendant discards it': 'discarded',
        'an administrator lets the customer write again': 'not sent, but could be',
      },
    },
    'not sent, but could be': { on: { 'the attendant tries again': 'sent' } },
    'caught up': {},
    sent: {},
    discarded: {},
  },
});

export const loseNetwork = journey('lose-network', machine, {
  'the network goes': { type: 'the network goes' },
  'the network comes back': { type: 'the network comes back' },
  'the attendant writes': { type: 'the attendant writes' },
  'the network goes while a message is on its way': { type: 'the network goes while a message is on its way' },
  'the customer writes meanwhile': { type: 'the customer writes meanwhile' },
  'an administrator blocks the customer meanwhile': { type: 'an administrator blocks the customer meanwhile' },
  'an administrator lets the customer write again': { type: 'an administrator lets the customer write again' },
  'the attendant tries again': { type: 'the attendant tries again' },
  'the attendant discards it': { type: 'the attendant discards it' },
});
