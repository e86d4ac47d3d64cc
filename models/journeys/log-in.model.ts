import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana comes to work, mistypes, comes back over a link, and is sent away when her session ends. After
 * it ended she comes back to where she was.
 */

type Deed =
  | { readonly type: 'enters' }
  | { readonly type: 'mistypes the password' }
  | { readonly type: 'follows a link to the attendance' }
  | { readonly type: 'goes to the attendance' }
  | { readonly type: 'reloads the page' }
  | { readonly type: 'her access expires' }
  | { readonly type: 'her session is ended' }
  | { readonly type: 'leaves' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'asked who she is',
  states: {
    'asked who she is': {
      on: {
        enters: 'at home',
        'mistypes the password': 'refused',
        'follows a link to the attendance': 'asked on her way',
      },
    },
    refused: {
      on: { enters: 'at home', 'mistypes the password': 'refused' },
    },
    'at home': {
      on: {
        'goes to the attendance': 'at the attendance',
        'reloads the page': 'at home',
        leaves: 'asked who she is',
      },
    },
    'at the attendance': {
      on: {
        'reloads the page': 'at the attendance',
        'her access expires': 'at the attendance',
        'her session is ended': 'asked on her way',
        leaves: 'asked who she is',
      },
    },
    /** Asked who she is, and where she was going is kept. */
    'asked on her way': {
      on: { enters: 'at the attendance', 'mistypes the password': 'refused on her way' },
    },
    'refused on her way': {
      on: { enters: 'at the attendance' },
    },
  },
});

export const logIn = journey('log-in', machine, {
  enters: { type: 'enters' },
  'mistypes the password': { type: 'mistypes the password' },
  'follows a link to the attendance': { type: 'follows a link to the attendance' },
  'goes to the attendance': { type: 'goes to the attendance' },
  'reloads the page': { type: 'reloads the page' },
  'her access expires': { type: 'her access expires' },
  'her session is ended': { type: 'her session is ended' },
  leaves: { type: 'leaves' },
});
