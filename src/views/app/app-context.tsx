import { createContext, use, useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { Directory, WatchKey } from '../../machines/directory.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { SecretRef } from '../../machines/log/events-session.ts';
import type { Observable } from '../../machines/observable.ts';

/** What a view gets from outside React: actors to read, and `append` to say what the person did. */
export interface AppHandle {
  readonly directory: Directory;
  readonly append: (event: AppEvent) => void;
  /** Milliseconds since 1970, for what is shown relative to now. */
  readonly now: () => number;
  /** A new UUID for a message to be sent. */
  readonly newClientId: () => string;
  /** The next `{n}-temp`. */
  readonly newTempId: () => string;
  /** Puts a password into the vault; the events carry only its name. */
  readonly keepSecret: (secret: string) => SecretRef;
  /** What the vault keeps under a name, to be shown and not kept: a QR code, recovery codes; undefined once forgotten. */
  readonly readSecret: (ref: SecretRef) => string | undefined;
  /** Brings what the administration needs, before its first list or form is opened. Rejects when a chunk does not load. */
  readonly prepareAdministration: () => Promise<AdministrationParts>;
}

/** What comes with the administration: its rules that views show as one types. */
export interface AdministrationParts {
  /** 50 weak, 75 good, 100 strong. */
  readonly passwordScore: (password: string) => 50 | 75 | 100;
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

/** The present value of a collection of the directory; renders again when it changes. */
export function useObservable<Value>(observable: Observable<Value>): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = observable.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [observable],
  );
  return useSyncExternalStore(subscribe, () => observable.getSnapshot());
}

/** Keeps an actor alive while the view is on the screen. */
export function useWatch(key: WatchKey | undefined): void {
  const { directory } = useApp();
  useEffect(() => (key === undefined ? undefined : directory.watch(key)), [directory, key]);
}
