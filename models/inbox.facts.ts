import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { App } from '../src/machines/app.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { InboxQuery } from '../src/machines/log/events-inbox.ts';
import { awaitsGreeting, held } from './connection.ts';
import { narrowFacts } from './inbox.narrow.ts';

function contextOf({ directory }: App) {
  return directory.inbox.getSnapshot().context;
}

/** Whether the query is for the user's own tickets, of all instances. */
function asksForAll(app: App, status: InboxQuery['status']): boolean {
  const { query } = contextOf(app);
  return query.status === status && query.scope === 'mine' && query.instanceId === null;
}

function asksEverywhere(app: App, scope: InboxQuery['scope']): boolean {
  const { query } = contextOf(app);
  return query.scope === scope && query.instanceId === null;
}

/** What outcomes depend on: the current query, and what is still to be fetched. */
export const inboxFacts = {
  ...narrowFacts,
  'finished ones of every instance are asked for': (app: App) => asksForAll(app, 'finished'),
  'open ones of every instance are asked for': (app: App) => asksForAll(app, 'open'),
  'the queue is asked for': (app: App) => asksEverywhere(app, 'queue'),
  'those with a flow are asked for': (app: App) => asksEverywhere(app, 'flow'),
  'those waiting for a customer are asked for': (app: App) => asksEverywhere(app, 'waiting'),
  'the not answered are asked for': (app: App) => contextOf(app).query.only?.notResponded === true,
  'the unread are asked for': (app: App) => contextOf(app).query.only?.unseen === true,
  'the numbers are asked for': (app: App) => contextOf(app).views.asked === contextOf(app).request,
  'by wait': (app: App) => contextOf(app).query.sort === 'longest_wait',
  '“mar” is asked for': (app: App) => contextOf(app).query.search === 'mar',
  'an instance is asked for': (app: App) => contextOf(app).query.instanceId !== null,
  'the rows are counted': (app: App) => contextOf(app).held === app.directory.ticketOrder.getSnapshot().ids.length,
  'a wish is pending': (app: App) => contextOf(app).pins.wanted['301'] !== undefined,
  'it is pinned': (app: App) => {
    const { wanted, updated, listed } = contextOf(app).pins;
    return (wanted['301'] ?? updated['301']?.pinned ?? listed['301']) === true;
  },
  'the numbers are in doubt': (app: App) => contextOf(app).views.doubt !== undefined,
  'numbers were asked for': (app: App) => contextOf(app).views.asked !== undefined,
  'they are an administrator': (app: App) => contextOf(app).viewer?.roleName === ADMIN_ROLE,
  'the closed one is held': (app: App, event: AppEvent) =>
    event.type === 'ticket.closed' && app.directory.ticket(event.ticket.id) !== undefined,
  'its finish is counted': (app: App, event: AppEvent) =>
    event.type === 'ticket.closed' &&
    Object.keys(contextOf(app).views.finishedSince).some((key) => key.startsWith(`${event.ticket.id}:`)),
  'a later list was counted': (app: App) => contextOf(app).views.asOf > held(app),
  'frames are kept': (app: App) => contextOf(app).unheld.frames.length > 0,
  'something is unseen elsewhere': (app: App) => Object.keys(contextOf(app).unheld.unseen).length > 0,
  'a later page is next': (app: App) => contextOf(app).nextPage > 1,
  'a row has left meanwhile': (app: App) => contextOf(app).shrunkAt !== null,
  'all is held': (app: App) => contextOf(app).complete,
  'more is wanted': (app: App) => contextOf(app).wantsMore,
  'a resync is due': (app: App) => contextOf(app).stale,
  'the greeting is awaited': awaitsGreeting,
};
