import { correctedClock } from './clock/corrected-clock.ts';

/** Page events. */
export interface PageListener {
  readonly closing: () => void;
  /** Restored from the back-forward cache, with everything in it stopped. */
  readonly restored: () => void;
  readonly networkChanged: (online: boolean) => void;
  readonly visibilityChanged: (visible: boolean) => void;
  /** Another tab changed localStorage. */
  readonly storageChanged: (key: string | null) => void;
}

export interface Page {
  /** Scheme, host and port of the page's address, without a slash at the end. */
  readonly origin: string;
  readonly online: () => boolean;
  readonly visible: () => boolean;
  readonly focus: () => void;
  readonly reload: () => void;
  /** Returns the removal. */
  readonly listen: (listener: PageListener) => () => void;
}

export interface UploadRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

/** Rejects if no complete response comes. */
export type Upload = (request: UploadRequest) => Promise<{ readonly status: number; readonly text: string }>;

export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type NoticeConstructor = Pick<typeof Notification, 'permission' | 'requestPermission'> &
  (new (title: string, options?: NotificationOptions) => Pick<Notification, 'close' | 'onclick'>);

/** All browser APIs that the adapters use. Null: missing or denied. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  readonly WebSocket: typeof globalThis.WebSocket;
  readonly indexedDB: IDBFactory | null;
  readonly localStorage: KeyValueStore | null;
  /** Per tab; survives a reload. */
  readonly sessionStorage: KeyValueStore | null;
  /** Elects the leading tab. */
  readonly locks: Pick<LockManager, 'request' | 'query'> | null;
  /** Connects the user's tabs. */
  readonly channel: (name: string) => BroadcastChannel | null;
  /** Milliseconds since 1970, by the server's clock once known: the computer's may be days off. */
  readonly now: () => number;
  /** Runs once after a delay; returns the cancellation. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly uuid: () => string;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly page: Page;
  readonly Notification: NoticeConstructor | null;
  readonly AudioContext: (new () => AudioContext) | null;
  readonly console: Pick<Console, 'warn' | 'error'>;
  /** Uploads with progress; `fetch` has none. By XMLHttpRequest if left out. */
  readonly upload?: Upload;
  /** Saves a file; a download if left out. */
  readonly saveFile?: (file: Blob, name: string) => void;
}

/** A random UUID. `crypto.randomUUID` is missing on plain http from another machine. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Null where reading the property throws, as in browsers that block storage. */
function allowed<Value>(read: () => Value): Value | null {
  try {
    return read() ?? null;
  } catch {
    return null;
  }
}

function browserPage(): Page {
  return {
    origin: window.location.origin,
    online: () => navigator.onLine,
    visible: () => document.visibilityState === 'visible',
    focus: () => window.focus(),
    reload: () => window.location.reload(),
    listen: (listener) => {
      const ended = new AbortController();
      const { signal } = ended;
      // Not `unload`, which disables the back-forward cache.
      window.addEventListener('pagehide', () => listener.closing(), { signal });
      window.addEventListener('pageshow', (event) => event.persisted && listener.restored(), { signal });
      window.addEventListener('online', () => listener.networkChanged(true), { signal });
      window.addEventListener('offline', () => listener.networkChanged(false), { signal });
      window.addEventListener('storage', ({ key }) => listener.storageChanged(key), { signal });
      document.addEventListener(
        'visibilitychange',
        () => listener.visibilityChanged(document.visibilityState === 'visible'),
        { signal },
      );
      return () => ended.abort();
    },
  };
}

/** The real browser. */
export function browserEnvironment(): Environment {
  const clock = correctedClock(() => Date.now());
  return {
    fetch: async (...request) => {
      const askedAt = Date.now();
      const answer = await window.fetch(...request);
      // Other responses may be cached, with an old date.
      if (request[1]?.method === 'POST') clock.sync(answer.headers.get('date'), askedAt);
      return answer;
    },
    WebSocket: window.WebSocket,
    indexedDB: allowed(() => window.indexedDB),
    localStorage: allowed(() => window.localStorage),
    sessionStorage: allowed(() => window.sessionStorage),
    // Missing on plain http from another machine.
    locks: allowed(() => navigator.locks),
    channel: (name) => ('BroadcastChannel' in window ? new BroadcastChannel(name) : null),
    now: clock.now,
    after: (ms, run) => {
      const timer = window.setTimeout(run, ms);
      return () => window.clearTimeout(timer);
    },
    uuid: randomUuid,
    random: Math.random,
    page: browserPage(),
    Notification: 'Notification' in window ? window.Notification : null,
    AudioContext: 'AudioContext' in window ? window.AudioContext : null,
    console: window.console,
  };
}
