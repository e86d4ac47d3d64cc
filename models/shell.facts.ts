import type { App } from '../src/machines/app.ts';
import { selectThemeChoice } from '../src/machines/shell/shell.selectors.ts';
import type { Instance } from '../src/machines/entities/entities.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { awaitsGreeting } from './connection.ts';
import { leavesOf } from './state-key.ts';
import { isEqual } from './reference.ts';

export function contextOf({ directory }: App) {
  return directory.shell.getSnapshot().context;
}

const isRaised = (app: App, noticeId: string) => contextOf(app).raisedNotices.includes(noticeId);

const themeOf = (app: App) => selectThemeChoice(app.directory.shell.getSnapshot());

/** Preferences private to each tab. */
const ofEachTab = ['sidebarOpen', 'activeInstanceId', 'inboxFilters', 'inboxScope', 'inboxView', 'inboxSort'];

function sharedOf(values: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofEachTab.includes(name)));
}

function byId(instances: readonly Instance[]): readonly Instance[] {
  return instances.toSorted((one, other) => Number(one.id) - Number(other.id));
}

/** Whether the preferences, or instances, that an event brings are held already. */
function isHeld(app: App, event: AppEvent): boolean {
  const { preferences: kept, instances, instancesMissed } = contextOf(app);
  switch (event.type) {
    case 'audioSpeed.chosen':
      return 'audioSpeed' in kept && (kept.audioSpeed ?? 1) === event.speed;
    case 'columns.chosen':
      return isEqual(kept.hiddenColumns?.[event.table], event.hidden);
    case 'lockMinutes.chosen':
      return 'lockMinutes' in kept && (kept.lockMinutes ?? null) === event.minutes;
    case 'emoji.used':
      return kept.emojis?.recent[0] === event.emoji;
    case 'emoji.toneChosen':
      return kept.emojis?.tone === event.tone;
    case 'preferences.receivedFromTab':
      return isEqual(sharedOf(kept), sharedOf(event.preferences));
    case 'login.succeeded':
      return isEqual(kept, event.preferences);
    case 'instances.listed':
      return !instancesMissed && instances !== null && isEqual(byId(instances), byId(event.instances));
    case 'instance.updated':
      return instances?.some((known) => isEqual(known, event.instance)) === true;
    default:
      return false;
  }
}

/** Whether a page brings what is held, and there is nothing that ends with the page before. */
function isAsBefore(app: App, event: AppEvent): boolean {
  if (event.type !== 'app.opened') return false;
  const {
    preferences: kept,
    online,
    visible,
    desktop,
    locked,
    leads,
    otherViewed,
    othersUnsent,
    overlay,
  } = contextOf(app);
  const { preferences: brought, session } = event;
  const isLocked = event.locked === true && session !== null;
  return (
    isEqual(
      [kept, online, visible, desktop, locked],
      [brought, event.online, event.visible, event.desktop, isLocked],
    ) &&
    !(leads || otherViewed || (othersUnsent ?? 0) > 0 || overlay) &&
    !(session === null && holdsOfSession(app))
  );
}

/** Whether something is held that ends with the session. */
function holdsOfSession(app: App): boolean {
  const { instances, instancesMissed, leads, otherViewed, othersUnsent, locked, raisedNotices, presenceMissed } =
    contextOf(app);
  const isMissed = instancesMissed || presenceMissed === true;
  return (
    instances !== null ||
    isMissed ||
    leads ||
    otherViewed ||
    (othersUnsent ?? 0) > 0 ||
    locked ||
    raisedNotices.length > 0
  );
}

/** What outcomes depend on: a value that is set already is ignored. */
export const facts = {
  'it is held already': isHeld,
  'the page is as before': isAsBefore,
  'something of the session is held': holdsOfSession,
  'the overlay is shown': (app: App) => contextOf(app).overlay,
  'a login is asked for': ({ directory }: App) => directory.auth.getSnapshot().value === 'loggingIn',
  'nothing was asked of the desktop': (app: App) => contextOf(app).desktop === 'default',
  'the desktop shows no notices': (app: App) => contextOf(app).desktop === 'unsupported',
  'the notice was raised': (app: App) => contextOf(app).raisedNotices.length > 0,
  'the outbox’s notice was raised': (app: App) => isRaised(app, 'storage:unread'),
  'the notice of two drafts was raised': (app: App) => isRaised(app, 'storage:unread:drafts:2'),
  'it is dark': (app: App) => themeOf(app) === 'dark',
  'it is light': (app: App) => themeOf(app) === 'light',
  'it is as the system': (app: App) => themeOf(app) === 'system',
  'it is compact': (app: App) => contextOf(app).preferences.isCompact === true,
  'it is comfortable': (app: App) => contextOf(app).preferences.isCompact !== true,
  'it is English': (app: App) => contextOf(app).preferences.locale === 'en',
  'the volume is chosen': (app: App) => contextOf(app).preferences.notices?.volume === 1,
  'the limit was dismissed': (app: App) => contextOf(app).preferences.notices?.dismissed !== undefined,
  'a page is starred': (app: App) => contextOf(app).preferences.starredPages?.includes('users') === true,
  'their own are listed': (app: App) => contextOf(app).preferences.inboxView === 'mine',
  'their list is sorted': (app: App) => contextOf(app).preferences.inboxSort !== undefined,
  'their list is narrowed': (app: App) => contextOf(app).preferences.inboxFilters !== undefined,
  'the instance is chosen': (app: App) => contextOf(app).preferences.activeInstanceId === '5',
  'it is locked': (app: App) => contextOf(app).locked,
  'it is online': (app: App) => contextOf(app).online,
  'it is in view': (app: App) => contextOf(app).visible,
  'it leads': (app: App) => contextOf(app).leads,
  'another tab is in view': (app: App) => contextOf(app).otherViewed,
  'other tabs have something unsent': (app: App) => (contextOf(app).othersUnsent ?? 0) > 0,
  'the instances are known': (app: App) => contextOf(app).instances !== null,
  'fetching the instances failed': (app: App) => contextOf(app).instancesMissed,
  'the platform is under maintenance': (app: App) => contextOf(app).maintained,
  'their presence was not reported': (app: App) => contextOf(app).presenceMissed === true,
  'notices are granted': (app: App) => contextOf(app).desktop === 'granted',
  'notices are denied': (app: App) => contextOf(app).desktop === 'denied',
  'nobody is logged in': ({ directory }: App) =>
    !leavesOf(directory.auth.getSnapshot().value)[0]?.startsWith('authenticated'),
  'the greeting is awaited': awaitsGreeting,
};
