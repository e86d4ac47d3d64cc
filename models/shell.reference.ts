import type { Instance } from '../src/machines/entities/entities.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { Preferences } from '../src/machines/log/events-session.ts';
import type { ShellContext } from '../src/machines/shell/shell.context.ts';
import type { ShellSnapshot } from '../src/machines/shell/shell.machine.ts';
import { oraclesOf, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { areEqual } from './reference.ts';

/** Of the page: what is chosen is held and kept, and nothing else is; of the rest the last word. */

interface Around {
  readonly isLoggedIn: boolean;
  readonly isGreeted: boolean;
}
type Paged = Step<ShellSnapshot, Around>;
type Taken = Paged & { readonly before: ShellSnapshot; readonly after: ShellSnapshot };

/** The preferences that an event chooses; null for none. */
function chosenBy({ preferences: own }: ShellContext, event: Logged): Partial<Preferences> | null {
  const { emojis = { recent: [], tone: 0 }, notices = {}, starredPages = [], hiddenColumns } = own;
  switch (event.type) {
    case 'theme.chosen':
      return event.theme === 'system' ? { followsSystem: true } : { theme: event.theme, followsSystem: undefined };
    case 'locale.chosen':
      return { locale: event.locale };
    case 'sidebar.toggled':
      return { sidebarOpen: !own.sidebarOpen };
    case 'sound.toggled':
      return { sound: !own.sound };
    case 'singleKeys.toggled':
      return { singleKeys: !own.singleKeys };
    case 'modSends.toggled':
      return { modSends: own.modSends === true ? undefined : true };
    case 'density.chosen':
      return { isCompact: event.density === 'compact' ? true : undefined };
    case 'noticeSettings.changed': {
      const { quiet, ...others } = event.change;
      return { notices: { ...notices, ...others, ...(quiet !== undefined && { quiet: quiet ?? undefined }) } };
    }
    case 'notice.cleared': {
      const { dismissed = [] } = notices;
      const isOfLimit = event.noticeId.startsWith('limit:') && !dismissed.includes(event.noticeId);
      return isOfLimit ? { notices: { ...notices, dismissed: [...dismissed, event.noticeId] } } : null;
    }
    case 'emoji.used':
      return { emojis: { ...emojis, recent: [...new Set([event.emoji, ...emojis.recent])] } };
    case 'emoji.toneChosen':
      return { emojis: { ...emojis, tone: event.tone } };
    case 'audioSpeed.chosen':
      return { audioSpeed: event.speed === 1 ? undefined : event.speed };
    case 'lockMinutes.chosen':
      return { lockMinutes: event.minutes === null ? undefined : event.minutes };
    case 'columns.chosen':
      return { hiddenColumns: { ...hiddenColumns, [event.table]: event.hidden } };
    case 'page.starred': {
      if (event.starred === starredPages.includes(event.page)) return null;
      const pages = new Set(starredPages);
      if (event.starred) pages.add(event.page);
      else pages.delete(event.page);
      return { starredPages: [...pages] };
    }
    case 'inbox.narrowed':
      return { inboxFilters: event.only };
    case 'inbox.filtered':
      return event.status === 'open' ? { inboxView: event.scope } : null;
    case 'inbox.sorted':
      return { inboxSort: event.sort === 'last_message' ? undefined : event.sort };
    case 'instance.chosen':
      return { activeInstanceId: event.instanceId };
    default:
      return null;
  }
}

/** Toggled, or chosen once more: kept all the same. */
const KEPT_AGAIN: ReadonlySet<Logged['type']> = new Set<Logged['type']>([
  'columns.chosen',
  'emoji.used',
  'emoji.toneChosen',
  'audioSpeed.chosen',
  'lockMinutes.chosen',
]);

/** What a tab keeps for itself, whatever others choose. */
const OWN = ['sidebarOpen', 'activeInstanceId', 'inboxFilters', 'inboxScope', 'inboxView', 'inboxSort'] as const;

function preferencesAfter(was: ShellContext, { event, before, around, app }: Taken): Preferences {
  const { preferences } = was;
  if (event.type === 'app.opened') return event.preferences;
  if (!before.matches('open')) return preferences;
  const isIn = !around.isLoggedIn && app.directory.auth.getSnapshot().matches('authenticated');
  if (event.type === 'login.succeeded') return isIn ? (event.preferences ?? preferences) : preferences;
  if (event.type === 'preferences.receivedFromTab')
    return { ...event.preferences, ...Object.fromEntries(OWN.map((name) => [name, preferences[name]])) };
  return { ...preferences, ...chosenBy(was, event) };
}

function sorted(instances: readonly Instance[]): readonly Instance[] {
  const names = instances.map(({ name }) => name).toSorted();
  return names.flatMap((name) => instances.find((one) => one.name === name) ?? []);
}

function isEnded({ around, app, event }: Taken): boolean {
  const isIn = app.directory.auth.getSnapshot().matches('authenticated');
  return around.isLoggedIn && !isIn && event.type !== 'app.opened';
}

/** What a tab knows of the others before it hears of any. */
const noTabs = { leads: false, otherViewed: false, otherTickets: [], othersUnsent: 0 } as const;

function changes(was: ShellContext, step: Taken): Partial<ShellContext> {
  const { event, before, after, around } = step;
  const preferences = preferencesAfter(was, step);
  const { raisedNotices } = after.context;
  if (event.type === 'app.opened') {
    const { tenant, online, visible, desktop, locked = false, session } = event;
    const page = { tenant, online, visible, desktop, locked: locked && session !== null, preferences };
    // Without a session the ended one's goes, too.
    const { presenceMissed, instances, instancesMissed } = after.context;
    const others = {
      raisedNotices,
      instances,
      instancesMissed,
      ...(presenceMissed !== undefined && { presenceMissed }),
    };
    return { ...page, ...others, ...noTabs, overlay: false };
  }
  if (isEnded(step)) {
    const { presenceMissed = false } = after.context;
    const none = { instances: null, instancesMissed: false, locked: false };
    return { ...none, ...noTabs, preferences, raisedNotices, presenceMissed };
  }
  const isOpen = before.matches('open');
  const failedWith = event.type === 'api.responseFailed' ? event : null;
  const isBack = event.type === 'socket.greeted' && around.isGreeted;
  return {
    preferences,
    raisedNotices,
    ...(failedWith !== null && {
      overlay: false,
      maintained: was.maintained || failedWith.failure.key === 'error.maintenance',
    }),
    ...(failedWith?.command === 'presence.connect' && { presenceMissed: true }),
    ...(isOpen && isBack && { instancesMissed: false, maintained: false, presenceMissed: false }),
    ...(isOpen && pageAfter(was, event, around.isLoggedIn)),
  };
}

function pageAfter(was: ShellContext, event: Logged, isLoggedIn: boolean): Partial<ShellContext> {
  switch (event.type) {
    case 'screen.locked':
      return isLoggedIn ? { locked: true } : {};
    case 'screen.unlocked':
      return { locked: false };
    case 'form.saved':
      return event.form === 'account.unlock' ? { locked: false } : {};
    case 'network.changed':
      return { online: event.online };
    case 'page.visibilityChanged':
      return { visible: event.visible };
    case 'desktop.permissionChanged':
      return { desktop: event.permission };
    case 'tab.led':
      return { leads: true };
    case 'tab.otherViewed':
      return { otherViewed: event.viewed, otherTickets: event.tickets ?? [] };
    case 'tab.othersUnsent':
      return { othersUnsent: event.count };
    case 'instances.listed':
      return { instances: sorted(event.instances), instancesMissed: false };
    case 'instances.listFailed':
      return { instancesMissed: true };
    case 'instances.retried':
      return { instancesMissed: false };
    case 'presence.retried':
      return { presenceMissed: false };
    case 'instance.updated': {
      const others = (was.instances ?? []).filter(({ id }) => id !== event.instance.id);
      return was.instances === null ? {} : { instances: sorted([...others, event.instance]) };
    }
    default:
      return {};
  }
}

/** What is chosen is kept, the whole of it; nothing else is. */
function kept(step: Taken): readonly Command[] {
  const { event, before } = step;
  const was = before.context;
  const change = before.matches('open') ? chosenBy(was, event) : null;
  const preferences = { ...was.preferences, ...change };
  if (change === null || (areEqual(preferences, was.preferences) && !KEPT_AGAIN.has(event.type))) return [];
  return [{ type: 'preferences.keep', preferences }];
}

function lockKept({ before, after, event }: Taken): readonly Command[] {
  const { locked } = after.context;
  return event.type !== 'app.opened' && locked !== before.context.locked ? [{ type: 'lock.keep', locked }] : [];
}

function taken(step: Paged): Taken | null {
  const { before, after } = step;
  return before === undefined || after === undefined ? null : { ...step, before, after };
}

export const shellOracles = oraclesOf<ShellSnapshot, Around>(
  ({ directory }) => directory.shell.getSnapshot(),
  ({ directory }) => ({
    isLoggedIn: directory.auth.getSnapshot().matches('authenticated'),
    isGreeted: directory.socket.getSnapshot().matches({ connecting: 'greeting' }),
  }),
  {
    'what is chosen, and what is known of the page': wholeContext(changes, {
      presenceMissed: false,
      otherTickets: [],
      othersUnsent: 0,
    }),
    'what is kept': (each) => {
      const step = taken(each);
      if (step === null) return null;
      const came = step.commands.filter(({ type }) => type === 'preferences.keep' || type === 'lock.keep');
      return { expected: [...kept(step), ...lockKept(step)], came };
    },
  },
);
