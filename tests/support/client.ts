import { isDeepStrictEqual } from 'node:util';
import { IDBFactory } from 'fake-indexeddb';
import { servedConfig } from '../../src/adapters/backoffice/config.ts';
import type { Environment, KeyValueStore } from '../../src/adapters/environment.ts';
import { createAdapters } from '../../src/adapters/run-commands.ts';
import type { Adapters } from '../../src/adapters/run-commands.ts';
import { endOf, readStoredLog } from '../../src/adapters/storage/stored-log.ts';
import type { FoundLog } from '../../src/adapters/storage/stored-log.ts';
import { createApp, emptyLog, replayApp } from '../../src/machines/app.ts';
import type { App, StoredLog } from '../../src/machines/app.ts';
import { laterParts } from './later-parts.ts';
import type { Directory } from '../../src/machines/directory.ts';
import { selectPhase, selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, EventOf, EventType, Logged } from '../../src/machines/log/event.ts';
import type { SentTemplate } from '../../src/machines/log/events-send.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { selectConnectionStatus } from '../../src/machines/socket/socket.selectors.ts';
import { createCookieJar } from './cookie-jar.ts';
import type { CookieJar } from './cookie-jar.ts';
import { Inbox } from './inbox.ts';
import { memoryStorage, nodeEnvironment } from './node-environment.ts';
import type { NodeEnvironment, NodeEnvironmentOptions } from './node-environment.ts';
import { PATIENCE_MS } from './patience.ts';
import { recordSession } from './replay-sessions.ts';
import { tabsOfOneBrowser } from './tabs.ts';

/** What the pages of one browser share: cookies and storage, which outlive a page, and how tabs find each other. */
export interface Browser extends Pick<Environment, 'locks' | 'channel'> {
  readonly jar: CookieJar;
  readonly localStorage: KeyValueStore;
  readonly indexedDB: IDBFactory;
}

export function createBrowser(): Browser {
  const { locks, channel } = tabsOfOneBrowser();
  return { jar: createCookieJar(), localStorage: memoryStorage(), indexedDB: new IDBFactory(), locks, channel };
}

export interface ClientOptions {
  readonly url: string;
  readonly tenant: string;
  /** An earlier page's, to open with what it left. */
  readonly browser?: Browser;
  readonly environment?: Partial<NodeEnvironmentOptions>;
}

/**
 * A whole page without its screen: log, directory and adapters against a server. What a person
 * would do on the screen is appended as their intent.
 */
export interface Client {
  readonly app: App;
  readonly directory: Directory;
  readonly adapters: Adapters;
  readonly environment: NodeEnvironment;
  readonly browser: Browser;
  /** What an earlier page left, and this one went on from. */
  readonly stored: StoredLog;
  /** Everything logged since, in order. */
  readonly events: Inbox<Logged>;
  /** Every command that a machine gave. */
  readonly commands: readonly Command[];
  /** Where the page was last led, below the tenant's base. */
  readonly location: () => string | null;
  readonly append: (event: AppEvent) => void;
  /** Waits until the state is as wanted; looks again after each event. Rejects with how it stands after 15 s. */
  readonly waitFor: <Found>(look: (directory: Directory) => Found | false | null | undefined) => Promise<Found>;
  /** The first event of a type after the position, past or future. */
  readonly next: <Type extends EventType>(type: Type, after?: number) => Promise<Logged<EventOf<Type>>>;
  /** Logs in and waits until that is done and the connection is live. */
  readonly logIn: (email: string, password: string, path?: 'rest' | 'graphql') => Promise<void>;
  /** Logs in and waits until that went wrong or well. */
  readonly tryLogIn: (email: string, password: string, path?: 'rest' | 'graphql') => Promise<void>;
  readonly live: () => Promise<void>;
  /** Sends a text in an open ticket's conversation; answers its client id. */
  readonly submit: (message: SubmittedText) => string;
  /** The server does the next call of a GraphQL operation, and its answer never arrives. */
  readonly loseAnswer: (operation: string) => void;
  /** Folds the events so far once more without adapters; answers whether the same came out. */
  readonly replaysEqual: () => boolean;
  /** As if the tab was killed: no goodbye. */
  readonly kill: () => void;
}

export interface SubmittedText {
  readonly ticketId: string;
  readonly customerId: string;
  readonly instanceId: string;
  readonly toNumber: string;
  readonly text: string;
  readonly replyTo?: string;
  readonly template?: SentTemplate;
}

function operationOf(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined;
  return /"query":"\s*(?:query|mutation)\s+(\w+)/.exec(body)?.[1];
}

/** A page that keeps its log in memory alone. */
export function startClient(options: ClientOptions): Client {
  const browser = options.browser ?? createBrowser();
  return createClient(options.tenant, browser, environmentOf(options, browser), null);
}

