import type { Failure } from '../entities/failure.ts';
import type { TicketId } from '../entities/ids.ts';
import { HISTORY_SIZE } from '../limits.ts';
import type { History } from './conversation.context.ts';
import type { ConversationSnapshot } from './conversation.machine.ts';

type Held = Pick<ConversationSnapshot, 'context'>;

const otherTickets = new WeakMap<History, Map<TicketId, History>>();

/** The customer's finished tickets except this one; null until fetched. Keeps its reference while nothing changes. */
export function selectHistory({ context: { history } }: Held, ticketId: TicketId, isFinished: boolean): History | null {
  if (history === null) return null;
  const tickets = history.tickets.filter(({ id }) => id !== ticketId);
  const isListed = tickets.length < history.tickets.length;
  // A ticket finished since the list was fetched isn't counted in it.
  const isCounted = isListed || (isFinished && history.tickets.length < history.total);
  const total = history.total - (isCounted ? 1 : 0);
  const lists = otherTickets.get(history) ?? new Map<TicketId, History>();
  otherTickets.set(history, lists);
  const known = lists.get(ticketId);
  if (known?.total === total) return known;
  const others = { tickets: tickets.slice(0, HISTORY_SIZE), total };
  lists.set(ticketId, others);
  return others;
}

/** Why the history failed to load, until it is retried. */
export function selectHistoryFailure({ context }: Held): Failure | null {
  return context.historyFailure;
}
