import * as z from 'zod/mini';
import { LOCALES } from '../../../contract/facts/locales.ts';
import { TICKET_SORTS, TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import { SOUND_KINDS } from '../../../contract/facts/sounds.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import type { Preferences, StoredSession } from '../../machines/log/events-session.ts';
import { parseJson } from '../calls/issues.ts';
import type { Vault } from '../calls/vault.ts';
import type { Environment, KeyValueStore } from '../environment.ts';
import { sessionKeyOf } from './raw-log.ts';

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'light',
  locale: 'pt_BR',
  sidebarOpen: false,
  sound: true,
  singleKeys: true,
  activeInstanceId: null,
};

/** The preferences of the last user that the login page keeps; all others are personal. */
function browsersOf({ theme, followsSystem, locale }: Preferences): Preferences {
  return { ...DEFAULT_PREFERENCES, theme, locale, ...(followsSystem && { followsSystem }) };
}

/** As stored. Those of older versions lack later fields; those of newer ones have more. */
export const preferencesSchema: z.ZodMiniType<Preferences> = z.looseObject({
  theme: z.enum(['light', 'dark']),
  followsSystem: z.optional(z.literal(true)),
  isCompact: z.optional(z.literal(true)),
  modSends: z.optional(z.literal(true)),
  locale: z.enum(LOCALES),
  sidebarOpen: z.boolean(),
  sound: z.boolean(),
  singleKeys: z._default(z.boolean(), DEFAULT_PREFERENCES.singleKeys),
  activeInstanceId: z.nullable(z.string()),
  hiddenColumns: z.optional(z.record(z.string(), z.array(z.string()))),
  inboxScope: z.optional(z.enum(['mine', 'all'])),
  inboxView: z.optional(z.enum(TICKET_VIEWS)),
  inboxSort: z.optional(z.enum(TICKET_SORTS)),
  inboxFilters: z.optional(
    z.object({
      ownerId: z.optional(z.string()),
      departmentId: z.optional(z.string()),
      tagId: z.optional(z.string()),
      unseen: z.optional(z.literal(true)),
      notResponded: z.optional(z.literal(true)),
      blacklisted: z.optional(z.literal(true)),
    }),
  ),
  starredPages: z.optional(z.array(z.string())),
  emojis: z.optional(z.looseObject({ recent: z.array(z.string()), tone: z.number() })),
  audioSpeed: z.optional(z.number()),
  lockMinutes: z.optional(z.number()),
  notices: z.optional(
    z.looseObject({
      volume: z.optional(z.number()),
      silent: z.optional(z.array(z.enum(SOUND_KINDS))),
      quiet: z.optional(
        z.looseObject({ from: z.number(), to: z.number(), days: z.array(z.number()), timeZone: z.string() }),
      ),
      desktopDeclined: z.optional(z.literal(true)),
      dismissed: z.optional(z.array(z.string())),
    }),
  ),
});

/** A session as stored, in the specification's names. One value, so that it is never half written. */
const sessionSchema = z.object({
  access_token: z.string(),
  tenant: z.string(),
  email: z.string(),
  name: z.string(),
  origin_backoffice: z.boolean(),
  has_permission_routes: z.array(z.string()),
  user: z.object({ id: z.string(), role: z.string(), department: z.optional(z.nullable(z.string())) }),
  support_from: z.optional(z.string()),
  support_in: z.optional(z.string()),
  remembered: z.optional(z.boolean()),
});

/** A user's data that survives a reload, and the parts of it that were unreadable. */
interface Kept {
  readonly session: StoredSession | null;
  readonly preferences: Preferences;
  readonly locked: boolean;
  /** The version of the contract for which this tab was reloaded. */
  readonly reloadedFor: number | null;
  readonly rejected: readonly AppEvent[];
}

/** The session and the preferences, which must be there before anything is drawn: localStorage. */
export interface LocalStore {
  readonly read: () => Kept;
  readonly keepSession: (session: StoredSession) => void;
  /** Of this page's user; what another tab stores for somebody else stays. */
  readonly forgetSession: () => void;
  readonly keepPreferences: (preferences: Preferences) => void;
  /** Those of the person logging in; undefined if the page has them already. */
  readonly preferencesOf: (userId: UserId) => Preferences | undefined;
  /** For all tabs of the tenant, each of which is notified. */
  readonly keepLock: (locked: boolean) => void;
  readonly isLocked: () => boolean;
  /** For this tab alone. */
  readonly keepReloadedFor: (version: number) => void;
  /** The key that `keepLock` stores it under. */
  readonly lockKey: string;
}

/** The user of the stored session; null for none, or an unreadable one. */
export function keptPerson(
  store: KeyValueStore | null,
  tenant: string,
): { readonly userId: UserId; readonly remembered: boolean } | null {
  let text: string | null = null;
  try {
    text = store?.getItem(sessionKeyOf(tenant)) ?? null;
  } catch {
    return null;
  }
  const { data: kept } = sessionSchema.safeParse(text === null ? null : parseJson(text));
  return kept === undefined ? null : { userId: kept.user.id, remembered: kept.remembered === true };
}