/** A page that goes on from the log its browser holds, and stores its own, as the real one does. */
export async function openClient(options: ClientOptions): Promise<Client> {
  const browser = options.browser ?? createBrowser();
  const environment = environmentOf(options, browser);
  return createClient(options.tenant, browser, environment, await readStoredLog(environment, options.tenant));
}

function environmentOf({ url, environment }: ClientOptions, browser: Browser): NodeEnvironment {
  return nodeEnvironment({ url, ...browser, ...environment });
}

function createClient(tenant: string, browser: Browser, node: NodeEnvironment, found: FoundLog | null): Client {
  const stored = found?.stored ?? emptyLog;
  const lost = new Set<string>();
  const environment: NodeEnvironment = {
    ...node,
    fetch: async (input, init) => {
      const operation = operationOf(init?.body);
      const response = await node.fetch(input, init);
      if (operation === undefined || !lost.delete(operation)) return response;
      await response.text();
      throw new TypeError('fetch failed: the answer was lost');
    },
  };
  const events = new Inbox<Logged>();
  const commands: Command[] = [];
  let location: string | null = null;
  let temporary = 0;

  const app = createApp({
    now: environment.now,
    onCommand: (command) => {
      commands.push(command);
      adapters.run(command);
    },
    later: laterParts,
    stored,
  });
  const adapters: Adapters = createAdapters({
    append: (event) => app.append(event),
    config: servedConfig(environment),
    tenant,
    environment,
    textOf: (text) => (text.kind === 'words' ? text.words : text.id),
    ...(found === null ? {} : { keeps: { log: app.log, journal: createJournal(app, stored), found: endOf(found) } }),
  });
  const { directory } = app;
  app.log.subscribe((event) => events.put(event));
  recordSession({ stored, events: () => events.items, snapshots: () => app.snapshots() });
  adapters.useNavigate(({ to }) => {
    location = to;
  });
  adapters.start();

  function waitFor<Found>(look: (directory: Directory) => Found | false | null | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      let done = false;
      const check = (): void => {
        const found = done ? null : look(directory);
        if (found === false || found === null || found === undefined) return;
        done = true;
        clearTimeout(timer);
        forget();
        resolve(found);
      };
      const timer = setTimeout(() => {
        done = true;
        forget();
        const states = [...app.snapshots()].map(([key, { value }]) => `${key}: ${JSON.stringify(value)}`);
        const last = events.items.slice(-20).map((event) => event.type);
        reject(new Error(`It never came to that.\n${states.join('\n')}\nlast events: ${last.join(', ')}`));
      }, PATIENCE_MS);
      // The log tells the directory first, so what is looked at holds the event already.
      const forget = app.log.subscribe(check);
      check();
    });
  }

  async function live(): Promise<void> {
    await waitFor(({ socket }) => selectConnectionStatus(socket.getSnapshot()) === 'live');
  }

  async function tryLogIn(email: string, password: string, path: 'rest' | 'graphql' = 'graphql'): Promise<void> {
    const secret = adapters.vault.keep(password);
    app.append({ type: 'login.submitted', path, email, secret, remember: true, to: null });
    await waitFor(({ auth }) => selectPhase(auth.getSnapshot()) !== 'loggingIn');
  }

  return {
    app,
    directory,
    adapters,
    environment,
    browser,
    stored,
    events,
    commands,
    location: () => location,
    append: (event) => app.append(event),
    waitFor,
    next: (type, after = 0) =>
      events.find((event): event is Logged<EventOf<typeof type>> => event.type === type && event.position > after),
    tryLogIn,
    logIn: async (email, password, path) => {
      await tryLogIn(email, password, path);
      if (selectViewer(directory.auth.getSnapshot()) === null) throw new Error(`${email} was not let in`);
      await live();
    },
    live,
    submit: ({ ticketId, customerId, instanceId, toNumber, text, replyTo, template }) => {
      const userId = selectViewer(directory.auth.getSnapshot())?.userId;
      if (userId === undefined) throw new Error('Nobody is logged in');
      const clientId = environment.uuid();
      temporary += 1;
      app.append({
        type: 'message.submitted',
        message: {
          clientId,
          tempId: `${temporary}-temp`,
          ticketId,
          customerId,
          instanceId,
          toNumber,
          text,
          ...(template !== undefined && { template }),
          replyTo: replyTo ?? null,
          userId,
          submittedAt: environment.now(),
        },
      });
      return clientId;
    },
    loseAnswer: (operation) => void lost.add(operation),
    replaysEqual: () => isDeepStrictEqual(replayApp(events.items, laterParts, stored), app.snapshots()),
    kill: () => adapters.stop(),
  };
}
