import type { Message, Ticket, Transfer } from '../../src/machines/entities/entities.ts';
import type { AppEvent, EventOf } from '../../src/machines/log/event.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import type { InternalEventOf } from '../../src/machines/log/internal.ts';
import { anaViewing, START, aTicket, aTicketAfter, aTransfer, streamAt } from './builders.ts';

/** An event with a place in the log. */
export function logged<Event extends AppEvent>(
  event: Event,
  position = 1,
  loggedAt = START,
): Event & { readonly position: number; readonly loggedAt: number } {
  return { ...event, position, loggedAt };
}

/** The frame of a new message; its ticket is as it is after it. */
export function messageArrived(message: Message, seq: number, ticket: Partial<Ticket> = {}) {
  return logged<EventOf<'message.arrived'>>({
    type: 'message.arrived',
    message,
    ticket: aTicketAfter(message, ticket),
    stream: streamAt(seq),
  });
}

/** The frame of a message's ack. */
export function ackChanged(
  message: Message,
  seq: number,
  news: Partial<Pick<Message, 'ack' | 'errorCode' | 'errorKey'>>,
) {
  return logged<EventOf<'message.ackChanged'>>({
    type: 'message.ackChanged',
    messageId: message.id,
    clientId: message.clientId,
    ticketId: message.ticketId,
    customerId: '100',
    instanceId: '10',
    ack: message.ack,
    errorCode: message.errorCode,
    errorKey: message.errorKey,
    stream: streamAt(seq),
    ...news,
  });
}

/** What the directory tells of one item of a listing. */
export function ticketListed(ticket: Ticket, streamPosition: number): InternalEventOf<'ticket.listed'> {
  return { type: 'ticket.listed', ticket, streamPosition };
}

export function chatListed(
  request: number,
  items: readonly Message[],
  overrides: Partial<EventOf<'chat.listed'>> = {},
) {
  return logged<EventOf<'chat.listed'>>({
    type: 'chat.listed',
    customerId: '100',
    instanceId: '10',
    request,
    older: false,
    items,
    complete: false,
    ...overrides,
  });
}

/** The stream goes on: nothing lost (`recovered`), or something lost before `head`. */
export function greeted(recovered: boolean, head: number) {
  return logged<EventOf<'socket.greeted'>>({ type: 'socket.greeted', attempt: 1, epoch: 'epoch-1', head, recovered });
}

export function submitted(message: OutgoingMessage) {
  return logged<EventOf<'message.submitted'>>({ type: 'message.submitted', message });
}

export function wasReset(upToId: string | null, unseen: number, seq: number) {
  return logged<EventOf<'unseen.wasReset'>>({
    type: 'unseen.wasReset',
    customerId: '100',
    instanceId: '10',
    upToId,
    unseen,
    stream: streamAt(seq),
  });
}

export function resetAnswered(upToId: string | null, unseen: number, streamPosition: number) {
  return logged<EventOf<'unseen.resetAnswered'>>({
    type: 'unseen.resetAnswered',
    customerId: '100',
    instanceId: '10',
    upToId,
    unseen,
    streamPosition,
  });
}

export const conversationShown: InternalEventOf<'conversation.shown'> = {
  type: 'conversation.shown',
  customerId: '100',
  instanceId: '10',
};

export const conversationHidden: InternalEventOf<'conversation.hidden'> = {
  type: 'conversation.hidden',
  customerId: '100',
  instanceId: '10',
};

/** A transfer was created: its ticket bears it. */
export function transferArrived(seq: number, overrides: Partial<Transfer> = {}, addressed = false) {
  const transfer = aTransfer(overrides);
  return logged<EventOf<'transfer.arrived'>>({
    type: 'transfer.arrived',
    transfer,
    ticket: aTicket({ id: transfer.ticketId, pendingTransfer: transfer }),
    by: transfer.triggeredBy,
    addressed,
    stream: streamAt(seq),
  });
}

/** A transfer was confirmed: the ticket has its next owner. */
export function ticketTransferred(seq: number, overrides: Partial<Transfer> = {}) {
  const transfer = aTransfer({ confirmedAt: START, ...overrides });
  return logged<EventOf<'ticket.transferred'>>({
    type: 'ticket.transferred',
    transfer,
    ticket: aTicket({ id: transfer.ticketId, owner: { ...transfer.nextOwner, image: null } }),
    by: transfer.nextOwner,
    firstUserId: anaViewing.userId,
    stream: streamAt(seq),
  });
}

/** A transfer was taken back or declined: the ticket stays with its owner. */
export function transferRemoved(seq: number, overrides: Partial<Transfer> = {}) {
  const transfer = aTransfer({ deletedAt: START, ...overrides });
  return logged<EventOf<'transfer.removed'>>({
    type: 'transfer.removed',
    transfer,
    ticket: aTicket({ id: transfer.ticketId }),
    by: transfer.triggeredBy,
    stream: streamAt(seq),
  });
}

export function ticketClosed(seq: number, overrides: Partial<Ticket> = {}) {
  return logged<EventOf<'ticket.closed'>>({
    type: 'ticket.closed',
    ticket: aTicket({ finishedAt: START, ...overrides }),
    by: null,
    stream: streamAt(seq),
  });
}
