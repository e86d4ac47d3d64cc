import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';
import type { Logged } from '../log/event.ts';
import type { ListingEvent, ListName } from '../log/events-administration.ts';
import { listingMachine } from './listing.machine.ts';
import { outdatedBy } from './listing.outdated.ts';
import type { OutdatingEvent } from './listing.outdated.ts';

/** The administration's lists, each from its first opening to the end of the session. */
export function createLists(core: Core) {
  const lists = createKeyed<typeof listingMachine, ListName>('list', listingMachine, core);
  return {
    ...lists,
    take: (event: Logged<ListingEvent>): void => {
      const { list, position: request } = event;
      if (lists.get(list) !== undefined) lists.send(list, event);
      // Calls are numbered from the log position on, so that an actor ignores answers to an earlier one of the same name.
      else if (event.type === 'list.opened') lists.make(list, { list, query: event.query, request });
    },
    /** Has lists loaded again that may show something else now. */
    outdate: (event: Logged<OutdatingEvent>): void => {
      const { position, loggedAt } = event;
      const count = lists.get('audience.count')?.getSnapshot().context.page;
      const isPartial = count?.list === 'audience.count' && count.rows[0]?.isPartial === true;
      for (const list of outdatedBy(event, isPartial))
        lists.send(list, { type: 'list.outdated', list, position, loggedAt });
    },
    /** Has lists that failed to load, as without a connection, loaded again. */
    retry: ({ position, loggedAt }: Logged): void => {
      for (const list of lists.keys.getSnapshot()) lists.send(list, { type: 'list.retried', list, position, loggedAt });
    },
  };
}
