import { IDBFactory } from 'fake-indexeddb';
import { randomUuid } from '../../src/adapters/environment.ts';
import type { Environment, KeyValueStore, NoticeConstructor, PageListener } from '../../src/adapters/environment.ts';
import { createCookieJar } from './cookie-jar.ts';
import type { CookieJar } from './cookie-jar.ts';
import { Inbox } from './inbox.ts';

/** A localStorage in memory. */
export function memoryStorage(): KeyValueStore & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** A browser's own notice that a test can click. */
export interface FakeNotice {
  readonly title: string;
  readonly body: string | undefined;
  readonly closed: () => boolean;
  readonly click: () => void;
}

/** What a test does to the page, and what the adapters did to it. */
export interface PageControl {
  readonly close: () => void;
  readonly restore: () => void;
  readonly setOnline: (online: boolean) => void;
  readonly setVisible: (visible: boolean) => void;
  /** Another tab changes what is kept under a name of localStorage. */
  readonly changeStorage: (key: string) => void;
  readonly focused: () => number;
  readonly reloaded: () => number;
}

/** A clock that stands still until a test moves it. */
export interface ManualClock {
  /** Runs what is due within so many milliseconds, in order. */
  readonly advance: (ms: number) => void;
  readonly pending: () => number;
  /** Whether something waits for exactly so long from now. */
  readonly isAwaited: (ms: number) => boolean;
}

export interface NodeEnvironment extends Environment {
  readonly jar: CookieJar;
  readonly pageControl: PageControl;
  readonly notices: readonly FakeNotice[];
  /** The files that the person was given. */
  readonly saved: readonly { readonly name: string; readonly file: Blob }[];
  /** What was written to the browser's log. */
  readonly lines: Inbox<string>;
}

export interface NodeEnvironmentOptions {
  /** The server's address, which is the page's origin. */
  readonly url: string;
  readonly indexedDB?: IDBFactory | null;
  readonly localStorage?: KeyValueStore | null;
  readonly locks?: Environment['locks'];
  readonly channel?: Environment['channel'];
  readonly sessionStorage?: KeyValueStore;
  /** Shared by the pages of one browser. */
  readonly jar?: CookieJar;
  readonly permission?: NotificationPermission | 'unsupported';
  readonly after?: Environment['after'];
  readonly upload?: NonNullable<Environment['upload']>;
  readonly now?: () => number;
  /** What the browser says of the network as the page opens. */
  readonly online?: boolean;
}

/** Real timers, as a browser has them. */
function realAfter(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

const START = 1_763_600_000_000;

/** A clock that goes on by a millisecond whenever it is read: no two moments are the same. */
export function steppingClock(): () => number {
  let time = START;
  return () => (time += 1);
}

export function manualClock(start = START): ManualClock & Pick<Environment, 'after' | 'now'> {
  let time = start;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => time,
    after: (ms, run) => {
      const entry = { at: time + ms, run };
      due.add(entry);
      return () => void due.delete(entry);
    },
    advance: (ms) => {
      const until = time + ms;
      for (;;) {
        const next = [...due].filter((entry) => entry.at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        due.delete(next);
        time = next.at;
        next.run();
      }
      time = until;
    },
    pending: () => due.size,
    isAwaited: (ms) => [...due].some(({ at }) => at === time + ms),
  };
}

/** Node's WebSocket with the Origin that a browser sends. */
function webSocketFrom(origin: string): typeof globalThis.WebSocket {
  return class extends globalThis.WebSocket {
    constructor(url: string | URL) {
      // Node takes options where the browser takes protocols.
      super(url, { headers: { origin } } as unknown as string[]);
    }
  };
}

function fakeNotices(permission: NotificationPermission): { Notification: NoticeConstructor; shown: FakeNotice[] } {
  const shown: FakeNotice[] = [];
  class FakeNotification {
    static permission = permission;
    static requestPermission = async (): Promise<NotificationPermission> => {
      FakeNotification.permission = permission === 'default' ? 'granted' : permission;
      return FakeNotification.permission;
    };
    onclick: Notification['onclick'] = null;
    #closed = false;
    constructor(title: string, options?: NotificationOptions) {
      shown.push({
        title,
        body: options?.body,
        closed: () => this.#closed,
        // The handler takes no part of its event, nor of `this`.
        click: () => Reflect.apply(this.onclick ?? (() => undefined), undefined, []),
      });
    }
    close(): void {
      this.#closed = true;
    }
  }
  return { Notification: FakeNotification, shown };
}

/** A browser as far as the adapters need one, over node's fetch and WebSocket, with a cookie jar. */
export function nodeEnvironment(options: NodeEnvironmentOptions): NodeEnvironment {
  const listeners = new Set<PageListener>();
  const lines = new Inbox<string>();
  const saved: { name: string; file: Blob }[] = [];
  const jar = options.jar ?? createCookieJar();
  let online = options.online ?? true;
  let visible = true;
  let focused = 0;
  let reloaded = 0;
  const tell = (what: (listener: PageListener) => void): void => listeners.forEach(what);
  const write = (...words: unknown[]): void => lines.put(words.map(String).join(' '));
  const permission = options.permission ?? 'granted';
  const fake = permission === 'unsupported' ? null : fakeNotices(permission);

  return {
    fetch: jar.fetch,
    WebSocket: webSocketFrom(options.url),
    indexedDB: options.indexedDB === undefined ? new IDBFactory() : options.indexedDB,
    localStorage: options.localStorage === undefined ? memoryStorage() : options.localStorage,
    sessionStorage: options.sessionStorage ?? memoryStorage(),
    locks: options.locks ?? null,
    channel: options.channel ?? (() => null),
    now: options.now ?? (() => Date.now()),
    after: options.after ?? realAfter,
    uuid: randomUuid,
    random: Math.random,
    page: {
      origin: options.url,
      online: () => online,
      visible: () => visible,
      focus: () => {
        focused += 1;
      },
      reload: () => {
        reloaded += 1;
      },
      listen: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    Notification: fake?.Notification ?? null,
    AudioContext: null,
    console: { warn: write, error: write },
    upload:
      options.upload ??
      (async ({ url, method, headers, body, signal, onSent }) => {
        onSent(Math.floor(body.size / 2));
        const response = await jar.fetch(url, { method, headers, body, signal });
        return { status: response.status, text: await response.text() };
      }),
    saveFile: (file, name) => void saved.push({ name, file }),
    saved,
    jar,
    notices: fake?.shown ?? [],
    lines,
    pageControl: {
      close: () => tell((listener) => listener.closing()),
      restore: () => tell((listener) => listener.restored()),
      setOnline: (next) => {
        online = next;
        tell((listener) => listener.networkChanged(next));
      },
      setVisible: (next) => {
        visible = next;
        tell((listener) => listener.visibilityChanged(next));
      },
      changeStorage: (key) => tell((listener) => listener.storageChanged(key)),
      focused: () => focused,
      reloaded: () => reloaded,
    },
  };
}
