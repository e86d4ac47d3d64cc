import type { EventFrom } from 'xstate';
import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';
import { presenceMachine } from './presence.machine.ts';

/** Colleagues' open conversations, and ours: one actor, once the list of conversations was shown. */
export function createPresence(core: Core) {
  const presence = createKeyed<typeof presenceMachine, 'all'>('presence', presenceMachine, core);
  return {
    ...presence,
    take: (event: EventFrom<typeof presenceMachine>): void => {
      const isFirst = event.type === 'presence.followed' && presence.get('all') === undefined;
      if (isFirst && core.viewer() !== null) presence.make('all', undefined);
      presence.send('all', event);
    },
  };
}
