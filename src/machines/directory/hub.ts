import { createActor } from 'xstate';
import type { Actor, ActorRefFrom, EventFrom, Snapshot, SnapshotFrom } from 'xstate';
import { authMachine } from '../auth/auth.machine.ts';
import { selectPhase, selectRoutes, selectViewer } from '../auth/auth.selectors.ts';
import { conversationKey } from '../entities/ids.ts';
import { isSame } from '../entities/same.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { ConversationKey, TicketId } from '../entities/ids.ts';
import { inboxMachine } from '../inbox/inbox.machine.ts';
import { countViews, countsAsListed } from '../inbox/inbox.views.ts';
import type { ViewCounts } from '../inbox/inbox.views.ts';
import type { PartFrame, TicketFrame } from '../inbox/inbox.unheld.ts';
import { NOTICE_SHOWN_MS, VOLUME_DEFAULT } from '../limits.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import { noticeLogMachine } from '../notification/notice-log.machine.ts';
import { queuedIn } from '../notification/notice-log.selectors.ts';
import type { NoticePlan, PlannedNotice } from '../notification/notice.ts';
import { selectIsClearing } from '../notification/notification.selectors.ts';
import { groupedNotice, QUEUE_TOPIC } from '../notification/queue-notices.ts';
import { isQuietAt } from '../notification/quiet-hours.ts';
import { desktopOffer, noticeFor } from '../notification/rules.ts';
import { shellMachine } from '../shell/shell.machine.ts';
import { socketLogic } from '../socket/socket.logic.ts';
import { createConversations } from './conversations.ts';
import type { Conversations } from './conversations.ts';
import type { Core } from './core.ts';
import type { MediaActors, MakeMedia } from './media.ts';
import { createNotices } from './notices.ts';
import type { Notices } from './notices.ts';
import type { MakePresence, Presence } from './presence.ts';
import type { MakeScreens, Screens } from './screens.ts';
import { createSends } from './sends.ts';
import type { Sends } from './sends.ts';
import type { Signal, Signals } from './signal.ts';
import { kindsOf, persistedOf } from './stored.ts';
import type { Snapshots } from './stored.ts';
import { createTransfers } from './transfers.ts';
import type { Transfers } from './transfers.ts';
import type { Watches } from './watches.ts';

/** The loaded rows of the list in order, pinned ones first. */
export interface TicketOrder {
  readonly ids: readonly TicketId[];
  /** How many of them, at the top, are pinned. */
  readonly pinnedCount: number;
}

export type InboxInput = EventFrom<typeof inboxMachine>;
export type SocketActor = Actor<typeof socketLogic>;