interface LocalStoreOptions {
  readonly environment: Pick<Environment, 'localStorage' | 'sessionStorage' | 'console'>;
  readonly tenant: string;
  readonly vault: Vault;
}

export function createLocalStore({ environment, tenant, vault }: LocalStoreOptions): LocalStore {
  const store = environment.localStorage;
  const sessionKey = sessionKeyOf(tenant);
  const lockKey = `balcao:${tenant}:locked`;
  const preferencesKey = `balcao:${tenant}:preferences`;
  const reloadedKey = 'balcao:reloaded-for';
  /** Whose session this page has read or kept. */
  let ownerId: UserId | null = null;
  /** Whose preferences the page has. */
  let preferrerId: UserId | null = null;
  /** A choice made on the login page overrides the person's own. */
  let chosen: Partial<Preferences> | undefined;

  /** A full or refused storage costs the next page a login, and this one nothing. */
  function attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      environment.console.warn('localStorage', error);
    }
  }

  function textIn(storage: KeyValueStore | null, key: string): string | null {
    let text: string | null = null;
    attempt(() => {
      text = storage?.getItem(key) ?? null;
    });
    return text;
  }

  function readKey<Value>(key: string, schema: z.ZodMiniType<Value>, rejected: AppEvent[]): Value | null {
    const text = textIn(store, key);
    if (text === null) return null;
    const { data } = schema.safeParse(parseJson(text));
    if (data !== undefined) return data;
    // No sample: a token may be in it.
    rejected.push({ type: 'input.rejected', source: 'storage', reason: `${key}: not as it was written`, sample: '' });
    return null;
  }

  const ownKeyOf = (userId: UserId) => `${preferencesKey}:${userId}`;

  function write(key: string, preferences: Preferences): void {
    attempt(() => store?.setItem(key, JSON.stringify(preferences)));
  }

  function readPreferences(userId: UserId | null, rejected: AppEvent[]): Preferences {
    const own = userId === null ? null : readKey(ownKeyOf(userId), preferencesSchema, rejected);
    const browsers = readKey(preferencesKey, preferencesSchema, rejected) ?? DEFAULT_PREFERENCES;
    if (own !== null || userId === null) return own ?? browsersOf(browsers);
    // Stored before preferences were personal: they are the current user's.
    write(ownKeyOf(userId), browsers);
    return browsers;
  }

  const isLocked = () => textIn(store, lockKey) !== null;

  function reloadedFor(): number | null {
    const version = Number(textIn(environment.sessionStorage, reloadedKey) ?? undefined);
    return Number.isInteger(version) ? version : null;
  }

  return {
    read: () => {
      const rejected: AppEvent[] = [];
      const kept = readKey(sessionKey, sessionSchema, rejected);
      ownerId = kept?.user.id ?? null;
      preferrerId = ownerId;
      const preferences = readPreferences(ownerId, rejected);
      const session = kept && {
        token: vault.keep(kept.access_token),
        userId: kept.user.id,
        email: kept.email,
        name: kept.name,
        roleName: kept.user.role,
        departmentId: kept.user.department,
        originBackoffice: kept.origin_backoffice,
        routes: kept.has_permission_routes,
        supportFrom: kept.support_from,
        supportIn: kept.support_in,
        remembered: kept.remembered,
      };
      return { session, preferences, locked: isLocked(), reloadedFor: reloadedFor(), rejected };
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
        user: { id: session.userId, role: session.roleName, department: session.departmentId },
        support_from: session.supportFrom,
        support_in: session.supportIn,
        remembered: session.remembered,
      };
      ownerId = session.userId;
      attempt(() => store?.setItem(sessionKey, JSON.stringify(kept)));
    },
    forgetSession: () => {
      const kept = readKey(sessionKey, sessionSchema, []);
      const isOthers = kept !== null && kept.user.id !== ownerId;
      ownerId = null;
      if (!isOthers) attempt(() => store?.removeItem(sessionKey));
    },
    keepLock: (locked) => attempt(() => (locked ? store?.setItem(lockKey, 'yes') : store?.removeItem(lockKey))),
    keepReloadedFor: (version) => attempt(() => environment.sessionStorage?.setItem(reloadedKey, String(version))),
    isLocked,
    lockKey,
    keepPreferences: (preferences) => {
      const browsers = browsersOf(preferences);
      if (ownerId !== null) write(ownKeyOf(ownerId), preferences);
      else {
        const { theme, locale } = readPreferences(null, []);
        if (browsers.locale !== locale) chosen = { ...chosen, locale: browsers.locale };
        if (browsers.theme !== theme || browsers.followsSystem) {
          chosen = { ...chosen, theme: browsers.theme, followsSystem: browsers.followsSystem };
        }
      }
      write(preferencesKey, browsers);
    },
    preferencesOf: (userId) => {
      const own = readKey(ownKeyOf(userId), preferencesSchema, []);
      const isTheirs = own === null && (preferrerId ?? userId) === userId;
      const preferences = { ...(own ?? readPreferences(null, [])), ...chosen };
      if (chosen) write(ownKeyOf(userId), preferences);
      preferrerId = userId;
      chosen = undefined;
      return isTheirs ? undefined : preferences;
    },
  };
}
