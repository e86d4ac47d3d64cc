import type { App } from '../src/machines/app.ts';
import { selectThemeChoice } from '../src/machines/shell/shell.selectors.ts';
import { shellMachine } from '../src/machines/shell/shell.machine.ts';
import type { CommandType } from '../src/machines/log/command.ts';
import type { Instance } from '../src/machines/entities/entities.ts';
import { isSame } from '../src/machines/entities/same.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { awaitsGreeting, connection, live, next } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { ana, atWork, failure, instance, opened, preferences, storedSession, user } from './samples.ts';
import { shellInvariants } from './shell.invariants.ts';
import { leavesOf, stateKey } from './state-key.ts';

type State = 'starting' | 'open';

const vendas = instance();
const suporte = instance({ id: '6', name: 'Suporte' });

function failed(key: string, command: CommandType = 'instances.fetch'): AppEvent {
  return {
    type: 'api.responseFailed',
    call: 'call-1',
    command,
    failure: failure(key === 'error.maintenance' ? 'UNAVAILABLE' : 'NETWORK', key),
  };
}

const samples = {
  'app.opened: nobody was logged in': opened(null),
  'app.opened: with a kept session': opened(storedSession(ana)),
  'app.opened: locked': opened(storedSession(ana), { locked: true }),
  'app.opened: locked, nobody was logged in': opened(null, { locked: true }),
  'app.opened: offline, in the background': opened(storedSession(ana), { online: false, visible: false }),
  'app.opened: nothing was asked of the desktop': opened(storedSession(ana), { desktop: 'default' }),
  'app.opened: without notices on the desktop': opened(storedSession(ana), { desktop: 'unsupported' }),
  'login.submitted': {
    type: 'login.submitted',
    path: 'rest',
    email: '7@aurora.example',
    secret: 'password',
    remember: true,
    to: null,
  },
  'login.succeeded: with their own preferences': (app) => ({
    type: 'login.succeeded',
    generation: app.directory.auth.getSnapshot().context.generation,
    token: 'login',
    user: user(ana),
    routes: ['users'],
    originBackoffice: false,
    preferences: { ...preferences, theme: 'dark', locale: 'en', inboxScope: 'mine' },
  }),
  'logout.requested': { type: 'logout.requested' },
  'theme.chosen: dark': { type: 'theme.chosen', theme: 'dark' },
  'theme.chosen: system': { type: 'theme.chosen', theme: 'system' },
  'theme.chosen: light': { type: 'theme.chosen', theme: 'light' },
  'locale.chosen: en': { type: 'locale.chosen', locale: 'en' },
  'sidebar.toggled': { type: 'sidebar.toggled' },
  'sound.toggled': { type: 'sound.toggled' },
  'singleKeys.toggled': { type: 'singleKeys.toggled' },
  'modSends.toggled': { type: 'modSends.toggled' },
  'density.chosen: compact': { type: 'density.chosen', density: 'compact' },
  'density.chosen: comfortable': { type: 'density.chosen', density: 'comfortable' },
  'noticeSettings.changed': { type: 'noticeSettings.changed', change: { volume: 1 } },
  'notice.cleared: the limit’s': { type: 'notice.cleared', noticeId: 'limit:2026-03:80' },
  'sound.tested': { type: 'sound.tested', sound: 'queue' },
  'desktop.tested': { type: 'desktop.tested' },
  'emoji.used': { type: 'emoji.used', emoji: '👍' },
  'emoji.used: another': { type: 'emoji.used', emoji: '🙏' },
  'emoji.toneChosen': { type: 'emoji.toneChosen', tone: 3 },
  'audioSpeed.chosen: faster': { type: 'audioSpeed.chosen', speed: 1.5 },
  'audioSpeed.chosen: as recorded': { type: 'audioSpeed.chosen', speed: 1 },
  'columns.chosen': { type: 'columns.chosen', table: 'users', hidden: ['email'] },
  'columns.chosen: of another table': { type: 'columns.chosen', table: 'roles', hidden: [] },
  'page.starred': { type: 'page.starred', page: 'users', starred: true },
  'page.starred: no more': { type: 'page.starred', page: 'users', starred: false },
  'lockMinutes.chosen: five': { type: 'lockMinutes.chosen', minutes: 5 },
  'lockMinutes.chosen: never': { type: 'lockMinutes.chosen', minutes: null },
  'inbox.narrowed: unread': { type: 'inbox.narrowed', only: { unseen: true } },
  'inbox.sorted: longest wait': { type: 'inbox.sorted', sort: 'longest_wait' },
  'inbox.filtered: mine, open': { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'mine' },
  'inbox.filtered: all that are finished': {
    type: 'inbox.filtered',
    instanceId: null,
    status: 'finished',
    scope: 'all',
  },
  'instance.chosen': { type: 'instance.chosen', instanceId: '5' },
  'preferences.receivedFromTab': {
    type: 'preferences.receivedFromTab',
    preferences: { ...preferences, theme: 'dark', sidebarOpen: true, activeInstanceId: '6', inboxView: 'queue' },
  },
  'screen.locked': { type: 'screen.locked' },
  'screen.unlocked': { type: 'screen.unlocked' },
  'form.opened: the password': { type: 'form.opened', form: 'account.unlock', key: 'unlock', values: {} },
  'form.submitted: the password': { type: 'form.submitted', form: 'account.unlock', key: 'unlock' },
  'form.saved: the password is right': (app) => {
    const request = app.directory.form('account.unlock', 'unlock')?.getSnapshot().context.request ?? 0;
    return { type: 'form.saved', form: 'account.unlock', key: 'unlock', request, id: null, version: null, lists: [] };
  },
  // The sample opens and submits a form first; its calls are numbered from the log position at which it was opened.
  'form.saved: another form': (app) => ({
    type: 'form.saved',
    form: 'user.block',
    key: '1',
    request: app.log.position + 3,
    id: '1',
    version: null,
    lists: ['users', 'connectedUsers', 'roles'],
  }),
  'network.changed: gone': { type: 'network.changed', online: false },
  'network.changed: back': { type: 'network.changed', online: true },
  'page.visibilityChanged: hidden': { type: 'page.visibilityChanged', visible: false },
  'page.visibilityChanged: shown': { type: 'page.visibilityChanged', visible: true },
  'tab.led': { type: 'tab.led' },
  'tab.otherViewed': { type: 'tab.otherViewed', viewed: true },
  'tab.otherViewed: no more': { type: 'tab.otherViewed', viewed: false },
  'instances.listed': { type: 'instances.listed', instances: [vendas, suporte] },
  'instances.listed: one': { type: 'instances.listed', instances: [vendas] },
  'instances.listFailed': { type: 'instances.listFailed', failure: failure('NETWORK') },
  'instances.retried': { type: 'instances.retried' },
  'presence.retried': { type: 'presence.retried' },
  'api.responseFailed: nobody heard that they are at work': failed('error.network', 'presence.connect'),
  'instance.updated: renamed': (app) => ({
    type: 'instance.updated',
    instance: { ...vendas, name: 'Atendimento' },
    stream: next(app),
  }),
  'instance.updated: a new one': (app) => ({ type: 'instance.updated', instance: suporte, stream: next(app) }),
  'permissions.outdated': (app) => ({ type: 'permissions.outdated', stream: next(app) }),
  'desktop.permissionAsked': { type: 'desktop.permissionAsked' },
  'desktop.permissionChanged: granted': { type: 'desktop.permissionChanged', permission: 'granted' },
  'desktop.permissionChanged: denied': { type: 'desktop.permissionChanged', permission: 'denied' },
  'api.responseFailed': failed('error.network'),
  'api.responseFailed: the platform is under maintenance': failed('error.maintenance'),
  'notice.arrived': (app) => ({
    type: 'notice.arrived',
    noticeId: '1001',
    title: 'Marina Alves',
    text: 'Bom dia',
    attendant: ana,
    ticketId: '20',
    customerId: '40',
    customerName: 'Marina Alves',
    instanceId: '5',
    stream: next(app),
  }),
  'log.readFailed': { type: 'log.readFailed', reason: 'damaged' },
  'log.storeFailed': { type: 'log.storeFailed', reason: 'QuotaExceededError' },
  'outbox.readFailed: the messages': { type: 'outbox.readFailed', of: 'messages', count: null, reason: 'damaged' },
  'outbox.readFailed: the drafts': { type: 'outbox.readFailed', of: 'drafts', count: null, reason: 'damaged' },
  'outbox.readFailed: two drafts': { type: 'outbox.readFailed', of: 'drafts', count: 2, reason: 'damaged' },
  'sound.refused': { type: 'sound.refused', reason: 'NotAllowedError' },
  'input.rejected': { type: 'input.rejected', source: 'realtime', reason: 'no such event', sample: '{}' },
  'notices.read': { type: 'notices.read', ids: null },
  ...connection,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const ofConnection = Object.keys(connection) as (keyof typeof connection)[];

function contextOf({ directory }: App) {
  return directory.shell.getSnapshot().context;
}

const isRaised = (app: App, noticeId: string) => contextOf(app).raisedNotices.includes(noticeId);

const themeOf = (app: App) => selectThemeChoice(app.directory.shell.getSnapshot());

/** What each tab keeps for itself. */
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
      return isSame(kept.hiddenColumns?.[event.table], event.hidden);
    case 'lockMinutes.chosen':
      return 'lockMinutes' in kept && (kept.lockMinutes ?? null) === event.minutes;
    case 'emoji.used':
      return kept.emojis?.recent[0] === event.emoji;
    case 'emoji.toneChosen':
      return kept.emojis?.tone === event.tone;
    case 'preferences.receivedFromTab':
      return isSame(sharedOf(kept), sharedOf(event.preferences));
    case 'login.succeeded':
      return isSame(kept, event.preferences);
    case 'instances.listed':
      return !instancesMissed && instances !== null && isSame(byId(instances), byId(event.instances));
    case 'instance.updated':
      return instances?.some((known) => isSame(known, event.instance)) === true;
    default:
      return false;
  }
}

