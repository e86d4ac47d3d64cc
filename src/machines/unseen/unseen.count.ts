import type { Ticket } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId } from '../entities/ids.ts';

/** How many were unseen at a position of the stream, as the server counted; messages up to `upTo` are in it. */
export interface UnseenBase {
  readonly count: number;
  readonly upTo: MessageId | null;
  readonly asOf: number;
}

/** A received message and its place in the stream. */
export interface ArrivedMessage {
  readonly id: MessageId;
  readonly seq: number;
}

/** The server's count and what came after it. The number is the size of a set, so hearing twice changes nothing. */
export interface UnseenCount {
  /** Null until anything was told. */
  readonly base: UnseenBase | null;
  /** Ordered by id; all of them later in the stream than the base. */
  readonly arrived: readonly ArrivedMessage[];
  /** The newest message heard of, counted or not. */
  readonly newest: MessageId | null;
}

export const nothingHeard: UnseenCount = { base: null, arrived: [], newest: null };

/** Whether `a` is newer than `b`; null is older than all. */
export function isNewer(a: MessageId | null, b: MessageId | null): boolean {
  if (a === null) return false;
  return b === null || compareIds(a, b) > 0;
}

/** How many are unseen; never negative. */
export function countOf({ base, arrived }: UnseenCount): number {
  const upTo = base?.upTo ?? null;
  return (base?.count ?? 0) + countAfter(arrived, upTo);
}

/** Whether any are unseen: as the arrived ones are in order, the last one tells, however many there are. */
export function isAnyUnseen({ base, arrived }: UnseenCount): boolean {
  if (base === null) return arrived.length > 0;
  return base.count > 0 || isNewer(arrived[arrived.length - 1]?.id ?? null, base.upTo);
}

/** How many of them are newer than a message. */
export function countAfter(arrived: readonly ArrivedMessage[], upTo: MessageId | null): number {
  return arrived.reduce((count, { id }) => (isNewer(id, upTo) ? count + 1 : count), 0);
}

/** The server's count replaces an older one, with what arrived up to its position. */
export function heardBase(heard: UnseenCount, base: UnseenBase): UnseenCount {
  const newest = isNewer(base.upTo, heard.newest) ? base.upTo : heard.newest;
  const last = heard.base;
  const replaces = last === null || base.asOf > last.asOf || (base.asOf === last.asOf && isNewer(base.upTo, last.upTo));
  if (!replaces) return heard;
  return { base, arrived: heard.arrived.filter(({ seq }) => seq > base.asOf), newest };
}

export function heardTicket(heard: UnseenCount, ticket: Ticket, asOf: number): UnseenCount {
  const upTo = ticket.lastMessage?.id ?? null;
  const next = heardBase(heard, { count: Math.max(0, ticket.unseen), upTo, asOf });
  // A message that isn't read any more can't be named to the server.
  const isLess = upTo !== null && next !== heard && next.arrived.length === 0 && next.base?.asOf === asOf;
  return isLess && isNewer(next.newest, upTo) ? { ...next, newest: upTo } : next;
}

/** A ticket went out of sight at a position: what was heard until then isn't what is read. The server tells what is. */
export function narrowedAt(heard: UnseenCount, asOf: number): UnseenCount {
  if (heard.base === null || heard.base.asOf >= asOf) return heard;
  return { base: { count: 0, upTo: null, asOf }, arrived: heard.arrived.filter(({ seq }) => seq > asOf), newest: null };
}

/** A received message counts once, unless the server's count is of a later position. */
export function heardMessage(heard: UnseenCount, message: ArrivedMessage): UnseenCount {
  const newest = isNewer(message.id, heard.newest) ? message.id : heard.newest;
  const counted = heard.base !== null && message.seq <= heard.base.asOf;
  const { arrived } = heard;
  const last = arrived[arrived.length - 1];
  // Nearly all come in their order.
  if (!counted && (last === undefined || compareIds(last.id, message.id) < 0)) {
    return { ...heard, arrived: [...arrived, message], newest };
  }
  if (counted || arrived.some(({ id }) => id === message.id)) {
    return newest === heard.newest ? heard : { ...heard, newest };
  }
  const place = arrived.findLastIndex(({ id }) => compareIds(id, message.id) < 0) + 1;
  return { ...heard, arrived: arrived.toSpliced(place, 0, message), newest };
}

/**
 * A message of a conversation that nothing was told of: its ticket brings the server's count. Where
 * the ticket doesn't reflect the message yet, that count is of an unknown earlier position.
 */
export function heardFirst(heard: UnseenCount, ticket: Ticket, message: ArrivedMessage): UnseenCount {
  if (heard.base !== null) return heard;
  const reflected = !isNewer(message.id, ticket.lastMessage?.id ?? null);
  return heardTicket(heard, ticket, reflected ? message.seq : -1);
}

/** The stream goes on at `head` with something lost: positions before it can't be compared any more. */
export function restartedAt(heard: UnseenCount, head: number): UnseenCount {
  if (heard.base === null) return heard;
  const isKnown = heard.arrived.length === 0 && heard.base.upTo === heard.newest && heard.base.asOf === head - 1;
  if (isKnown) return heard;
  return { base: { count: countOf(heard), upTo: heard.newest, asOf: head - 1 }, arrived: [], newest: heard.newest };
}
