import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana brings customers in from a file, makes an audience of them and sends them a campaign. One of them answers, and
 * Bruno sees what they answer.
 */

type Deed =
  | { readonly type: 'Ana imports a base' }
  | { readonly type: 'Ana makes an audience of them' }
  | { readonly type: 'Ana sends them a campaign' }
  | { readonly type: 'one of them answers' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'nobody knows them',
  states: {
    'nobody knows them': { on: { 'Ana imports a base': 'in the base' } },
    /** But for the row without a number. */
    'in the base': { on: { 'Ana makes an audience of them': 'an audience' } },
    'an audience': { on: { 'Ana sends them a campaign': 'everybody got it' } },
    /** Once each, and nobody has a ticket for it. */
    'everybody got it': { on: { 'one of them answers': 'answered' } },
    /** With what they answer before it, and counted. */
    answered: {},
  },
});

export const importToAnswer = journey('import-to-answer', machine, {
  'Ana imports a base': { type: 'Ana imports a base' },
  'Ana makes an audience of them': { type: 'Ana makes an audience of them' },
  'Ana sends them a campaign': { type: 'Ana sends them a campaign' },
  'one of them answers': { type: 'one of them answers' },
});
