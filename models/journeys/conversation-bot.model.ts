import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana says which of two flows answers a customer's first message, in which order, where and by which name. A new customer writes at
 * each step, and another administrator's open page follows.
 */

type Deed =
  | { readonly type: 'Ana has a flow answer that isn’t published' }
  | { readonly type: 'Ana has the first answer' }
  | { readonly type: 'Ana has the second answer, too' }
  | { readonly type: 'Ana puts the second first' }
  | { readonly type: 'Ana has the second answer at Suporte alone' }
  | { readonly type: 'Ana has the first answer a word alone' }
  | { readonly type: 'Ana gives it a name' }
  | { readonly type: 'Ana switches it off' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'people answer',
  states: {
    'people answer': {
      on: {
        'Ana has a flow answer that isn’t published': 'told that it can’t answer',
        'Ana has the first answer': 'the first answers',
      },
    },
    'told that it can’t answer': {},
    'the first answers': {
      on: {
        'Ana has the second answer, too': 'the first still answers',
        'Ana has the first answer a word alone': 'it answers the word',
        'Ana gives it a name': 'it signs',
        'Ana switches it off': 'people answer',
      },
    },
    /** The second one is behind it. */
    'the first still answers': { on: { 'Ana puts the second first': 'the second answers' } },
    'the second answers': { on: { 'Ana has the second answer at Suporte alone': 'each at its number' } },
    /** The first one at Vendas, the second one at Suporte. */
    'each at its number': {},
    /** And people whatever else is written. */
    'it answers the word': {},
    'it signs': {},
  },
});

export const conversationBot = journey('conversation-bot', machine, {
  'Ana has a flow answer that isn’t published': { type: 'Ana has a flow answer that isn’t published' },
  'Ana has the first answer': { type: 'Ana has the first answer' },
  'Ana has the second answer, too': { type: 'Ana has the second answer, too' },
  'Ana puts the second first': { type: 'Ana puts the second first' },
  'Ana has the second answer at Suporte alone': { type: 'Ana has the second answer at Suporte alone' },
  'Ana has the first answer a word alone': { type: 'Ana has the first answer a word alone' },
  'Ana gives it a name': { type: 'Ana gives it a name' },
  'Ana switches it off': { type: 'Ana switches it off' },
});
