import type { InboxContext } from '../src/machines/inbox/inbox.context.ts';
import type { InboxSnapshot } from '../src/machines/inbox/inbox.machine.ts';
import type { App } from '../src/machines/app.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { InboxQuery } from '../src/machines/log/events-inbox.ts';
import type { Preferences } from '../src/machines/log/events-session.ts';
import type { Step } from './oracles.ts';
import type { Sample } from './model.ts';
import { isEqual } from './reference.ts';
import { ana, opened, preferences, storedSession, user } from './samples.ts';

/** What a session begins and ends with: what the person had chosen, and what is still to be told to the server. */

const chosen: Preferences = {
  ...preferences,
  activeInstanceId: '5',
  inboxView: 'queue',
  inboxSort: 'longest_wait',
  inboxFilters: { notResponded: true },
};

function loggedIn(own?: Preferences): Sample {
  return (app: App) => ({
    type: 'login.succeeded',
    generation: app.directory.auth.getSnapshot().context.generation,
    token: 'login',
    user: user(ana),
    routes: ['users'],
    originBackoffice: false,
    ...(own && { preferences: own }),
  });
}

export const sessionSamples = {
  'app.opened: who had chosen what to look at': opened(storedSession(ana), { preferences: chosen }),
  'login.succeeded': loggedIn(),
  'login.succeeded: who had chosen an instance': loggedIn({ ...preferences, activeInstanceId: '6' }),
  'login.succeeded: who had chosen what to look at': loggedIn(chosen),
} as const satisfies Record<string, Sample>;

type Begun = Pick<Step<InboxSnapshot, unknown>, 'commands'> & {
  readonly event: Logged;
  readonly before: InboxSnapshot;
  readonly after: InboxSnapshot;
};

/** As somebody left it: without what isn't chosen. */
function preferred({ status, search }: InboxQuery, own: Preferences, usual: InboxQuery['scope']): InboxQuery {
  const { activeInstanceId: instanceId, inboxView, inboxScope, inboxSort, inboxFilters = {} } = own;
  const isByWait = inboxSort !== undefined && inboxSort !== 'last_message';
  const isNarrow = Object.values(inboxFilters).some((filter) => filter !== undefined);
  return {
    instanceId,
    status,
    search,
    scope: inboxView ?? inboxScope ?? usual,
    ...(isByWait && { sort: inboxSort }),
    ...(isNarrow && { only: inboxFilters }),
  };
}

function isSamePerson({ before, after }: Begun): boolean {
  return before.context.viewer !== null && before.context.viewer.userId === after.context.viewer?.userId;
}

/** What the list asks for as a session begins or ends; null where somebody else was there before. */
export function queryBegun(step: Begun): InboxQuery | null {
  const { event, before, after } = step;
  const { query, viewer, openScope }: InboxContext = before.context;
  const { instanceId, status, scope, search } = query;
  // The next person's list isn't narrowed by what this one chose.
  if (event.type === 'logout.requested') return viewer === null ? query : { instanceId, status, scope, search };
  if (event.type !== 'app.opened' && event.type !== 'login.succeeded') return null;
  if (viewer !== null && !isSamePerson(step)) return null;
  const isLogin = event.type === 'login.succeeded';
  const own = event.preferences;
  const isHeld = viewer !== null && isLogin;
  const kept = own === undefined || isHeld ? query : preferred(query, own, isLogin ? 'all' : scope);
  if (viewer !== null || after.matches('idle')) return kept;
  // Whoever comes looks at what is open, and hasn't searched for anything.
  return { ...kept, status: 'open', scope: isEqual(kept, query) ? openScope : kept.scope, search: '' };
}

/** A pin of an earlier page may not have reached the server. */
export function pinsBegun(step: Begun): readonly Command[] | null {
  if (step.event.type !== 'app.opened' || step.after.matches('idle')) return null;
  const { wanted } = step.before.context.pins;
  if (!isSamePerson(step)) return [];
  return Object.entries(wanted).map(([customerId, pinned]) => ({ type: 'customer.pin', customerId, pinned }));
}