/** Whether a page brings what is held, and there is nothing that ends with the page before. */
function isAsBefore(app: App, event: AppEvent): boolean {
  if (event.type !== 'app.opened') return false;
  const { preferences: kept, online, visible, desktop, locked, leads, otherViewed, overlay } = contextOf(app);
  const { preferences: brought, session } = event;
  const isLocked = event.locked === true && session !== null;
  return (
    isSame([kept, online, visible, desktop, locked], [brought, event.online, event.visible, event.desktop, isLocked]) &&
    !(leads || otherViewed || overlay) &&
    !(session === null && holdsOfSession(app))
  );
}

/** Whether something is held that ends with the session. */
function holdsOfSession(app: App): boolean {
  const { instances, instancesMissed, leads, otherViewed, locked, raisedNotices, presenceMissed } = contextOf(app);
  const isMissed = instancesMissed || presenceMissed === true;
  return instances !== null || isMissed || leads || otherViewed || locked || raisedNotices.length > 0;
}

/** What outcomes depend on: a value that is set already is ignored. */
const facts = {
  'it is held already': isHeld,
  'the page is as before': isAsBefore,
  'something of the session is held': holdsOfSession,
  'the overlay is shown': (app: App) => contextOf(app).overlay,
  'a login is asked for': ({ directory }: App) => directory.auth.getSnapshot().value === 'loggingIn',
  'nothing was asked of the desktop': (app: App) => contextOf(app).desktop === 'default',
  'the desktop shows no notices': (app: App) => contextOf(app).desktop === 'unsupported',
  'the notice was raised': (app: App) => contextOf(app).raisedNotices.length > 0,
  'the outbox was told of': (app: App) => isRaised(app, 'storage:unread'),
  'two drafts were told of': (app: App) => isRaised(app, 'storage:unread:drafts:2'),
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
  'the instances are known': (app: App) => contextOf(app).instances !== null,
  'fetching the instances failed': (app: App) => contextOf(app).instancesMissed,
  'the platform is under maintenance': (app: App) => contextOf(app).maintained,
  'nobody heard that they are at work': (app: App) => contextOf(app).presenceMissed === true,
  'notices are granted': (app: App) => contextOf(app).desktop === 'granted',
  'notices are denied': (app: App) => contextOf(app).desktop === 'denied',
  'nobody is logged in': ({ directory }: App) =>
    !leavesOf(directory.auth.getSnapshot().value)[0]?.startsWith('authenticated'),
  'the greeting is awaited': awaitsGreeting,
};

