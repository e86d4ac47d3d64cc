import type { EventFrom } from 'xstate';
import { conversationMachine } from '../../src/machines/conversation/conversation.machine.ts';
import { selectChatState, selectMessages } from '../../src/machines/conversation/conversation.selectors.ts';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import { started } from '../support/builders-actor.ts';
import { chatListed, logged, ticketListed } from '../support/builders-events.ts';
import { aMessage, aTicket, brunoViewing, networkFailure } from '../support/builders.ts';

export type Sent = EventFrom<typeof conversationMachine>;

export const opened = logged({ type: 'ticket.opened', ticketId: '500' });
export const left = logged({ type: 'ticket.left', ticketId: '500' });
export const olderRequested = logged({ type: 'chat.olderRequested', ticketId: '500' });
export const chatRetried = logged({ type: 'chat.retried', ticketId: '500' });

/** The conversation of ticket 500 as a viewer has it, after some events. */
export function aConversationOf(viewer: Viewer, ...events: readonly Sent[]) {
  const input = { customerId: '100', instanceId: '10', viewer };
  const conversation = started(conversationMachine, { input });
  const send = (...more: readonly Sent[]): void => {
    for (const event of more) conversation.actor.send(event);
  };
  send(...events);
  const snapshot = () => conversation.actor.getSnapshot();
  return {
    ...conversation,
    send,
    snapshot,
    context: () => snapshot().context,
    chatState: () => selectChatState(snapshot()),
    /** What the conversation shows: ids of messages and of optimistic ones. */
    ids: () => selectMessages(snapshot()).map((entry) => entry.message.id),
    message: (id: string) => snapshot().context.chat?.messages.find((message) => message.id === id),
    lastId: () => snapshot().context.lastMessage?.id,
    /** Whether an event leaves the very same snapshot. */
    ignores: (event: Sent) => {
      const before = snapshot();
      conversation.actor.send(event);
      return snapshot() === before;
    },
  };
}

/** The conversation of ticket 500 as Bruno, who owns it, has it. */
export function aConversation(...events: readonly Sent[]) {
  return aConversationOf(brunoViewing, ...events);
}

export function known(overrides: Partial<Ticket> = {}, position = 10) {
  return ticketListed(aTicket(overrides), position);
}

export function listFailed(request: number) {
  return logged({
    type: 'chat.listFailed',
    customerId: '100',
    instanceId: '10',
    request,
    failure: networkFailure,
  });
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
  return aConversation(known(), opened, chatListed(1, messagesOf(...ids), { complete }));
}
