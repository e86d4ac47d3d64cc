import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana adds a number to serve from: it needs credentials, a test that the provider passes, and people who
 * answer. Then it can be switched off and on, and takes in what customers wrote before it was there. A gateway's phone is
 * paired by a code instead.
 */

type Deed =
  | { readonly type: 'Ana tests it' }
  | { readonly type: 'Ana says who answers' }
  | { readonly type: 'Ana takes in earlier messages' }
  | { readonly type: 'Ana gives it a token that expired' }
  | { readonly type: 'Ana gives it a good token' }
  | { readonly type: 'Ana switches it off' }
  | { readonly type: 'Ana switches it on' }
  | { readonly type: 'Ana adds a gateway’s phone' }
  | { readonly type: 'Ana has its code shown' }
  | { readonly type: 'the phone scans it' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'added',
  states: {
    /** Without a number, and never seen by the provider. */
    added: {
      on: {
        'Ana tests it': 'told that it has no number',
        'Ana takes in earlier messages': 'told that it was never tested',
        'Ana gives it a token that expired': 'with credentials that expired',
        'Ana gives it a good token': 'with credentials',
        'Ana adds a gateway’s phone': 'at a gateway',
      },
    },
    'told that it has no number': {},
    'told that it was never tested': {},
    'with credentials that expired': { on: { 'Ana tests it': 'refused by the provider' } },
    /** Of the token only its end is to be seen. */
    'with credentials': { on: { 'Ana tests it': 'connected' } },
    /** Disconnected, with the provider's reason. */
    'refused by the provider': { on: { 'Ana gives it a good token': 'with credentials' } },
    connected: {
      on: {
        'Ana says who answers': 'ready',
        'Ana switches it off': 'off',
        'Ana takes in earlier messages': 'caught up',
        'Ana gives it a token that expired': 'with credentials that expired',
      },
    },
    /** Nothing is missing: Bruno sees it on his page. */
    ready: {},
    /** So it stands among those to choose from, too, on everybody's open page. */
    off: { on: { 'Ana switches it on': 'connected' } },
    'at a gateway': { on: { 'Ana has its code shown': 'to be scanned' } },
    'to be scanned': { on: { 'the phone scans it': 'paired' } },
    /** The code is gone. */
    paired: {},
    /** What customers wrote before is there, marked as taken in. */
    'caught up': {},
  },
});

export const instanceLife = journey('instance-life', machine, {
  'Ana tests it': { type: 'Ana tests it' },
  'Ana says who answers': { type: 'Ana says who answers' },
  'Ana takes in earlier messages': { type: 'Ana takes in earlier messages' },
  'Ana gives it a token that expired': { type: 'Ana gives it a token that expired' },
  'Ana gives it a good token': { type: 'Ana gives it a good token' },
  'Ana switches it off': { type: 'Ana switches it off' },
  'Ana switches it on': { type: 'Ana switches it on' },
  'Ana adds a gateway’s phone': { type: 'Ana adds a gateway’s phone' },
  'Ana has its code shown': { type: 'Ana has its code shown' },
  'the phone scans it': { type: 'the phone scans it' },
});
