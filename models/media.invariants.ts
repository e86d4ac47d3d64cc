import type { Logged } from '../src/machines/log/event.ts';
import type { MediaSnapshot } from '../src/machines/media/media.machine.ts';
import { keysOf } from './actors.ts';
import type { Invariant, Moment } from './model.ts';

function filesOf(app: Moment['app']): readonly MediaSnapshot[] {
  return keysOf(app, 'media').flatMap((id) => {
    const snapshot = app.directory.media(id)?.getSnapshot();
    return snapshot === undefined ? [] : [snapshot];
  });
}

/** With these the calls of the session before are over. */
function endsCalls({ type }: Logged): boolean {
  return (
    type === 'app.opened' || type === 'login.succeeded' || type === 'logout.requested' || type === 'logout.inOtherTab'
  );
}

const oneCall: Invariant = {
  name: 'media: one call in flight a message',
  ofState: true,
  follow: () => {
    const inFlight = new Map<string, number>();
    return ({ event, commands }) => {
      if (endsCalls(event)) inFlight.clear();
      if (
        (event.type === 'media.loaded' || event.type === 'media.loadFailed') &&
        inFlight.get(event.messageId) === event.request
      )
        inFlight.delete(event.messageId);
      for (const command of commands) {
        if (command.type !== 'media.fetch') continue;
        if (inFlight.has(command.messageId)) return `${command.messageId} was asked for twice at ${event.type}`;
        inFlight.set(command.messageId, command.request);
      }
      return null;
    };
  },
};

const freshAddress: Invariant = {
  name: 'media: an address that has run out is shown by no new view',
  ofState: true,
  follow:
    () =>
    ({ app, event }) => {
      if (event.type !== 'media.shown') return null;
      const snapshot = app.directory.media(event.messageId)?.getSnapshot();
      return (snapshot?.value === 'ready' || snapshot?.value === 'unshown') &&
        event.loggedAt >= snapshot.context.validUntil
        ? `${event.messageId} is ready with it`
        : null;
    },
};

const onlyReady: Invariant = {
  name: 'media: an address is held only while it is shown, or replaced',
  ofState: true,
  follow:
    () =>
    ({ app }) => {
      const wrong = filesOf(app).find(
        ({ value, context }) =>
          (value === 'ready' || value === 'unshown') !== (typeof context.media?.url === 'string') && value !== 'asking',
      );
      return wrong === undefined ? null : `${wrong.context.messageId} is ${wrong.value}`;
    },
};

const watched: Invariant = {
  name: 'media: nothing is held of a message that no view shows, but a call in flight',
  ofState: true,
  follow:
    () =>
    ({ app }) => {
      const left = filesOf(app).find(({ value, context }) => context.watchers === 0 && value !== 'asking');
      return left === undefined ? null : `${left.context.messageId} is ${left.value}`;
    },
};

export const mediaInvariants: readonly Invariant[] = [oneCall, freshAddress, onlyReady, watched];
