import type { EventFrom } from 'xstate';
import type { TicketId } from '../../src/machines/entities/ids.ts';
import { socketTimers } from '../../src/machines/socket/socket.context.ts';
import { socketMachine } from '../../src/machines/socket/socket.machine.ts';
import { selectConnectionStatus } from '../../src/machines/socket/socket.selectors.ts';
import { started } from '../support/builders-actor.ts';
import { logged } from '../support/builders-events.ts';
import { START } from '../support/builders.ts';
import { sessionStarted } from './session-support.ts';

export type Sent = EventFrom<typeof socketMachine>;

export const ticketIssued = (attempt = 1): Sent =>
  logged({ type: 'socket.ticketIssued', attempt, ticket: `ticket-${attempt}` });
export const socketOpened = (attempt = 1): Sent => logged({ type: 'socket.opened', attempt });
export const closed = (code: number, attempt = 1): Sent => logged({ type: 'socket.closed', attempt, code, reason: '' });
export const ponged = (head: number, attempt = 1, at = START): Sent =>
  logged({ type: 'socket.ponged', attempt, head }, 1, at);
export const fired = (timer: string, at = START): Sent => logged({ type: 'timer.fired', timer }, 1, at);
export const network = (online: boolean): Sent => logged({ type: 'network.changed', online });
export const ticketOpened = (ticketId: TicketId): Sent => logged({ type: 'ticket.opened', ticketId });
export const ticketLeft = (ticketId: TicketId): Sent => logged({ type: 'ticket.left', ticketId });

export function greeted(head: number, { attempt = 1, recovered = false, epoch = 'e1' } = {}): Sent {
  return logged({ type: 'socket.greeted', attempt, epoch, head, recovered });
}

/** A frame of the stream, which matters to no ticket. */
export function frame(seq: number, { prev = seq - 1, epoch = 'e1', at = START } = {}): Sent {
  const stream = { epoch, seq, prev, id: `frame-${seq}` };
  return logged({ type: 'customer.blacklisted', customerId: '100', blacklisted: true, stream }, 1, at);
}

export function listed(streamPosition: number, purpose: 'page' | 'resync' = 'resync'): Sent {
  return logged({
    type: 'tickets.listed',
    request: 1,
    query: { instanceId: null, status: 'open', scope: 'all', search: '' },
    page: 1,
    limit: 10,
    purpose,
    totalPages: 1,
    totalItems: 0,
    streamPosition,
    items: [],
  });
}

export const chatSettled = (ticketId: TicketId): Sent => ({ type: 'chat.settled', ticketId });

/** A socket machine that met some events, and what it says and emits. */
export function socket(...events: readonly Sent[]) {
  const held = started(socketMachine, {});
  const send = (...more: readonly Sent[]) => {
    for (const event of more) held.actor.send(event);
  };
  send(...events);
  const snapshot = () => held.actor.getSnapshot();
  return {
    ...held,
    send,
    snapshot,
    value: () => snapshot().value,
    context: () => snapshot().context,
    status: () => selectConnectionStatus(snapshot()),
    reason: () => snapshot().context.reason,
    after: (...more: readonly Sent[]) => {
      const from = held.commands.length;
      send(...more);
      return held.commands.slice(from);
    },
  };
}

export const stopTimers = [socketTimers.opening, socketTimers.ping, socketTimers.silence].map((timer) => ({
  type: 'timer.cancel',
  timer,
}));

/** Greeted by the server at position 10. */
export const greetedAt10 = [sessionStarted(), ticketIssued(), socketOpened(), greeted(10)] as const;
/** Listed and live. */
export const live = [...greetedAt10, listed(10)] as const;
/** The second opening, after the first one broke at position 10. */
export const again = [...live, closed(1006), fired(socketTimers.retry), ticketIssued(2), socketOpened(2)] as const;
