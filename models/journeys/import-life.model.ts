import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana brings a base in, halts it half-way, and takes it back; another file is thrown away.
 */

type Deed =
  | { readonly type: 'Ana uploads a file' }
  | { readonly type: 'Ana throws it away' }
  | { readonly type: 'Ana uploads a large file' }
  | { readonly type: 'Ana starts it, and halts it' }
  | { readonly type: 'Ana goes on' }
  | { readonly type: 'Ana takes it back' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'nothing brought',
  states: {
    'nothing brought': { on: { 'Ana uploads a file': 'its columns are asked for' } },
    'its columns are asked for': { on: { 'Ana throws it away': 'thrown away' } },
    'thrown away': { on: { 'Ana uploads a large file': 'ready' } },
    ready: { on: { 'Ana starts it, and halts it': 'halted' } },
    /** Not all of it is in. */
    halted: { on: { 'Ana goes on': 'all in' } },
    'all in': { on: { 'Ana takes it back': 'taken back' } },
    /** None of it is there any more. */
    'taken back': {},
  },
});

export const importLife = journey('import-life', machine, {
  'Ana uploads a file': { type: 'Ana uploads a file' },
  'Ana throws it away': { type: 'Ana throws it away' },
  'Ana uploads a large file': { type: 'Ana uploads a large file' },
  'Ana starts it, and halts it': { type: 'Ana starts it, and halts it' },
  'Ana goes on': { type: 'Ana goes on' },
  'Ana takes it back': { type: 'Ana takes it back' },
});
