import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * The back-office adds a company and invites Rosa, its first administrator. Deleted, the company is
 * hidden and whoever is in it is out at once; restored, its people have to log in again.
 */

type Deed =
  | { readonly type: 'the back-office saves a wrong CNPJ' }
  | { readonly type: 'the back-office saves it' }
  | { readonly type: 'the back-office deletes it' }
  | { readonly type: 'the back-office restores it' }
  | { readonly type: 'another company gets its CNPJ' }
  | { readonly type: 'Rosa is invited and comes' }
  | { readonly type: 'Rosa logs in' }
  | { readonly type: 'the back-office enters it' }
  | { readonly type: 'the back-office leaves it' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'filled in',
  states: {
    'filled in': {
      on: {
        'the back-office saves a wrong CNPJ': 'told that the CNPJ is wrong',
        'the back-office saves it': 'listed',
      },
    },
    /** What was typed is still there, and there is no such company. */
    'told that the CNPJ is wrong': { on: { 'the back-office saves it': 'listed' } },
    /** First in the list, with nobody in it. */
    listed: {
      on: { 'the back-office deletes it': 'hidden', 'Rosa is invited and comes': 'at work' },
    },
    /** Among the deleted ones only. */
    hidden: {
      on: {
        'the back-office restores it': 'listed',
        'another company gets its CNPJ': 'hidden, without a way back',
      },
    },
    'hidden, without a way back': {
      on: { 'the back-office restores it': 'told that the CNPJ is taken' },
    },
    'told that the CNPJ is taken': {},
    'at work': {
      on: {
        'the back-office deletes it': 'hidden from Rosa',
        'the back-office enters it': 'visited',
      },
    },
    /** Her page says that her session ended, and no login is let in. */
    'hidden from Rosa': { on: { 'the back-office restores it': 'waiting for Rosa' } },
    /** The session of before is none any more. */
    'waiting for Rosa': { on: { 'Rosa logs in': 'at work' } },
    /** As a support user that says of itself what it is, written down at both. */
    visited: { on: { 'the back-office leaves it': 'at work', 'the back-office deletes it': 'hidden from both' } },
    'hidden from both': {},
  },
});

export const tenantLife = journey('tenant-life', machine, {
  'the back-office saves a wrong CNPJ': { type: 'the back-office saves a wrong CNPJ' },
  'the back-office saves it': { type: 'the back-office saves it' },
  'the back-office deletes it': { type: 'the back-office deletes it' },
  'the back-office restores it': { type: 'the back-office restores it' },
  'another company gets its CNPJ': { type: 'another company gets its CNPJ' },
  'Rosa is invited and comes': { type: 'Rosa is invited and comes' },
  'Rosa logs in': { type: 'Rosa logs in' },
  'the back-office enters it': { type: 'the back-office enters it' },
  'the back-office leaves it': { type: 'the back-office leaves it' },
});
