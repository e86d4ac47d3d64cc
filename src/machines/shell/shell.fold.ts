import { STARRED_PAGES_MAX } from '../../../contract/facts/limits.ts';
import type { Instance } from '../entities/entities.ts';
import { RECENT_EMOJIS } from '../limits.ts';
import type { EventOf } from '../log/event.ts';
import type { EmojiPreferences, NoticeSettings, Preferences } from '../log/events-session.ts';
import type { ShellContext } from './shell.context.ts';

/** The context with what a new page brings. */
export function openedBy(context: ShellContext, event: EventOf<'app.opened'>): ShellContext {
  return {
    ...context,
    tenant: event.tenant,
    preferences: event.preferences,
    online: event.online,
    visible: event.visible,
    desktop: event.desktop,
    locked: event.locked === true && event.session !== null,
    leads: false,
    otherViewed: false,
    ...(context.otherTickets && { otherTickets: [] }),
    ...(context.othersUnsent && { othersUnsent: 0 }),
    overlay: false,
  };
}

export function emojisOf({ preferences }: ShellContext): EmojiPreferences {
  return preferences.emojis ?? { recent: [], tone: 0 };
}

export function withUsed(context: ShellContext, emoji: string): EmojiPreferences {
  const { recent, tone } = emojisOf(context);
  return { recent: [emoji, ...recent.filter((other) => other !== emoji)].slice(0, RECENT_EMOJIS), tone };
}

/** The preferences of another tab, without those that each tab keeps for itself. */
export function preferencesFromTab(
  { preferences: own }: ShellContext,
  { preferences }: EventOf<'preferences.receivedFromTab'>,
): Preferences {
  const { sidebarOpen, activeInstanceId, inboxFilters, inboxScope, inboxView, inboxSort } = own;
  return { ...preferences, sidebarOpen, activeInstanceId, inboxFilters, inboxScope, inboxView, inboxSort };
}

export function instancesAfter(
  { instances }: ShellContext,
  { instance }: EventOf<'instance.updated'>,
): readonly Instance[] {
  return byName([...(instances ?? []).filter(({ id }) => id !== instance.id), instance]);
}

export const isOfMaintenance = ({ failure }: EventOf<'api.responseFailed'>) => failure.key === 'error.maintenance';

export const isOfPresence = ({ command }: EventOf<'api.responseFailed'>) => command === 'presence.connect';

const noPages: readonly string[] = [];

export function starredIn({ preferences }: ShellContext): readonly string[] {
  return preferences.starredPages ?? noPages;
}

/** The same array if it changes nothing. */
export function starredAfter(context: ShellContext, { page, starred }: EventOf<'page.starred'>): readonly string[] {
  const before = starredIn(context);
  if (starred === before.includes(page) || (starred && before.length >= STARRED_PAGES_MAX)) return before;
  return starred ? [...before, page] : before.filter((each) => each !== page);
}

export function dismissedIn({ preferences }: ShellContext): readonly string[] {
  return preferences.notices?.dismissed ?? noPages;
}

export function noticesAfter(
  { preferences }: ShellContext,
  { change }: EventOf<'noticeSettings.changed'>,
): NoticeSettings {
  const { quiet, ...others } = change;
  return { ...preferences.notices, ...others, ...('quiet' in change && { quiet: quiet ?? undefined }) };
}

/** Sorted by name. */
export function byName(instances: readonly Instance[]): readonly Instance[] {
  return instances.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
