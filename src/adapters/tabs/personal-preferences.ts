import { saveUserPreferences, userPreferences } from '../../../contract/graphql/user-preferences.ts';
import type { UserPreferences } from '../../../contract/entities/user-preferences.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import type { Preferences } from '../../machines/log/events-session.ts';
import { parseJson } from '../calls/issues.ts';
import type { CallParts } from '../calls/parts.ts';
import { DEFAULT_PREFERENCES, preferencesSchema } from '../storage/local.ts';
import { graphqlCall } from '../tenant/request.ts';
import { isSame, merged, parsedPreferences, personalOf, withPersonal } from './merged-preferences.ts';

/*
 * The settings that the server keeps for a person, so that all their browsers have them. The schema says which those
 * are; the others stay this browser's or tab's. Beside the person's preferences in localStorage stands what the server
 * had last: what differs from it was changed here and isn't saved yet.
 */

/** Changes that follow each other are saved together (milliseconds). */
const SAVE_MS = 1_000;

type Place = Pick<CallParts, 'environment' | 'tenant'> & {
  /** What was written, for a page whose storage is refused. */
  readonly held?: Map<string, string>;
};

function read({ environment, held }: Place, key: string): string | null {
  let text: string | null = null;
  try {
    text = environment.localStorage?.getItem(key) ?? null;
  } catch {
    // As if there were none.
  }
  return text ?? held?.get(key) ?? null;
}

function write({ environment, held }: Place, key: string, text: string): void {
  held?.set(key, text);
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

interface Known {
  /** The person's own in this browser, else the browser's. */
  readonly own: Preferences;
  /** Those of them that the server keeps; undefined if it wouldn't. */
  readonly mine: UserPreferences | undefined;
  /** What the server had last. */
  readonly saved: UserPreferences | undefined;
  /** What a change differs from; undefined if nothing was changed here. */
  readonly base: UserPreferences | undefined;
}

function knownOf(place: Place, userId: UserId): Known {
  const personal = storedIn(place, keyOf(place, userId));
  const own = personal ?? storedIn(place, `balcao:${place.tenant}:preferences`) ?? DEFAULT_PREFERENCES;
  const text = read(place, savedKeyOf(place, userId));
  const saved = text === null ? undefined : parsedPreferences(text);
  const first = personal === undefined ? undefined : personalOf(DEFAULT_PREFERENCES);
  return { own, mine: personalOf(own), saved, base: saved ?? first };
}

/** Whether something was changed here that isn't saved. */
function isUnsaved({ mine, base }: Known): boolean {
  return mine !== undefined && base !== undefined && !isSame(merged(base, mine, base), base);
}

interface Taken {
  /** What the page has to show now; left out if that is the same. */
  readonly shown?: Preferences;
  /** What the server has to keep; left out if it does. */
  readonly unsaved?: UserPreferences;
}

/** Stores what the server answered, with what was changed here. Nothing, if it is unreadable: a later version's. */
export function takePreferences(place: Place, userId: UserId, answer: string | null): Taken {
  const known = knownOf(place, userId);
  const { own, mine, base } = known;
  if (answer === null) return mine !== undefined && isUnsaved(known) ? { unsaved: mine } : {};
  const theirs = parsedPreferences(answer);
  if (theirs === undefined) return {};
  const both = mine === undefined || base === undefined ? theirs : merged(base, mine, theirs);
  write(place, savedKeyOf(place, userId), JSON.stringify(theirs));
  const unsaved = isSame(both, theirs) ? {} : { unsaved: both };
  const shown = withPersonal(own, both);
  if (isSame(personalOf(shown), mine)) return unsaved;
  write(place, keyOf(place, userId), JSON.stringify(shown));
  return { ...unsaved, shown };
}

interface PersonalPreferences {
  /** Something may have changed here: it is saved soon. */
  readonly changed: (preferences: Preferences) => void;
  /**
   * Takes what the server has, and saves what was changed here. Without an answer it is tried again with the next
   * change or connection. -> preferences.receivedFromTab
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
  const place = { ...parts, held: new Map<string, string>() };
  let cancel = (): void => undefined;
  /** One after the other: an older answer would undo a newer one. */
  let agreed = Promise.resolve();

  async function agreeOnce(): Promise<void> {
    const userId = owner();
    if (userId === null) return;
    const asked = graphqlCall(parts, 'preferences.keep', userPreferences, { variables: {} });
    const result = await gateway.request(asked);
    if (!result.ok || owner() !== userId) return;
    const answer = result.answer.userPreferences;
    const { shown, unsaved } = takePreferences(place, userId, answer);
    if (shown !== undefined) {
      keep(shown);
      append({ type: 'preferences.receivedFromTab', preferences: shown });
    }
    if (unsaved !== undefined) {
      const variables = { preferences: JSON.stringify(unsaved) };
      const kept = await gateway.request(graphqlCall(parts, 'preferences.keep', saveUserPreferences, { variables }));
      if (!kept.ok) return;
      write(place, savedKeyOf(place, userId), variables.preferences);
    } else if (answer === null) {
      // None is saved before the person changes any.
      const { mine, saved } = knownOf(place, userId);
      if (mine !== undefined && saved === undefined) {
        write(place, savedKeyOf(place, userId), JSON.stringify(mine));
      }
    }
  }

  function agree(): Promise<void> {
    agreed = agreed.then(agreeOnce);
    return agreed;
  }

  return {
    changed: (preferences) => {
      const userId = owner();
      if (userId === null) return;
      place.held.set(keyOf(place, userId), JSON.stringify(preferences));
      cancel();
      cancel = environment.after(SAVE_MS, () => {
        if (owner() === userId && isUnsaved(knownOf(place, userId))) void agree();
      });
    },
    agree,
  };
}
