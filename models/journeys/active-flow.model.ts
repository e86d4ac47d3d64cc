import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana has a flow start for a group of two, now, later or each day. Another administrator's open page follows, and each customer's
 * phone says what they got.
 */

type Deed =
  | { readonly type: 'Ana launches it' }
  | { readonly type: 'Ana switches it on' }
  | { readonly type: 'Ana launches it for a moment that is past' }
  | { readonly type: 'Ana launches it while one is blocked' }
  | { readonly type: 'Ana launches it for later' }
  | { readonly type: 'Ana launches it for each day' }
  | { readonly type: 'its moment comes' }
  | { readonly type: 'Ana stops it' }
  | { readonly type: 'one of them answers' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'off',
  states: {
    /** Published, and it may not be started. */
    off: { on: { 'Ana launches it': 'told that it is off', 'Ana switches it on': 'ready' } },
    'told that it is off': {},
    ready: {
      on: {
        'Ana launches it': 'both have it',
        'Ana launches it for a moment that is past': 'told that it is past',
        'Ana launches it while one is blocked': 'the other has it',
        'Ana launches it for later': 'planned',
        'Ana launches it for each day': 'planned for each day',
      },
    },
    'told that it is past': {},
    'both have it': { on: { 'one of them answers': 'asked' } },
    /** The flow goes on with whoever answered. */
    asked: {},
    /** Of the blocked one is said why not. */
    'the other has it': {},
    /** Nobody has anything. */
    planned: { on: { 'its moment comes': 'both have it', 'Ana stops it': 'stopped' } },
    'planned for each day': { on: { 'its moment comes': 'both have it, and it comes again' } },
    /** A day after that moment. */
    'both have it, and it comes again': { on: { 'Ana stops it': 'stopped after the first time' } },
    stopped: { on: { 'its moment comes': 'nobody has it' } },
    'nobody has it': {},
    'stopped after the first time': {},
  },
});

export const activeFlow = journey('active-flow', machine, {
  'Ana launches it': { type: 'Ana launches it' },
  'Ana switches it on': { type: 'Ana switches it on' },
  'Ana launches it for a moment that is past': { type: 'Ana launches it for a moment that is past' },
  'Ana launches it while one is blocked': { type: 'Ana launches it while one is blocked' },
  'Ana launches it for later': { type: 'Ana launches it for later' },
  'Ana launches it for each day': { type: 'Ana launches it for each day' },
  'its moment comes': { type: 'its moment comes' },
  'Ana stops it': { type: 'Ana stops it' },
  'one of them answers': { type: 'one of them answers' },
});
