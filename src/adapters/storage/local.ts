import type { AppEvent } from '../../machines/log/event.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import type { Preferences, StoredSession } from '../../machines/log/events-session.ts';
import { parseJson } from '../calls/issues.ts';
import type { Vault } from '../calls/vault.ts';
import type { Environment } from '../environment.ts';
import { isFlag, isNumber, isText, listOf, mapOf, oneOf, orMissing, orNull, recordOf } from './shape.ts';
import type { Check } from './shape.ts';

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'light',
  locale: 'pt_BR',
  sidebarOpen: false,
  sound: true,
  singleKeys: true,
  activeInstanceId: null,
};

/** As they are kept; those of an older version of ours lack what came later. */
const isKeptPreferences = recordOf({
  theme: oneOf('light', 'dark'),
  locale: oneOf('pt_BR', 'en', 'pt'),
  sidebarOpen: isFlag,
  sound: isFlag,
  singleKeys: orMissing(isFlag),
  activeInstanceId: orNull(isText),
  hiddenColumns: orMissing(mapOf(listOf(isText))),
  inboxScope: orMissing(oneOf('mine', 'all')),
  lockMinutes: orMissing(isNumber),
});

/** A session as it is kept, in the specification's names. One value, so that it is never half there. */
const isKeptSession = recordOf({
  access_token: isText,
  tenant: isText,
  email: isText,
  name: isText,
  origin_backoffice: isFlag,
  has_permission_routes: listOf(isText),
  user: recordOf({ id: isText, role: isText }),
  support_from: orMissing(isText),
  support_in: orMissing(isText),
});

/** What the browser keeps of a person between two pages of a tenant, and what didn't read well. */
export interface Kept {
  readonly session: StoredSession | null;
  readonly preferences: Preferences;
  readonly locked: boolean;
  readonly rejected: readonly AppEvent[];
}

/** The session and the preferences, which must be there before anything is drawn: localStorage. */
export interface LocalStore {
  readonly read: () => Kept;
  readonly keepSession: (session: StoredSession) => void;
  /** Of whoever this page was logged in for; what another tab keeps for somebody else stays. */
  readonly forgetSession: () => void;
  readonly keepPreferences: (preferences: Preferences) => void;
  /** For all tabs of the tenant: each hears of it. */
  readonly keepLock: (locked: boolean) => void;
  readonly isLocked: () => boolean;
  /** What `keepLock` keeps it under. */
  readonly lockKey: string;
}

export interface LocalStoreOptions {
  readonly environment: Pick<Environment, 'localStorage' | 'console'>;
  readonly tenant: string;
  readonly vault: Vault;
}

export function createLocalStore({ environment, tenant, vault }: LocalStoreOptions): LocalStore {
  const store = environment.localStorage;
  const sessionKey = `balcao:${tenant}:session`;
  const lockKey = `balcao:${tenant}:locked`;
  const preferencesKey = `balcao:${tenant}:preferences`;
  /** Whose session this page has read or kept. */
  let ownerId: UserId | null = null;

  /** A full or refused storage costs the next page a login, and this one nothing. */
  function attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      environment.console.warn('localStorage', error);
    }
  }

  function readKey<Value>(key: string, check: Check<Value>, rejected: AppEvent[]): Value | null {
    let text: string | null = null;
    attempt(() => {
      text = store?.getItem(key) ?? null;
    });
    if (text === null) return null;
    const value = parseJson(text);
    if (check(value)) return value;
    // No sample: a token may be in it.
    rejected.push({ type: 'input.rejected', source: 'storage', reason: `${key}: not as it was written`, sample: '' });
    return null;
  }

  function isLocked(): boolean {
    let kept: string | null = null;
    attempt(() => {
      kept = store?.getItem(lockKey) ?? null;
    });
    return kept !== null;
  }

  return {
    read: () => {
      const rejected: AppEvent[] = [];
      const kept = readKey(sessionKey, isKeptSession, rejected);
      const chosen = readKey(preferencesKey, isKeptPreferences, rejected) ?? DEFAULT_PREFERENCES;
      const preferences = { ...chosen, singleKeys: chosen.singleKeys ?? DEFAULT_PREFERENCES.singleKeys };
      ownerId = kept?.user.id ?? null;
      const session = kept && {
        token: vault.keep(kept.access_token),
        userId: kept.user.id,
        email: kept.email,
        name: kept.name,
        roleName: kept.user.role,
        originBackoffice: kept.origin_backoffice,
        routes: kept.has_permission_routes,
        supportFrom: kept.support_from,
        supportIn: kept.support_in,
      };
      return { session, preferences, locked: isLocked(), rejected };
    },
    keepSession: (session) => {
      const token = vault.read(session.token);
      if (token === undefined) return;
      const kept = {
        access_token: token,
        tenant,
        email: session.email,
        name: session.name,
        origin_backoffice: session.originBackoffice,
        has_permission_routes: session.routes,
        user: { id: session.userId, role: session.roleName },
        support_from: session.supportFrom,
        support_in: session.supportIn,
      };
      ownerId = session.userId;
      attempt(() => store?.setItem(sessionKey, JSON.stringify(kept)));
    },
    forgetSession: () => {
      const kept = readKey(sessionKey, isKeptSession, []);
      const isOthers = kept !== null && kept.user.id !== ownerId;
      ownerId = null;
      if (!isOthers) attempt(() => store?.removeItem(sessionKey));
    },
    keepLock: (locked) => attempt(() => (locked ? store?.setItem(lockKey, 'yes') : store?.removeItem(lockKey))),
    isLocked,
    lockKey,
    keepPreferences: (preferences) => attempt(() => store?.setItem(preferencesKey, JSON.stringify(preferences))),
  };
}
