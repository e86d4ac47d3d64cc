import { noticePreferencesSchema, userPreferencesSchema } from '../../../contract/entities/user-preferences.ts';
import type { UserPreferences } from '../../../contract/entities/user-preferences.ts';
import type { Preferences } from '../../machines/log/events-session.ts';
import { parseJson } from '../calls/issues.ts';

type Parts = Readonly<Record<string, unknown>>;

/* The parts that this version knows. Those of a later one stay as the server has them. */
const PARTS = Object.keys(userPreferencesSchema.shape).filter((name) => name !== 'notices');
const NOTICE_PARTS = Object.keys(noticePreferencesSchema.shape);

/** What the server keeps, or kept; undefined if this version can't read it. */
export function parsedPreferences(json: string): UserPreferences | undefined {
  return userPreferencesSchema.safeParse(parseJson(json)).data;
}

/** What stays this browser's or tab's. */
function browsersOf(preferences: Preferences) {
  const { sidebarOpen, activeInstanceId, inboxScope, inboxView, inboxSort, inboxFilters, lockMinutes } = preferences;
  return { sidebarOpen, activeInstanceId, inboxScope, inboxView, inboxSort, inboxFilters, lockMinutes };
}

/** What the server keeps of them; undefined if it wouldn't. */
export function personalOf(preferences: Preferences): UserPreferences | undefined {
  const { notices } = preferences;
  const blank = Object.fromEntries(Object.keys(browsersOf(preferences)).map((name) => [name, undefined]));
  const personal = {
    ...preferences,
    ...blank,
    ...(notices && { notices: { ...notices, volume: undefined, desktopDeclined: undefined } }),
  };
  return parsedPreferences(JSON.stringify(personal));
}

/** The person's settings, with what is this browser's own. */
export function withPersonal(own: Preferences, personal: UserPreferences): Preferences {
  const { volume, desktopDeclined } = own.notices ?? {};
  const notices = defined({ ...personal.notices, volume, desktopDeclined });
  return defined({
    ...personal,
    ...browsersOf(own),
    notices: Object.keys(notices).length === 0 ? undefined : notices,
  });
}

/** Without the keys that have no value, as after storing. */
function defined<Value extends object>(value: Value): Value {
  const kept = { ...value };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
  return kept;
}

/** `theirs`, with what was changed here since `saved`. */
export function merged(saved: UserPreferences, mine: UserPreferences, theirs: UserPreferences): UserPreferences {
  const notices = mergedParts(NOTICE_PARTS, saved.notices, mine.notices, theirs.notices);
  const all = { ...theirs, ...mergedParts(PARTS, saved, mine, theirs), ...(notices && { notices }) };
  return parsedPreferences(JSON.stringify(all)) ?? theirs;
}

function mergedParts(
  names: readonly string[],
  saved: Parts = {},
  mine: Parts = {},
  theirs: Parts | undefined,
): Parts | undefined {
  const changed = names.filter((name) => !isSame(mine[name], saved[name]));
  if (changed.length === 0) return theirs;
  return { ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) };
}

/** As JSON; both were parsed by the same schema, which orders them. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
