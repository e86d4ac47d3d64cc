import { assign, emit, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { isSame } from '../entities/same.ts';
import { VOLUME_DEFAULT } from '../limits.ts';
import type { Command } from '../log/command.ts';
import type { Preferences } from '../log/events-session.ts';
import { LIMIT_NOTICE, messageText } from '../notification/notice.ts';
import { densityOf } from './density.ts';
import type { ShellContext, ShellInput } from './shell.context.ts';
import {
  byName,
  dismissedIn,
  emojisOf,
  instancesAfter,
  isOfMaintenance,
  isOfPresence,
  noticesAfter,
  openedBy,
  preferencesFromTab,
  starredAfter,
  starredIn,
  withUsed,
} from './shell.fold.ts';
import { themeChoiceOf } from './theme-choice.ts';

/*
 *   starting ── app.opened ──▶ open
 *
 * starting   before the first event; the overlay covers the page
 * open       the page is shown; preferences, instances, network, visibility and the lock are in the context
 */

const machine = setup({
  types: {
    context: {} as ShellContext,
    events: {} as ShellInput,
    emitted: {} as Command,
  },
  actions: {
    prefer: enqueueActions(({ context, enqueue }, change: Partial<Preferences>) => {
      const preferences = { ...context.preferences, ...change };
      enqueue.assign({ preferences });
      enqueue.emit({ type: 'preferences.keep', preferences });
    }),
    lock: enqueueActions(({ enqueue }, locked: boolean) => {
      enqueue.assign({ locked });
      enqueue.emit({ type: 'lock.keep', locked });
    }),
    endSession: assign({
      instances: null,
      instancesMissed: false,
      leads: false,
      otherViewed: false,
      otherTickets: [],
      othersUnsent: 0,
    }),
    noteUnsupported: emit({ type: 'console.note', key: 'notice.desktop.unsupported' }),
  },
});

/** Maximum number of raised notices remembered. */
const RAISED_MAX = 500;

/** Maximum number of dismissed notices remembered. */
const DISMISSED_MAX = 8;

export const shellMachine = machine.createMachine({
  id: 'shell',
  context: {
    tenant: '',
    preferences: {
      theme: 'light',
      locale: 'pt_BR',
      sidebarOpen: false,
      sound: true,
      singleKeys: true,
      activeInstanceId: null,
    },
    instances: null,
    instancesMissed: false,
    online: true,
    visible: true,
    desktop: 'default',
    locked: false,
    leads: false,
    otherViewed: false,
    overlay: true,
    maintained: false,
    raisedNotices: [],
  },
  initial: 'starting',
  on: {
    'session.forgotten': {
      guard: ({ context }) => context.raisedNotices.length > 0 || context.presenceMissed === true,
      actions: enqueueActions(({ context, enqueue }) => {
        enqueue.assign({ raisedNotices: [] });
        if (context.presenceMissed === true) enqueue.assign({ presenceMissed: false });
      }),
    },
    'notice.raised': {
      actions: assign({
        raisedNotices: ({ context, event }) => [...context.raisedNotices.slice(1 - RAISED_MAX), event.noticeId],
      }),
    },
    'app.opened': {
      guard: ({ context, event }) => !isSame(context, openedBy(context, event)),
      target: '.open',
      actions: assign(({ context, event }) => openedBy(context, event)),
    },
    // After any failure the overlay is removed.
    'api.responseFailed': {
      guard: ({ context, event }) =>
        context.overlay ||
        (isOfMaintenance(event) && !context.maintained) ||
        (isOfPresence(event) && context.presenceMissed !== true),
      actions: assign(({ context, event }) => ({
        overlay: false,
        maintained: context.maintained || isOfMaintenance(event),
        ...(isOfPresence(event) && { presenceMissed: true }),
      })),
    },
  },
  states: {
    starting: {},
    open: {
      on: {
        'session.started': { actions: emit({ type: 'instances.fetch' }) },
        'login.succeeded': {
          guard: ({ context, event }) => !isSame(context.preferences, event.preferences ?? context.preferences),
          actions: assign({ preferences: ({ context, event }) => event.preferences ?? context.preferences }),
        },
        'session.ended': [
          { guard: ({ context }) => context.locked, actions: [{ type: 'lock', params: false }, 'endSession'] },
          {
            guard: ({ context: { instances, instancesMissed, leads, otherViewed, othersUnsent = 0 } }) =>
              instances !== null || instancesMissed || leads || otherViewed || othersUnsent > 0,
            actions: 'endSession',
          },
        ],
        'tab.led': { guard: ({ context }) => !context.leads, actions: assign({ leads: true }) },
        'tab.otherViewed': {
          guard: ({ context, event }) =>
            context.otherViewed !== event.viewed || !isSame(context.otherTickets ?? [], event.tickets ?? []),
          actions: assign(({ event: { viewed, tickets = [] } }) => ({ otherViewed: viewed, otherTickets: tickets })),
        },
        'tab.othersUnsent': {
          guard: ({ context, event }) => (context.othersUnsent ?? 0) !== event.count,
          actions: assign({ othersUnsent: ({ event }) => event.count }),
        },
        'preferences.receivedFromTab': {
          guard: ({ context, event }) => !isSame(context.preferences, preferencesFromTab(context, event)),
          actions: assign({ preferences: ({ context, event }) => preferencesFromTab(context, event) }),
        },
        'screen.locked': { guard: ({ context }) => !context.locked, actions: { type: 'lock', params: true } },
        'screen.unlocked': { guard: ({ context }) => context.locked, actions: { type: 'lock', params: false } },
        'form.saved': {
          guard: ({ context, event }) => context.locked && event.form === 'account.unlock',
          actions: { type: 'lock', params: false },
        },
        'network.changed': {
          guard: ({ context, event }) => context.online !== event.online,
          actions: assign({ online: ({ event }) => event.online }),
        },
        'page.visibilityChanged': {
          guard: ({ context, event }) => context.visible !== event.visible,
          actions: assign({ visible: ({ event }) => event.visible }),
        },
        'theme.chosen': {
          guard: ({ context, event }) => themeChoiceOf(context.preferences) !== event.theme,
          actions: {
            type: 'prefer',
            params: ({ event }) =>
              event.theme === 'system' ? { followsSystem: true } : { theme: event.theme, followsSystem: undefined },
          },
        },
        'locale.chosen': {
          guard: ({ context, event }) => context.preferences.locale !== event.locale,
          actions: { type: 'prefer', params: ({ event }) => ({ locale: event.locale }) },
        },
        'sidebar.toggled': {
          actions: { type: 'prefer', params: ({ context }) => ({ sidebarOpen: !context.preferences.sidebarOpen }) },
        },
        'sound.toggled': {
          actions: { type: 'prefer', params: ({ context }) => ({ sound: !context.preferences.sound }) },
        },
        'noticeSettings.changed': {
          guard: ({ context, event }) => !isSame(context.preferences.notices ?? {}, noticesAfter(context, event)),
          actions: { type: 'prefer', params: ({ context, event }) => ({ notices: noticesAfter(context, event) }) },
        },
        // The user doesn't want this notice again this month.
        'notice.cleared': {
          guard: ({ context, event }) =>
            event.noticeId.startsWith(LIMIT_NOTICE) && !dismissedIn(context).includes(event.noticeId),
          actions: {
            type: 'prefer',
            params: ({ context, event }) => ({
              notices: {
                ...context.preferences.notices,
                dismissed: [...dismissedIn(context).slice(1 - DISMISSED_MAX), event.noticeId],
              },
            }),
          },
        },
        'sound.tested': {
          actions: emit(({ context, event }) => ({
            type: 'sound.play',
            sound: event.sound,
            volume: context.preferences.notices?.volume ?? VOLUME_DEFAULT,
          })),
        },
        'desktop.tested': {
          guard: ({ context }) => context.desktop === 'granted',
          actions: emit(({ event }) => ({
            type: 'desktop.show',
            noticeId: `test:${event.position}`,
            title: messageText('notice.test.title'),
            body: messageText('notice.test.text'),
          })),
        },
        'singleKeys.toggled': {
          actions: { type: 'prefer', params: ({ context }) => ({ singleKeys: !context.preferences.singleKeys }) },
        },
        'modSends.toggled': {
          actions: {
            type: 'prefer',
            params: ({ context }) => ({ modSends: !context.preferences.modSends || undefined }),
          },
        },
        'density.chosen': {
          guard: ({ context, event }) => densityOf(context.preferences) !== event.density,
          actions: {
            type: 'prefer',
            params: ({ event }) => ({ isCompact: event.density === 'compact' ? true : undefined }),
          },
        },
        'columns.chosen': {
          actions: {
            type: 'prefer',
            // Without immer: its 3.4 KB would be part of the first page.
            params: ({ context, event }) => ({
              hiddenColumns: { ...context.preferences.hiddenColumns, [event.table]: event.hidden },
            }),
          },
        },
        'page.starred': {
          guard: ({ context, event }) => starredAfter(context, event) !== starredIn(context),
          actions: {
            type: 'prefer',
            params: ({ context, event }) => ({ starredPages: starredAfter(context, event) }),
          },
        },
        'emoji.used': {
          actions: { type: 'prefer', params: ({ context, event }) => ({ emojis: withUsed(context, event.emoji) }) },
        },
        'emoji.toneChosen': {
          actions: {
            type: 'prefer',
            params: ({ context, event }) => ({ emojis: { recent: emojisOf(context).recent, tone: event.tone } }),
          },
        },
        'audioSpeed.chosen': {
          actions: {
            type: 'prefer',
            params: ({ event }) => ({ audioSpeed: event.speed === 1 ? undefined : event.speed }),
          },
        },
        'lockMinutes.chosen': {
          actions: { type: 'prefer', params: ({ event }) => ({ lockMinutes: event.minutes ?? undefined }) },
        },
        'inbox.narrowed': {
          guard: ({ context, event }) => !isSame(context.preferences.inboxFilters ?? {}, event.only),
          actions: { type: 'prefer', params: ({ event }) => ({ inboxFilters: event.only }) },
        },
        'inbox.filtered': {
          // Only that of open conversations is kept, so that the next session starts with those.
          guard: ({ context, event }) => event.status === 'open' && context.preferences.inboxView !== event.scope,
          actions: { type: 'prefer', params: ({ event }) => ({ inboxView: event.scope }) },
        },
        'inbox.sorted': {
          guard: ({ context, event }) => (context.preferences.inboxSort ?? 'last_message') !== event.sort,
          actions: {
            type: 'prefer',
            params: ({ event }) => ({ inboxSort: event.sort === 'last_message' ? undefined : event.sort }),
          },
        },
        'instance.chosen': {
          guard: ({ context, event }) => context.preferences.activeInstanceId !== event.instanceId,
          actions: { type: 'prefer', params: ({ event }) => ({ activeInstanceId: event.instanceId }) },
        },
        'instances.listed': {
          guard: ({ context, event }) => context.instancesMissed || !isSame(context.instances, byName(event.instances)),
          actions: assign({ instances: ({ event }) => byName(event.instances), instancesMissed: false }),
        },
        // The user's instances may have changed too.
        'permissions.outdated': { actions: emit({ type: 'instances.fetch' }) },
        'instances.listFailed': {
          guard: ({ context }) => !context.instancesMissed,
          actions: assign({ instancesMissed: true }),
        },
        'instances.retried': {
          guard: ({ context }) => context.instancesMissed,
          actions: [assign({ instancesMissed: false }), emit({ type: 'instances.fetch' })],
        },
        'socket.greeted': {
          guard: ({ context }) => context.instancesMissed || context.maintained || context.presenceMissed === true,
          actions: enqueueActions(({ context, enqueue }) => {
            enqueue.assign({ instancesMissed: false, maintained: false });
            // The socket's machine says again that the user is at work.
            if (context.presenceMissed === true) enqueue.assign({ presenceMissed: false });
            if (context.instancesMissed) enqueue.emit({ type: 'instances.fetch' });
          }),
        },
        'presence.retried': {
          guard: ({ context }) => context.presenceMissed === true,
          actions: [assign({ presenceMissed: false }), emit({ type: 'presence.connect' })],
        },
        'instance.updated': {
          guard: ({ context, event }) =>
            context.instances !== null && !isSame(context.instances, instancesAfter(context, event)),
          actions: assign({ instances: ({ context, event }) => instancesAfter(context, event) }),
        },
        'desktop.permissionAsked': [
          { guard: ({ context }) => context.desktop === 'unsupported', actions: 'noteUnsupported' },
          { guard: ({ context }) => context.desktop === 'default', actions: emit({ type: 'desktop.askPermission' }) },
        ],
        'desktop.permissionChanged': {
          guard: ({ context, event }) => context.desktop !== event.permission,
          actions: assign({ desktop: ({ event }) => event.permission }),
        },
      },
    },
  },
});

export type ShellSnapshot = SnapshotFrom<typeof shellMachine>;
