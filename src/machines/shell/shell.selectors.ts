import type { Locale } from '../../../contract/facts/locales.ts';
import type { Instance } from '../entities/entities.ts';
import type { InstanceId } from '../entities/ids.ts';
import type { Density, DesktopPermission, ThemeChoice } from '../log/events-session.ts';
import type { ShellSnapshot } from './shell.machine.ts';
import { densityOf } from './density.ts';
import { themeChoiceOf } from './theme-choice.ts';

export function selectTenant(snapshot: ShellSnapshot): string {
  return snapshot.context.tenant;
}

/** What the user chose, not what is shown: see `useTheme`. */
export function selectThemeChoice(snapshot: ShellSnapshot): ThemeChoice {
  return themeChoiceOf(snapshot.context.preferences);
}

/** How close together things stand. */
export function selectDensity(snapshot: ShellSnapshot): Density {
  return densityOf(snapshot.context.preferences);
}

export function selectLocale(snapshot: ShellSnapshot): Locale {
  return snapshot.context.preferences.locale;
}

export function selectSidebarOpen(snapshot: ShellSnapshot): boolean {
  return snapshot.context.preferences.sidebarOpen;
}

/** Whether single-character shortcuts are on. */
export function selectHasSingleKeys(snapshot: ShellSnapshot): boolean {
  return snapshot.context.preferences.singleKeys;
}

/** Whether Ctrl+Enter sends, and Enter breaks the line. */
export function selectModSends(snapshot: ShellSnapshot): boolean {
  return snapshot.context.preferences.modSends === true;
}

/** The instance chosen in the bar; null for all. */
export function selectActiveInstanceId(snapshot: ShellSnapshot): InstanceId | null {
  return snapshot.context.preferences.activeInstanceId;
}

/** The user's instances, sorted by name; null until fetched. */
export function selectInstances(snapshot: ShellSnapshot): readonly Instance[] | null {
  return snapshot.context.instances;
}

/** Whether the instances could not be fetched. */
export function selectInstancesMissed(snapshot: ShellSnapshot): boolean {
  return snapshot.context.instancesMissed;
}

export function selectOnline(snapshot: ShellSnapshot): boolean {
  return snapshot.context.online;
}

export function selectVisible(snapshot: ShellSnapshot): boolean {
  return snapshot.context.visible;
}

/** Whether the screen is locked until the password is entered. */
export function selectIsLocked(snapshot: ShellSnapshot): boolean {
  return snapshot.context.locked;
}

/** Whether the user logged in on this page, or on the one that it continues. */
export function selectHasLoggedIn(snapshot: ShellSnapshot): boolean {
  return snapshot.context.raisedNotices.some((id) => id.startsWith('login:'));
}

/** Whether the page is visible and not locked. */
export function selectIsSeen(snapshot: ShellSnapshot): boolean {
  return snapshot.context.visible && !snapshot.context.locked;
}

export function selectDesktopPermission(snapshot: ShellSnapshot): DesktopPermission {
  return snapshot.context.desktop;
}

/** Whether the call that marks the user as at work failed. */
export function selectPresenceMissed(snapshot: ShellSnapshot): boolean {
  return snapshot.context.presenceMissed === true;
}

/** Whether calls are refused for maintenance. */
export function selectIsMaintained(snapshot: ShellSnapshot): boolean {
  return snapshot.context.maintained;
}
