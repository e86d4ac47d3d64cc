import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * A customer writes, the attendant opens the conversation and answers, quoting or not, and the ticks
 * rise as the message gets on: to the provider, to the phone, to the customer's eyes.
 */

type Deed =
  | { readonly type: 'the customer writes' }
  | { readonly type: 'the attendant opens the conversation' }
  | { readonly type: 'the attendant chooses a message to quote' }
  | { readonly type: 'the attendant drops the quote' }
  | { readonly type: 'the attendant answers' }
  | { readonly type: 'the phone gets it' }
  | { readonly type: 'the customer reads it' }
  | { readonly type: 'an older status comes late' }
  | { readonly type: 'the provider gives it up' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'nobody wrote',
  states: {
    'nobody wrote': { on: { 'the customer writes': 'one unread' } },
    /** At the top of the list, with a badge. */
    'one unread': {
      on: { 'the customer writes': 'two unread', 'the attendant opens the conversation': 'reading' },
    },
    'two unread': { on: { 'the attendant opens the conversation': 'reading' } },
    /** The conversation is open, and nothing is unread any more. */
    reading: {
      on: { 'the attendant chooses a message to quote': 'quoting', 'the attendant answers': 'answered' },
    },
    quoting: {
      on: { 'the attendant drops the quote': 'reading', 'the attendant answers': 'answered with a quote' },
    },
    /** One tick. */
    answered: {
      on: {
        'the phone gets it': 'delivered',
        'the customer reads it': 'read',
        'the provider gives it up': 'not delivered',
      },
    },
    'answered with a quote': { on: { 'the customer reads it': 'read' } },
    /** Two ticks. */
    delivered: { on: { 'the customer reads it': 'read' } },
    /** Two coloured ticks. */
    read: {
      on: { 'an older status comes late': 'read', 'the customer writes': 'answered by the customer' },
    },
    'not delivered': {},
    /** Their next message stands below, and isn't unread. */
    'answered by the customer': {},
  },
});

export const answer = journey('answer', machine, {
  'the customer writes': { type: 'the customer writes' },
  'the attendant opens the conversation': { type: 'the attendant opens the conversation' },
  'the attendant chooses a message to quote': { type: 'the attendant chooses a message to quote' },
  'the attendant drops the quote': { type: 'the attendant drops the quote' },
  'the attendant answers': { type: 'the attendant answers' },
  'the phone gets it': { type: 'the phone gets it' },
  'the customer reads it': { type: 'the customer reads it' },
  'an older status comes late': { type: 'an older status comes late' },
  'the provider gives it up': { type: 'the provider gives it up' },
});
