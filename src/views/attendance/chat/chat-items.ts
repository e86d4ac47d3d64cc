import { nameOfAck } from '../../../../contract/facts/ack.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import type { ChatEntry } from '../../../machines/conversation/conversation.selectors.ts';
import type { Delivery } from '../../kit/Ticks.tsx';

/** The server's error code for a send that the provider never confirmed; it may have been delivered. */
export const UNCERTAIN = 'uncertain';

/** Messages of one side this close together form a group. */
const GROUP_MS = 5 * 60_000;

/**
 * What the conversation draws, top to bottom. `head` and `tail` are the ends of a group, `mark` the start and end of
 * the shown ticket among the customer's others.
 */
export type ChatItem =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'mark'; readonly key: string; readonly mark: 'start' | 'end' }
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: ChatEntry;
      readonly head: boolean;
      readonly tail: boolean;
    };

/** Lays out a conversation: a separator per day, days never going back, and groups by side, author and time. */
export function layOut(
  entries: readonly ChatEntry[],
  dayKey: (at: number) => string,
  ticketId?: string,
): readonly ChatItem[] {
  const items: ChatItem[] = [];
  let previous: ChatEntry | undefined;
  const shown = entries.filter((entry) => entry.kind === 'optimistic' || entry.message.tag !== 'reaction');
  const days = daysOf(shown, dayKey);
  shown.forEach((entry, index) => {
    const today = days[index];
    const newDay = today !== days[index - 1];
    const mark = markBetween(previous, entry, ticketId);
    if (mark !== undefined) items.push({ kind: 'mark', key: `mark:${mark}`, mark });
    if (newDay) items.push({ kind: 'day', key: `day:${today}`, at: momentOf(entry) });
    const next = shown[index + 1];
    items.push({
      kind: 'entry',
      key: keyOf(entry),
      entry,
      head: newDay || mark !== undefined || previous === undefined || !together(previous, entry),
      tail:
        next === undefined ||
        days[index + 1] !== today ||
        markBetween(entry, next, ticketId) !== undefined ||
        !together(entry, next),
    });
    previous = entry;
  });
  return items;
}

/** The day each entry is listed under. A late entry takes the day of the entry before it. */
function daysOf(entries: readonly ChatEntry[], dayKey: (at: number) => string): readonly string[] {
  let latest = Number.NEGATIVE_INFINITY;
  return entries.map((entry) => {
    latest = Math.max(latest, momentOf(entry));
    return dayKey(latest);
  });
}

export function momentOf(entry: ChatEntry): number {
  return entry.kind === 'message' ? entry.message.at : entry.message.submittedAt;
}

/** The key stays the same when the server's message replaces the optimistic one, so nothing flickers. */
export function keyOf(entry: ChatEntry): string {
  if (entry.kind === 'optimistic') return entry.message.clientId;
  return entry.message.clientId ?? entry.message.id;
}

function markBetween(
  before: ChatEntry | undefined,
  after: ChatEntry,
  ticketId: string | undefined,
): 'start' | 'end' | undefined {
  if (before === undefined || ticketId === undefined) return undefined;
  const wasOurs = isOf(before, ticketId);
  const isOurs = isOf(after, ticketId);
  if (wasOurs === isOurs) return undefined;
  return isOurs ? 'start' : 'end';
}

/** Optimistic messages belong to the shown ticket. */
function isOf(entry: ChatEntry, ticketId: string): boolean {
  return entry.kind === 'optimistic' || entry.message.ticketId === ticketId;
}

function together(a: ChatEntry, b: ChatEntry): boolean {
  return sideOf(a) === sideOf(b) && Math.abs(momentOf(b) - momentOf(a)) < GROUP_MS;
}

function sideOf(entry: ChatEntry): string {
  if (entry.kind === 'optimistic') return `out:${entry.message.userId}`;
  const { message } = entry;
  if (message.received) return 'in';
  return message.bot ? 'bot' : `out:${message.author?.id ?? ''}`;
}

/** The delivery state that the ticks show. */
export function deliveryOf(message: Message): Delivery {
  if (message.errorCode !== null) return message.errorCode === UNCERTAIN ? 'uncertain' : 'error';
  return nameOfAck(message.ack);
}
