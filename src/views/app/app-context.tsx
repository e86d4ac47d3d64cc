import { createContext, use, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { StoredLog } from '../../machines/app.ts';
import type { Directory } from '../../machines/directory.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { SecretRef } from '../../machines/log/events-session.ts';
import type { Observable } from '../../machines/observable.ts';
import { oncePerFrame } from './once-per-frame.ts';

/** What views get from outside React: actors to read, and `append` for what the user does. */
export interface AppHandle {
  readonly directory: Directory;
  readonly append: (event: AppEvent) => void;
  /** Called once the first screen is shown: code that it does without may load. */
  readonly onShown?: () => void;
  /** Milliseconds since 1970, for relative times. */
  readonly now: () => number;
  /** Milliseconds of the computer's own clock, for durations: `now` jumps when it is corrected. */
  readonly ownNow: () => number;
  /** A new UUID for a message to be sent. */
  readonly newClientId: () => string;
  /** The next temporary id, `{n}-temp`. */
  readonly newTempId: () => string;
  /** Stores a password in the vault; events carry only its reference. */
  readonly keepSecret: (secret: string) => SecretRef;
  /** A secret from the vault, for display only: a QR code, recovery codes; undefined once dropped. */
  readonly readSecret: (ref: SecretRef) => string | undefined;
  /** The files of messages to be sent; events carry only their names and sizes. */
  readonly files: MessageFiles;
  /** Loads what the administration needs before its first list or form opens. Rejects if a chunk doesn't load. */
  readonly prepareAdministration: () => Promise<void>;
  /** Loads where the time machine gets its logs. Left out where there is none. */
  readonly timeMachine?: () => Promise<LogSource>;
  /** Whether this tab's own log may be looked at: in development and the demo. Left out where it may not. */
  readonly showsOwnLog?: () => Promise<boolean>;
  /** The session's log without texts, names and numbers, ready to save. */
  readonly prepareReport: () => Promise<ProblemReport>;
}

/** Files by client id. */
export interface MessageFiles {
  /** Before the message is submitted. */
  readonly keep: (clientId: string, file: Blob) => void;
  /** The file; null if neither this page nor the disk has it. */
  readonly read: (clientId: string) => Promise<Blob | null>;
  /** An address for this page's elements; undefined while the file isn't in memory. */
  readonly url: (clientId: string) => string | undefined;
  /** How loud a message's audio is from beginning to end, 0 to 1; null if the browser can't decode it. */
  readonly peaks: (messageId: string, url: string) => Promise<readonly number[] | null>;
}

/** `unreadable`: the browser couldn't read the file; `notALog`: something else is in it. */
export type LogRefusal = 'unreadable' | 'empty' | 'tooLarge' | 'notALog' | 'newer' | 'damaged';

/** Logs for the time machine. */
export interface LogSource {
  /** The log of a file, or why it is refused. */
  readonly read: (file: Blob) => Promise<StoredLog | LogRefusal>;
  /** This tab's own log; null where it isn't offered. */
  readonly present: () => Promise<StoredLog | null>;
}

/** The file that `npm run replay FILE` reads. */
export interface ProblemReport {
  readonly events: number;
  /** Time of the first event, milliseconds since 1970; null without events. */
  readonly since: number | null;
  readonly save: () => void;
}

const AppContext = createContext<AppHandle | undefined>(undefined);

export function AppProvider({ app, children }: { readonly app: AppHandle; readonly children: ReactNode }) {
  return <AppContext value={app}>{children}</AppContext>;
}

export function useApp(): AppHandle {
  const app = use(AppContext);
  if (app === undefined) throw new Error('useApp outside of AppProvider');
  return app;
}

/** The current value of an observable; re-renders on change, at most once per frame. */
export function useObservable<Value>(observable: Observable<Value>): Value {
  return useOnChange(observable, () => observable.getSnapshot());
}

/** Runs `read` on each change of the observable; re-renders when its result changes. */
export function useOnChange<Value>(observable: Observable<unknown>, read: () => Value): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const { call, cancel } = oncePerFrame(onChange);
      const subscription = observable.subscribe(call);
      return () => {
        subscription.unsubscribe();
        cancel();
      };
    },
    [observable],
  );
  return useSyncExternalStore(subscribe, read);
}

/** The actor of a key; once the registry has removed it, the one that was shown. */
export function useKept<Actor>(actor: Actor | undefined, key: unknown): Actor | undefined {
  const [kept, keep] = useState({ actor, key });
  const shown = actor ?? (kept.key === key ? kept.actor : undefined);
  if (kept.key !== key || kept.actor !== shown) keep({ actor: shown, key });
  return shown;
}
