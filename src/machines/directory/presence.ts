import type { EventFrom } from 'xstate';
import { presenceMachine } from '../presence/presence.machine.ts';
import type { Core } from './core.ts';
import { createKeyed } from './keyed.ts';

export type PresenceInput = EventFrom<typeof presenceMachine>;

/** Colleagues' open conversations, and ours: one actor, once the list of conversations was shown. */
export function createPresence(core: Core) {
  const presence = createKeyed<typeof presenceMachine, 'all'>('presence', presenceMachine, core);
  return {
    ...presence,
    take: (event: PresenceInput): void => {
      const isDue = event.type === 'presence.followed' && core.viewer() !== null;
      if (isDue && presence.get('all') === undefined) presence.make('all', undefined);
      presence.send('all', event);
    },
  };
}
