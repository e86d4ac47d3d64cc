import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * A campaign that the provider stops halfway: customers who are blocked or opt out meanwhile get nothing once it is
 * resumed.
 */

type Deed =
  | { readonly type: 'Ana blocks one of them' }
  | { readonly type: 'another writes SAIR' }
  | { readonly type: 'Ana resumes it' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'stopped by the provider',
  states: {
    /** All are in its queue, and Ana is told why. */
    'stopped by the provider': { on: { 'Ana blocks one of them': 'one is out' } },
    'one is out': { on: { 'another writes SAIR': 'two are out' } },
    'two are out': { on: { 'Ana resumes it': 'the third got it' } },
    /** Only the third; the other two are listed with the reason. */
    'the third got it': {},
  },
});

export const blockWhileItRuns = journey('block-while-it-runs', machine, {
  'Ana blocks one of them': { type: 'Ana blocks one of them' },
  'another writes SAIR': { type: 'another writes SAIR' },
  'Ana resumes it': { type: 'Ana resumes it' },
});
