import type { UserId } from '../machines/entities/ids.ts';
import type { Command, CommandOf, NoticeText } from '../machines/log/command.ts';
import type { AppEvent } from '../machines/log/event.ts';
import { ABANDONED, NO_ANSWER } from './calls/failure.ts';
import { createGateway } from './calls/gateway.ts';
import type { ConfigSource } from './calls/gateway.ts';
import type { CallParts } from './calls/parts.ts';
import { createVault } from './calls/vault.ts';
import type { Vault } from './calls/vault.ts';
import { createTimers } from './clock/timers.ts';
import { createNavigation } from './desktop/navigation.ts';
import type { Navigate } from './desktop/navigation.ts';
import type { DesktopNotices } from './desktop/notices.ts';
import { followPage } from './desktop/page.ts';
import type { Sound } from './desktop/sound.ts';
import type { Environment } from './environment.ts';
import { late } from './late.ts';
import { createLazyLogin } from './lazy-login.ts';
import type { KnownAddress } from './login.ts';
import { createLazySocket } from './realtime/lazy-socket.ts';
import { createKeeping } from './storage/keeping.ts';
import { createLocalStore } from './storage/local.ts';
import { createLogKeeping } from './storage/log-keeping.ts';
import type { KeptLog } from './storage/log-keeping.ts';
import { readOpening } from './storage/opening.ts';
import { createLazyTabs } from './tabs/lazy-tabs.ts';
import { createUnsentCount } from './tabs/unsent.ts';
import { createTenantAccount } from './tenant/account.ts';
import { createTenantChats } from './tenant/chats.ts';
import { createLazyUploads } from './tenant/lazy-uploads.ts';
import { createTenantMessages } from './tenant/messages.ts';
import { ticketCallFailed } from './tenant/ticket-call-failed.ts';
import type { TicketCall } from './tenant/ticket-call-failed.ts';
import { transferFailed } from './tenant/transfer-failed.ts';
import type { TransferCommand } from './tenant/transfer-failed.ts';
import type { OutgoingFiles } from './storage/outgoing-files.ts';
import { unreachable } from './unreachable.ts';

/** How long a page that starts over waits for its stored log to be removed (milliseconds). */
const DROP_MS = 2_000;

interface AdapterOptions {
  /** The log's `append`, the adapters' only output. */
  readonly append: (event: AppEvent) => void;
  /** The backend's addresses: `knownConfig(…)`, or `servedConfig(environment)`, which loads `/config.json`. */
  readonly config: ConfigSource;
  /** The first segment of the page's address. */
  readonly tenant: string;
  readonly environment: Environment;
  /** The stored log; nothing is stored if left out. */
  readonly keeps?: KeptLog;
  /** Resolves once the first screen is shown; code that it doesn't need loads after that. If left out, nothing waits. */
  readonly whenShown?: Promise<void>;
  /** Looks up a text in the current language. */
  readonly textOf: (text: NoticeText) => string;
}

/** The outside world: commands in, events out. */
export interface Adapters {
  /** Runs a command. Never throws for outside failures; the outcome is an event. */
  readonly run: (command: Command) => void;
  /** Appends `app.opened`, then page events. Call once, before anything else is appended. */
  readonly start: () => void;
  /** Cancels everything in progress; nothing is appended after. */
  readonly stop: () => void;
  /** Views put passwords here; their events carry only a reference. */
  readonly vault: Vault;
  /** Views put the files of messages here; their events carry only names and sizes. */
  readonly files: OutgoingFiles;
  /** Sets the router's navigation, and performs a request made before. */
  readonly useNavigate: (navigate: Navigate) => void;
}

