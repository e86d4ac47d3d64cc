import type { EventFrom } from 'xstate';
import type { Core } from '../directory/core.ts';
import { createOwn } from '../directory/own.ts';
import { presenceMachine } from './presence.machine.ts';

/** Colleagues' open conversations, and ours: one actor, once the list of conversations was shown. */
export const createPresence = (core: Core) =>
  createOwn<typeof presenceMachine, 'all', EventFrom<typeof presenceMachine>>(core, {
    kind: 'presence',
    logic: presenceMachine,
    keyOf: () => 'all',
    makeOn: ({ type }) => (type === 'presence.followed' && core.viewer() !== null ? { input: undefined } : null),
    takesFirst: true,
  });
