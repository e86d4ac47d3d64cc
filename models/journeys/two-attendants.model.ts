import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Bruno and Carla both see a customer whom nobody attends yet. Whoever answers first has the
 * conversation; the other sees it go, and a message that came too late is kept with its text.
 */

type Deed =
  | { readonly type: 'Bruno opens it' }
  | { readonly type: 'Carla opens it' }
  | { readonly type: 'Bruno answers' }
  | { readonly type: 'Carla answers' }
  | { readonly type: 'both answer at once' }
  | { readonly type: 'Carla discards her message' }
  | { readonly type: 'the customer writes again' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'waiting for either',
  states: {
    'waiting for either': { on: { 'Bruno opens it': 'open at Bruno', 'Carla opens it': 'open at Carla' } },
    'open at Bruno': { on: { 'Bruno answers': "Bruno's", 'Carla opens it': 'open at both' } },
    'open at Carla': { on: { 'Carla answers': "Carla's", 'Bruno opens it': 'open at both' } },
    'open at both': {
      on: {
        'Bruno answers': "Bruno's",
        'Carla answers': "Carla's",
        'both answer at once': "Bruno's, and Carla's message not sent",
      },
    },
    /** Gone from the other's list, and written to by its owner alone. */
    "Bruno's": { on: { 'the customer writes again': "Bruno's" } },
    "Carla's": {},
    /** Bruno was the faster one. */
    "Bruno's, and Carla's message not sent": { on: { 'Carla discards her message': "Bruno's" } },
  },
});

export const twoAttendants = journey('two-attendants', machine, {
  'Bruno opens it': { type: 'Bruno opens it' },
  'Carla opens it': { type: 'Carla opens it' },
  'Bruno answers': { type: 'Bruno answers' },
  'Carla answers': { type: 'Carla answers' },
  'both answer at once': { type: 'both answer at once' },
  'Carla discards her message': { type: 'Carla discards her message' },
  'the customer writes again': { type: 'the customer writes again' },
});
