import { assign, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { ConversationKey, TicketId } from '../entities/ids.ts';
import { conversationKey } from '../entities/ids.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import type { Notice } from './notice.ts';
import { QUEUE_TOPIC } from './queue-notices.ts';

/*
 *   read ── a notice is logged ──▶ unread ── the last one is read, or gone ──▶ read
 *
 * read     nothing new is in the list of notices
 * unread   something is; the bell shows how much
 */

/** Maximum number of notices listed, and for how long (milliseconds). */
const LISTED_MAX = 100;
const LISTED_MS = 7 * 24 * 3_600_000;

/** A notice in the list. A newer one of the same subject takes its place. */
export interface ListedNotice extends Notice {
  /** What the notice is about: a conversation, a transfer, a ticket in the queue. */
  readonly subject: string;
  readonly at: number;
  /** How many came since it was last read. */
  readonly count: number;
  readonly isRead: boolean;
  /** Whether it happened while no page was open. */
  readonly isMissed: boolean;
}

interface NoticeLogContext {
  /** Newest first. */
  readonly entries: readonly ListedNotice[];
}

type NoticeLogInput =
  | Logged<
      EventOf<
        | 'notice.cleared'
        | 'notice.desktopClicked'
        | 'notices.read'
        | 'notices.readInOtherTab'
        | 'ticket.opened'
        | 'customer.arrived'
        | 'ticket.closed'
        | 'ticket.transferred'
        | 'transfer.arrived'
        | 'transfer.removed'
        | 'transfer.confirmed'
        | 'transfer.deleted'
        | 'unseen.wasReset'
        | 'inbox.filtered'
        | 'socket.greeted'
      >
    >
  | InternalEventOf<'notice.logged' | 'conversations.seen' | 'session.forgotten'>;

type Entries = readonly ListedNotice[];

function subjectOf({ id, kind, ticketId, topic }: Notice): string {
  // Each one is about another conversation, though the screen shows one at a time.
  if (kind === 'window') return id;
  if (kind === 'transfer') return id.replace(/:(?:pending|settled)$/u, '');
  return kind === 'queue' ? `queue:${ticketId}` : (topic ?? id);
}

function withLogged(entries: Entries, event: InternalEventOf<'notice.logged'>): Entries {
  const { notice, loggedAt, isMissed } = event;
  const subject = subjectOf(notice);
  const before = entries.find((entry) => entry.subject === subject);
  const entry: ListedNotice = {
    ...notice,
    subject,
    at: notice.at ?? loggedAt,
    count: before === undefined || before.isRead ? 1 : before.count + 1,
    isRead: false,
    isMissed,
  };
  return [entry, ...entries.filter((other) => other !== before)]
    .filter(({ at }) => at > loggedAt - LISTED_MS)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, LISTED_MAX);
}

/** The same array if none of them was unread. */
function readWhere(entries: Entries, isMeant: (entry: ListedNotice) => boolean): Entries {
  if (!entries.some((entry) => !entry.isRead && isMeant(entry))) return entries;
  return entries.map((entry) => (entry.isRead || !isMeant(entry) ? entry : { ...entry, isRead: true }));
}

function withoutQueued(entries: Entries, ticketId: TicketId): Entries {
  const isIt = (entry: ListedNotice) => entry.kind === 'queue' && entry.ticketId === ticketId;
  return entries.some(isIt) ? entries.filter((entry) => !isIt(entry)) : entries;
}

/** Frames were lost: who still waits is unknown. */
function withoutQueue(entries: Entries): Entries {
  const rest = entries.filter(({ kind }) => kind !== 'queue');
  return rest.length < entries.length ? rest : entries;
}

/** An offer that was answered can no longer be accepted. */
function withAnswered(entries: Entries, transferId: string | undefined): Entries {
  const isIt = (entry: ListedNotice) => entry.transferId !== null && entry.transferId === transferId;
  if (!entries.some(isIt)) return entries;
  return entries.map((entry) => (isIt(entry) ? { ...entry, transferId: null, isOffer: false, isRead: true } : entry));
}

function withSeen(entries: Entries, key: ConversationKey): Entries {
  return readWhere(entries, ({ conversation }) => conversation === key);
}

