import type { ClientId } from '../entities/ids.ts';
import type { OutgoingMessage } from '../log/events-chat.ts';
import type { TempMessage, TicketContext } from './ticket.context.ts';
import { heldMessage, relatedOf } from './ticket.messages.ts';

/** Whether a message is written in the ticket's conversation: all its tickets show it. */
export function isOfConversation({ ticket, ticketId }: TicketContext, message: OutgoingMessage): boolean {
  if (message.ticketId === ticketId) return true;
  return message.customerId === ticket?.customer.id && message.instanceId === ticket.instance.id;
}

/** Shows a submitted message before the server has it; not if its real twin is known already. */
export function withTemp(context: TicketContext, message: OutgoingMessage): TicketContext {
  const { chat, temps, ticket } = context;
  const { clientId } = message;
  const isKnown =
    temps.some((temp) => temp.clientId === clientId) ||
    ticket?.lastMessage?.clientId === clientId ||
    chat?.messages.some((real) => real.clientId === clientId) === true;
  if (isKnown) return context;
  const quoted = message.replyTo === null ? null : heldMessage(chat, message.replyTo);
  const temp: TempMessage = {
    id: message.tempId,
    clientId,
    userId: message.userId,
    text: message.text,
    tag: 'stop_flow',
    quoted: quoted === null ? null : relatedOf(quoted),
    submittedAt: message.submittedAt,
  };
  return { ...context, temps: [...temps, temp] };
}

/** Without a temporary message. */
export function withoutTemp(context: TicketContext, clientId: ClientId): TicketContext {
  const temps = context.temps.filter((temp) => temp.clientId !== clientId);
  return temps.length === context.temps.length ? context : { ...context, temps };
}

/** Without the temporary message whose real twin is the last one. */
export function withoutTwin(context: TicketContext): TicketContext {
  const clientId = context.ticket?.lastMessage?.clientId ?? null;
  return clientId === null ? context : withoutTemp(context, clientId);
}
