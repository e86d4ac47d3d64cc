import type { EventOf, Logged } from '../log/event.ts';
import type { InboxFilters, InboxQuery } from '../log/events-inbox.ts';
import type { Preferences } from '../log/events-session.ts';
import type { InternalEventOf } from '../log/internal.ts';

/** Events of the inbox. */
export type InboxInput =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'login.succeeded'
        | 'instance.chosen'
        | 'inbox.filtered'
        | 'inbox.narrowed'
        | 'inbox.sorted'
        | 'inbox.searched'
        | 'inbox.endReached'
        | 'inbox.retried'
        | 'tickets.listed'
        | 'tickets.listFailed'
        | 'timer.fired'
        | 'customer.pinned'
        | 'customer.pinToggled'
        | 'customer.pinFailed'
      >
    >
  | InternalEventOf<
      | 'session.started'
      | 'viewer.changed'
      | 'session.ended'
      | 'session.forgotten'
      | 'resync.needed'
      | 'list.measured'
      | 'list.shrunk'
      | 'frame.unheld'
      | 'frames.settled'
      | 'conversation.updated'
      | 'tickets.known'
      | 'ticket.counted'
      | 'views.outdated'
    >;

/** The list's query after an event; the same reference if the event doesn't concern it. */
export function queryAfter(query: InboxQuery, event: InboxInput): InboxQuery {
  switch (event.type) {
    case 'app.opened':
      return preferred(query, event.preferences, query.scope);
    case 'login.succeeded':
      return event.preferences === undefined ? query : preferred(query, event.preferences, 'all');
    case 'inbox.filtered':
      return { ...query, instanceId: event.instanceId, status: event.status, scope: event.scope };
    case 'inbox.narrowed':
      return narrowed(query, event.only);
    case 'inbox.sorted':
      return sorted(query, event.sort);
    case 'session.forgotten':
      return narrowed(sorted(query), {});
    case 'inbox.searched':
      return { ...query, search: event.search.trim() };
    case 'instance.chosen':
      return { ...query, instanceId: event.instanceId };
    default:
      return query;
  }
}

function preferred(
  query: InboxQuery,
  { activeInstanceId, inboxFilters = {}, inboxScope, inboxView, inboxSort }: Preferences,
  usual: InboxQuery['scope'],
): InboxQuery {
  const scope = inboxView ?? inboxScope ?? usual;
  return narrowed(sorted({ ...query, scope, instanceId: activeInstanceId }, inboxSort), inboxFilters);
}

function sorted(before: InboxQuery, sort?: InboxQuery['sort']): InboxQuery {
  const { sort: _, ...query } = before;
  return sort === undefined || sort === 'last_message' ? query : { ...query, sort };
}

function narrowed(before: InboxQuery, only: InboxFilters): InboxQuery {
  const { only: _, ...query } = before;
  return Object.values(only).every((value) => value === undefined) ? query : { ...query, only };
}