export function createAdapters(options: AdapterOptions): Adapters {
  const { append: appendToLog, config, tenant, environment, keeps, textOf, whenShown } = options;
  let stopped = false;
  let leavePage: (() => void) | null = null;

  function append(event: AppEvent): void {
    if (stopped) return;
    // Before its commands run: some of what is restored may be done already.
    if (event.type === 'outbox.restored') unsent.add(...event.messages, ...(event.actions ?? []));
    appendToLog(event);
    if (event.type === 'network.changed' && event.online) gateway.networkBack();
    if (event.type === 'socket.greeted') {
      gateway.socketLive(true);
      void keeping.retry();
    }
    if (event.type === 'socket.closed') gateway.socketLive(false);
    if (event.type === 'page.visibilityChanged') tabs.tellHere();
  }

  const vault = createVault(environment.uuid);
  const gateway = createGateway({ append, configOf: config, environment, vault });
  const parts: CallParts = { append, environment, gateway, tenant, vault };
  const address: KnownAddress = { value: null };
  const account = createTenantAccount(parts);
  const chats = createTenantChats(parts);
  const messages = createTenantMessages(parts);
  const socket = createLazySocket({
    append,
    vault,
    load: async () => {
      // Conversations are shown and answered without it.
      await whenShown;
      const { createRealtimeSocket } = await import('./realtime/socket.ts');
      const onOtherEpoch = (userId: UserId) => void beginAnew(userId);
      return createRealtimeSocket({ parts, configOf: config, onOtherEpoch, onPreferences: tabs.sync });
    },
  });
  const local = createLocalStore({ environment, tenant, vault });
  const tabId = environment.uuid();
  const tabs = createLazyTabs(tabId, async () => {
    await whenShown;
    const { createTabs } = await import('./tabs/tabs.ts');
    return createTabs({ id: tabId, parts, local, onTabClosed: () => void keeping.loadAgain() });
  });
  const unsent = createUnsentCount((count) => tabs.tellHere({ unsent: count }));
  const keeping = createKeeping({ append, environment, tenant, tabs }, whenShown);
  const timers = createTimers(append, environment);
  const navigation = createNavigation();

  const loadNotices = late(async () =>
    (await import('./desktop/notices.ts')).createDesktopNotices({ append, environment, textOf }),
  );
  const loadSound = late(async () => (await import('./desktop/sound.ts')).createSound(append, environment));
  const loadBackoffice = late(async () => {
    await whenShown;
    return (await import('./backoffice/account.ts')).createBackofficeAccount(parts, address);
  });
  const login = createLazyLogin(parts, async () =>
    (await import('./login.ts')).createLogin(parts, config, address, local),
  );
  const loadAdministration = late(async () => {
    const files = { read: keeping.files.read, drop: keeping.removeOutgoing };
    return (await import('./administration/main.ts')).createAdministration(parts, files);
  });
  const loadMedia = late(async () => (await import('./tenant/media.ts')).createTenantMedia(parts, config));
  const uploads = createLazyUploads(parts, async () =>
    (await import('./tenant/uploads.ts')).createTenantUploads(parts, keeping.files.read),
  );
  const loadTicketCalls = late(async () => {
    await whenShown;
    return (await import('./tenant/ticket-calls.ts')).createTicketCalls(parts);
  });
  const loadTransfers = late(async () => (await import('./tenant/transfers.ts')).createTenantTransfers(parts));
  let notices: Promise<DesktopNotices> | null = null;
  let sound: Promise<Sound> | null = null;

  const logKeeping = createLogKeeping({ append, environment, tenant, keeps, whenShown });

  /** Reloads the page without the stored log. */
  async function beginAnew(userId: UserId): Promise<void> {
    const timeUp = new Promise<void>((resolve) => void environment.after(DROP_MS, resolve));
    await Promise.race([logKeeping.drop(userId), timeUp]);
    if (!stopped) environment.page.reload();
  }

  /** Without its code nothing shows on the desktop; the page has the notice too. */
  async function onDesktop(work: (loaded: DesktopNotices) => unknown): Promise<void> {
    notices = loadNotices();
    await notices.then(work, () => undefined);
  }

  async function playSound(command: CommandOf<'sound.play'>): Promise<void> {
    sound = loadSound();
    try {
      await (await sound).play(command);
    } catch {
      append({ type: 'sound.refused', reason: 'its code did not load' });
    }
  }

  /** Runs a command by code that loads when it is first needed. */
  function runBy<Given>(
    load: () => Promise<{ readonly run: (command: Given) => void }>,
    failed: (command: Given, failure: typeof NO_ANSWER) => AppEvent | null,
  ) {
    return async (command: Given): Promise<void> => {
      try {
        (await load()).run(command);
      } catch {
        const event = failed(command, NO_ANSWER);
        if (event !== null) append(event);
      }
    };
  }
  const administer = runBy<CommandOf<'list.fetch' | 'form.load' | 'form.save' | 'form.stop'>>(
    loadAdministration,
    (command, failure) => {
      const { type, request } = command;
      if (type === 'form.stop') return null;
      if (type === 'list.fetch') return { type: 'list.failed', list: command.list, request, failure };
      const { form, key } = command;
      return { type: type === 'form.load' ? 'form.loadFailed' : 'form.refused', form, key, request, failure };
    },
  );
  const fetchMedia = runBy<CommandOf<'media.fetch'>>(loadMedia, ({ messageId, request }, failure) => ({
    type: 'media.loadFailed',
    messageId,
    request,
    failure,
  }));
  const callOfTicket = runBy<TicketCall>(loadTicketCalls, ticketCallFailed);
  const transfer = runBy<TransferCommand>(loadTransfers, transferFailed);

  let sessionsEnded = 0;

  /**
   * Runs a command once the outbox has the action it carries out: a page that is killed meanwhile repeats it. Abandons it
   * if the session ends first.
   */
  async function afterStored<Given>(
    command: Given,
    work: (command: Given) => Promise<void>,
    failed: (command: Given, failure: typeof ABANDONED) => AppEvent,
  ): Promise<void> {
    const session = sessionsEnded;
    const isKept = await keeping.actionsStored();
    if (stopped || !isKept) return;
    if (session === sessionsEnded) await work(command);
    else append(failed(command, ABANDONED));
  }

  async function logOut(command: CommandOf<'logout.send'>): Promise<void> {
    // Taken now: the commands that follow clear it.
    const token = gateway.tokenToEnd(command.generation);
    const backoffice = token === undefined ? undefined : await loadBackoffice().catch(() => undefined);
    if (token === undefined || backoffice === undefined) {
      append({ type: 'logout.finished', generation: command.generation });
    } else backoffice.logOut(command, token);
  }

  function run(command: Command): void {
    if (stopped) return;
    switch (command.type) {
      case 'timer.start':
        return timers.start(command.timer, command.ms);
      case 'timer.cancel':
        return timers.cancel(command.timer);

      case 'login.send':
        return void login.send(command);
      case 'login.confirm':
        return void login.confirm(command);
      case 'token.refresh':
        return account.refresh(command);
      case 'token.adopt':
        return gateway.adopt(command.token, command.generation);
      case 'token.drop':
        return vault.drop(command.token);
      case 'token.clear':
        sessionsEnded += 1;
        return gateway.clear();
      case 'session.keep':
        return local.keepSession(command.session);
      case 'session.forget':
        logKeeping.stop();
        return local.forgetSession();
      case 'logout.send':
        return void logOut(command);
      case 'call.retry':
        return gateway.retry(command.call);
      case 'call.abandon':
        return gateway.abandon(command.call);
      case 'call.fail':
        return gateway.fail(command.call);
      case 'user.fetch':
        return account.fetchUser();
      case 'permissions.fetch':
        // The known permissions stay until the code is loaded.
        return void loadBackoffice().then(
          (backoffice) => backoffice.fetchPermissions(command),
          () => undefined,
        );
      case 'page.navigate':
        return navigation.go(command);
      case 'page.reload':
        local.keepReloadedFor(command.version);
        return environment.page.reload();
      case 'console.note':
        return environment.console.warn(textOf({ kind: 'message', id: command.key, values: {} }));

      case 'socket.fetchTicket':
        socket.prepare();
        return account.fetchSocketTicket(command);
      case 'socket.open':
        return socket.open(command);
      case 'socket.ping':
        return socket.ping(command.attempt);
      case 'socket.close':
        gateway.socketLive(false);
        return socket.close(command.attempt);
      case 'presence.connect':
        return account.connect();

      case 'presence.tell':
        return socket.tell(command);

      case 'tickets.fetch':
        return chats.listTickets(command);
      case 'ticket.fetch':
        return chats.loadTicket(command);
      case 'chat.fetch':
        return chats.listChat(command);
      case 'media.fetch':
        return void fetchMedia(command);
      case 'text.fetch':
      case 'history.fetch':
      case 'customer.pin':
        return void callOfTicket(command);
      case 'ticket.finish':
        return void afterStored(command, callOfTicket, ticketCallFailed);
      case 'unseen.reset':
        return chats.resetUnseen(command);
      case 'instances.fetch':
        return chats.listInstances();

      case 'tabs.join':
        unsent.begin();
        return tabs.join(command.userId);
      case 'tabs.tellShown':
        return tabs.tellHere({ tickets: command.ticketIds });
      case 'tabs.leave':
        unsent.end();
        return tabs.leave();
      case 'draft.keep': {
        const { customerId, instanceId, text, of, origin } = command;
        if (of === 'note') tabs.post({ kind: 'noteDraft', customerId, instanceId, text });
        else tabs.post({ kind: 'draft', customerId, instanceId, text, origin });
        return void keeping.keepDraft(command);
      }
      case 'outbox.put':
        unsent.add(command.message);
        return void keeping.putOutgoing(command.message);
      case 'outbox.putAction':
        unsent.add(command.action);
        return void keeping.putAction(command.action);
      case 'outbox.remove':
        unsent.remove(command.clientId);
        uploads.abort(command.clientId);
        return void keeping.removeOutgoing(command.clientId);
      case 'outbox.load':
        return void keeping.load(command.userId);
      case 'log.keep':
        return void logKeeping.keep(command.userId);
      case 'log.drop':
        return void logKeeping.drop(command.userId);
      case 'storage.erase':
        tabs.post({ kind: 'loggedOut' });
        void notices?.then(
          (loaded) => loaded.hideAll(),
          () => undefined,
        );
        logKeeping.stop();
        return void keeping.erase();

      case 'message.upload':
        return void uploads.start(command);
      case 'message.send':
        return messages.send(command);
      case 'message.resolve':
        return messages.resolve(command);

      case 'transfer.create':
      case 'transfer.queue':
        return void afterStored(command, transfer, transferFailed);
      case 'transfer.fetchCandidates':
      case 'transfer.confirm':
      case 'transfer.delete':
        return void transfer(command);

      case 'list.fetch':
      case 'form.load':
      case 'form.save':
      case 'form.stop':
        return void administer(command);

      case 'notices.tellRead':
        return tabs.post({ kind: 'noticesRead', ids: [...command.ids] });
      case 'desktop.show':
        return void onDesktop((loaded) => loaded.show(command));
      case 'desktop.hide':
        return void onDesktop((loaded) => loaded.hide(command.noticeId));
      case 'desktop.askPermission':
        return void onDesktop((loaded) => loaded.askPermission());
      case 'sound.play':
        return void playSound(command);
      case 'preferences.keep':
        tabs.post({ kind: 'preferences', preferences: command.preferences });
        return local.keepPreferences(command.preferences);
      case 'lock.keep':
        return local.keepLock(command.locked);
      default:
        return unreachable(command);
    }
  }

  return {
    run,
    start: () => {
      const found = keeps?.found ?? { failure: null };
      for (const event of readOpening({ environment, tenant, local, found })) append(event);
      leavePage = followPage(append, environment.page, local);
      // Preloaded, so that the first press works without a network too; the press retries a failed load.
      void whenShown?.then(() =>
        Promise.allSettled([loadBackoffice(), loadTransfers(), loadTicketCalls(), loadNotices(), messages.prepare()]),
      );
    },
    stop: () => {
      stopped = true;
      leavePage?.();
      gateway.stop();
      socket.stop();
      timers.stop();
      uploads.stop();
      tabs.leave();
      keeping.close();
      logKeeping.stop();
      void notices?.then(
        (loaded) => loaded.hideAll(),
        () => undefined,
      );
      void sound?.then((loaded) => loaded.stop());
    },
    vault,
    files: keeping.files,
    useNavigate: navigation.use,
  };
}
