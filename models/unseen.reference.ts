import type { Person, Ticket } from '../src/machines/entities/entities.ts';
import type { Viewer } from '../src/machines/entities/viewer.ts';
import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { App } from '../src/machines/app.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { ConversationKey } from '../src/machines/entities/ids.ts';
import type { Logged } from '../src/machines/log/event.ts';
import { selectVisible } from '../src/machines/shell/shell.selectors.ts';
import type { UnseenCount } from '../src/machines/unseen/unseen.count.ts';
import type { UnseenContext, UnseenSnapshot } from '../src/machines/unseen/unseen.machine.ts';
import { selectHasUnseen, selectResetFailed, selectUnseenCount } from '../src/machines/unseen/unseen.selectors.ts';
import { oraclesOf, requests, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { hasUnread, isLater } from './reference.ts';

/** The counter as a set: the server's number as of a position, and the messages that came after it. */

interface Around {
  readonly isGreeted: boolean;
  /** The stream position up to which all was received: a frame of before is one that came again. */
  readonly received: number;
}
type Unseen = Step<UnseenSnapshot, Around>;

/** Who sees a ticket: administrators all, others theirs, the queue's and those offered to them. */
export function sees(
  { userId, roleName }: Viewer,
  { owner, pendingTransfer }: Pick<Ticket, 'owner' | 'pendingTransfer'>,
): boolean {
  const theirs: readonly (Person | null | undefined)[] = [owner, pendingTransfer?.nextOwner];
  return roleName === ADMIN_ROLE || owner === null || theirs.some((person) => person?.id === userId);
}

/** The ticket that an event brings of a conversation, with the position that it is of. */
export function broughtBy(
  event: Logged,
  key: ConversationKey,
): { readonly ticket: Ticket; readonly at: number } | null {
  const isOf = ({ customer, instance }: Ticket) => conversationKey(customer.id, instance.id) === key;
  if (event.type === 'tickets.listed') {
    const ticket = event.items.find(isOf);
    return ticket === undefined ? null : { ticket, at: event.streamPosition };
  }
  if (!('ticket' in event) || typeof event.ticket === 'string' || !isOf(event.ticket)) return null;
  if (event.type === 'ticket.loaded') return { ticket: event.ticket, at: event.streamPosition };
  return 'stream' in event ? { ticket: event.ticket, at: event.stream.seq } : null;
}

function newest(...ids: readonly (string | null)[]): string | null {
  return ids.reduce((last, id) => (isLater(id, last) ? id : last), null);
}

/** The count once the server says how many there are as of a position; older news changes nothing. */
function told(count: UnseenCount, unread: number, upTo: string | null, asOf: number): UnseenCount | null {
  const { base, arrived } = count;
  const isOld = base !== null && (asOf < base.asOf || (asOf === base.asOf && !isLater(upTo, base.upTo)));
  if (isOld) return null;
  return {
    base: { count: unread, upTo, asOf },
    arrived: arrived.filter(({ seq }) => seq > asOf),
    newest: newest(count.newest, upTo),
  };
}

function toldByTicket(count: UnseenCount, ticket: Ticket, asOf: number): UnseenCount {
  const upTo = ticket.lastMessage?.id ?? null;
  const after = told(count, ticket.unseen, upTo, asOf);
  // With none after it, the ticket's last message is the last that can be read.
  return after === null ? count : after.arrived.length === 0 && upTo !== null ? { ...after, newest: upTo } : after;
}

function gone(count: UnseenCount, asOf: number): UnseenCount {
  const { base, arrived } = count;
  if (base === null || base.asOf >= asOf) return count;
  return { base: { count: 0, upTo: null, asOf }, arrived: arrived.filter(({ seq }) => seq > asOf), newest: null };
}

function countAfter({ count, viewer, customerId, instanceId }: UnseenContext, event: Logged): UnseenCount {
  const key = conversationKey(customerId, instanceId);
  if ('customerId' in event && `${event.customerId}@${'instanceId' in event ? event.instanceId : ''}` === key) {
    if (event.type === 'unseen.wasReset') return told(count, event.unseen, event.upToId, event.stream.seq) ?? count;
    if (event.type === 'unseen.resetAnswered')
      return told(count, event.unseen, event.upToId, event.streamPosition) ?? count;
  }
  const brought = broughtBy(event, key);
  if (brought === null) return count;
  const { ticket, at } = brought;
  const isListed = event.type === 'tickets.listed' || event.type === 'ticket.loaded';
  if (!isListed && !sees(viewer, ticket)) return gone(count, at);
  if (event.type !== 'message.arrived') return toldByTicket(count, ticket, at);
  const { id, received, unseen } = event.message;
  const isIncluded = !isLater(id, ticket.lastMessage?.id ?? null);
  const known = count.base === null ? toldByTicket(count, ticket, isIncluded ? at : -1) : count;
  if (!received || !unseen) return known;
  const ids = new Map(known.arrived.map((one) => [one.id, one.seq]));
  if (at > (known.base?.asOf ?? -1)) ids.set(id, ids.get(id) ?? at);
  const arrived = [...ids].map(([one, seq]) => ({ id: one, seq })).toSorted((a, b) => Number(a.id) - Number(b.id));
  return { ...known, arrived, newest: newest(known.newest, id) };
}

/** After lost frames what is known counts as of just before the stream goes on. */
function lost(count: UnseenCount, head: number): UnseenCount {
  if (count.base === null) return count;
  return { ...count, base: { count: numberOf(count), upTo: count.newest, asOf: head - 1 }, arrived: [] };
}

function numberOf({ base, arrived }: UnseenCount): number {
  const after = new Set(arrived.filter(({ id }) => isLater(id, base?.upTo ?? null)).map(({ id }) => id));
  return (base?.count ?? 0) + after.size;
}

/** Of a conversation what is open is shown; one that is over only while nothing new has begun. */
function isShown(app: App, { customerId, instanceId, viewer }: UnseenContext): boolean {
  if (!selectVisible(app.directory.shell.getSnapshot())) return false;
  const its = ['20', '21'].flatMap((id) => {
    const { ticket, watched, readUp } = app.directory.ticket(id)?.getSnapshot().context ?? {};
    const isOfIt = ticket?.customer.id === customerId && ticket.instance.id === instanceId;
    return isOfIt ? [{ ...ticket, isRead: watched === true && readUp !== true }] : [];
  });
  const isAnyOpen = its.some(({ finishedAt }) => finishedAt === null);
  return its.some(({ owner, finishedAt, isRead }) => {
    const isOurs = owner === null || owner.id === viewer.userId;
    return isRead && isOurs && (finishedAt === null || !isAnyOpen);
  });
}

/** Whether a step begins a reset. */
function begins({ before, after, event }: Unseen): boolean {
  if (after?.matches('resetting') !== true) return false;
  const isOver = event.type === 'unseen.resetAnswered' || event.type === 'unseen.resetFailed';
  return isOver || before?.matches('resetting') !== true;
}

/** What of the messages that came during a reset it doesn't read. */
function sinceAfter(was: UnseenContext, count: UnseenCount, event: Logged): readonly string[] {
  const { upTo = null, since = [] } = was.asked ?? {};
  if (event.type === 'unseen.wasReset' && event.marked !== true)
    return event.unseen === 0 ? [] : since.filter((id) => isLater(id, event.upToId));
  const news = count.arrived.filter(({ id }) => !was.count.arrived.some((one) => one.id === id));
  const fresh = event.type === 'message.arrived' ? news.filter(({ id }) => isLater(id, upTo)) : [];
  return [...since, ...fresh.map(({ id }) => id).filter((id) => !since.includes(id))];
}

function contextAfter(was: UnseenContext, step: Unseen): Partial<UnseenContext> {
  const { event, app, before, after, around } = step;
  const isLost = event.type === 'socket.greeted' && around.isGreeted && !event.recovered;
  const isOld = 'stream' in event && event.stream.seq <= around.received;
  const count = isLost ? lost(was.count, event.head) : isOld ? was.count : countAfter(was, event);
  const isMarked = event.type === 'unseen.wasReset' && event.marked === true && count !== was.count;
  const isOpened = event.type === 'ticket.opened';
  const kept = !isOpened && hasUnread(count) && (isMarked || was.kept === true);
  const shown = isShown(app, was);
  const fails = event.type === 'unseen.resetFailed' && before?.matches('resetting') === true;
  const failed = begins(step) ? false : fails || was.failed === true;
  return { count, kept, shown, failed, asked: askedAfter(was, count, step, { shown, after }) };
}

/** Of a conversation that is new nothing is known but what the event tells. */
function beginning(step: Unseen): UnseenContext | null {
  if (step.after === undefined) return null;
  const { customerId, instanceId, viewer } = step.after.context;
  const count = { base: null, arrived: [], newest: null };
  const unknown = { customerId, instanceId, viewer, shown: false, count, asked: null };
  return { ...unknown, ...contextAfter(unknown, step) };
}

function askedAfter(
  was: UnseenContext,
  count: UnseenCount,
  step: Unseen,
  { shown, after }: { readonly shown: boolean; readonly after: UnseenSnapshot | undefined },
): UnseenContext['asked'] {
  const { event, around } = step;
  if (begins(step)) return { upTo: count.newest };
  const isInFlight = after?.matches('resetting') === true;
  const isDropped =
    event.type === 'app.opened' ||
    // Where nothing was lost only what is in view is asked for again.
    (event.type === 'socket.greeted' && around.isGreeted && !isInFlight && (shown || !event.recovered)) ||
    (shown && !was.shown && !isInFlight) ||
    (event.type === 'ticket.opened' && was.kept === true) ||
    (event.type === 'unseen.retried' && was.failed === true);
  if (was.asked === null || isDropped) return null;
  if (isLater(was.asked.upTo, count.newest)) return null;
  if (!isInFlight) return was.asked;
  const since = sinceAfter(was, count, event);
  return since.length === 0 && was.asked.since === undefined ? was.asked : { ...was.asked, since };
}

export const unseenOracles = oraclesOf(
  (app, actor) => {
    const [customerId = '', instanceId = ''] = actor.replace('unseen:', '').split('@');
    return app.directory.unseen(conversationKey(customerId, instanceId))?.getSnapshot();
  },
  ({ directory }) => {
    const socket = directory.socket.getSnapshot();
    return { isGreeted: socket.matches({ connecting: 'greeting' }), received: socket.context.position ?? -1 };
  },
  {
    'the count is a set': wholeContext(contextAfter, { kept: false, failed: false }, beginning),
    'one reset, up to the newest': requests(['unseen.reset'], (step: Unseen) => {
      if (!begins(step) || step.after === undefined) return [];
      const { customerId, instanceId, count } = step.after.context;
      return [{ type: 'unseen.reset', customerId, instanceId, upToId: count.newest }];
    }),
    'the number': ({ after }) => {
      if (after === undefined) return null;
      const { count, shown, asked, kept, failed } = after.context;
      // What a reset covers is read, and all that comes while somebody looks.
      const left = asked === null ? numberOf(count) : (asked.since ?? []).length;
      const number = !after.matches('resetting') ? numberOf(count) : shown ? 0 : left;
      const isInVain = after.matches('unseen') && shown && asked !== null && [kept !== true, failed].every(Boolean);
      return {
        expected: { number, isUnread: number > 0, isInVain },
        came: {
          number: selectUnseenCount(after),
          isUnread: selectHasUnseen(after),
          isInVain: selectResetFailed(after),
        },
      };
    },
  },
);
