import type { EventFrom } from 'xstate';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import { ticketMachine } from '../../src/machines/ticket/ticket.machine.ts';
import { selectChatState, selectMessages } from '../../src/machines/ticket/ticket.selectors.ts';
import { started } from '../support/builders-actor.ts';
import { chatListed, logged, ticketListed } from '../support/builders-events.ts';
import { aMessage, aTicket, brunoViewing } from '../support/builders.ts';

export type Sent = EventFrom<typeof ticketMachine>;

export const opened = logged({ type: 'ticket.opened', ticketId: '500' });
export const left = logged({ type: 'ticket.left', ticketId: '500' });
export const olderRequested = logged({ type: 'chat.olderRequested', ticketId: '500' });
export const chatRetried = logged({ type: 'chat.retried', ticketId: '500' });

/** Ticket 500, seen by Bruno, after some events. */
export function aTicketActor(...events: readonly Sent[]) {
  const ticket = started(ticketMachine, { input: { ticketId: '500', viewer: brunoViewing } });
  const send = (...more: readonly Sent[]): void => {
    for (const event of more) ticket.actor.send(event);
  };
  send(...events);
  const snapshot = () => ticket.actor.getSnapshot();
  return {
    ...ticket,
    send,
    snapshot,
    context: () => snapshot().context,
    chatState: () => selectChatState(snapshot()),
    /** What the conversation shows: ids of messages and of temporary ones. */
    ids: () => selectMessages(snapshot()).map((entry) => (entry.kind === 'message' ? entry.message.id : entry.temp.id)),
    message: (id: string) => snapshot().context.chat?.messages.find((message) => message.id === id),
    /** Whether an event leaves the very same snapshot. */
    ignores: (event: Sent) => {
      const before = snapshot();
      ticket.actor.send(event);
      return snapshot() === before;
    },
  };
}

export function known(overrides: Partial<Ticket> = {}, position = 10): Sent {
  return ticketListed(aTicket(overrides), position);
}

/** Received messages of these ids, oldest first. */
export function messagesOf(...ids: readonly number[]): Message[] {
  return ids.map((id) => aMessage({ id: String(id) }));
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The conversation is open and holds these messages. */
export function aChat(ids: readonly number[], complete = false) {
  return aTicketActor(known(), opened, chatListed(1, messagesOf(...ids), { complete }));
}
