import type { ActorRefFrom } from 'xstate';
import type { authMachine } from './auth/auth.machine.ts';
import type { ConversationActor, Conversations, TicketActor, UnseenActor } from './directory/conversations.ts';
import type { NamedActor } from './directory/held.ts';
import { createHub } from './directory/hub.ts';
import type { SocketActor, TicketOrder } from './directory/hub.ts';
import type { MakeMedia, MediaActor } from './directory/media.ts';
import type { NoticeActor } from './directory/notices.ts';
import { createRouter } from './directory/route.ts';
import type { MakePresence, PresenceActor } from './directory/presence.ts';
import type { EditingActor, ListingActor, MakeScreens } from './directory/screens.ts';
import type { SendActor } from './directory/sends.ts';
import { createSignals } from './directory/signal.ts';
import type { Snapshots } from './directory/stored.ts';
import type { TransferActor } from './directory/transfers.ts';
import { createWatches } from './directory/watches.ts';
import type { ClientId, ConversationKey, MessageId, TicketId, TransferId } from './entities/ids.ts';
import type { inboxMachine } from './inbox/inbox.machine.ts';
import type { ViewCounts } from './inbox/inbox.views.ts';
import type { Command } from './log/command.ts';
import type { ListName } from './log/events-administration.ts';
import type { FormName } from './entities/forms.ts';
import type { Logged } from './log/event.ts';
import type { Observable } from './observable.ts';
import type { shellMachine } from './shell/shell.machine.ts';
import type { noticeLogMachine } from './notification/notice-log.machine.ts';
import { selectIsSeen } from './shell/shell.selectors.ts';

/** The key of an actor that a view can watch. */
export type WatchKey =
  | `ticket:${TicketId}`
  | `conversation:${ConversationKey}`
  | `transfer:${TransferId}`
  | `transferDraft:${TicketId}`
  | `send:${ClientId}`
  | `unseen:${ConversationKey}`
  | `notice:${string}`;

export interface DirectoryOptions {
  /** Called with each command, in order, once the event that caused it is handled by all actors. */
  readonly onCommand: (command: Command) => void;
  /** Snapshots of an earlier directory to continue from. */
  readonly stored?: Snapshots;
}

/** The registry of actors. Views read actors and collections here; only `handle` changes anything. */
export interface Directory {
  /** Sends an event to the actors it concerns. */
  handle(event: Logged): void;
  readonly auth: ActorRefFrom<typeof authMachine>;
  readonly socket: SocketActor;
  readonly inbox: ActorRefFrom<typeof inboxMachine>;
  readonly shell: ActorRefFrom<typeof shellMachine>;
  /** What happened lately, for the panel behind the bell. */
  readonly noticeLog: ActorRefFrom<typeof noticeLogMachine>;
  ticket(id: TicketId): TicketActor | undefined;
  /** The tickets held, with their conversations: looking at them starts no actor, of which there may be thousands. */
  rows(): ReturnType<Conversations['rows']>;
  conversation(key: ConversationKey): ConversationActor | undefined;
  transfer(id: TransferId): TransferActor | undefined;
  transferDraft(ticketId: TicketId): TransferActor | undefined;
  send(id: ClientId): SendActor | undefined;
  unseen(key: ConversationKey): UnseenActor | undefined;
  notice(id: string): NoticeActor | undefined;
  /** A message's file; undefined unless a view shows it. */
  media(id: MessageId): MediaActor | undefined;
  /** Changes when a file is added or removed. */
  readonly mediaChanged: Observable<number>;
  /** Adds the machine of messages' files; to be called before the first event that concerns it. */
  addMedia(make: MakeMedia): void;
  /** What colleagues have open; undefined until the list of conversations was shown. */
  presence(): PresenceActor | undefined;
  /** Changes when `presence` does. */
  readonly presenceChanged: Observable<number>;
  /** Adds the machine of presence; to be called before `presence.followed`. */
  addPresence(make: MakePresence): void;
  /** A list of the administration; undefined until opened. */
  list(name: ListName): ListingActor | undefined;
  /** An open form; undefined before and after. */
  form(name: FormName, key: string): EditingActor | undefined;
  /** Changes when a list or form is added or removed. */
  readonly screens: Observable<number>;
  /** Adds the administration's machines; to be called before the first event that concerns them. */
  useScreens(make: MakeScreens): void;
  /** Keeps an actor running while it is shown, even if it was removed; call the function returned when it no longer is. */
  watch(key: WatchKey): () => void;
  readonly ticketOrder: Observable<TicketOrder>;
  /** The unconfirmed messages of a conversation, in order of submission. */
  sendsOf(key: ConversationKey): Observable<readonly ClientId[]>;
  /** Transfers that wait for an answer, oldest first. */
  readonly pendingTransfers: Observable<readonly TransferId[]>;
  transfersOf(ticketId: TicketId): Observable<readonly TransferId[]>;
  /** Tickets with a submitted transfer that isn't created yet: it waits for the network, or is on its way. */
  readonly outgoingTransfers: Observable<readonly TicketId[]>;
  /** Notices on the screen, oldest first. */
  readonly notices: Observable<readonly string[]>;
  /** The number of conversations with unread messages and an open ticket visible to the viewer. */
  readonly totalUnseen: Observable<number>;
  /** Conversations with a text that isn't sent, or was refused, of which no ticket is open to the viewer or on the screen. */
  readonly unsent: Observable<readonly ConversationKey[]>;
  /** How many tickets are in each view under the current filters; null until known. */
  readonly viewCounts: Observable<ViewCounts | null>;
  /** All actors with their names. */
  actors(): Iterable<NamedActor>;
}

