import type { Viewer } from '../../src/machines/entities/viewer.ts';
import type { EventOf, Logged } from '../../src/machines/log/event.ts';
import type { Preferences, StoredSession } from '../../src/machines/log/events-session.ts';
import type { InternalEventOf } from '../../src/machines/log/internal.ts';
import { brunoViewing, CARLA } from '../support/builders.ts';
import { logged } from '../support/builders-events.ts';

/** What a person who never set anything has. */
export const preferences: Preferences = {
  theme: 'light',
  locale: 'pt_BR',
  sidebarOpen: false,
  sound: true,
  singleKeys: true,
  activeInstanceId: null,
};

/** Carla's, who is an attendant. */
export function aStoredSession(overrides: Partial<StoredSession> = {}): StoredSession {
  return {
    token: 'stored-token',
    userId: CARLA.id,
    email: 'carla@aurora.example',
    name: CARLA.name,
    roleName: 'atendente',
    originBackoffice: false,
    routes: ['chat'],
    ...overrides,
  };
}

export function storedSessionOf({ userId, name, roleName }: Viewer): StoredSession {
  return aStoredSession({ userId, name, roleName });
}

export function opened(
  session: StoredSession | null,
  overrides: Partial<EventOf<'app.opened'>> = {},
): Logged<EventOf<'app.opened'>> {
  return logged<EventOf<'app.opened'>>({
    type: 'app.opened',
    tenant: 'aurora',
    session,
    preferences,
    online: true,
    visible: true,
    desktop: 'default',
    ...overrides,
  });
}

export function sessionStarted(
  viewer: Viewer = brunoViewing,
  isFresh = true,
  isBroken = false,
): InternalEventOf<'session.started'> {
  return { type: 'session.started', viewer, isFresh, isBroken };
}

export const sessionEnded: InternalEventOf<'session.ended'> = { type: 'session.ended' };
