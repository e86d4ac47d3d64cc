import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Nina secures her login with her phone: the app takes the secret, a code proves it, recovery codes
 * are shown once. Her company may ask it of everybody, and its administrator may take it from who has
 * lost the phone. Long after the login her password is asked for first.
 */

type Deed =
  | { readonly type: 'sets it up' }
  | { readonly type: 'sets it up long after the login' }
  | { readonly type: 'gives a wrong password' }
  | { readonly type: 'gives her password' }
  | { readonly type: 'gives up' }
  | { readonly type: 'gives a wrong code' }
  | { readonly type: 'gives the code of the app' }
  | { readonly type: 'keeps the codes' }
  | { readonly type: 'makes other recovery codes' }
  | { readonly type: 'switches it off' }
  | { readonly type: 'switches it off long after the login' }
  | { readonly type: 'logs in again' }
  | { readonly type: 'goes back' }
  | { readonly type: 'gives a recovery code' }
  | { readonly type: 'gives the same recovery code once more' }
  | { readonly type: 'the company requires it' }
  | { readonly type: 'the company requires it no more' }
  | { readonly type: 'the administrator takes it away' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'without',
  states: {
    /** The password alone opens a session. */
    without: {
      on: {
        'sets it up': 'shown the secret',
        'sets it up long after the login': 'asked for her password',
        'the company requires it': 'owing',
      },
    },
    /** Nothing is shown before she has given it. */
    'asked for her password': {
      on: { 'gives a wrong password': 'told that the password is wrong', 'gives her password': 'shown the secret' },
    },
    'told that the password is wrong': { on: { 'gives her password': 'shown the secret' } },
    'shown the secret': {
      on: {
        'gives up': 'without',
        'gives a wrong code': 'told that the code is wrong',
        'gives the code of the app': 'shown the recovery codes',
      },
    },
    /** The secret is the same, and nothing is switched on. */
    'told that the code is wrong': { on: { 'gives the code of the app': 'shown the recovery codes' } },
    'shown the recovery codes': { on: { 'keeps the codes': 'protected' } },
    protected: {
      on: {
        'logs in again': 'asked for a code',
        'makes other recovery codes': 'shown other recovery codes',
        'switches it off': 'without',
        'switches it off long after the login': 'asked for her password, protected',
        'the company requires it': 'protected, as required',
        'the administrator takes it away': 'without',
      },
    },
    /** The code that she gave is good still. */
    'asked for her password, protected': { on: { 'gives her password': 'without' } },
    /** Those of before are of no more use. */
    'shown other recovery codes': { on: { 'keeps the codes': 'protected' } },
    'asked for a code': {
      on: {
        'gives a wrong code': 'refused at the login',
        'gives the code of the app': 'protected',
        'gives a recovery code': 'in, with a code less',
        'goes back': 'asked who she is',
      },
    },
    'refused at the login': { on: { 'gives the code of the app': 'protected' } },
    'asked who she is': { on: { 'logs in again': 'asked for a code' } },
    'in, with a code less': { on: { 'gives the same recovery code once more': 'refused at the login' } },
    /** Logged in, led to set it up, and permitted nothing else. */
    owing: {
      on: {
        'sets it up': 'shown the secret, owing',
        'the company requires it no more': 'without',
      },
    },
    'shown the secret, owing': { on: { 'gives the code of the app': 'protected, as required' } },
    'protected, as required': {
      on: {
        'switches it off': 'told that it is required',
        'the company requires it no more': 'protected',
      },
    },
    'told that it is required': {},
  },
});

export const twoFactor = journey('two-factor', machine, {
  'sets it up': { type: 'sets it up' },
  'sets it up long after the login': { type: 'sets it up long after the login' },
  'gives a wrong password': { type: 'gives a wrong password' },
  'gives her password': { type: 'gives her password' },
  'gives up': { type: 'gives up' },
  'gives a wrong code': { type: 'gives a wrong code' },
  'gives the code of the app': { type: 'gives the code of the app' },
  'keeps the codes': { type: 'keeps the codes' },
  'makes other recovery codes': { type: 'makes other recovery codes' },
  'switches it off': { type: 'switches it off' },
  'switches it off long after the login': { type: 'switches it off long after the login' },
  'logs in again': { type: 'logs in again' },
  'goes back': { type: 'goes back' },
  'gives a recovery code': { type: 'gives a recovery code' },
  'gives the same recovery code once more': { type: 'gives the same recovery code once more' },
  'the company requires it': { type: 'the company requires it' },
  'the company requires it no more': { type: 'the company requires it no more' },
  'the administrator takes it away': { type: 'the administrator takes it away' },
});