/** Creates the actors, continuing from the stored snapshots; throws if one of those has an unknown state. */
export function createDirectory({ onCommand, stored = new Map() }: DirectoryOptions): Directory {
  const commands: Command[] = [];
  const signals = createSignals();
  const watches = createWatches();
  const hub = createHub({ emit: (command) => void commands.push(command), signals, watches, stored });
  const { auth, socket, inbox, shell, conversations, sends, transfers, notices, ticketOrder, totalUnseen, viewCounts } =
    hub;
  const route = createRouter(hub);

  function runCommands(): void {
    if (commands.length === 0) return;
    for (const command of commands.splice(0)) onCommand(command);
  }

  return {
    auth,
    socket,
    inbox,
    shell,
    noticeLog: hub.noticeLog,
    handle(event) {
      route(event);
      conversations.updateInView(selectIsSeen(shell.getSnapshot()));
      signals.flush();
      runCommands();
    },
    ticket: conversations.shown.ticket,
    rows: () => conversations.rows(),
    conversation: conversations.shown.conversation,
    transfer: transfers.shown.created,
    transferDraft: transfers.shown.draft,
    send: (id) => sends.shown(id),
    unseen: conversations.shown.unseen,
    notice: (id) => notices.get(id),
    media: (id) => hub.media()?.get(id),
    mediaChanged: hub.mediaChanged,
    addMedia: hub.addMedia,
    presence: () => hub.presence()?.get(),
    presenceChanged: hub.presenceChanged,
    addPresence: hub.addPresence,
    list: (name) => hub.screens()?.list(name),
    form: (name, key) => hub.screens()?.form(name, key),
    screens: hub.screensChanged,
    useScreens: hub.useScreens,
    watch: (key) => watches.watch(key),
    ticketOrder,
    sendsOf: (key) => sends.of(key),
    pendingTransfers: transfers.pending,
    transfersOf: (ticketId) => transfers.of(ticketId),
    outgoingTransfers: transfers.outgoing,
    notices: notices.shown,
    totalUnseen,
    unsent: hub.unsent,
    viewCounts,
    *actors() {
      yield ['auth', auth];
      yield ['socket', socket];
      yield ['inbox', inbox];
      yield ['shell', shell];
      yield ['noticeLog', hub.noticeLog];
      yield* conversations.all();
      yield* sends.all();
      yield* transfers.all();
      yield* notices.all();
      yield* hub.media()?.all() ?? [];
      yield* hub.presence()?.all() ?? [];
      yield* hub.screens()?.all() ?? [];
    },
  };
}
