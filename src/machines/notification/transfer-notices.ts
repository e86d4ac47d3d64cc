import type { Person, Ticket, Transfer } from '../entities/entities.ts';
import type { Viewer } from '../entities/viewer.ts';
import { isVisible } from '../inbox/matches.ts';
import type { EventOf } from '../log/event.ts';
import { messageText } from './notice.ts';
import type { Notice } from './notice.ts';

/*
 * Who hears what of a transfer. Texts differ by who reads them (who is offered the ticket or gets
 * it, who has or had it, who asked for it, who watches over all) and by whether somebody asked for
 * it (manual) or it came about because nobody answered (automatic). Who did something hears no more
 * of it than that it is done.
 */

/** The user who watches over all transfers. */
const WATCHER_ID = '1';

export type TransferNews = EventOf<'transfer.arrived' | 'ticket.transferred' | 'transfer.removed'>;

/** The viewer's notice of a transfer, if it is any of their business. What they no longer see can't be opened from it. */
export function transferNotice(event: TransferNews, viewer: Viewer): Notice | null {
  const notice = noticeOf(event, viewer);
  if (notice === null || event.type === 'transfer.arrived' || isVisible(event.ticket, viewer)) return notice;
  return { ...notice, ticketId: null };
}

function noticeOf(event: TransferNews, viewer: Viewer): Notice | null {
  switch (event.type) {
    case 'transfer.arrived':
      return offeredNotice(event.transfer, event.ticket, viewer);
    case 'ticket.transferred':
      return event.transfer === null
        ? takenNotice(event, viewer)
        : ownerChangedNotice(event.transfer, event.ticket, event.by, viewer);
    case 'transfer.removed':
      return removedNotice(event.transfer, event.ticket, event.by, viewer);
  }
}

function offeredNotice(transfer: Transfer, ticket: Ticket, viewer: Viewer): Notice | null {
  const { triggeredBy, nextOwner, previousOwner } = transfer;
  if (is(triggeredBy, viewer)) return null;
  if (is(nextOwner, viewer)) return tell('offered', `offered.${manner(transfer)}`, transfer, ticket, triggeredBy);
  if (is(previousOwner, viewer)) return tell('leaving', `leaving.${manner(transfer)}`, transfer, ticket, triggeredBy);
  return null;
}

function ownerChangedNotice(transfer: Transfer, ticket: Ticket, by: Person | null, viewer: Viewer): Notice | null {
  const { triggeredBy, nextOwner, previousOwner } = transfer;
  if (is(nextOwner, viewer)) {
    const how = is(by, viewer) || is(triggeredBy, viewer) ? 'accepted' : manner(transfer);
    return tell('received', `received.${how}`, transfer, ticket, triggeredBy);
  }
  if (is(triggeredBy, viewer)) return tell('transferred', 'transferred.sender', transfer, ticket, triggeredBy);
  if (is(previousOwner, viewer)) {
    return tell('transferred', `transferred.previous.${manner(transfer)}`, transfer, ticket, triggeredBy);
  }
  if (viewer.userId === WATCHER_ID) {
    return tell('transferred', `transferred.watcher.${manner(transfer)}`, transfer, ticket, triggeredBy);
  }
  return null;
}

function removedNotice(transfer: Transfer, ticket: Ticket, by: Person | null, viewer: Viewer): Notice | null {
  const { triggeredBy, nextOwner, previousOwner } = transfer;
  if (is(by, viewer)) return null;
  const declined = by !== null && by.id === nextOwner.id;
  if (is(nextOwner, viewer)) {
    return tell(
      'removed',
      by === null ? 'removed.receiver.automatic' : 'removed.receiver.manual',
      transfer,
      ticket,
      by,
    );
  }
  if (is(previousOwner, viewer)) {
    return tell(
      declined ? 'declined' : 'removed',
      declined ? 'declined.previous' : 'removed.previous',
      transfer,
      ticket,
      by,
    );
  }
  if (is(triggeredBy, viewer)) {
    return tell(
      declined ? 'declined' : 'removed',
      declined ? 'declined.sender' : 'removed.sender',
      transfer,
      ticket,
      by,
    );
  }
  return null;
}

/** An attendant without a transfer: somebody took or was given a ticket that nobody had. */
function takenNotice({ ticket, by, stream }: EventOf<'ticket.transferred'>, viewer: Viewer): Notice | null {
  if (!is(ticket.owner, viewer) || is(by, viewer)) return null;
  return {
    id: `taken:${ticket.id}:${stream.seq}`,
    tone: 'info',
    title: messageText('notice.transfer.received.title'),
    body: messageText('notice.transfer.received.accepted', { customer: ticket.customer.name }),
    topic: null,
    ticketId: ticket.id,
    transferId: null,
  };
}

type Title = 'offered' | 'leaving' | 'received' | 'transferred' | 'removed' | 'declined';

const tones = {
  offered: 'info',
  leaving: 'info',
  received: 'success',
  transferred: 'success',
  removed: 'warning',
  declined: 'warning',
} as const satisfies Record<Title, Notice['tone']>;

function tell(title: Title, body: string, transfer: Transfer, ticket: Ticket, sender: Person | null): Notice {
  const waits = title === 'offered' || title === 'leaving';
  return {
    id: `transfer:${transfer.id}:${waits ? 'pending' : 'settled'}`,
    tone: tones[title],
    title: messageText(`notice.transfer.${title}.title`),
    body: messageText(`notice.transfer.${body}`, {
      customer: ticket.customer.name,
      sender: sender?.name ?? '',
      next: transfer.nextOwner.name,
    }),
    topic: null,
    ticketId: ticket.id,
    transferId: waits ? transfer.id : null,
  };
}

function manner({ triggeredBy }: Transfer): 'manual' | 'automatic' {
  return triggeredBy === null ? 'automatic' : 'manual';
}

function is(person: { readonly id: string } | null, viewer: Viewer): boolean {
  return person !== null && person.id === viewer.userId;
}
