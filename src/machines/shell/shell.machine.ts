import { assign, emit, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { TicketId } from '../entities/ids.ts';
import type { Instance } from '../entities/entities.ts';
import { STARRED_PAGES_MAX } from '../../../contract/facts/limits.ts';
import { isSame } from '../entities/same.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import { LIMIT_NOTICE, messageText } from '../notification/notice.ts';
import type { DesktopPermission, EmojiPreferences, NoticeSettings, Preferences } from '../log/events-session.ts';
import { RECENT_EMOJIS, VOLUME_DEFAULT } from '../limits.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { densityOf } from './density.ts';
import { themeChoiceOf } from './theme-choice.ts';

/*
 *   starting ── app.opened ──▶ open
 *
 * starting   before the first event; the overlay covers the page
 * open       the page is shown; preferences, instances, network, visibility and the lock are in the context
 */

export interface ShellContext {
  readonly tenant: string;
  readonly preferences: Preferences;
  /** Sorted by name; null until fetched. */
  readonly instances: readonly Instance[] | null;
  /** Whether fetching them failed. */
  readonly instancesMissed: boolean;
  /** Whether the call that marks the user as at work failed; left out for no. */
  readonly presenceMissed?: boolean;
  readonly online: boolean;
  readonly visible: boolean;
  readonly desktop: DesktopPermission;
  /** Whether the screen is locked until the password is entered. */
  readonly locked: boolean;
  /** Whether this tab leads the user's tabs: only the leader plays sounds and shows desktop notifications. */
  readonly leads: boolean;
  /** Whether another tab of the user is visible. */
  readonly otherViewed: boolean;
  /** The tickets on the screens of the visible ones; left out for none. */
  readonly otherTickets?: readonly TicketId[];
  /** Whether the loading overlay covers the page. */
  readonly overlay: boolean;
  /** Whether a call was refused for maintenance, and no socket was accepted since. */
  readonly maintained: boolean;
  /** Ids of the last notices raised, so that none is raised twice. */
  readonly raisedNotices: readonly string[];
}

type ShellInput =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'login.succeeded'
        | 'network.changed'
        | 'page.visibilityChanged'
        | 'theme.chosen'
        | 'locale.chosen'
        | 'sidebar.toggled'
        | 'sound.toggled'
        | 'noticeSettings.changed'
        | 'sound.tested'
        | 'notice.cleared'
        | 'desktop.tested'
        | 'singleKeys.toggled'
        | 'modSends.toggled'
        | 'density.chosen'
        | 'inbox.filtered'
        | 'inbox.narrowed'
        | 'inbox.sorted'
        | 'columns.chosen'
        | 'page.starred'
        | 'emoji.used'
        | 'emoji.toneChosen'
        | 'audioSpeed.chosen'
        | 'instance.chosen'
        | 'screen.locked'
        | 'screen.unlocked'
        | 'lockMinutes.chosen'
        | 'form.saved'
        | 'instances.listed'
        | 'permissions.outdated'
        | 'instances.listFailed'
        | 'instances.retried'
        | 'presence.retried'
        | 'instance.updated'
        | 'socket.greeted'
        | 'tab.led'
        | 'tab.otherViewed'
        | 'preferences.receivedFromTab'
        | 'desktop.permissionAsked'
        | 'desktop.permissionChanged'
        | 'api.responseFailed'
      >
    >
  | InternalEventOf<'session.started' | 'session.ended' | 'session.forgotten' | 'notice.raised'>;

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
    endSession: assign({ instances: null, instancesMissed: false, leads: false, otherViewed: false, otherTickets: [] }),
    noteUnsupported: emit({ type: 'console.note', key: 'notice.desktop.unsupported' }),
  },
});

/** The context with what a new page brings. */
function openedBy(context: ShellContext, event: EventOf<'app.opened'>): ShellContext {
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
    overlay: false,
  };
}

function emojisOf({ preferences }: ShellContext): EmojiPreferences {
  return preferences.emojis ?? { recent: [], tone: 0 };
}

function withUsed(context: ShellContext, emoji: string): EmojiPreferences {
  const { recent, tone } = emojisOf(context);
  return { recent: [emoji, ...recent.filter((other) => other !== emoji)].slice(0, RECENT_EMOJIS), tone };
}

/** The preferences of another tab, without those that each tab keeps for itself. */
function preferencesFromTab(
  { preferences: own }: ShellContext,
  { preferences }: EventOf<'preferences.receivedFromTab'>,
): Preferences {
  const { sidebarOpen, activeInstanceId, inboxFilters, inboxScope, inboxView, inboxSort } = own;
  return { ...preferences, sidebarOpen, activeInstanceId, inboxFilters, inboxScope, inboxView, inboxSort };
}

function instancesAfter({ instances }: ShellContext, { instance }: EventOf<'instance.updated'>): readonly Instance[] {
  return byName([...(instances ?? []).filter(({ id }) => id !== instance.id), instance]);
}

/** Maximum number of raised notices remembered. */
const RAISED_MAX = 500;

const isOfMaintenance = ({ failure }: EventOf<'api.responseFailed'>) => failure.key === 'error.maintenance';

const isOfPresence = ({ command }: EventOf<'api.responseFailed'>) => command === 'presence.connect';

const noPages: readonly string[] = [];

function starredIn({ preferences }: ShellContext): readonly string[] {
  return preferences.starredPages ?? noPages;
}

/** The same array if it changes nothing. */
function starredAfter(context: ShellContext, { page, starred }: EventOf<'page.starred'>): readonly string[] {
  const before = starredIn(context);
  if (starred === before.includes(page) || (starred && before.length >= STARRED_PAGES_MAX)) return before;
  return starred ? [...before, page] : before.filter((each) => each !== page);
}

/** Maximum number of dismissed notices remembered. */
const DISMISSED_MAX = 8;

function dismissedIn({ preferences }: ShellContext): readonly string[] {
  return preferences.notices?.dismissed ?? noPages;
}

function noticesAfter({ preferences }: ShellContext, { change }: EventOf<'noticeSettings.changed'>): NoticeSettings {
  return { ...preferences.notices, ...change };
}

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
            guard: ({ context: { instances, instancesMissed, leads, otherViewed } }) =>
              instances !== null || instancesMissed || leads || otherViewed,
            actions: 'endSession',
          },
        ],
        'tab.led': { guard: ({ context }) => !context.leads, actions: assign({ leads: true }) },
        'tab.otherViewed': {
          guard: ({ context, event }) =>
            context.otherViewed !== event.viewed || !isSame(context.otherTickets ?? [], event.tickets ?? []),
          actions: assign(({ event: { viewed, tickets = [] } }) => ({ otherViewed: viewed, otherTickets: tickets })),
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

function byName(instances: readonly Instance[]): readonly Instance[] {
  return instances.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export type ShellSnapshot = SnapshotFrom<typeof shellMachine>;