/** Kept once more. */
const orKept = when('it is held already', 'acts', 'stays');
const unlessHeld = when('it is held already', 'ignored', 'stays');

/** What a page brings, and what the end of the page before takes away. */
const reopened = when('the page is as before', 'ignored', 'stays');
/** The instances are fetched anew. */
const goesOn = when('the page is as before', 'acts', 'stays');

const outboxUnread = when('nobody is logged in', 'ignored', when('the outbox was told of', 'ignored', 'stays'));

const whenGreeted = when(
  'the greeting is awaited',
  when(
    'fetching the instances failed',
    'stays',
    when('the platform is under maintenance', 'stays', when('nobody heard that they are at work', 'stays', 'ignored')),
  ),
  'ignored',
);

export const shellModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'shell',
  machine: shellMachine,
  actor: 'shell',
  samples,
  facts,
  scenes: {
    'before the page is open': {
      given: [],
      only: [
        'app.opened: nobody was logged in',
        'app.opened: with a kept session',
        'app.opened: locked',
        'app.opened: locked, nobody was logged in',
        'app.opened: offline, in the background',
        'theme.chosen: dark',
        'screen.locked',
        'network.changed: gone',
        'api.responseFailed',
        'api.responseFailed: the platform is under maintenance',
      ],
    },
    'theme, language and sidebar': {
      given: atWork(ana),
      only: [
        'theme.chosen: dark',
        'theme.chosen: light',
        'theme.chosen: system',
        'locale.chosen: en',
        'sidebar.toggled',
        'preferences.receivedFromTab',
      ],
    },
    'somebody logs in': {
      given: [opened(null), samples['login.submitted']],
      only: ['login.succeeded: with their own preferences', 'sound.toggled', 'logout.requested'],
    },
    'sound and keys': {
      given: atWork(ana),
      only: ['sound.toggled', 'singleKeys.toggled', 'modSends.toggled', 'preferences.receivedFromTab'],
    },
    density: {
      given: atWork(ana),
      only: ['density.chosen: compact', 'density.chosen: comfortable', 'preferences.receivedFromTab'],
    },
    'settings of notices': {
      given: atWork(ana),
      only: ['noticeSettings.changed', 'notice.cleared: the limit’s', 'sound.tested', 'desktop.tested'],
    },
    'starred pages': { given: atWork(ana), only: ['page.starred', 'page.starred: no more'] },
    emojis: {
      given: atWork(ana),
      only: ['emoji.used', 'emoji.used: another', 'emoji.toneChosen', 'preferences.receivedFromTab'],
    },
    'speed of audio': {
      given: atWork(ana),
      only: ['audioSpeed.chosen: faster', 'audioSpeed.chosen: as recorded', 'preferences.receivedFromTab'],
    },
    'columns and lock time': {
      given: atWork(ana),
      only: [
        'columns.chosen',
        'columns.chosen: of another table',
        'lockMinutes.chosen: five',
        'lockMinutes.chosen: never',
      ],
    },
    'filters of the list': {
      given: atWork(ana),
      only: [
        'inbox.narrowed: unread',
        'inbox.sorted: longest wait',
        'inbox.filtered: mine, open',
        'inbox.filtered: all that are finished',
        'instance.chosen',
        'preferences.receivedFromTab',
      ],
    },
    'the screen is locked': {
      given: [...atWork(ana), samples['form.opened: the password'], samples['form.submitted: the password']],
      only: [
        'screen.locked',
        'screen.unlocked',
        'form.saved: the password is right',
        'form.saved: another form',
        'logout.requested',
        'app.opened: locked',
        'app.opened: locked, nobody was logged in',
        'app.opened: with a kept session',
      ],
    },
    'the page and its tabs': {
      given: atWork(ana),
      only: [
        'network.changed: gone',
        'network.changed: back',
        'page.visibilityChanged: hidden',
        'page.visibilityChanged: shown',
        'tab.led',
        'tab.otherViewed',
        'tab.otherViewed: no more',
        'logout.requested',
        'app.opened: offline, in the background',
      ],
    },
    'the instances': {
      given: live(ana, 'atendente', []),
      only: [
        'instances.listed',
        'instances.listed: one',
        'instances.listFailed',
        'instances.retried',
        'instance.updated: renamed',
        'instance.updated: a new one',
        'permissions.outdated',
        'logout.requested',
      ],
    },
    'the connection breaks': {
      given: live(ana, 'atendente', []),
      only: [
        ...ofConnection,
        'instances.listed: one',
        'instances.listFailed',
        'api.responseFailed',
        'api.responseFailed: the platform is under maintenance',
      ],
    },
    'nobody hears that they are at work': {
      given: live(ana, 'atendente', []),
      only: [...ofConnection, 'api.responseFailed: nobody heard that they are at work', 'presence.retried'],
    },
    'notices on the desktop': {
      given: atWork(ana),
      only: [
        'app.opened: nothing was asked of the desktop',
        'app.opened: without notices on the desktop',
        'desktop.permissionAsked',
        'desktop.permissionChanged: granted',
        'desktop.permissionChanged: denied',
      ],
    },
    'a notice is raised': {
      given: live(ana, 'atendente', []),
      only: ['notice.arrived', 'logout.requested', 'notices.read'],
    },
    'something can’t be kept, read, played or understood': {
      given: live(ana, 'atendente', []),
      only: [
        'log.readFailed',
        'log.storeFailed',
        'outbox.readFailed: the messages',
        'outbox.readFailed: the drafts',
        'outbox.readFailed: two drafts',
        'sound.refused',
        'input.rejected',
        'logout.requested',
      ],
    },
  },
  expected: {
    anywhere: {
      'app.opened: nobody was logged in': 'open',
      'app.opened: with a kept session': 'open',
      'app.opened: locked': 'open',
      'app.opened: locked, nobody was logged in': 'open',
      'app.opened: offline, in the background': 'open',
      'app.opened: nothing was asked of the desktop': 'open',
      'app.opened: without notices on the desktop': 'open',
    },
    states: {
      none: {},
      starting: {
        'api.responseFailed': when('the overlay is shown', 'stays', 'ignored'),
        'api.responseFailed: the platform is under maintenance': when(
          'the platform is under maintenance',
          'ignored',
          'stays',
        ),
      },
      open: {
        'app.opened: nobody was logged in': reopened,
        'app.opened: with a kept session': goesOn,
        'app.opened: locked': goesOn,
        'app.opened: locked, nobody was logged in': reopened,
        'app.opened: offline, in the background': goesOn,
        'app.opened: nothing was asked of the desktop': goesOn,
        'app.opened: without notices on the desktop': goesOn,
        'api.responseFailed: the platform is under maintenance': when(
          'the platform is under maintenance',
          'ignored',
          'stays',
        ),
        'logout.requested': when(
          'nobody is logged in',
          'ignored',
          when('something of the session is held', 'stays', 'ignored'),
        ),
        'login.succeeded: with their own preferences': when('a login is asked for', 'stays', 'ignored'),
        'theme.chosen: dark': when('it is dark', 'ignored', 'stays'),
        'theme.chosen: light': when('it is light', 'ignored', 'stays'),
        'theme.chosen: system': when('it is as the system', 'ignored', 'stays'),
        'locale.chosen: en': when('it is English', 'ignored', 'stays'),
        'sidebar.toggled': 'stays',
        'sound.toggled': 'stays',
        'singleKeys.toggled': 'stays',
        'modSends.toggled': 'stays',
        'density.chosen: compact': when('it is compact', 'ignored', 'stays'),
        'density.chosen: comfortable': when('it is comfortable', 'ignored', 'stays'),
        'noticeSettings.changed': when('the volume is chosen', 'ignored', 'stays'),
        'notice.cleared: the limit’s': when('the limit was dismissed', 'ignored', 'stays'),
        'emoji.used': orKept,
        'emoji.used: another': orKept,
        'emoji.toneChosen': orKept,
        'audioSpeed.chosen: faster': orKept,
        'audioSpeed.chosen: as recorded': orKept,
        'columns.chosen': orKept,
        'columns.chosen: of another table': orKept,
        'page.starred': when('a page is starred', 'ignored', 'stays'),
        'page.starred: no more': when('a page is starred', 'stays', 'ignored'),
        'lockMinutes.chosen: five': orKept,
        'lockMinutes.chosen: never': orKept,
        'inbox.sorted: longest wait': when('their list is sorted', 'ignored', 'stays'),
        'inbox.narrowed: unread': when('their list is narrowed', 'ignored', 'stays'),
        'inbox.filtered: mine, open': when('their own are listed', 'ignored', 'stays'),
        'instance.chosen': when('the instance is chosen', 'ignored', 'stays'),
        'preferences.receivedFromTab': unlessHeld,
        'screen.locked': when('it is locked', 'ignored', when('nobody is logged in', 'ignored', 'stays')),
        'screen.unlocked': when('it is locked', 'stays', 'ignored'),
        'form.saved: the password is right': when('it is locked', 'stays', 'ignored'),
        // It raises a notice.
        'form.saved: another form': when('nobody is logged in', 'ignored', 'stays'),
        'network.changed: gone': when('it is online', 'stays', 'ignored'),
        'network.changed: back': when('it is online', 'ignored', 'stays'),
        'page.visibilityChanged: hidden': when('it is in view', 'stays', 'ignored'),
        'page.visibilityChanged: shown': when('it is in view', 'ignored', 'stays'),
        'tab.led': when('it leads', 'ignored', 'stays'),
        'tab.otherViewed': when('another tab is in view', 'ignored', 'stays'),
        'tab.otherViewed: no more': when('another tab is in view', 'stays', 'ignored'),
        'instances.listed': unlessHeld,
        'instances.listed: one': unlessHeld,
        'instances.listFailed': when('fetching the instances failed', 'ignored', 'stays'),
        'presence.retried': when('nobody heard that they are at work', 'stays', 'ignored'),
        'instances.retried': when('fetching the instances failed', 'stays', 'ignored'),
        'instance.updated: renamed': when('the instances are known', unlessHeld, 'ignored'),
        'instance.updated: a new one': when('the instances are known', unlessHeld, 'ignored'),
        'permissions.outdated': 'acts',
        'sound.tested': 'acts',
        'desktop.tested': when('notices are granted', 'acts', 'ignored'),
        'api.responseFailed: nobody heard that they are at work': when(
          'nobody heard that they are at work',
          'ignored',
          'stays',
        ),
        'desktop.permissionAsked': when(
          'nothing was asked of the desktop',
          'acts',
          when('the desktop shows no notices', 'acts', 'ignored'),
        ),
        'desktop.permissionChanged: granted': when('notices are granted', 'ignored', 'stays'),
        'desktop.permissionChanged: denied': when('notices are denied', 'ignored', 'stays'),
        'notice.arrived': when('nobody is logged in', 'ignored', when('the notice was raised', 'ignored', 'stays')),
        // Each time anew; what can't be read is found again by each reading, and told once.
        'log.readFailed': when('nobody is logged in', 'ignored', 'stays'),
        'log.storeFailed': when('nobody is logged in', 'ignored', 'stays'),
        'outbox.readFailed: the messages': outboxUnread,
        'outbox.readFailed: the drafts': outboxUnread,
        'outbox.readFailed: two drafts': when(
          'nobody is logged in',
          'ignored',
          when('two drafts were told of', 'ignored', 'stays'),
        ),
        'socket.greeted: missed frames follow': whenGreeted,
        'socket.greeted: something was lost': whenGreeted,
      },
    },
  },
  key: (app) => {
    const context = contextOf(app);
    const { preferences: prefers } = context;
    return stateKey(app.directory.shell.getSnapshot().value, {
      prefers: Object.entries(prefers)
        .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(preferences, name)))
        .map(([name, value]) => `${name}:${JSON.stringify(value)}`),
      instances: context.instances?.map(({ name }) => name),
      missed: context.instancesMissed,
      offline: !context.online,
      hidden: !context.visible,
      desktop: context.desktop === 'granted' ? null : context.desktop,
      locked: context.locked,
      leads: context.leads,
      otherViewed: context.otherViewed,
      overlay: context.overlay,
      maintained: context.maintained,
      unheard: context.presenceMissed === true,
      raised: context.raisedNotices.length > 0,
      unread: context.raisedNotices.filter((id) => id.startsWith('storage:unread')).toSorted(),
      auth: leavesOf(app.directory.auth.getSnapshot().value),
      socket: stateKey(app.directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: shellInvariants,
  onlyInTheLog: {
    'open · desktop.permissionChanged':
      'The browser here answers once, as the page opens; tests/adapters has one that asks.',
    'open · form.saved':
      'Only forms of the administration are answered here; tests/views/lock.test.tsx gives the password.',
    'open · preferences.receivedFromTab': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'open · screen.unlocked': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'open · tab.otherViewed': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
  },
};
