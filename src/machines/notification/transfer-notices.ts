import { shownName } from '../../../contract/facts/phone.ts';
import type { Person, Ticket, Transfer } from '../entities/entities.ts';
import type { Viewer } from '../entities/viewer.ts';
import { isVisible } from '../inbox/matches.ts';
import type { EventOf } from '../log/event.ts';
import { messageText } from './notice.ts';
import type { Notice } from './notice.ts';

/*
 * Who is notified of a transfer, and how. Texts depend on the reader (next owner, previous owner, who triggered it, or
 * the company's first user) and on whether somebody triggered it (manual) or a timeout did (automatic). Nobody is notified of
 * their own actions, except that a transfer they triggered was done.
 */

type TransferFrame = EventOf<'transfer.arrived' | 'ticket.transferred' | 'transfer.removed'>;

/** The viewer's notice of a transfer; null if it doesn't concern them. It opens the ticket only if they can see it. */
export function transferNotice(event: TransferFrame, viewer: Viewer): Notice | null {
  const notice = noticeOf(event, viewer);
  if (notice === null || event.type === 'transfer.arrived' || isVisible(event.ticket, viewer)) return notice;
  return { ...notice, ticketId: null };
}

function noticeOf(event: TransferFrame, viewer: Viewer): Notice | null {
  switch (event.type) {
    case 'transfer.arrived':
      return offeredNotice(event.transfer, event.ticket, viewer);
    case 'ticket.transferred':
      return event.transfer === null ? takenNotice(event, viewer) : ownerChangedNotice(event, event.transfer, viewer);
    case 'transfer.removed':
      return removedNotice(event.transfer, event.ticket, event.by, viewer);
  }
}

function offeredNotice(transfer: Transfer, ticket: Ticket, viewer: Viewer): Notice | null {
  const { triggeredBy, nextOwner, previousOwner } = transfer;
  if (is(triggeredBy, viewer)) return null;
  if (is(nextOwner, viewer))
    return createNotice(
      'offered',
      transfer.note === undefined ? `offered.${manner(transfer)}` : 'offered.noted',
      transfer,
      ticket,
      triggeredBy,
    );
  if (is(previousOwner, viewer))
    return createNotice('leaving', `leaving.${manner(transfer)}`, transfer, ticket, triggeredBy);
  return null;
}

function ownerChangedNotice(
  { ticket, by, firstUserId }: EventOf<'ticket.transferred'>,
  transfer: Transfer,
  viewer: Viewer,
): Notice | null {
  const { triggeredBy, nextOwner, previousOwner } = transfer;
  if (is(nextOwner, viewer)) {
    const how = is(by, viewer) || is(triggeredBy, viewer) ? 'accepted' : manner(transfer);
    return createNotice('received', `received.${how}`, transfer, ticket, triggeredBy);
  }
  if (is(triggeredBy, viewer)) return createNotice('transferred', 'transferred.sender', transfer, ticket, triggeredBy);
  if (is(previousOwner, viewer)) {
    return createNotice('transferred', `transferred.previous.${manner(transfer)}`, transfer, ticket, triggeredBy);
  }
  if (viewer.userId === firstUserId) {
    return createNotice('transferred', `transferred.watcher.${manner(transfer)}`, transfer, ticket, triggeredBy);
  }
  return null;
}

/** Somebody else ended the viewer's ticket. */
export function closedNotice({ ticket, by, stream }: EventOf<'ticket.closed'>, viewer: Viewer): Notice | null {
  if (by === null || is(by, viewer) || !is(ticket.owner, viewer)) return null;
  return {
    id: `closed:${ticket.id}:${stream.seq}`,
    kind: 'closed',
    tone: 'warning',
    title: messageText('notice.closed.title'),
    body: messageText('notice.closed.text', { customer: shownName(ticket.customer.name), sender: by.name }),
    topic: null,
    ticketId: ticket.id,
    instanceId: ticket.instance.id,
    transferId: null,
    customer: shownName(ticket.customer.name),
  };
}

function removedNotice(transfer: Transfer, ticket: Ticket, by: Person | null, viewer: Viewer): Notice | null {
  const { triggeredBy, nextOwner, previousOwner } = transfer;
  if (is(by, viewer)) return null;
  const declined = by !== null && by.id === nextOwner.id;
  if (is(nextOwner, viewer)) {
    return createNotice(
      'removed',
      by === null ? 'removed.receiver.automatic' : 'removed.receiver.manual',
      transfer,
      ticket,
      by,
    );
  }
  const role = is(previousOwner, viewer) ? 'previous' : is(triggeredBy, viewer) ? 'sender' : null;
  if (role === null) return null;
  if (declined) return createNotice('declined', `declined.${role}`, transfer, ticket, by);
  return createNotice('removed', `removed.${role}.${by === null ? 'automatic' : 'manual'}`, transfer, ticket, by);
}

/** An owner change without a transfer: a ticket was assigned from the queue, or put back into it. */
function takenNotice(
  { ticket, by, stream, previousOwnerId, department }: EventOf<'ticket.transferred'>,
  viewer: Viewer,
): Notice | null {
  if (is(by, viewer)) return null;
  const isReceived = is(ticket.owner, viewer);
  if (!isReceived && (ticket.owner !== null || previousOwnerId !== viewer.userId)) return null;
  const what = isReceived ? 'received' : department === undefined ? 'queued' : 'moved';
  const how = by !== null ? 'manual' : isReceived ? 'accepted' : 'automatic';
  return {
    id: `taken:${ticket.id}:${stream.seq}`,
    kind: 'transfer',
    tone: isReceived ? 'info' : 'warning',
    title: messageText(`notice.transfer.${what}.title`),
    body: messageText(`notice.transfer.${what}.${how}`, {
      customer: shownName(ticket.customer.name),
      sender: by?.name ?? '',
      ...(department && { department: department.name }),
    }),
    topic: null,
    ticketId: ticket.id,
    instanceId: ticket.instance.id,
    transferId: null,
    customer: shownName(ticket.customer.name),
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

function createNotice(title: Title, body: string, transfer: Transfer, ticket: Ticket, sender: Person | null): Notice {
  const waits = title === 'offered' || title === 'leaving';
  return {
    id: `transfer:${transfer.id}:${waits ? 'pending' : 'settled'}`,
    kind: 'transfer',
    tone: tones[title],
    title: messageText(`notice.transfer.${title}.title`),
    body: messageText(`notice.transfer.${body}`, {
      customer: shownName(ticket.customer.name),
      sender: sender?.name ?? '',
      next: transfer.nextOwner.name,
      ...(transfer.note !== undefined && { note: transfer.note }),
    }),
    topic: null,
    ticketId: ticket.id,
    instanceId: ticket.instance.id,
    transferId: waits ? transfer.id : null,
    customer: shownName(ticket.customer.name),
    at: transfer.confirmedAt ?? transfer.deletedAt ?? transfer.createdAt,
    ...(title === 'offered' && { isOffer: true }),
  };
}

function manner({ triggeredBy }: Transfer): 'manual' | 'automatic' {
  return triggeredBy === null ? 'automatic' : 'manual';
}

function is(person: { readonly id: string } | null, viewer: Viewer): boolean {
  return person !== null && person.id === viewer.userId;
}
