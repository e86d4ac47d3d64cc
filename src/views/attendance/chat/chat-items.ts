import { nameOfAck, UNCERTAIN } from '../../../../contract/facts/ack.ts';
import type { Message, ThreadLine } from '../../../machines/entities/entities.ts';
import { compareIds } from '../../../machines/entities/ids.ts';
import type { ChatEntry } from '../../../machines/conversation/conversation.selectors.ts';
import { withAlbums } from './albums.ts';
import type { Delivery } from '../../kit/Ticks.tsx';

/** Messages of one side this close together form a group. */
const GROUP_MS = 5 * 60_000;

/**
 * What the conversation draws, top to bottom. `head` and `tail` are the ends of a group, `mark` the start and end of
 * the shown ticket among the customer's others, `unread` stands before the first message that was unread on opening.
 */
export type ChatItem =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'mark'; readonly key: string; readonly mark: 'start' | 'end' | 'unread' }
  | { readonly kind: 'line'; readonly key: string; readonly line: ThreadLine }
  | EntryItem
  /** What the customer sent in one go: pictures or videos without words; a single one is drawn as any message. */
  | { readonly kind: 'album'; readonly key: string; readonly items: readonly EntryItem[]; readonly head: boolean };

export interface EntryItem {
  readonly kind: 'entry';
  readonly key: string;
  readonly entry: ChatEntry;
  readonly head: boolean;
  readonly tail: boolean;
}

type Step = ChatEntry | { readonly kind: 'line'; readonly line: ThreadLine };

export interface Surroundings {
  /** The shown ticket. */
  readonly ticketId?: string;
  /** What stands among the messages, in order. */
  readonly lines?: readonly ThreadLine[] | undefined;
  /** The newest ticket that the viewer may read. */
  readonly upTo?: string | null;
  /** Whether nothing older is left on the server. */
  readonly isComplete?: boolean;
  readonly unreadId?: string | undefined;
}

/** Lays out a conversation: a separator per day, days never going back, and groups by side, author and time. */
export function layOut(
  entries: readonly ChatEntry[],
  dayKey: (at: number) => string,
  surroundings: Surroundings = {},
): readonly ChatItem[] {
  const { ticketId, unreadId } = surroundings;
  const items: ChatItem[] = [];
  const shown = entries.filter((entry) => entry.kind === 'optimistic' || entry.message.tag !== 'reaction');
  const steps = withLines(shown, surroundings);
  const days = daysOf(steps, dayKey);
  steps.forEach((step, index) => {
    const today = days[index];
    const previous = steps[index - 1];
    const next = steps[index + 1];
    const newDay = today !== days[index - 1];
    const mark = markBetween(previous, step, ticketId);
    const isUnread = step.kind === 'message' && step.message.id === unreadId;
    if (mark !== undefined) items.push({ kind: 'mark', key: `mark:${mark}`, mark });
    if (newDay) items.push({ kind: 'day', key: `day:${today}`, at: momentOf(step) });
    if (isUnread) items.push({ kind: 'mark', key: 'mark:unread', mark: 'unread' });
    if (step.kind === 'line') {
      items.push({ kind: 'line', key: `line:${step.line.id}`, line: step.line });
      return;
    }
    items.push({
      kind: 'entry',
      key: keyOf(step),
      entry: step,
      head: newDay || isUnread || mark !== undefined || previous === undefined || !together(previous, step),
      tail:
        next === undefined ||
        days[index + 1] !== today ||
        markBetween(step, next, ticketId) !== undefined ||
        !together(step, next),
    });
  });
  return withAlbums(items);
}

/** The lines among the messages that are held, each behind its message; those before them come with older pages. */
function withLines(
  entries: readonly ChatEntry[],
  { lines = [], upTo = null, isComplete }: Surroundings,
): readonly Step[] {
  const oldest = entries[0];
  const from = isComplete !== true && oldest?.kind === 'message' ? oldest.message.id : '0';
  const rest = lines.filter(
    ({ deleted, afterId, ticketId }) =>
      !deleted && compareIds(afterId, from) >= 0 && (upTo === null || compareIds(ticketId, upTo) <= 0),
  );
  const steps: Step[] = [];
  let count = 0;
  const addUpTo = (id: string | undefined) => {
    for (let line = rest[count]; line !== undefined; line = rest[count]) {
      if (id !== undefined && compareIds(line.afterId, id) >= 0) return;
      steps.push({ kind: 'line', line });
      count += 1;
    }
  };
  for (const entry of entries) {
    addUpTo(entry.kind === 'message' ? entry.message.id : undefined);
    steps.push(entry);
  }
  addUpTo(undefined);
  return steps;
}

/** The day each step is listed under. A late one takes the day of the one before it. */
function daysOf(steps: readonly Step[], dayKey: (at: number) => string): readonly string[] {
  let latest = Number.NEGATIVE_INFINITY;
  return steps.map((step) => {
    latest = Math.max(latest, momentOf(step));
    return dayKey(latest);
  });
}

function momentOf(step: Step): number {
  if (step.kind === 'line') return step.line.at;
  return step.kind === 'message' ? step.message.at : step.message.submittedAt;
}

/** The key stays the same when the server's message replaces the optimistic one, so nothing flickers. */
export function keyOf(entry: ChatEntry): string {
  if (entry.kind === 'optimistic') return entry.message.clientId;
  return entry.message.clientId ?? entry.message.id;
}

function markBetween(before: Step | undefined, after: Step, ticketId: string | undefined): 'start' | 'end' | undefined {
  if (before === undefined || ticketId === undefined) return undefined;
  const wasOurs = isOf(before, ticketId);
  const isOurs = isOf(after, ticketId);
  if (wasOurs === isOurs) return undefined;
  return isOurs ? 'start' : 'end';
}

/** Optimistic messages belong to the shown ticket. */
function isOf(step: Step, ticketId: string): boolean {
  if (step.kind === 'line') return step.line.ticketId === ticketId;
  return step.kind === 'optimistic' || step.message.ticketId === ticketId;
}

function together(a: Step, b: Step): boolean {
  if (a.kind === 'line' || b.kind === 'line') return false;
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
