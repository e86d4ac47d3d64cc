import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * The attendant looks into a conversation and goes back to the list without answering: it is read, until the customer
 * writes again. The guide for QA shows this journey as its example.
 */

type Deed =
  | { readonly type: 'the attendant opens the conversation' }
  | { readonly type: 'the attendant goes back to the list' }
  | { readonly type: 'the customer writes' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'one unread',
  states: {
    'one unread': { on: { 'the attendant opens the conversation': 'reading' } },
    reading: { on: { 'the attendant goes back to the list': 'read' } },
    read: { on: { 'the customer writes': 'unread again' } },
    'unread again': {},
  },
});

export const readAndLeave = journey('read-and-leave', machine, {
  'the attendant opens the conversation': { type: 'the attendant opens the conversation' },
  'the attendant goes back to the list': { type: 'the attendant goes back to the list' },
  'the customer writes': { type: 'the customer writes' },
});
