import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * What Rita does with her own account: her name, her availability, her language, her sessions, her password and her own
 * quick replies. Her administrator sees what others are to see.
 */

type Deed =
  | { readonly type: 'Rita changes her name' }
  | { readonly type: 'Rita goes away' }
  | { readonly type: 'Rita comes back' }
  | { readonly type: 'Rita chooses English' }
  | { readonly type: 'Rita chooses European Portuguese' }
  | { readonly type: 'Rita ends the session at another device' }
  | { readonly type: 'Rita ends all other sessions' }
  | { readonly type: 'Rita mistypes her password as she changes it' }
  | { readonly type: 'Rita changes her password' }
  | { readonly type: 'Rita writes a quick reply of her own' }
  | { readonly type: 'Rita changes the quick reply' }
  | { readonly type: 'Rita deletes the quick reply' }
  | { readonly type: 'Rita unlocks her screen' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'at work',
  states: {
    'at work': { on: { 'Rita changes her name': 'known by the new name' } },
    'known by the new name': { on: { 'Rita goes away': 'away' } },
    away: { on: { 'Rita comes back': 'back' } },
    back: { on: { 'Rita chooses English': 'everything in English' } },
    /** On her other devices, too. */
    'everything in English': { on: { 'Rita chooses European Portuguese': 'everything in European Portuguese' } },
    'everything in European Portuguese': {
      on: { 'Rita ends the session at another device': 'the other device is out' },
    },
    'the other device is out': { on: { 'Rita ends all other sessions': 'alone' } },
    alone: { on: { 'Rita mistypes her password as she changes it': 'told that it is wrong' } },
    'told that it is wrong': { on: { 'Rita changes her password': 'let in by the new password alone' } },
    'let in by the new password alone': { on: { 'Rita writes a quick reply of her own': 'hers alone' } },
    /** Nobody else is offered it. */
    'hers alone': { on: { 'Rita changes the quick reply': 'hers, changed' } },
    'hers, changed': { on: { 'Rita deletes the quick reply': 'no quick reply' } },
    'no quick reply': { on: { 'Rita unlocks her screen': 'unlocked' } },
    unlocked: {},
  },
});

export const ownAccount = journey('own-account', machine, {
  'Rita changes her name': { type: 'Rita changes her name' },
  'Rita goes away': { type: 'Rita goes away' },
  'Rita comes back': { type: 'Rita comes back' },
  'Rita chooses English': { type: 'Rita chooses English' },
  'Rita chooses European Portuguese': { type: 'Rita chooses European Portuguese' },
  'Rita ends the session at another device': { type: 'Rita ends the session at another device' },
  'Rita ends all other sessions': { type: 'Rita ends all other sessions' },
  'Rita mistypes her password as she changes it': { type: 'Rita mistypes her password as she changes it' },
  'Rita changes her password': { type: 'Rita changes her password' },
  'Rita writes a quick reply of her own': { type: 'Rita writes a quick reply of her own' },
  'Rita changes the quick reply': { type: 'Rita changes the quick reply' },
  'Rita deletes the quick reply': { type: 'Rita deletes the quick reply' },
  'Rita unlocks her screen': { type: 'Rita unlocks her screen' },
});
