import { correctedClock } from './clock/corrected-clock.ts';

/** What the page tells of itself, as it happens. */
export interface PageListener {
  readonly closing: () => void;
  /** The page came back out of the browser's cache with everything in it stopped. */
  readonly restored: () => void;
  readonly networkChanged: (online: boolean) => void;
  readonly visibilityChanged: (visible: boolean) => void;
  /** Another tab has kept something else in localStorage. */
  readonly storageChanged: (key: string | null) => void;
}

export interface Page {
  /** Scheme, host and port of the page's address, without a slash at the end. */
  readonly origin: string;
  readonly online: () => boolean;
  readonly visible: () => boolean;
  readonly focus: () => void;
  readonly reload: () => void;
  /** Gives back what ends the listening. */
  readonly listen: (listener: PageListener) => () => void;
}

export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type NoticeConstructor = Pick<typeof Notification, 'permission' | 'requestPermission'> &
  (new (title: string, options?: NotificationOptions) => Pick<Notification, 'close' | 'onclick'>);

/** Everything outside that the adapters reach for. Null: this browser has none, or refuses it. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  readonly WebSocket: typeof globalThis.WebSocket;
  readonly indexedDB: IDBFactory | null;
  readonly localStorage: KeyValueStore | null;
  /** Milliseconds since 1970, by the server's clock as far as it is known: the computer's own may be days off. */
  readonly now: () => number;
  /** Runs once after so many milliseconds; gives back what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly uuid: () => string;
  readonly page: Page;
  readonly Notification: NoticeConstructor | null;
  readonly AudioContext: (new () => AudioContext) | null;
  readonly console: Pick<Console, 'warn' | 'error'>;
  /** Gives the person a file to keep; the browser's own way when left out. */
  readonly saveFile?: (file: Blob, name: string) => void;
}

/** A random UUID. `crypto.randomUUID` is missing where the page came over plain http from another machine. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Null where reading the property itself throws, as browsers do that were told to keep nothing. */
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
      // Not `unload`: a page that listens to it is never kept for the back button.
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

/** The browser the page runs in. */
export function browserEnvironment(): Environment {
  const clock = correctedClock(() => Date.now());
  return {
    fetch: async (...request) => {
      const askedAt = Date.now();
      const answer = await window.fetch(...request);
      // Any other may be out of the browser's cache, of another time.
      if (request[1]?.method === 'POST') clock.heard(answer.headers.get('date'), askedAt);
      return answer;
    },
    WebSocket: window.WebSocket,
    indexedDB: allowed(() => window.indexedDB),
    localStorage: allowed(() => window.localStorage),
    now: clock.now,
    after: (ms, run) => {
      const timer = window.setTimeout(run, ms);
      return () => window.clearTimeout(timer);
    },
    uuid: randomUuid,
    page: browserPage(),
    Notification: 'Notification' in window ? window.Notification : null,
    AudioContext: 'AudioContext' in window ? window.AudioContext : null,
    console: window.console,
  };
}