/** The list after an event; the same array if it changes nothing. */
function entriesAfter(entries: Entries, event: NoticeLogInput): Entries {
  switch (event.type) {
    case 'notice.logged':
      return withLogged(entries, event);
    case 'notice.cleared':
    case 'notice.desktopClicked':
      // The queue's notice covers all that wait there.
      if (event.noticeId.startsWith(`${QUEUE_TOPIC}:`)) return readWhere(entries, ({ kind }) => kind === 'queue');
      return readWhere(entries, ({ id }) => id === event.noticeId);
    case 'notices.read':
    case 'notices.readInOtherTab':
      return readWhere(entries, ({ id }) => event.ids === null || event.ids.includes(id));
    case 'ticket.opened':
      return readWhere(entries, ({ ticketId }) => ticketId === event.ticketId);
    case 'conversations.seen':
      return readWhere(
        entries,
        ({ kind, ticketId }) => kind === 'message' && ticketId !== null && event.ticketIds.includes(ticketId),
      );
    case 'customer.arrived':
      return event.ticket.inFlow === true ? withoutQueued(entries, event.ticket.id) : entries;
    case 'ticket.closed':
      return withoutQueued(entries, event.ticket.id);
    case 'ticket.transferred':
    case 'transfer.arrived':
      return withAnswered(
        withoutQueued(entries, event.ticket.id),
        event.type === 'ticket.transferred' ? event.transfer?.id : undefined,
      );
    case 'transfer.removed':
    case 'transfer.confirmed':
    case 'transfer.deleted':
      return withAnswered(entries, event.transfer.id);
    case 'unseen.wasReset':
      if (event.unseen > 0 || event.marked === true) return entries;
      return withSeen(entries, conversationKey(event.customerId, event.instanceId));
    case 'inbox.filtered':
      return event.scope === 'queue' ? readWhere(entries, ({ kind }) => kind === 'queue') : entries;
    case 'socket.greeted':
      return event.recovered ? entries : withoutQueue(entries);
    case 'session.forgotten':
      return entries.length === 0 ? entries : [];
  }
}

/** The notices that an event marks as read. */
function newlyRead(before: Entries, event: NoticeLogInput): readonly string[] {
  const after = entriesAfter(before, event);
  return after.filter((entry, index) => entry.isRead && before[index]?.isRead === false).map(({ id }) => id);
}

const machine = setup({
  types: { context: {} as NoticeLogContext, events: {} as NoticeLogInput, emitted: {} as Command },
  guards: {
    changes: ({ context, event }) => entriesAfter(context.entries, event) !== context.entries,
    leavesUnread: ({ context, event }) => {
      const after = entriesAfter(context.entries, event);
      return after !== context.entries && after.some(({ isRead }) => !isRead);
    },
  },
  actions: {
    fold: assign({ entries: ({ context, event }) => entriesAfter(context.entries, event) }),
    tellTabs: enqueueActions(({ context, event, enqueue }) => {
      enqueue.emit({ type: 'notices.tellRead', ids: newlyRead(context.entries, event) });
    }),
  },
});

const fold = [
  { guard: 'leavesUnread', target: '#noticeLog.unread', actions: 'fold' },
  { guard: 'changes', target: '#noticeLog.read', actions: 'fold' },
] as const;

/** What the person did in this tab. Frames reach the other tabs by themselves. */
const foldRead = fold.map((each) => ({ ...each, actions: ['tellTabs', 'fold'] as const }));

export const noticeLogMachine = machine.createMachine({
  id: 'noticeLog',
  context: { entries: [] },
  initial: 'read',
  on: {
    'notice.logged': fold,
    'notice.cleared': foldRead,
    'notice.desktopClicked': foldRead,
    'notices.read': foldRead,
    'notices.readInOtherTab': fold,
    'ticket.opened': foldRead,
    'conversations.seen': foldRead,
    'customer.arrived': fold,
    'ticket.closed': fold,
    'ticket.transferred': fold,
    'transfer.arrived': fold,
    'transfer.removed': fold,
    'transfer.confirmed': fold,
    'transfer.deleted': fold,
    'unseen.wasReset': fold,
    'inbox.filtered': foldRead,
    'socket.greeted': fold,
    'session.forgotten': fold,
  },
  states: { read: {}, unread: {} },
});

export type NoticeLogSnapshot = SnapshotFrom<typeof noticeLogMachine>;
