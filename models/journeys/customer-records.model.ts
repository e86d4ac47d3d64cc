import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * What a company keeps of its customers: tags, fields and outcomes of its own, a customer with all of them, a consent,
 * saved views, groups and audiences, blocked numbers, and the customer’s end.
 */

type Deed =
  | { readonly type: 'Ana says what there is to know of customers' }
  | { readonly type: 'Ana adds a customer' }
  | { readonly type: 'Ana fills in the customer’s card' }
  | { readonly type: 'Ana tags the customer' }
  | { readonly type: 'Ana records a consent' }
  | { readonly type: 'Ana saves what she looks for as a view' }
  | { readonly type: 'Ana renames the view' }
  | { readonly type: 'Ana deletes the view' }
  | { readonly type: 'Ana puts the customer into a group' }
  | { readonly type: 'Ana takes the customer out again' }
  | { readonly type: 'Ana fills the group from an audience' }
  | { readonly type: 'Ana deletes the group and the audience' }
  | { readonly type: 'Ana takes the list home' }
  | { readonly type: 'Ana blocks the numbers of a file' }
  | { readonly type: 'Ana lets one of them in again' }
  | { readonly type: 'Ana erases the customer' }
  | { readonly type: 'Ana deletes what there is to know' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'nobody yet',
  states: {
    'nobody yet': { on: { 'Ana says what there is to know of customers': 'a tag, a field and an outcome' } },
    'a tag, a field and an outcome': { on: { 'Ana adds a customer': 'a customer' } },
    'a customer': { on: { 'Ana fills in the customer’s card': 'a card' } },
    /** Another administrator sees it too. */
    'a card': { on: { 'Ana tags the customer': 'tagged' } },
    /** And found by the tag. */
    tagged: { on: { 'Ana records a consent': 'consenting' } },
    consenting: { on: { 'Ana saves what she looks for as a view': 'a view of hers' } },
    'a view of hers': { on: { 'Ana renames the view': 'the view has another name' } },
    'the view has another name': { on: { 'Ana deletes the view': 'no view' } },
    'no view': { on: { 'Ana puts the customer into a group': 'in a group' } },
    'in a group': { on: { 'Ana takes the customer out again': 'an empty group' } },
    'an empty group': { on: { 'Ana fills the group from an audience': 'filled from an audience' } },
    'filled from an audience': { on: { 'Ana deletes the group and the audience': 'no group' } },
    'no group': { on: { 'Ana takes the list home': 'on a sheet' } },
    'on a sheet': { on: { 'Ana blocks the numbers of a file': 'two numbers blocked' } },
    'two numbers blocked': { on: { 'Ana lets one of them in again': 'one number blocked' } },
    'one number blocked': { on: { 'Ana erases the customer': 'erased' } },
    /** Only by their number, and nothing of them is found any more. */
    erased: { on: { 'Ana deletes what there is to know': 'nothing to know' } },
    'nothing to know': {},
  },
});

export const customerRecords = journey('customer-records', machine, {
  'Ana says what there is to know of customers': { type: 'Ana says what there is to know of customers' },
  'Ana adds a customer': { type: 'Ana adds a customer' },
  'Ana fills in the customer’s card': { type: 'Ana fills in the customer’s card' },
  'Ana tags the customer': { type: 'Ana tags the customer' },
  'Ana records a consent': { type: 'Ana records a consent' },
  'Ana saves what she looks for as a view': { type: 'Ana saves what she looks for as a view' },
  'Ana renames the view': { type: 'Ana renames the view' },
  'Ana deletes the view': { type: 'Ana deletes the view' },
  'Ana puts the customer into a group': { type: 'Ana puts the customer into a group' },
  'Ana takes the customer out again': { type: 'Ana takes the customer out again' },
  'Ana fills the group from an audience': { type: 'Ana fills the group from an audience' },
  'Ana deletes the group and the audience': { type: 'Ana deletes the group and the audience' },
  'Ana takes the list home': { type: 'Ana takes the list home' },
  'Ana blocks the numbers of a file': { type: 'Ana blocks the numbers of a file' },
  'Ana lets one of them in again': { type: 'Ana lets one of them in again' },
  'Ana erases the customer': { type: 'Ana erases the customer' },
  'Ana deletes what there is to know': { type: 'Ana deletes what there is to know' },
});