/** The actors and registries, and what one of them causes in others. */
export interface Hub {
  readonly auth: ActorRefFrom<typeof authMachine>;
  readonly socket: SocketActor;
  readonly inbox: ActorRefFrom<typeof inboxMachine>;
  readonly shell: ActorRefFrom<typeof shellMachine>;
  readonly conversations: Conversations;
  readonly sends: Sends;
  readonly transfers: Transfers;
  readonly notices: Notices;
  readonly noticeLog: ActorRefFrom<typeof noticeLogMachine>;
  /** Null until the administration's machines are loaded. */
  readonly screens: () => Screens | null;
  readonly useScreens: (make: MakeScreens) => void;
  /** How often a list or form was added or removed. */
  readonly screensChanged: Signal<number>;
  /** Null until the machine of messages' files is loaded. */
  readonly media: () => MediaActors | null;
  readonly addMedia: (make: MakeMedia) => void;
  /** How often a file was added or removed. */
  readonly mediaChanged: Signal<number>;
  /** Null until the machine of presence is loaded. */
  readonly presence: () => Presence | null;
  readonly addPresence: (make: MakePresence) => void;
  readonly presenceChanged: Signal<number>;
  readonly ticketOrder: Signal<TicketOrder>;
  readonly totalUnseen: Signal<number>;
  /** Conversations with a text that isn't sent, out of reach. */
  readonly unsent: Signal<readonly ConversationKey[]>;
  /** How many tickets are in each view under the current filters; null until known. */
  readonly viewCounts: Signal<ViewCounts | null>;
  /** Sends an event to auth, and starts and ends sessions for the others accordingly. */
  readonly toAuth: (event: EventFrom<typeof authMachine>) => void;
  /** Resyncs everything after a change of permissions, as after lost frames. */
  readonly resyncAll: (event: Logged) => void;
  /** Sends an event to the inbox; if filters or pins change, all rows are matched again. */
  readonly toInbox: (event: InboxInput) => void;
  /** Sends the inbox the number of rows down to the end of its last page. */
  readonly updateHeldCount: () => void;
  /** A page opened: drops what an earlier one showed or waited for. */
  readonly reopen: (event: Logged<EventOf<'app.opened'>>) => void;
  /** Sends the finishes whose conversations have no pending messages any more. */
  readonly releaseFinishes: () => void;
  /** Keeps a frame of a ticket that isn't held, if a list in flight may bring the ticket. */
  readonly keepUnheldFrame: (frame: TicketFrame | PartFrame) => void;
  /** Tickets are held, or were reported: they count no more as they were listed. */
  readonly noteKnown: (ids: Iterable<TicketId>) => void;
  /** Sends a greeting to all actors that it concerns. `isBroken`: frames were lost. */
  readonly broadcastGreeting: (event: Logged<EventOf<'socket.greeted'>>, isBroken: boolean) => void;
  /** Sends a frame to the socket; returns whether it is new. */
  readonly admit: (event: Logged<FrameEvent>) => boolean;
  /** Raises the event's notice, if it has one for the viewer. */
  readonly notify: (event: Logged) => void;
  /** Sends an event to the list of notices; what the screen says of the queue follows it. */
  readonly toNoticeLog: (event: NoticeLogEvent) => void;
  readonly isLoggedIn: () => boolean;
}

type NoticeLogEvent = EventFrom<typeof noticeLogMachine>;

export interface HubOptions {
  readonly emit: (command: Command) => void;
  readonly signals: Signals;
  readonly watches: Watches;
  /** Snapshots to continue from; actors without one start in their initial state. */
  readonly stored: Snapshots;
}

