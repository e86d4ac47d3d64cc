import { shellMachine } from '../src/machines/shell/shell.machine.ts';
import { connection, live } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { ana, atWork, opened, preferences } from './samples.ts';
import { shellInvariants } from './shell.invariants.ts';
import { shellOracles } from './shell.reference.ts';
import { leavesOf, stateKey } from './state-key.ts';
import { contextOf, facts } from './shell.facts.ts';
import { shellSamples as samples } from './shell.samples.ts';
import type { ShellSampleName as Name } from './shell.samples.ts';

type State = 'starting' | 'open';

const ofConnection = Object.keys(connection) as (keyof typeof connection)[];

/** Kept once more. */
const orKept = when('it is held already', 'acts', 'stays');
const unlessHeld = when('it is held already', 'ignored', 'stays');

/** A new page's data, and what it drops of the previous page. */
const reopened = when('the page is as before', 'ignored', 'stays');
/** The instances are fetched anew. */
const goesOn = when('the page is as before', 'acts', 'stays');

const outboxUnread = when('nobody is logged in', 'ignored', when('the outbox’s notice was raised', 'ignored', 'stays'));

const whenGreeted = when(
  'the greeting is awaited',
  when(
    'fetching the instances failed',
    'stays',
    when('the platform is under maintenance', 'stays', when('their presence was not reported', 'stays', 'ignored')),
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
        'tab.othersUnsent',
        'tab.othersUnsent: no more',
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
      only: [...ofConnection, 'api.responseFailed: their presence was not reported', 'presence.retried'],
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
        'tab.othersUnsent': when('other tabs have something unsent', 'ignored', 'stays'),
        'tab.othersUnsent: no more': when('other tabs have something unsent', 'stays', 'ignored'),
        'instances.listed': unlessHeld,
        'instances.listed: one': unlessHeld,
        'instances.listFailed': when('fetching the instances failed', 'ignored', 'stays'),
        'presence.retried': when('their presence was not reported', 'stays', 'ignored'),
        'instances.retried': when('fetching the instances failed', 'stays', 'ignored'),
        'instance.updated: renamed': when('the instances are known', unlessHeld, 'ignored'),
        'instance.updated: a new one': when('the instances are known', unlessHeld, 'ignored'),
        'permissions.outdated': 'acts',
        'sound.tested': 'acts',
        'desktop.tested': when('notices are granted', 'acts', 'ignored'),
        'api.responseFailed: their presence was not reported': when(
          'their presence was not reported',
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
        // A new notice each time, except for unreadable data: each reading finds the same, so it raises one.
        'log.readFailed': when('nobody is logged in', 'ignored', 'stays'),
        'log.storeFailed': when('nobody is logged in', 'ignored', 'stays'),
        'outbox.readFailed: the messages': outboxUnread,
        'outbox.readFailed: the drafts': outboxUnread,
        'outbox.readFailed: two drafts': when(
          'nobody is logged in',
          'ignored',
          when('the notice of two drafts was raised', 'ignored', 'stays'),
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
      othersUnsent: (context.othersUnsent ?? 0) > 0,
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
  oracles: shellOracles,
  onlyInTheLog: {
    'open · desktop.permissionChanged':
      'The browser here answers once, as the page opens; tests/adapters has one that asks.',
    'open · form.saved':
      'Only forms of the administration are answered here; tests/views/lock.test.tsx gives the password.',
    'open · preferences.receivedFromTab': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'open · screen.unlocked': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'open · tab.otherViewed': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'open · tab.othersUnsent': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
  },
};
