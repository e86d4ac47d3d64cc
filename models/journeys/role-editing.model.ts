import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana takes the users from the role that Bruno has while he looks at them: his screen and his next
 * call are refused at once, in the page that he has open. Another administrator may be faster, and
 * what would lock everybody out is refused.
 */

type Deed =
  | { readonly type: 'Ana takes the users away' }
  | { readonly type: 'Ana thinks better of it' }
  | { readonly type: 'Ana saves' }
  | { readonly type: 'another administrator saves first' }
  | { readonly type: 'Ana loads it anew' }
  | { readonly type: 'Ana gives the users back' }
  | { readonly type: 'Ana narrows the administrators’ role' }
  | { readonly type: 'Ana copies it' }
  | { readonly type: 'Ana copies it under its own name' }
  | { readonly type: 'Ana deletes the copy' }
  | { readonly type: 'Ana deletes it' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'open as it is',
  states: {
    /** Bruno looks at the users, which are in his menu. */
    'open as it is': {
      on: {
        'Ana takes the users away': 'changed',
        'Ana narrows the administrators’ role': 'told that the last way in stays',
        'Ana copies it': 'copied',
        'Ana copies it under its own name': 'told that the name is taken',
        'Ana deletes it': 'told that somebody has it',
      },
    },
    /** Nothing of it is to be noticed at Bruno's. */
    changed: {
      on: {
        'Ana thinks better of it': 'open as it is',
        'Ana saves': 'Bruno is out',
        'another administrator saves first': 'changed by two',
      },
    },
    'changed by two': { on: { 'Ana saves': 'told that another was faster' } },
    /** Nothing was written over. */
    'told that another was faster': { on: { 'Ana loads it anew': 'both changes before her' } },
    'both changes before her': { on: { 'Ana saves': 'Bruno is out' } },
    /** His menu is without the users, his screen and his next call are refused, and his page was not loaded again. */
    'Bruno is out': { on: { 'Ana gives the users back': 'Bruno is in again' } },
    'Bruno is in again': {},
    'told that the last way in stays': {},
    copied: { on: { 'Ana deletes the copy': 'open as it is' } },
    'told that the name is taken': { on: { 'Ana copies it': 'copied' } },
    'told that somebody has it': {},
  },
});

export const roleEditing = journey('role-editing', machine, {
  'Ana takes the users away': { type: 'Ana takes the users away' },
  'Ana thinks better of it': { type: 'Ana thinks better of it' },
  'Ana saves': { type: 'Ana saves' },
  'another administrator saves first': { type: 'another administrator saves first' },
  'Ana loads it anew': { type: 'Ana loads it anew' },
  'Ana gives the users back': { type: 'Ana gives the users back' },
  'Ana narrows the administrators’ role': { type: 'Ana narrows the administrators’ role' },
  'Ana copies it': { type: 'Ana copies it' },
  'Ana copies it under its own name': { type: 'Ana copies it under its own name' },
  'Ana deletes the copy': { type: 'Ana deletes the copy' },
  'Ana deletes it': { type: 'Ana deletes it' },
});
