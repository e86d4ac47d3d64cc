import type { CommandType } from '../src/machines/log/command.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { connection, next } from './connection.ts';
import type { Sample } from './model.ts';
import { ana, failure, instance, opened, preferences, storedSession, user } from './samples.ts';

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

/** What happens to the page and its settings. */
export const shellSamples = {
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
  'tab.othersUnsent': { type: 'tab.othersUnsent', count: 2 },
  'tab.othersUnsent: no more': { type: 'tab.othersUnsent', count: 0 },
  'instances.listed': { type: 'instances.listed', instances: [vendas, suporte] },
  'instances.listed: one': { type: 'instances.listed', instances: [vendas] },
  'instances.listFailed': { type: 'instances.listFailed', failure: failure('NETWORK') },
  'instances.retried': { type: 'instances.retried' },
  'presence.retried': { type: 'presence.retried' },
  'api.responseFailed: their presence was not reported': failed('error.network', 'presence.connect'),
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

export type ShellSampleName = keyof typeof shellSamples;
