import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana has customers tagged who write a word: she tries the rule on what was written before, saves it, and it acts on what comes
 * then. Another administrator's open page follows.
 */

type Deed =
  | { readonly type: 'Ana tries it' }
  | { readonly type: 'Ana saves it' }
  | { readonly type: 'Ana saves it without an action' }
  | { readonly type: 'Ana has it cause itself' }
  | { readonly type: 'a customer writes the word' }
  | { readonly type: 'a customer writes something else' }
  | { readonly type: 'Ana switches it off' }
  | { readonly type: 'Ana switches it on' }
  | { readonly type: 'Ana puts it first' }
  | { readonly type: 'another administrator saves first' }
  | { readonly type: 'Ana saves her change' }
  | { readonly type: 'Ana deletes it' }
  | { readonly type: 'Ana reads in the file of all rules' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'written',
  states: {
    /** Behind a rule that notes all messages, and not saved. */
    written: {
      on: {
        'Ana tries it': 'tried',
        'Ana saves it': 'on',
        'Ana saves it without an action': 'warned that it does nothing',
        'Ana has it cause itself': 'warned of the cycle',
      },
    },
    /** It would have acted on one message and not on the other, and has done nothing. */
    tried: {},
    'warned that it does nothing': {},
    /** By the names of the chain; it isn't in the list. */
    'warned of the cycle': {},
    on: {
      on: {
        'a customer writes the word': 'acted',
        'a customer writes something else': 'not concerned',
        'Ana switches it off': 'off',
        'Ana puts it first': 'first',
        'another administrator saves first': 'changed by two',
        'Ana deletes it': 'deleted',
        'Ana reads in the file of all rules': 'there a second time',
      },
    },
    /** The customer is tagged, and the executions say by which rule. */
    acted: {},
    'not concerned': {},
    off: { on: { 'a customer writes the word': 'not concerned', 'Ana switches it on': 'on' } },
    first: {},
    /** Switched off, for somebody to look at. */
    'there a second time': {},
    'changed by two': { on: { 'Ana saves her change': 'told that another was faster' } },
    /** Nothing was written over. */
    'told that another was faster': {},
    deleted: { on: { 'a customer writes the word': 'not concerned' } },
  },
});

export const rulesJourney = journey('rules', machine, {
  'Ana tries it': { type: 'Ana tries it' },
  'Ana saves it': { type: 'Ana saves it' },
  'Ana saves it without an action': { type: 'Ana saves it without an action' },
  'Ana has it cause itself': { type: 'Ana has it cause itself' },
  'a customer writes the word': { type: 'a customer writes the word' },
  'a customer writes something else': { type: 'a customer writes something else' },
  'Ana switches it off': { type: 'Ana switches it off' },
  'Ana switches it on': { type: 'Ana switches it on' },
  'Ana puts it first': { type: 'Ana puts it first' },
  'another administrator saves first': { type: 'another administrator saves first' },
  'Ana saves her change': { type: 'Ana saves her change' },
  'Ana deletes it': { type: 'Ana deletes it' },
  'Ana reads in the file of all rules': { type: 'Ana reads in the file of all rules' },
});
