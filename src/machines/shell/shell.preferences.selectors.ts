import type { EmojiPreferences, NoticeSettings } from '../log/events-session.ts';
import type { ShellSnapshot } from './shell.machine.ts';

/* Preferences that only later screens need: `shell.selectors.ts` loads with the first screen. */

export function selectSoundOn(snapshot: ShellSnapshot): boolean {
  return snapshot.context.preferences.sound;
}

/** How the user wants to be notified. */
export function selectNoticeSettings(snapshot: ShellSnapshot): NoticeSettings {
  return snapshot.context.preferences.notices ?? noNoticeSettings;
}

/** Emojis used last, and the skin tone. */
export function selectEmojis(snapshot: ShellSnapshot): EmojiPreferences {
  return snapshot.context.preferences.emojis ?? noEmojis;
}

/** How fast audio plays. */
export function selectAudioSpeed(snapshot: ShellSnapshot): number {
  return snapshot.context.preferences.audioSpeed ?? 1;
}

/** Columns of a table that the user has hidden; null if they never chose. */
export function selectHiddenColumns(snapshot: ShellSnapshot, table: string): readonly string[] | null {
  return snapshot.context.preferences.hiddenColumns?.[table] ?? null;
}

/** Names of the routes that the user starred, oldest first. */
export function selectStarredPages(snapshot: ShellSnapshot): readonly string[] {
  return snapshot.context.preferences.starredPages ?? none;
}

/** Minutes without input after which the screen locks; null for never. */
export function selectLockMinutes(snapshot: ShellSnapshot): number | null {
  return snapshot.context.preferences.lockMinutes ?? null;
}

const noNoticeSettings: NoticeSettings = {};

const noEmojis: EmojiPreferences = { recent: [], tone: 0 };

const none: readonly string[] = [];
