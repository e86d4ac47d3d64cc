import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * The attendant finishes an attendance, or thinks better of it, or somebody else was faster. When
 * the customer writes again a new attendance begins, with a protocol of its own, and whoever still looks at the one
 * before sees it.
 */

type Deed =
  | { readonly type: 'the attendant asks to finish' }
  | { readonly type: 'the attendant thinks better of it' }
  | { readonly type: 'the attendant confirms' }
  | { readonly type: 'an administrator finishes it first' }
  | { readonly type: 'the attendant looks among the finished ones' }
  | { readonly type: 'the customer writes again' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'attending',
  states: {
    attending: {
      on: {
        'the attendant asks to finish': 'asked whether to finish',
        'an administrator finishes it first': 'finished',
      },
    },
    'asked whether to finish': {
      on: {
        'the attendant thinks better of it': 'attending',
        'the attendant confirms': 'finished',
        'an administrator finishes it first': 'finished',
      },
    },
    /** No longer among the open ones; the conversation says that it is over. */
    finished: {
      on: {
        'the attendant looks among the finished ones': 'found among the finished',
        'the customer writes again': 'attending anew',
      },
    },
    'found among the finished': {},
    /** The view went along: without an attendant, with another protocol; the one before is among the earlier ones. */
    'attending anew': {},
  },
});

export const finish = journey('finish', machine, {
  'the attendant asks to finish': { type: 'the attendant asks to finish' },
  'the attendant thinks better of it': { type: 'the attendant thinks better of it' },
  'the attendant confirms': { type: 'the attendant confirms' },
  'an administrator finishes it first': { type: 'an administrator finishes it first' },
  'the attendant looks among the finished ones': { type: 'the attendant looks among the finished ones' },
  'the customer writes again': { type: 'the customer writes again' },
});
