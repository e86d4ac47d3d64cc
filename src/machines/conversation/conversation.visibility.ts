import type { Message, Ticket } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { TicketId } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';
import { isAdmin } from '../entities/viewer.ts';
import { isVisible } from '../inbox/matches.ts';
import type { Access, Chat, ConversationContext, Visibility } from './conversation.context.ts';
import { withHeldTexts } from './conversation.long-texts.ts';
import {
  heldAnywhere,
  isReaction,
  isWritten,
  newerMessage,
  withEarlyAck,
  without,
  withoutConfirmed,
} from './conversation.messages.ts';

/*
 * A viewer reads a conversation up to its newest ticket that is visible to them. When a newer ticket becomes visible,
 * its earlier messages are missing and have to be fetched; when one is no longer visible, its messages are dropped.
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

/** The later of two times; null only if both are. */
export function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** Whether a message is of a ticket after the newest visible one. */
export function isUnreadable({ visibility }: ConversationContext, { ticketId }: Message): boolean {
  return isBeyond(visibility.upTo, ticketId);
}

/** Whether frames bring every new message: the server sends those of open, visible tickets only. */
export function isFollowed({ visibility }: ConversationContext): boolean {
  return Object.values(visibility.tickets).some(({ visible, open }) => visible && open);
}

/** The visibility after a ticket was reported at a stream position. */
function visibilityAfter(known: Visibility, reported: Ticket, access: Access, position: number): Visibility {
  const tickets = { ...known.tickets, [reported.id]: access };
  const visible = newest(Object.keys(tickets).filter((id) => tickets[id]?.visible === true));
  const asOf = Math.max(known.asOf, position);
  if (!access.visible) {
    // One that only messages showed was never reported: this report says nothing of it.
    const shown = known.upTo !== null && tickets[known.upTo] === undefined ? known.upTo : null;
    // If this is the only ticket known, its messages stay on the screen until they are left.
    const others = newest(Object.keys(tickets).filter((id) => id !== reported.id));
    return { tickets, asOf, upTo: newest([visible, shown]) ?? others ?? known.upTo };
  }
  // The last message reported is that of all visible tickets, including ones not held here.
  const last = reported.lastMessage?.ticketId ?? null;
  const isGone = last !== null && tickets[last]?.visible === false && tickets[last].asOf > position;
  const unlisted = isGone ? null : last;
  return { tickets, asOf, upTo: newest([visible, unlisted, position < known.asOf ? known.upTo : null]) };
}

/** Whether a report changes nothing of the visibility; true of most, as they are of the newest visible ticket. */
function isAsBefore({ upTo, tickets }: Visibility, reported: Ticket, { visible, open }: Access): boolean {
  const before = tickets[reported.id];
  const isOfNewest = upTo === reported.id && (reported.lastMessage?.ticketId ?? reported.id) === reported.id;
  return isOfNewest && visible && before?.visible === true && before.open === open;
}

/** The same visibility, as of a later position. */
function confirmedAt(known: Visibility, id: TicketId, position: number): Visibility {
  const access = known.tickets[id];
  if (access === undefined || access.asOf === position) return known;
  const { upTo, tickets } = known;
  // Without immer, with which folding takes a fifth longer (`npm run bench fold`).
  return { tickets: { ...tickets, [id]: { ...access, asOf: position } }, asOf: Math.max(known.asOf, position), upTo };
}

/** Applies a ticket as of a stream position: the visibility it implies, and its last message. Older reports are ignored. */
export function withTicket(context: ConversationContext, reported: Ticket, position: number): ConversationContext {
  const { viewer, visibility } = context;
  const before = visibility.tickets[reported.id];
  if (before !== undefined && position < before.asOf) return withLastMessage(context, reported);
  const visible = isVisible(reported, viewer);
  const owner = visible ? undefined : reported.owner?.name;
  const open = reported.finishedAt === null;
  const access: Access = { visible, open, asOf: position, ...(owner !== undefined && { owner }) };
  const after = isAsBefore(visibility, reported, access)
    ? confirmedAt(visibility, reported.id, position)
    : keepSame(visibility, visibilityAfter(visibility, reported, access, position));
  const next = after === visibility ? context : { ...context, visibility: after };
  if (holdsUnreadable(next)) return narrowed(next, access.visible ? reported : null);
  if (!access.visible) return next;
  const wasHidden = before === undefined ? isBeyond(visibility.upTo, reported.id) : !before.visible;
  const isWider = wasHidden && context.chat !== null && !isAdmin(viewer);
  return withLastMessage(isWider ? { ...next, outdated: next.outdated ?? 'widened' } : next, reported);
}

/** The server listed these messages, so their tickets are visible, even if that wasn't known yet. */
export function withReadable(context: ConversationContext, messages: readonly Message[]): ConversationContext {
  const last = messages.at(-1);
  if (last === undefined || !isUnreadable(context, last)) return context;
  // Without immer, as above.
  return { ...context, visibility: { ...context.visibility, upTo: last.ticketId } };
}

/** Takes a ticket's last message if it is newer, unless it is no longer visible. */
function withLastMessage(context: ConversationContext, reported: LastMessage): ConversationContext {
  const { early, lastMessage: held, lastReceivedAt: heldAt } = context;
  if (reported.lastMessage !== null && isUnreadable(context, reported.lastMessage)) return context;
  const lastMessage = newerMessage(held, reported.lastMessage && withEarlyAck(early, reported.lastMessage));
  const lastReceivedAt = latest(heldAt, reported.lastReceivedAt);
  if (lastMessage === held && lastReceivedAt === heldAt) return context;
  return withoutConfirmed({ ...context, lastMessage, lastReceivedAt });
}

function holdsUnreadable(context: ConversationContext): boolean {
  const { chat, lastMessage } = context;
  const newest = [lastMessage, chat?.messages.at(-1), context.past?.messages.at(-1)];
  return newest.some((message) => message && isUnreadable(context, message));
}

/** Drops the messages of newer tickets that are no longer visible. The last message is then the server's to say. */
function narrowed(context: ConversationContext, reported: LastMessage | null): ConversationContext {
  const { upTo } = context.visibility;
  const chat = context.chat && without(context.chat, ({ ticketId }) => isBeyond(upTo, ticketId));
  const past = context.past && without(context.past, ({ ticketId }) => isBeyond(upTo, ticketId));
  const { lastMessage, quoted = null, sought = null } = context;
  const isSoughtGone =
    sought?.pending === false && heldAnywhere({ chat, past: past ?? null }, sought.messageId) === null;
  const last = lastMessage !== null && isUnreadable(context, lastMessage) ? (reported ?? lastOf(chat)) : context;
  const { lastReceivedAt } = last;
  return withHeldTexts({
    ...context,
    chat,
    ...(past && { past: past.messages.length === 0 ? null : past }),
    ...(isSoughtGone && { sought: null }),
    ...(quoted && isUnreadable(context, quoted) && { quoted: null }),
    lastMessage: last.lastMessage,
    lastReceivedAt,
    outdated: 'narrowed',
  });
}

/** The last message among those held. */
function lastOf(chat: Chat | null): LastMessage {
  const messages = chat?.messages ?? [];
  return {
    lastMessage: messages.findLast((message) => !isReaction(message)) ?? null,
    lastReceivedAt: messages.findLast(isWritten)?.at ?? null,
  };
}
