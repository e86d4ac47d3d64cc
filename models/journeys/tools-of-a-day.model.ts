import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * What an attendant reaches for in a day besides writing: a note for a colleague, a quick reply, a template once the
 * window is shut, a message for later, putting a conversation off, blocking, merging, an outcome, and undoing a finish.
 */

type Deed =
  | { readonly type: 'Bruno mentions Ana in a note' }
  | { readonly type: 'Bruno answers with a quick reply' }
  | { readonly type: 'a day passes' }
  | { readonly type: 'Bruno sends a template' }
  | { readonly type: 'the customer writes' }
  | { readonly type: 'Bruno schedules a message' }
  | { readonly type: 'Bruno changes it' }
  | { readonly type: 'Bruno cancels it' }
  | { readonly type: 'Bruno puts it off' }
  | { readonly type: 'Bruno brings it back' }
  | { readonly type: 'Ana blocks the customer' }
  | { readonly type: 'Ana lets them write again' }
  | { readonly type: 'the customer writes from another number' }
  | { readonly type: 'Bruno merges the two' }
  | { readonly type: 'Bruno finishes the earlier one, and merges' }
  | { readonly type: 'Bruno finishes with an outcome' }
  | { readonly type: 'Bruno undoes the finish' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'attending',
  states: {
    /** Among Bruno's, and he can write. */
    attending: {
      on: {
        'Bruno mentions Ana in a note': 'noted',
        'Bruno answers with a quick reply': 'answered',
        'a day passes': 'shut',
        'Bruno schedules a message': 'scheduled',
        'Bruno puts it off': 'put off',
        'Ana blocks the customer': 'blocked',
        'the customer writes from another number': 'two of one person',
        'Bruno finishes with an outcome': 'finished with its outcome',
      },
    },
    /** Ana is told, and the customer isn't. */
    noted: {},
    /** With the customer's name and the protocol filled in. */
    answered: {},
    /** Only a template may be sent. */
    shut: { on: { 'Bruno sends a template': 'asked by template' } },
    'asked by template': { on: { 'the customer writes': 'attending' } },
    scheduled: { on: { 'Bruno changes it': 'scheduled otherwise' } },
    'scheduled otherwise': { on: { 'Bruno cancels it': 'nothing scheduled' } },
    'nothing scheduled': {},
    'put off': { on: { 'Bruno brings it back': 'attending', 'the customer writes': 'attending' } },
    blocked: { on: { 'Ana lets them write again': 'heard again' } },
    /** But for what they wrote meanwhile. */
    'heard again': {},
    'two of one person': { on: { 'Bruno merges the two': 'told that both are open' } },
    'told that both are open': { on: { 'Bruno finishes the earlier one, and merges': 'one customer' } },
    'one customer': {},
    'finished with its outcome': { on: { 'Bruno undoes the finish': 'attending' } },
  },
});

export const toolsOfADay = journey('tools-of-a-day', machine, {
  'Bruno mentions Ana in a note': { type: 'Bruno mentions Ana in a note' },
  'Bruno answers with a quick reply': { type: 'Bruno answers with a quick reply' },
  'a day passes': { type: 'a day passes' },
  'Bruno sends a template': { type: 'Bruno sends a template' },
  'the customer writes': { type: 'the customer writes' },
  'Bruno schedules a message': { type: 'Bruno schedules a message' },
  'Bruno changes it': { type: 'Bruno changes it' },
  'Bruno cancels it': { type: 'Bruno cancels it' },
  'Bruno puts it off': { type: 'Bruno puts it off' },
  'Bruno brings it back': { type: 'Bruno brings it back' },
  'Ana blocks the customer': { type: 'Ana blocks the customer' },
  'Ana lets them write again': { type: 'Ana lets them write again' },
  'the customer writes from another number': { type: 'the customer writes from another number' },
  'Bruno merges the two': { type: 'Bruno merges the two' },
  'Bruno finishes the earlier one, and merges': { type: 'Bruno finishes the earlier one, and merges' },
  'Bruno finishes with an outcome': { type: 'Bruno finishes with an outcome' },
  'Bruno undoes the finish': { type: 'Bruno undoes the finish' },
});
