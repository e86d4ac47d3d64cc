import { createActor } from 'xstate';
import type { ActorRefFrom, EventFrom, SnapshotFrom } from 'xstate';
import { authMachine } from '../auth/auth.machine.ts';
import { selectPhase, selectRoutes, selectViewer } from '../auth/auth.selectors.ts';
import { createCrew } from '../crew.ts';
import type { CrewActorOf } from '../crew.ts';
import type { TicketId, UserId } from '../entities/ids.ts';
import { inboxMachine } from '../inbox/inbox.machine.ts';
import type { Command } from '../log/command.ts';
import type { Logged } from '../log/event.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import { noticeFor } from '../notification/rules.ts';
import { shellMachine } from '../shell/shell.machine.ts';
import { crewedSocket } from '../socket/socket.shortcut.ts';
import { createConversations } from './conversations.ts';
import type { Conversations } from './conversations.ts';
import type { Core } from './core.ts';
import { createNotices } from './notices.ts';
import type { Notices } from './notices.ts';
import type { MakeScreens, Screens } from './screens.ts';
import type { Signal, Signals } from './signal.ts';
import type { Watches } from './watches.ts';

/** The rows of the list down to the end of what is loaded, pinned ones first. */
export interface TicketOrder {
  readonly ids: readonly TicketId[];
  /** How many of them, at the top, are pinned. */
  readonly pinnedCount: number;
}

export type InboxInput = EventFrom<typeof inboxMachine>;

/** All that is held, and what follows when one part of it concerns another. */
export interface Hub {
  readonly auth: ActorRefFrom<typeof authMachine>;
  readonly socket: CrewActorOf<typeof crewedSocket>;
  readonly inbox: ActorRefFrom<typeof inboxMachine>;
  readonly shell: ActorRefFrom<typeof shellMachine>;
  readonly conversations: Conversations;
  readonly notices: Notices;
  /** Null until a screen of the administration was opened. */
  readonly screens: () => Screens | null;
  readonly useScreens: (make: MakeScreens) => void;
  /** Counts the lists and forms that came and went. */
  readonly screensChanged: Signal<number>;
  readonly ticketOrder: Signal<TicketOrder>;
  readonly totalUnseen: Signal<number>;
  /** Tells auth, and the others what follows from who is logged in then. */
  readonly toAuth: (event: EventFrom<typeof authMachine>) => void;
  /** More or less of the attendance may be seen: all of it is asked for anew. */
  readonly regain: (event: Logged) => void;
  /** Tells the inbox; other filters show other rows. */
  readonly toInbox: (event: InboxInput) => void;
  /** Tells the inbox how far down everything is held. */
  readonly measure: () => void;
  /** Tells the socket of a frame; answers whether the frame brings anything that isn't held. */
  readonly admit: (event: Logged<FrameEvent>) => boolean;
  /** Makes the notice that the event is worth to the viewer. */
  readonly notify: (event: Logged) => void;
  readonly isLoggedIn: () => boolean;
}

export interface HubOptions {
  readonly emit: (command: Command) => void;
  readonly signals: Signals;
  readonly watches: Watches;
}

