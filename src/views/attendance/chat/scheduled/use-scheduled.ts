import { useEffect, useEffectEvent } from 'react';
import type { Attendance } from '../../../../machines/entities/entities.ts';
import { conversationKey } from '../../../../machines/entities/ids.ts';
import type { ScheduledMessage } from '../../../../machines/entities/scheduled.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp } from '../../../app/app-context.tsx';

const LIST = 'chat.scheduled';

/** The scheduled messages of a ticket's conversation; asked again when the ticket has another owner. Null until known. */
export function useScheduled(ticket: Attendance): readonly ScheduledMessage[] | null {
  const { directory, append } = useApp();
  const customer = ticket.customer.id;
  const instance = ticket.instance.id;
  const query = { ...wholeList, filters: { customer, instance } };
  const { rows } = useListing(LIST, query, 'known');
  const ask = useEffectEvent(() => {
    if (directory.list(LIST) === undefined) append({ type: 'list.opened', list: LIST, query });
    else append({ type: 'list.queried', list: LIST, change: query });
  });
  const ownerId = ticket.owner?.id;
  useEffect(() => ask(), [customer, instance, ownerId]);
  const key = conversationKey(customer, instance);
  // Until the answer for this conversation is there, the rows are another one's.
  return rows?.every(({ conversation }) => conversation === key) === true ? rows : null;
}
