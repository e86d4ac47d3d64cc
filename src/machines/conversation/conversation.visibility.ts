import type { Message, Ticket } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { TicketId } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';
import { isAdmin } from '../entities/viewer.ts';
import { isVisible } from '../inbox/matches.ts';
import type { Access, Chat, ConversationContext, Visibility } from './conversation.context.ts';
import { withHeldTexts } from './conversation.long-texts.ts';
import { isReaction, isWritten, newerMessage, withEarlyAck, without } from './conversation.messages.ts';
import { withoutTwin } from './conversation.optimistic.ts';

/*
 * A conversation is read up to its newest ticket that is visible to the viewer. When a newer ticket
 * becomes visible, what was written before it was heard is missing; when one is visible no more, what
 * was written in it goes.
 */

type LastMessage = Pick<Ticket, 'lastMessage' | 'lastReceivedAt'>;

function isBeyond(upTo: TicketId | null, ticketId: TicketId): boolean {
  return upTo !== null && compareIds(ticketId, upTo) > 0;
}

function newest(ids: Iterable<TicketId | null>): TicketId | null {
  let last: TicketId | null = null;
  for (const id of ids) if (id !== null && (last === null || compareIds(id, last) > 0)) last = id;
  return last;
}

export function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** Whether a message is of a ticket after the newest visible one. */
export function isUnreadable({ visibility }: ConversationContext, { ticketId }: Message): boolean {
  return isBeyond(visibility.upTo, ticketId);
}

/** Whether every message is heard: frames come only of open tickets that are visible. */
export function isFollowed({ visibility }: ConversationContext): boolean {
  return Object.values(visibility.tickets).some(({ visible, open }) => visible && open);
}

/** How much is read after a ticket was told at a position. */
function visibilityAfter(known: Visibility, told: Ticket, access: Access, position: number): Visibility {
  const tickets = { ...known.tickets, [told.id]: access };
  const visible = newest(Object.keys(tickets).filter((id) => tickets[id]?.visible === true));
  const asOf = Math.max(known.asOf, position);
  if (!access.visible) {
    // What is on the screen stays until it is left, where nothing else of the conversation is known.
    const others = newest(Object.keys(tickets).filter((id) => id !== told.id));
    return { tickets, asOf, upTo: visible ?? others ?? known.upTo };
  }
  // The server tells the last message of all that is visible, also of tickets that aren't known here.
  const last = told.lastMessage?.ticketId ?? null;
  const isGone = last !== null && tickets[last]?.visible === false && tickets[last].asOf > position;
  const unlisted = isGone ? null : last;
  return { tickets, asOf, upTo: newest([visible, unlisted, position < known.asOf ? known.upTo : null]) };
}

/** Most news is of the newest visible ticket, and changes nothing of what is visible. */
function isAsBefore({ upTo, tickets }: Visibility, told: Ticket, { visible, open }: Access): boolean {
  const before = tickets[told.id];
  const isOfNewest = upTo === told.id && (told.lastMessage?.ticketId ?? told.id) === told.id;
  return isOfNewest && visible && before?.visible === true && before.open === open;
}

/** The same is visible as of a later position. */
function confirmedAt(known: Visibility, id: TicketId, position: number): Visibility {
  const access = known.tickets[id];
  if (access === undefined || access.asOf === position) return known;
  const { upTo, tickets } = known;
  // By hand: with immer all that is folded takes a fifth longer (`npm run bench fold`).
  return { tickets: { ...tickets, [id]: { ...access, asOf: position } }, asOf: Math.max(known.asOf, position), upTo };
}

/** What a ticket says of its conversation, as of a position: how much of it is read, and its last message. */
export function withTold(context: ConversationContext, told: Ticket, position: number): ConversationContext {
  const { viewer, visibility } = context;
  const before = visibility.tickets[told.id];
  if (before !== undefined && position < before.asOf) return withLastMessage(context, told);
  const access: Access = { visible: isVisible(told, viewer), open: told.finishedAt === null, asOf: position };
  const after = isAsBefore(visibility, told, access)
    ? confirmedAt(visibility, told.id, position)
    : keepSame(visibility, visibilityAfter(visibility, told, access, position));
  const next = after === visibility ? context : { ...context, visibility: after };
  if (holdsUnreadable(next)) return narrowed(next, access.visible ? told : null);
  if (!access.visible) return next;
  const wasUnheard = before === undefined ? isBeyond(visibility.upTo, told.id) : !before.visible;
  const isWider = wasUnheard && context.chat !== null && !isAdmin(viewer);
  return withLastMessage(isWider ? { ...next, outdated: next.outdated ?? 'widened' } : next, told);
}

/** The server answered these messages: the tickets they are of are visible, also where that wasn't told yet. */
export function withReadable(context: ConversationContext, messages: readonly Message[]): ConversationContext {
  const last = messages.at(-1);
  if (last === undefined || !isUnreadable(context, last)) return context;
  return { ...context, visibility: { ...context.visibility, upTo: last.ticketId } };
}

/** The newest of what is held and what is told, unless that can't be read any more. */
function withLastMessage(context: ConversationContext, told: LastMessage): ConversationContext {
  const { early, lastMessage: held, lastReceivedAt: heldAt } = context;
  if (told.lastMessage !== null && isUnreadable(context, told.lastMessage)) return context;
  const lastMessage = newerMessage(held, told.lastMessage && withEarlyAck(early, told.lastMessage));
  const lastReceivedAt = latest(heldAt, told.lastReceivedAt);
  if (lastMessage === held && lastReceivedAt === heldAt) return context;
  return withoutTwin({ ...context, lastMessage, lastReceivedAt });
}

function holdsUnreadable(context: ConversationContext): boolean {
  const { chat, lastMessage } = context;
  const last = chat?.messages.at(-1);
  return (
    (lastMessage !== null && isUnreadable(context, lastMessage)) || (last !== undefined && isUnreadable(context, last))
  );
}

/** A newer ticket is visible no more: nothing of it is kept. What stands in its place the server has to tell. */
function narrowed(context: ConversationContext, told: LastMessage | null): ConversationContext {
  const { upTo } = context.visibility;
  const chat = context.chat && without(context.chat, ({ ticketId }) => isBeyond(upTo, ticketId));
  const { lastMessage } = context;
  const last = lastMessage !== null && isUnreadable(context, lastMessage) ? (told ?? lastOf(chat)) : context;
  const { lastReceivedAt } = last;
  return withHeldTexts({ ...context, chat, lastMessage: last.lastMessage, lastReceivedAt, outdated: 'narrowed' });
}

/** The last message of what is held, as far as that is known. */
function lastOf(chat: Chat | null): LastMessage {
  const messages = chat?.messages ?? [];
  return {
    lastMessage: messages.findLast((message) => !isReaction(message)) ?? null,
    lastReceivedAt: messages.findLast(isWritten)?.at ?? null,
  };
}