export function createHub({ emit, signals, watches }: HubOptions): Hub {
  const auth = createActor(authMachine);
  const socket = createCrew(crewedSocket, emit).make();
  const inbox = createActor(inboxMachine);
  const shell = createActor(shellMachine);
  auth.on('*', emit);
  inbox.on('*', emit);
  shell.on('*', emit);
  auth.start();
  inbox.start();
  shell.start();

  let viewer = selectViewer(auth.getSnapshot());
  /** Whose conversations are held; they outlive a session that ended by itself. */
  let heldFor: UserId | null = null;
  let query = inbox.getSnapshot().context.query;

  function isConnected(): boolean {
    const { value } = socket;
    return value === 'live' || value === 'catchingUp';
  }

  const core: Core = {
    emit,
    signals,
    watches,
    viewer: () => viewer,
    query: () => query,
    // A browser may be wrong about its network; a socket that lives isn't.
    isOnline: () => shell.getSnapshot().context.online || isConnected(),
  };
  const ticketOrder = signals.create<TicketOrder>(() => {
    const count = loadedCount();
    return { ids: tickets.order.ids(count), pinnedCount: Math.min(count, tickets.order.pinnedCount) };
  });
  const totalUnseen = signals.create(() => conversations.unseenCount);
  const conversations = createConversations(core, {
    reordered: () => ticketOrder.touch(),
    unseenChanged: () => totalUnseen.touch(),
  });
  const { tickets } = conversations;
  const notices = createNotices(core);
  let screens: Screens | null = null;
  let screenChanges = 0;
  const screensChanged = signals.create(() => screenChanges);

  function useScreens(make: MakeScreens): void {
    screens ??= make(emit, () => {
      screenChanges += 1;
      screensChanged.touch();
    });
  }

  /** Rows down to the end of the furthest page; further ones may have others between them. */
  function loadedCount(): number {
    const { answered, complete, frontier } = inbox.getSnapshot().context;
    if (!answered || complete || frontier === null) return tickets.order.size;
    return tickets.order.rank(frontier);
  }

  function toInbox(event: InboxInput): void {
    const before = inbox.getSnapshot();
    inbox.send(event);
    const after = inbox.getSnapshot();
    if (after === before) return;
    ticketOrder.touch();
    if (after.context.query === query) return;
    query = after.context.query;
    tickets.refit();
  }

  function measure(): void {
    toInbox({ type: 'list.measured', held: loadedCount() });
  }

  function toAuth(event: EventFrom<typeof authMachine>): void {
    const before = auth.getSnapshot();
    auth.send(event);
    const after = auth.getSnapshot();
    if (after === before) return;
    const isOpening = event.type === 'app.opened';
    const last = viewer;
    viewer = selectViewer(after);
    if (last !== null && (viewer === null || isOpening)) end();
    if (selectPhase(after) === 'loggingOut' || isOpening) forget();
    if (viewer === null) return;
    if (last === null || isOpening) {
      const isFresh = viewer.userId !== heldFor;
      if (isFresh) forget();
      heldFor = viewer.userId;
      const started = { type: 'session.started', viewer, isFresh } as const;
      socket.send(started);
      toInbox(started);
      shell.send(started);
    } else if (last !== viewer) {
      tickets.refit();
    } else if (after.context.generation !== before.context.generation) {
      socket.send({ type: 'session.renewed' });
    }
    if (last !== null && !isOpening && !mayAttend(before)) regain(event);
  }

  /** More or less of the attendance may be seen. What wasn't told left no gap: all is asked for anew. */
  function regain({ position: at, loggedAt }: Logged): void {
    if (!mayAttend(auth.getSnapshot())) return;
    const { attempt, epoch, position: head } = socket.context;
    if (epoch === null || head === null) return;
    const anew = { type: 'socket.greeted', attempt, epoch, head, recovered: false, position: at, loggedAt } as const;
    conversations.greeted(anew, true);
    measure();
    toInbox({ type: 'resync.needed' });
  }

  function end(): void {
    const ended = { type: 'session.ended' } as const;
    socket.send(ended);
    toInbox(ended);
    shell.send(ended);
  }

  /** What one person saw isn't left for the next. */
  function forget(): void {
    heldFor = null;
    conversations.clear();
    notices.clear();
    screens?.clear();
  }

  function admit(event: Logged<FrameEvent>): boolean {
    const { epoch, position } = socket.context;
    socket.send(event);
    return position === null || event.stream.epoch !== epoch || event.stream.seq > position;
  }

  function notify(event: Logged): void {
    if (viewer === null) return;
    const { visible, locked, preferences, desktop } = shell.getSnapshot().context;
    const facts = {
      viewer,
      visible: visible && !locked,
      sound: preferences.sound,
      // What a locked screen hides the browser doesn't tell either.
      desktop: locked ? ('denied' as const) : desktop,
      openTickets: [...tickets.openIds],
    };
    const planned = noticeFor(event, facts);
    if (planned !== null) notices.tell(planned);
  }

  return {
    auth,
    socket,
    inbox,
    shell,
    conversations,
    notices,
    screens: () => screens,
    useScreens,
    screensChanged,
    ticketOrder,
    totalUnseen,
    toAuth,
    regain,
    toInbox,
    measure,
    admit,
    notify,
    isLoggedIn: () => viewer !== null,
  };
}

function mayAttend(auth: SnapshotFrom<typeof authMachine>): boolean {
  return selectRoutes(auth).includes('chat');
}
