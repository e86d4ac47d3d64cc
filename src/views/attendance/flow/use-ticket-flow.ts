import { useEffect, useEffectEvent } from 'react';
import type { TicketFlow } from '../../../machines/entities/flows.ts';
import { selectListQuery } from '../../../machines/listing/listing.selectors.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';

const LIST = 'chat.flow';

/** The flow in which a ticket is or was: null if it never was in one, undefined until that is known. */
export function useTicketFlow(ticketId: string): TicketFlow['flow'] | undefined {
  const { directory, append } = useApp();
  const query = { ...wholeList, filters: { ticket: ticketId } };
  const { rows } = useListing(LIST, query, 'known');
  const ask = useEffectEvent(() => {
    const held = directory.list(LIST);
    if (held === undefined) append({ type: 'list.opened', list: LIST, query });
    else if (selectListQuery(held.getSnapshot()).filters['ticket'] !== ticketId)
      append({ type: 'list.queried', list: LIST, change: query });
  });
  useEffect(() => ask(), [ticketId]);
  return rows?.find((row) => row.ticketId === ticketId)?.flow;
}
