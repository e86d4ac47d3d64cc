import type { Locale } from '../../../contract/facts/locales.ts';
import type { Instance } from '../entities/entities.ts';
import type { InstanceId } from '../entities/ids.ts';
import type { DesktopPermission, Theme } from '../log/events-session.ts';
import type { ShellSnapshot } from './shell.machine.ts';

export function selectTenant(snapshot: ShellSnapshot): string {
  return snapshot.context.tenant;
}

export function selectTheme(snapshot: ShellSnapshot): Theme {
  return snapshot.context.preferences.theme;
}

export function selectLocale(snapshot: ShellSnapshot): Locale {
  return snapshot.context.preferences.locale;
}

export function selectSidebarOpen(snapshot: ShellSnapshot): boolean {
  return snapshot.context.preferences.sidebarOpen;
}

export function selectSoundOn(snapshot: ShellSnapshot): boolean {
  return snapshot.context.preferences.sound;
}

/** Whether single characters are shortcuts. */
export function selectHasSingleKeys(snapshot: ShellSnapshot): boolean {
  return snapshot.context.preferences.singleKeys;
}

/** Columns of a table that the person doesn't want to see. */
export function selectHiddenColumns(snapshot: ShellSnapshot, table: string): readonly string[] {
  return snapshot.context.preferences.hiddenColumns?.[table] ?? none;
}

const none: readonly string[] = [];

/** The instance chosen in the bar; null for all. */
export function selectActiveInstanceId(snapshot: ShellSnapshot): InstanceId | null {
  return snapshot.context.preferences.activeInstanceId;
}

/** The instances the person may see, by name; null until they are known. */
export function selectInstances(snapshot: ShellSnapshot): readonly Instance[] | null {
  return snapshot.context.instances;
}

export function selectOnline(snapshot: ShellSnapshot): boolean {
  return snapshot.context.online;
}

export function selectVisible(snapshot: ShellSnapshot): boolean {
  return snapshot.context.visible;
}

/** Whether the screen shows nothing before the password is given. */
export function selectIsLocked(snapshot: ShellSnapshot): boolean {
  return snapshot.context.locked;
}

/** Untouched for so many minutes the screen locks by itself; null for never. */
export function selectLockMinutes(snapshot: ShellSnapshot): number | null {
  return snapshot.context.preferences.lockMinutes ?? null;
}

/** Whether somebody sees what is on the screen. */
export function selectIsSeen(snapshot: ShellSnapshot): boolean {
  return snapshot.context.visible && !snapshot.context.locked;
}

export function selectDesktopPermission(snapshot: ShellSnapshot): DesktopPermission {
  return snapshot.context.desktop;
}

/** Whether the loading overlay covers the page. */
export function selectOverlay(snapshot: ShellSnapshot): boolean {
  return snapshot.context.overlay;
}

/** Whether calls are refused because the platform is worked on. */
export function selectIsMaintained(snapshot: ShellSnapshot): boolean {
  return snapshot.context.maintained;
}
