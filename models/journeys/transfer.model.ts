import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Bruno offers his conversation to Carla. She takes it or declines, he takes the offer back, or Ana,
 * the administrator, settles it for them. At any time exactly one of the two has the conversation.
 */

type Deed =
  | { readonly type: 'Bruno asks to transfer' }
  | { readonly type: 'Bruno thinks better of it' }
  | { readonly type: 'Bruno offers it to Carla' }
  | { readonly type: 'Carla accepts' }
  | { readonly type: 'Carla declines' }
  | { readonly type: 'Bruno takes the offer back' }
  | { readonly type: 'Ana accepts for Carla' }
  | { readonly type: 'Ana cancels the offer' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'with Bruno',
  states: {
    'with Bruno': { on: { 'Bruno asks to transfer': 'choosing whom' } },
    'choosing whom': {
      on: { 'Bruno thinks better of it': 'with Bruno', 'Bruno offers it to Carla': 'offered' },
    },
    /** Both of them, and Ana, see the offer; it is still Bruno's. */
    offered: {
      on: {
        'Carla accepts': 'with Carla',
        'Ana accepts for Carla': 'with Carla',
        'Carla declines': 'still with Bruno',
        'Bruno takes the offer back': 'still with Bruno',
        'Ana cancels the offer': 'still with Bruno',
      },
    },
    /** Bruno doesn't see it any more. */
    'with Carla': {},
    /** Carla doesn't see it any more, and it can be offered again. */
    'still with Bruno': { on: { 'Bruno asks to transfer': 'choosing whom' } },
  },
});

export const transfer = journey('transfer', machine, {
  'Bruno asks to transfer': { type: 'Bruno asks to transfer' },
  'Bruno thinks better of it': { type: 'Bruno thinks better of it' },
  'Bruno offers it to Carla': { type: 'Bruno offers it to Carla' },
  'Carla accepts': { type: 'Carla accepts' },
  'Carla declines': { type: 'Carla declines' },
  'Bruno takes the offer back': { type: 'Bruno takes the offer back' },
  'Ana accepts for Carla': { type: 'Ana accepts for Carla' },
  'Ana cancels the offer': { type: 'Ana cancels the offer' },
});
