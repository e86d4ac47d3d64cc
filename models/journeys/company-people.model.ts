import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana has a department, and Rita in it: where she sits, how she gets in, and how she is put out again. Nina is invited
 * meanwhile, and the invitation taken back.
 */

type Deed =
  | { readonly type: 'Ana adds a department' }
  | { readonly type: 'Ana adds Rita to it' }
  | { readonly type: 'Ana renames the department' }
  | { readonly type: 'Ana deletes the department' }
  | { readonly type: 'Ana takes Rita from her number' }
  | { readonly type: 'Ana gives Rita another password' }
  | { readonly type: 'Ana ends Rita’s session' }
  | { readonly type: 'Ana blocks Rita' }
  | { readonly type: 'Ana lets Rita in again' }
  | { readonly type: 'Ana deletes Rita' }
  | { readonly type: 'Ana invites Nina' }
  | { readonly type: 'Ana takes the invitation back' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'nobody yet',
  states: {
    'nobody yet': { on: { 'Ana adds a department': 'a department' } },
    'a department': { on: { 'Ana adds Rita to it': 'Rita is there' } },
    /** In her department, at her number, and she gets in. */
    'Rita is there': { on: { 'Ana renames the department': 'the department has another name' } },
    'the department has another name': { on: { 'Ana deletes the department': 'Rita is in none' } },
    'Rita is in none': { on: { 'Ana takes Rita from her number': 'Rita has no number' } },
    'Rita has no number': { on: { 'Ana gives Rita another password': 'Rita needs the new password' } },
    /** The one before is refused. */
    'Rita needs the new password': { on: { 'Ana ends Rita’s session': 'Rita is out' } },
    'Rita is out': { on: { 'Ana blocks Rita': 'Rita is kept out' } },
    'Rita is kept out': { on: { 'Ana lets Rita in again': 'Rita gets in again' } },
    'Rita gets in again': { on: { 'Ana deletes Rita': 'Rita is gone' } },
    /** Her login too, and the audit tells who did it. */
    'Rita is gone': { on: { 'Ana invites Nina': 'Nina is invited' } },
    'Nina is invited': { on: { 'Ana takes the invitation back': 'the link leads nowhere' } },
    'the link leads nowhere': {},
  },
});

export const companyPeople = journey('company-people', machine, {
  'Ana adds a department': { type: 'Ana adds a department' },
  'Ana adds Rita to it': { type: 'Ana adds Rita to it' },
  'Ana renames the department': { type: 'Ana renames the department' },
  'Ana deletes the department': { type: 'Ana deletes the department' },
  'Ana takes Rita from her number': { type: 'Ana takes Rita from her number' },
  'Ana gives Rita another password': { type: 'Ana gives Rita another password' },
  'Ana ends Rita’s session': { type: 'Ana ends Rita’s session' },
  'Ana blocks Rita': { type: 'Ana blocks Rita' },
  'Ana lets Rita in again': { type: 'Ana lets Rita in again' },
  'Ana deletes Rita': { type: 'Ana deletes Rita' },
  'Ana invites Nina': { type: 'Ana invites Nina' },
  'Ana takes the invitation back': { type: 'Ana takes the invitation back' },
});
