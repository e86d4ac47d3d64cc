import type { Ticket } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId } from '../entities/ids.ts';

/** The server's count of unread messages as of a stream position; it includes messages up to `upTo`. */
interface UnseenBase {
  readonly count: number;
  readonly upTo: MessageId | null;
  readonly asOf: number;
}

/** A received message and its stream position. */
interface ArrivedMessage {
  readonly id: MessageId;
  readonly seq: number;
}

/** The server's count and the messages received after it. Those are a set, so receiving one twice changes nothing. */
export interface UnseenCount {
  /** Null while unknown; then nothing has arrived either. */
  readonly base: UnseenBase | null;
  /** Ordered by id; all later in the stream than the base. */
  readonly arrived: readonly ArrivedMessage[];
  /** The newest message known, counted or not. */
  readonly newest: MessageId | null;
}

export const noCount: UnseenCount = { base: null, arrived: [], newest: null };

/** Whether `a` is newer than `b`; null is older than all. */
export function isNewer(a: MessageId | null, b: MessageId | null): boolean {
  if (a === null) return false;
  return b === null || compareIds(a, b) > 0;
}

/** How many are unread; never negative. */
export function countOf({ base, arrived }: UnseenCount): number {
  return base === null ? 0 : base.count + arrived.filter(({ id }) => isNewer(id, base.upTo)).length;
}

/** Whether any are unread. As the arrived ones are ordered, looking at the last one is enough. */
export function isAnyUnseen({ base, arrived }: UnseenCount): boolean {
  return base !== null && (base.count > 0 || isNewer(arrived.at(-1)?.id ?? null, base.upTo));
}

/** Replaces an older base, and drops the messages that the new one includes. */
export function withBase(count: UnseenCount, base: UnseenBase): UnseenCount {
  const newest = isNewer(base.upTo, count.newest) ? base.upTo : count.newest;
  const last = count.base;
  const replaces = last === null || base.asOf > last.asOf || (base.asOf === last.asOf && isNewer(base.upTo, last.upTo));
  if (!replaces) return count;
  return { base, arrived: count.arrived.filter(({ seq }) => seq > base.asOf), newest };
}

/** Takes the count of a ticket as of a stream position as the base. */
export function withTicketCount(count: UnseenCount, ticket: Ticket, asOf: number): UnseenCount {
  const upTo = ticket.lastMessage?.id ?? null;
  const next = withBase(count, { count: Math.max(0, ticket.unseen), upTo, asOf });
  // A newest message that is no longer visible can't be the end of a reset.
  return next === count || upTo === null || next.arrived.length > 0 ? next : { ...next, newest: upTo };
}

/** A ticket is no longer visible since a position: what was counted until then is dropped until the server reports a count. */
export function narrowedAt(count: UnseenCount, asOf: number): UnseenCount {
  if (count.base === null || count.base.asOf >= asOf) return count;
  return { base: { count: 0, upTo: null, asOf }, arrived: count.arrived.filter(({ seq }) => seq > asOf), newest: null };
}

/** Counts a received message once, unless the base already includes it. */
export function withArrived(count: UnseenCount, message: ArrivedMessage): UnseenCount {
  const newest = isNewer(message.id, count.newest) ? message.id : count.newest;
  const { base, arrived } = count;
  const isIncluded = base !== null && message.seq <= base.asOf;
  const last = arrived.at(-1);
  // Nearly all arrive in order.
  if (!isIncluded && (last === undefined || compareIds(last.id, message.id) < 0)) {
    return { ...count, arrived: [...arrived, message], newest };
  }
  if (isIncluded || arrived.some(({ id }) => id === message.id))
    return newest === count.newest ? count : { ...count, newest };
  const place = arrived.findLastIndex(({ id }) => compareIds(id, message.id) < 0) + 1;
  return { ...count, arrived: arrived.toSpliced(place, 0, message), newest };
}

/**
 * The first message of a conversation without a base: its ticket brings the count. If the ticket doesn't include the
 * message yet, the count is of an unknown earlier position.
 */
export function withFirstArrived(count: UnseenCount, ticket: Ticket, message: ArrivedMessage): UnseenCount {
  if (count.base !== null) return count;
  const reflected = !isNewer(message.id, ticket.lastMessage?.id ?? null);
  return withTicketCount(count, ticket, reflected ? message.seq : -1);
}

/** The stream continues at `head` after lost frames: positions before it can't be compared any more. */
export function restartedAt(count: UnseenCount, head: number): UnseenCount {
  if (count.base === null) return count;
  // Otherwise every greeting would change ten thousand counters.
  const isKnown = count.arrived.length === 0 && count.base.upTo === count.newest && count.base.asOf === head - 1;
  if (isKnown) return count;
  return { base: { count: countOf(count), upTo: count.newest, asOf: head - 1 }, arrived: [], newest: count.newest };
}
