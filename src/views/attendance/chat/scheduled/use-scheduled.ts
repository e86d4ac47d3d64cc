import { useEffect, useEffectEvent } from 'react';
import type { Attendance } from '../../../../machines/entities/entities.ts';
import { conversationKey } from '../../../../machines/entities/ids.ts';
import type { ScheduledMessage } from '../../../../machines/entities/scheduled.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp } from '../../../app/app-context.tsx';

const LIST = 'chat.scheduled';

interface ScheduledMessages {
  /** Null until known. */
  readonly messages: readonly ScheduledMessage[] | null;
  /** Whether they couldn't be loaded. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The scheduled messages of a ticket's conversation; asked again when the ticket has another owner. */
export function useScheduled(ticket: Attendance): ScheduledMessages {
  const { directory, append } = useApp();
  const customer = ticket.customer.id;
  const instance = ticket.instance.id;
  const query = { ...wholeList, filters: { customer, instance } };
  const { rows, failure, retry } = useListing(LIST, query, 'known');
  const ask = useEffectEvent(() => {
    if (directory.list(LIST) === undefined) append({ type: 'list.opened', list: LIST, query });
    else append({ type: 'list.queried', list: LIST, change: query });
  });
  const ownerId = ticket.owner?.id;
  useEffect(() => ask(), [customer, instance, ownerId]);
  const key = conversationKey(customer, instance);
  // Until the answer for this conversation is there, the rows are another one's.
  const messages = rows?.every(({ conversation }) => conversation === key) === true ? rows : null;
  return { messages, hasFailed: messages === null && failure !== null, retry };
}
