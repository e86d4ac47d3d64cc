import type { Actor, EventFrom } from 'xstate';
import { presenceMachine } from '../presence/presence.machine.ts';
import type { Core } from './core.ts';
import type { NamedActor } from './held.ts';
import { createKeyed } from './keyed.ts';
import type { StoredKinds } from './stored.ts';

export type PresenceActor = Actor<typeof presenceMachine>;

/** Colleagues' open conversations, and ours; one actor, from the first list of conversations on. */
export interface Presence {
  readonly get: () => PresenceActor | undefined;
  readonly take: (event: EventFrom<typeof presenceMachine>) => void;
  readonly clear: () => void;
  readonly restore: (stored: StoredKinds) => void;
  readonly all: () => Iterable<NamedActor>;
}

export type MakePresence = (core: Core, changed: () => void) => Presence;

/** Loaded once the list of conversations is shown. */
export function createPresence(core: Core, changed: () => void): Presence {
  const actors = createKeyed<typeof presenceMachine, 'all'>('presence', presenceMachine, core);
  return {
    get: () => actors.get('all'),
    take(event) {
      if (event.type === 'presence.followed' && actors.get('all') === undefined && core.viewer() !== null) {
        actors.make('all', undefined);
        changed();
      }
      actors.get('all')?.send(event);
    },
    clear() {
      actors.forget('all');
      changed();
    },
    restore: actors.restore,
    all: actors.named,
  };
}
