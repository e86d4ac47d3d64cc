import { userPreferencesSchema } from '../../../contract/entities/user-preferences.ts';
import type { UserPreferences } from '../../../contract/entities/user-preferences.ts';
import { saveUserPreferences, userPreferences } from '../../../contract/graphql/user-preferences.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import type { Preferences } from '../../machines/log/events-session.ts';
import { parseJson } from '../calls/issues.ts';
import type { CallParts } from '../calls/parts.ts';
import { DEFAULT_PREFERENCES, preferencesSchema } from '../storage/local.ts';
import { graphqlCall } from '../tenant/request.ts';

/*
 * The settings that the server keeps for a person, so that all their browsers have them. The schema says which those
 * are; the others stay this browser's or tab's. Beside the person's preferences in localStorage stands what the server
 * had last: what differs from it was changed here and isn't saved yet.
 */

/** Changes that follow each other are saved together (milliseconds). */
const SAVE_MS = 1_000;

type Place = Pick<CallParts, 'environment' | 'tenant'>;

function read({ environment }: Place, key: string): string | null {
  try {
    return environment.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** A refused storage costs the next page the settings, and this one nothing. */
function write({ environment }: Place, key: string, text: string): void {
  try {
    environment.localStorage?.setItem(key, text);
  } catch (error) {
    environment.console.warn('localStorage', error);
  }
}

/** As `local.ts` names them. */
const keyOf = ({ tenant }: Place, userId: UserId) => `balcao:${tenant}:preferences:${userId}`;
const savedKeyOf = (place: Place, userId: UserId) => `${keyOf(place, userId)}:saved`;

function storedIn(place: Place, key: string): Preferences | undefined {
  const text = read(place, key);
  return text === null ? undefined : preferencesSchema.safeParse(parseJson(text)).data;
}

/** The person's own in this browser, else the browser's. */
function known(place: Place, userId: UserId): Preferences {
  return (
    storedIn(place, keyOf(place, userId)) ??
    storedIn(place, `balcao:${place.tenant}:preferences`) ??
    DEFAULT_PREFERENCES
  );
}

/** What the server keeps of them; undefined if it wouldn't. */
function textOf(preferences: Preferences): string | undefined {
  const { data } = userPreferencesSchema.safeParse(preferences);
  return data && JSON.stringify(data);
}

/** The person's settings, with what is this browser's own. */
function withTheirs(own: Preferences, theirs: UserPreferences): Preferences {
  const { sidebarOpen, activeInstanceId, inboxScope, inboxView, inboxSort, inboxFilters, lockMinutes } = own;
  const { volume, desktopDeclined } = own.notices ?? {};
  const notices = defined({ ...theirs.notices, volume, desktopDeclined });
  return defined({
    ...theirs,
    ...{ sidebarOpen, activeInstanceId, inboxScope, inboxView, inboxSort, inboxFilters, lockMinutes },
    notices: Object.keys(notices).length === 0 ? undefined : notices,
  });
}

/** Without the keys that have no value, as after storing. */
function defined<Value extends object>(value: Value): Value {
  const kept = { ...value };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
  return kept;
}

/**
 * Stores what the server answered, over what this browser had; undefined if that is the same or unreadable: a later
 * version's.
 */
export function takePreferences(place: Place, userId: UserId, answer: string | null): Preferences | undefined {
  const theirs = answer === null ? undefined : userPreferencesSchema.safeParse(parseJson(answer)).data;
  if (theirs === undefined) return undefined;
  const own = known(place, userId);
  const preferences = withTheirs(own, theirs);
  const text = textOf(preferences);
  if (text === undefined) return undefined;
  write(place, savedKeyOf(place, userId), text);
  if (text === textOf(own)) return undefined;
  write(place, keyOf(place, userId), JSON.stringify(preferences));
  return preferences;
}

export interface PersonalPreferences {
  /** Something may have changed here: it is saved soon. */
  readonly changed: () => void;
  /**
   * Saves what couldn't be saved before, else takes what the server has. Without an answer it is tried again with the
   * next change or connection. -> preferences.receivedFromTab
   */
  readonly agree: () => Promise<void>;
}

interface Keeper {
  /** Whose page it is; null for nobody's. */
  readonly owner: () => UserId | null;
  /** Stores preferences, for the other tabs too. */
  readonly keep: (preferences: Preferences) => void;
}

export function createPersonalPreferences(parts: CallParts, { owner, keep }: Keeper): PersonalPreferences {
  const { append, environment, gateway } = parts;
  let cancel = (): void => undefined;

  function state() {
    const userId = owner();
    const text = userId === null ? undefined : textOf(known(parts, userId));
    if (userId === null || text === undefined) return null;
    const saved = read(parts, savedKeyOf(parts, userId));
    return { userId, text, saved, isUnsaved: saved !== null && saved !== text };
  }

  async function save(): Promise<void> {
    const now = state();
    if (now?.isUnsaved !== true) return;
    const request = { variables: { preferences: now.text } };
    const result = await gateway.request(graphqlCall(parts, 'preferences.keep', saveUserPreferences, request));
    if (result.ok) write(parts, savedKeyOf(parts, now.userId), now.text);
  }

  return {
    changed: () => {
      cancel();
      cancel = environment.after(SAVE_MS, () => void save());
    },
    agree: async () => {
      const before = state();
      if (before === null) return;
      if (before.isUnsaved) {
        await save();
        return;
      }
      const request = graphqlCall(parts, 'preferences.keep', userPreferences, { variables: {} });
      const result = await gateway.request(request);
      const now = state();
      // What was changed meanwhile is newer, and is saved.
      if (!result.ok || now === null || now.userId !== before.userId || now.text !== before.text) return;
      const answer = result.answer.userPreferences;
      // None is saved before the person changes any.
      if (answer === null && now.saved === null) write(parts, savedKeyOf(parts, now.userId), now.text);
      const preferences = takePreferences(parts, now.userId, answer);
      if (preferences === undefined) return;
      keep(preferences);
      append({ type: 'preferences.receivedFromTab', preferences });
    },
  };
}
