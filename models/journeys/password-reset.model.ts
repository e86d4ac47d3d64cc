import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Rui has forgotten his password while he is still logged in at another computer. He asks for a mail,
 * and its link lets him choose another, once and within an hour; then he is logged in nowhere.
 */

type Deed =
  | { readonly type: 'asks with an e-mail that nobody has' }
  | { readonly type: 'asks' }
  | { readonly type: 'asks again' }
  | { readonly type: 'follows the link' }
  | { readonly type: 'follows the older link' }
  | { readonly type: 'an hour passes' }
  | { readonly type: 'the administrator blocks him' }
  | { readonly type: 'chooses a weak password' }
  | { readonly type: 'chooses another password' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'asked for the e-mail',
  states: {
    'asked for the e-mail': {
      on: { 'asks with an e-mail that nobody has': 'told the same, without a mail', asks: 'has a mail' },
    },
    /** The answer doesn't say whether there is such a user. */
    'told the same, without a mail': { on: { asks: 'has a mail' } },
    'has a mail': {
      on: {
        'follows the link': 'choosing',
        'asks again': 'has two mails',
        'the administrator blocks him': 'blocked',
      },
    },
    'has two mails': { on: { 'follows the older link': 'choosing' } },
    choosing: {
      on: {
        'chooses a weak password': 'told that it is weak',
        'chooses another password': 'done',
        'an hour passes': 'choosing too late',
      },
    },
    /** The link is still good. */
    'told that it is weak': { on: { 'chooses another password': 'done' } },
    'choosing too late': { on: { 'chooses another password': 'told that the link is of no use' } },
    /** The old password opens nothing, the new one does, and the other computer asks who he is. */
    done: { on: { 'follows the link': 'choosing once more' } },
    'choosing once more': { on: { 'chooses another password': 'told that the link is of no use' } },
    blocked: { on: { 'follows the link': 'choosing once more' } },
    'told that the link is of no use': {},
  },
});

export const passwordReset = journey('password-reset', machine, {
  'asks with an e-mail that nobody has': { type: 'asks with an e-mail that nobody has' },
  asks: { type: 'asks' },
  'asks again': { type: 'asks again' },
  'follows the link': { type: 'follows the link' },
  'follows the older link': { type: 'follows the older link' },
  'an hour passes': { type: 'an hour passes' },
  'the administrator blocks him': { type: 'the administrator blocks him' },
  'chooses a weak password': { type: 'chooses a weak password' },
  'chooses another password': { type: 'chooses another password' },
});