/** Creates all actors and registries, restored from `stored`, and starts them. */
export function createHub({ emit, signals, watches, stored }: HubOptions): Hub {
  const auth = createActor(authMachine, goingOn('auth'));
  const socket = createActor(socketLogic, goingOn('socket'));
  const inbox = createActor(inboxMachine, goingOn('inbox'));
  const shell = createActor(shellMachine, goingOn('shell'));
  const noticeLog = createActor(noticeLogMachine, goingOn('noticeLog'));
  for (const actor of [auth, socket, inbox, shell, noticeLog]) {
    actor.on('*', emit);
    actor.start();
  }

  function goingOn(name: string): { snapshot?: Snapshot<unknown> } {
    const actor = stored.get(name);
    return actor === undefined ? {} : { snapshot: persistedOf(actor) };
  }

  const viewer = () => selectViewer(auth.getSnapshot());

  function isConnected(): boolean {
    const { value } = socket.getSnapshot();
    return value === 'live' || value === 'catchingUp';
  }

  const core: Core = {
    emit,
    signals,
    watches,
    viewer,
    holder: () => viewer() ?? inbox.getSnapshot().context.viewer,
    query: () => inbox.getSnapshot().context.query,
    // A live socket proves that the browser is wrong about being offline.
    isOnline: () => shell.getSnapshot().context.online || isConnected(),
  };
  const ticketOrder = signals.create<TicketOrder>(() => {
    const count = loadedCount();
    const { order } = conversations;
    return { ids: order.ids(count), pinnedCount: Math.min(count, order.pinnedCount) };
  });
  const totalUnseen = signals.create(() => {
    const listed = Object.keys(inbox.getSnapshot().context.unheld.unseen);
    return conversations.unseenCount + listed.filter((key) => isKey(key) && !conversations.hasOpen(key)).length;
  });
  const unsent = signals.create(() => conversations.unsent());
  const viewCounts = signals.create(() => {
    return countViews(inbox.getSnapshot().context.views, conversations.viewCounts);
  });
  const transfers = createTransfers(core, (ticketId, transferId) => {
    conversations.toTicket(ticketId, { type: 'transfer.settled', transferId });
  });
  const conversations: Conversations = createConversations(core, {
    reordered: () => ticketOrder.touch(),
    unseenChanged: () => totalUnseen.touch(),
    viewsChanged: () => viewCounts.touch(),
    unsentChanged: () => unsent.touch(),
    hasRefused: (key) => sends.hasRefused(key),
    pins: () => inbox.getSnapshot().context.pins,
    ticketForgotten: transfers.leaveTicket,
  });
  const sends = createSends(core, {
    discarded: ({ customerId, instanceId, clientId }, failure) =>
      conversations.toConversation(conversationKey(customerId, instanceId), {
        type: 'message.gone',
        clientId,
        failure,
      }),
    refusedChanged: () => unsent.touch(),
    settled: releaseFinishes,
  });
  const notices = createNotices(core);
  const kinds = kindsOf(stored);
  for (const part of [conversations, sends, transfers, notices]) part.restore(kinds);
  let screens: Screens | null = null;
  let screenChanges = 0;
  const screensChanged = signals.create(() => screenChanges);

  function useScreens(make: MakeScreens): void {
    if (screens !== null) return;
    screens = make(core, () => {
      screenChanges += 1;
      screensChanged.touch();
    });
    screens.restore(kinds);
  }

  let media: MediaActors | null = null;
  let mediaChanges = 0;
  const mediaChanged = signals.create(() => mediaChanges);

  function addMedia(make: MakeMedia): void {
    if (media !== null) return;
    media = make(core, () => {
      mediaChanges += 1;
      mediaChanged.touch();
    });
    media.restore(kinds);
  }

  let presence: Presence | null = null;
  let presenceChanges = 0;
  const presenceChanged = signals.create(() => presenceChanges);

  function addPresence(make: MakePresence): void {
    if (presence !== null) return;
    presence = make(core, () => {
      presenceChanges += 1;
      presenceChanged.touch();
    });
    presence.restore(kinds);
  }

  /** The number of rows down to the end of the last page; below it rows may be missing. */
  function loadedCount(): number {
    const { answered, complete, frontier } = inbox.getSnapshot().context;
    if (!answered || complete || frontier === null) return conversations.order.size;
    return conversations.order.rank(frontier);
  }

  function toInbox(event: InboxInput): void {
    const before = inbox.getSnapshot();
    inbox.send(event);
    const after = inbox.getSnapshot();
    if (after === before) return;
    ticketOrder.touch();
    if (after.context.views !== before.context.views) viewCounts.touch();
    if (after.context.unheld.unseen !== before.context.unheld.unseen) totalUnseen.touch();
    if (after.context.query !== before.context.query || after.context.pins !== before.context.pins)
      conversations.refit();
  }

  function updateHeldCount(): void {
    toInbox({ type: 'list.measured', held: loadedCount() });
  }

  function toAuth(event: EventFrom<typeof authMachine>): void {
    const before = auth.getSnapshot();
    auth.send(event);
    const after = auth.getSnapshot();
    if (after === before) return;
    const isOpening = event.type === 'app.opened';
    const last = selectViewer(before);
    const now = selectViewer(after);
    if (last !== null && (now === null || isOpening)) end(now);
    const isOut = selectPhase(after) === 'loggingOut' || event.type === 'logout.inOtherTab';
    if (isOut || (isOpening && now === null)) forget();
    if (now === null) return;
    if (last === null || isOpening) {
      // The state held outlives a session that expired.
      const { broken, viewer: holder } = inbox.getSnapshot().context;
      const isBroken = broken || socket.getSnapshot().context.awaitsList;
      const isFresh = now.userId !== holder?.userId;
      if (isFresh) forget();
      // The person's own preferences come before their list is asked for.
      if (isFresh && event.type === 'login.succeeded') {
        shell.send(event);
        toInbox(event);
      }
      const started = { type: 'session.started', viewer: now, isFresh, isBroken } as const;
      socket.send(started);
      toInbox(started);
      shell.send(started);
      // The role may have changed since the tickets held were listed.
      if (!isFresh && !isSame(now, holder)) conversations.refit();
    } else if (last !== now) {
      toInbox({ type: 'viewer.changed', viewer: now });
      conversations.refit();
    } else if (after.context.generation !== before.context.generation) {
      socket.send({ type: 'session.renewed' });
    }
    if (last !== null && !isOpening && !mayAttend(before)) resyncAll(event);
  }

  function resyncAll({ position: at, loggedAt }: Logged): void {
    if (!mayAttend(auth.getSnapshot())) return;
    const { attempt, epoch, position: head } = socket.getSnapshot().context;
    if (epoch === null || head === null) return;
    broadcastGreeting({ type: 'socket.greeted', attempt, epoch, head, recovered: false, position: at, loggedAt }, true);
    updateHeldCount();
    toInbox({ type: 'resync.needed' });
  }

  function broadcastGreeting(event: Logged<EventOf<'socket.greeted'>>, isBroken: boolean): void {
    sends.sendAll(event);
    transfers.takeNetwork(event);
    media?.sendAll(event);
    presence?.take(event);
    toNoticeLog(event);
    if (!isBroken) {
      conversations.sendGreetingToOpen(event);
      return;
    }
    conversations.toAll(event);
    transfers.sendAll(event);
    screens?.takeGap(event);
  }

  /** Ends the session; the lock stays if a new page continues it. */
  function end(next: Viewer | null): void {
    const ended = { type: 'session.ended' } as const;
    socket.send(ended);
    toInbox(ended);
    if (next === null) shell.send(ended);
  }

  /** Drops all state of the previous user. */
  function forget(): void {
    sends.clear();
    transfers.clear();
    conversations.clear();
    notices.clear();
    screens?.clear();
    media?.clear();
    presence?.clear();
    noticeLog.send({ type: 'session.forgotten' });
    toInbox({ type: 'session.forgotten' });
    shell.send({ type: 'session.forgotten' });
  }

  function reopen(event: Logged<EventOf<'app.opened'>>): void {
    sends.clear();
    notices.clear();
    screens?.clear();
    media?.clear();
    presence?.clear();
    conversations.toAll(event);
    conversations.releaseAll();
    transfers.reopen(event);
  }

  function releaseFinishes(): void {
    for (const { id, keys } of conversations.waitingFinishes()) {
      if (keys.every((key) => sends.isSettled(key))) conversations.toTicket(id, { type: 'sends.settled' });
    }
  }

  function keepUnheldFrame(frame: TicketFrame | PartFrame): void {
    const { value, context } = inbox.getSnapshot();
    const isUnknown = (id: TicketId) => conversations.ticket(id)?.getSnapshot().context.ticket === null;
    const isAwaiting =
      value === 'loading' ||
      value === 'loadingMore' ||
      context.stale ||
      context.views.doubt !== undefined ||
      [...conversations.openIds].some(isUnknown);
    if (isAwaiting) toInbox({ type: 'frame.unheld', frame });
    else if (context.unheld.frames.length > 0) toInbox({ type: 'frames.settled' });
  }

  function noteKnown(ids: Iterable<TicketId>): void {
    const { views } = inbox.getSnapshot().context;
    const known = [...ids].filter((id) => countsAsListed(views, id) && !conversations.isLeftOut(id));
    if (known.length > 0) toInbox({ type: 'tickets.known', ids: known });
  }

  function admit(event: Logged<FrameEvent>): boolean {
    const { epoch, position } = socket.getSnapshot().context;
    socket.send(event);
    return position === null || event.stream.epoch !== epoch || event.stream.seq > position;
  }

  function notify(event: Logged): void {
    const { position, quietUpTo } = socket.getSnapshot().context;
    if (event.type !== 'list.answered' || event.page.list !== 'missedNotices') {
      raise(event, 'stream' in event && event.stream.seq <= quietUpTo);
      return;
    }
    for (const { at, frame } of event.page.rows) {
      // What is newer than the last frame comes by itself.
      if (frame.stream.seq <= (position ?? Infinity)) raise({ ...frame, position: event.position, loggedAt: at }, true);
    }
  }

  /** `isMissed`: it happened while no page was open, so it stands in the list and in the counters only. */
  function raise(event: Logged, isMissed: boolean): void {
    const who = viewer();
    if (who === null) return;
    const { visible, locked, leads, otherViewed, preferences, desktop, raisedNotices } = shell.getSnapshot().context;
    const { silent = [], volume = VOLUME_DEFAULT, quiet, desktopDeclined, dismissed = [] } = preferences.notices ?? {};
    const mayAsk = desktop !== 'default' || desktopDeclined !== true;
    const facts = {
      viewer: who,
      visible: (visible || otherViewed) && !locked,
      sound: preferences.sound && leads,
      silent,
      volume,
      // A locked screen hides desktop notifications too.
      desktop: locked || !leads || !mayAsk ? ('denied' as const) : desktop,
      dismissed,
      openTickets: [...conversations.openIds],
    };
    const planned = noticeFor(event, facts);
    if (planned === null || raisedNotices.includes(planned.notice.id)) return;
    shell.send({ type: 'notice.raised', noticeId: planned.notice.id });
    const { notice } = planned;
    if (notice.kind !== 'own' && planned.plan.show) {
      noticeLog.send({ type: 'notice.logged', notice, loggedAt: event.loggedAt, isMissed });
    }
    if (isMissed) return;
    // Local time is costly, so it is asked for only if anything would be heard.
    const isHeard = planned.plan.sound !== null || planned.plan.desktop !== 'none';
    const plan = isHeard && isQuietAt(quiet, event.loggedAt) ? muted(planned.plan) : planned.plan;
    notices.show(notice.kind === 'queue' ? { plan, notice: groupedNotice(notice, waiting()) } : { plan, notice });
    if (plan.desktop === 'ask') offerDesktop(desktopOffer());
  }

  /** Once a session. */
  function offerDesktop(offer: PlannedNotice): void {
    if (shell.getSnapshot().context.raisedNotices.includes(offer.notice.id)) return;
    shell.send({ type: 'notice.raised', noticeId: offer.notice.id });
    notices.show(offer);
  }

  /** Conversations in the queue that the user was told of and has not looked at. */
  function waiting() {
    return queuedIn(noticeLog.getSnapshot().context.entries);
  }

  /** Whether it is leaving the screen: then nothing takes its place. */
  function isClearing(noticeId: string): boolean {
    const actor = notices.get(noticeId);
    return actor !== undefined && selectIsClearing(actor.getSnapshot());
  }

  function toNoticeLog(event: NoticeLogEvent): void {
    const before = waiting();
    noticeLog.send(event);
    const shown = notices.shownOf(QUEUE_TOPIC);
    const after = waiting();
    const [latest] = after;
    if (shown === undefined || after.length === before.length || isClearing(shown)) return;
    if (latest === undefined) {
      notices.send(shown, { type: 'notice.outdated', noticeId: shown });
      return;
    }
    // Longer than the one before, so never raised before.
    const id = `${shown}:${after.length}`;
    const plan = { show: true, sound: null, desktop: 'none', staysMs: NOTICE_SHOWN_MS } as const;
    notices.show({ plan, notice: { ...groupedNotice(latest, after), id } });
  }

  return {
    auth,
    socket,
    inbox,
    shell,
    conversations,
    sends,
    transfers,
    notices,
    noticeLog,
    screens: () => screens,
    useScreens,
    screensChanged,
    media: () => media,
    addMedia,
    mediaChanged,
    presence: () => presence,
    addPresence,
    presenceChanged,
    ticketOrder,
    totalUnseen,
    unsent,
    viewCounts,
    toAuth,
    resyncAll,
    toInbox,
    updateHeldCount,
    reopen,
    releaseFinishes,
    keepUnheldFrame,
    noteKnown,
    broadcastGreeting,
    admit,
    notify,
    toNoticeLog,
    isLoggedIn: () => viewer() !== null,
  };
}

/** As it is presented in quiet hours. */
function muted(plan: NoticePlan): NoticePlan {
  return { ...plan, sound: null, desktop: 'none' };
}

function isKey(key: string): key is ConversationKey {
  return key.includes('@');
}

function mayAttend(auth: SnapshotFrom<typeof authMachine>): boolean {
  return selectRoutes(auth).includes('chat');
}
