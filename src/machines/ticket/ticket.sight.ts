import type { Message, Ticket } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { TicketId } from '../entities/ids.ts';
import type { InternalEventOf } from '../log/internal.ts';
import type { Chat, Sight, TicketContext } from './ticket.context.ts';
import { withHeldTexts } from './ticket.long-texts.ts';
import { isReaction, isWritten, newerMessage, without } from './ticket.messages.ts';
import { withoutTwin } from './ticket.temps.ts';

/*
 * A conversation is read up to the newest ticket of it that the viewer sees, so its other tickets show
 * more when a newer one comes into sight, and less when that goes out of it.
 */

type Last = Pick<Ticket, 'lastMessage' | 'lastReceivedAt'>;

/** Whether a ticket is one after the newest that is seen. */
function isBeyond({ upTo }: Pick<Sight, 'upTo'>, ticketId: TicketId): boolean {
  return upTo !== null && compareIds(ticketId, upTo) > 0;
}

function later(a: TicketId | null, b: TicketId): TicketId {
  return a === null || compareIds(b, a) > 0 ? b : a;
}

function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

function newer(known: Last | null, told: Last): Last {
  return {
    lastMessage: newerMessage(known?.lastMessage ?? null, told.lastMessage),
    lastReceivedAt: latest(known?.lastReceivedAt ?? null, told.lastReceivedAt),
  };
}

/** What of a ticket's last message stands after the ticket was told at a position, and how far it is read as of then. */
export function lastAfter(
  { sight, ticket: known }: Pick<TicketContext, 'sight' | 'ticket'>,
  told: Ticket,
  position: number,
): Last & { readonly sight: Sight } {
  const upTo = later(told.lastMessage?.ticketId ?? null, told.id);
  if (position <= sight.asOf) {
    const isFromBefore = isBeyond(sight, upTo);
    return { sight, ...(isFromBefore && known !== null ? newer(known, known) : newer(known, told)) };
  }
  const held = known?.lastMessage ?? null;
  const isLess = held !== null && isBeyond({ upTo }, held.ticketId);
  return { sight: { upTo, asOf: position }, ...newer(isLess ? null : known, told) };
}

/** Whether a message is of a ticket that, as is known from later on, isn't seen. */
export function isOutdated({ sight }: TicketContext, { ticketId }: Message, position: number): boolean {
  return position <= sight.asOf && isBeyond(sight, ticketId);
}

/** A message of a later ticket came: that one is seen. */
export function sightAfter({ sight }: TicketContext, { ticketId }: Message, position: number): Sight {
  const upTo = later(sight.upTo, ticketId);
  return upTo === sight.upTo && position <= sight.asOf ? sight : { upTo, asOf: Math.max(position, sight.asOf) };
}

/** Whether a newer ticket that came into sight is news. */
export function isWider({ sight }: TicketContext, event: InternalEventOf<'conversation.widened'>): boolean {
  return sight.upTo === null || isBeyond(sight, event.upTo);
}

/** A newer ticket came into sight: its last message is this one's too. */
export function widened(context: TicketContext, event: InternalEventOf<'conversation.widened'>): TicketContext {
  const { ticket, sight } = context;
  if (ticket === null) return context;
  const asOf = Math.max(sight.asOf, event.streamPosition);
  return withoutTwin({ ...context, sight: { upTo: event.upTo, asOf }, ticket: { ...ticket, ...newer(ticket, event) } });
}

/** How far the conversation is read after a newer ticket went out of sight. */
function boundOf({ sight }: TicketContext, event: InternalEventOf<'conversation.narrowed'>): Sight {
  const isKnown = sight.asOf >= event.streamPosition;
  return isKnown ? sight : { upTo: event.upTo, asOf: event.streamPosition };
}

/** Whether what a newer ticket's leaving takes away is held here, or that it left isn't known. */
export function isNarrower(context: TicketContext, event: InternalEventOf<'conversation.narrowed'>): boolean {
  const bound = boundOf(context, event);
  const held = [...(context.chat?.messages ?? []), context.ticket?.lastMessage ?? null];
  return bound !== context.sight || held.some((message) => message !== null && isBeyond(bound, message.ticketId));
}

/** A newer ticket went out of sight: nothing of it is kept. What stands in its place the server has to tell. */
export function narrowed(context: TicketContext, event: InternalEventOf<'conversation.narrowed'>): TicketContext {
  const sight = boundOf(context, event);
  const { ticket } = context;
  const chat = context.chat && without(context.chat, ({ ticketId }) => isBeyond(sight, ticketId));
  const last = ticket?.lastMessage ?? null;
  const next = withHeldTexts({ ...context, sight, chat });
  if (ticket === null || last === null || !isBeyond(sight, last.ticketId)) return next;
  return { ...next, ticket: { ...ticket, ...lastOf(chat) } };
}

/** The last message of what is held, as far as that is known. */
function lastOf(chat: Chat | null): Last {
  const messages = chat?.messages ?? [];
  return {
    lastMessage: messages.findLast((message) => !isReaction(message)) ?? null,
    lastReceivedAt: messages.findLast(isWritten)?.at ?? null,
  };
}
