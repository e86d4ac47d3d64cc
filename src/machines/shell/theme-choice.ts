import type { Preferences, ThemeChoice } from '../log/events-session.ts';

/** What the user chose. */
export function themeChoiceOf({ theme, followsSystem }: Preferences): ThemeChoice {
  return followsSystem === true ? 'system' : theme;
}
