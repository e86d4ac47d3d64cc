import { shownName } from '../../../contract/facts/phone.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { EventOf } from '../log/event.ts';
import { messageText } from './notice.ts';
import type { Notice } from './notice.ts';

/*
 * A conversation in the queue notifies whoever may take it: everybody whom the server sends its frame. That includes a
 * department's queue, as everybody on the instance may take from it.
 */

/** The topic of the one notice on the screen. */
export const QUEUE_TOPIC = 'queue';
/** How many customers a notice names. */
const NAMED_MAX = 3;

/** The notice of a conversation that came into the queue; null if it isn't there to be taken. */
export function queuedNotice(event: EventOf<'customer.arrived' | 'ticket.transferred'>, viewer: Viewer): Notice | null {
  const { ticket, stream } = event;
  if (ticket.owner !== null || ticket.finishedAt !== null || ticket.pendingTransfer !== null) return null;
  if (ticket.inFlow === true || ticket.customer.blacklisted) return null;
  if (event.type === 'customer.arrived' && (event.reopened === true || !isWaiting(event))) return null;
  if (event.type === 'ticket.transferred' && event.by?.id === viewer.userId) return null;
  return {
    id: `queue:${ticket.id}:${stream.seq}`,
    kind: 'queue',
    tone: 'info',
    title: messageText('notice.queue', { count: 1 }),
    body: messageText('notice.queue.names', { names: shownName(ticket.customer.name), more: 0 }),
    topic: QUEUE_TOPIC,
    ticketId: ticket.id,
    instanceId: ticket.instance.id,
    transferId: null,
    customer: shownName(ticket.customer.name),
    ...(event.type === 'customer.arrived' && { at: ticket.waitingSince ?? ticket.startedAt }),
  };
}

/** Whether the customer wrote: an old conversation that is brought in waits for nobody. */
function isWaiting({ ticket }: EventOf<'customer.arrived'>): boolean {
  return ticket.unseen > 0 || (ticket.waitingSince ?? null) !== null;
}

/** One notice of all that wait; `waiting` is newest first. It leads to the queue, if there are several. */
export function groupedNotice(latest: Notice, waiting: readonly Pick<Notice, 'customer'>[]): Notice {
  if (waiting.length < 2) return latest;
  const names = waiting.slice(0, NAMED_MAX).map(({ customer }) => customer ?? '');
  return {
    ...latest,
    title: messageText('notice.queue', { count: waiting.length }),
    body: messageText('notice.queue.names', { names: names.join(', '), more: waiting.length - names.length }),
    ticketId: null,
  };
}
