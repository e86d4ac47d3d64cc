import { createContext, use, useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { Directory, WatchKey } from '../../machines/directory.ts';
import type { AuditEntry } from '../../machines/entities/administration.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { SecretRef } from '../../machines/log/events-session.ts';
import type { Observable } from '../../machines/observable.ts';
import { onceAFrame } from './once-a-frame.ts';

/** What a view gets from outside React: actors to read, and `append` to say what the person did. */
export interface AppHandle {
  readonly directory: Directory;
  readonly append: (event: AppEvent) => void;
  /** Milliseconds since 1970, for what is shown relative to now. */
  readonly now: () => number;
  /** Milliseconds by the computer's own clock, for how long something takes: `now` jumps when it is set right. */
  readonly ownNow: () => number;
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
  /** The audit in the reader's words. */
  readonly auditWords: (phrasing: Phrasing) => AuditWords;
  /** Who of the platform did it, where they have no user in the company. */
  readonly supportOf: (deed: Pick<Deed, 'details' | 'names'>) => string | undefined;
}

/** How words, numbers and moments are written for the reader. */
export interface Phrasing {
  /** The text so named; undefined where there is none. */
  readonly text: (id: string) => string | undefined;
  readonly number: (value: number) => string;
  readonly moment: (at: string) => string;
  /** A browser's long description of itself, shorter. */
  readonly browser: (agent: string) => string;
}

type Deed = Pick<AuditEntry, 'action' | 'subject' | 'details' | 'names'>;

/** Words for one deed after the other; what is newer than the texts stays readable. */
export interface AuditWords {
  readonly actionOf: (deed: Deed) => string;
  /** What it was done to; undefined for what concerns nothing in particular. */
  readonly subjectOf: (deed: Deed) => string | undefined;
  readonly factsOf: (deed: Deed) => readonly (readonly [label: string, value: string])[];
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

/** The present value of a collection of the directory; renders again when it changes, once a frame at most. */
export function useObservable<Value>(observable: Observable<Value>): Value {
  return useOnChange(observable, () => observable.getSnapshot());
}

/** What is read whenever a collection of the directory changes; renders again when the answer is another one. */
export function useOnChange<Value>(observable: Observable<unknown>, read: () => Value): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const { call, cancel } = onceAFrame(onChange);
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

/** Keeps an actor alive while the view is on the screen. */
export function useWatch(key: WatchKey | undefined): void {
  const { directory } = useApp();
  useEffect(() => (key === undefined ? undefined : directory.watch(key)), [directory, key]);
}
