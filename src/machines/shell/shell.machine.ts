import { assign, emit, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Instance } from '../entities/entities.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { DesktopPermission, Preferences } from '../log/events-session.ts';
import type { InternalEventOf } from '../log/internal.ts';

/*
 *   starting ── app.opened ──▶ open
 *
 * starting   the overlay covers the page
 * open       the page is there; preferences, instances, network, visibility and the lock are facts in the context
 */

export interface ShellContext {
  readonly tenant: string;
  readonly preferences: Preferences;
  /** By name; null until they are known. */
  readonly instances: readonly Instance[] | null;
  /** Whether they were asked for in vain. */
  readonly instancesMissed: boolean;
  readonly online: boolean;
  readonly visible: boolean;
  readonly desktop: DesktopPermission;
  /** Whether the screen shows nothing before the password is given. */
  readonly locked: boolean;
  /** Whether the loading overlay covers the page. */
  readonly overlay: boolean;
  /** A call was refused because the platform is worked on, and no socket has been let in since. */
  readonly maintained: boolean;
}

type ShellInput =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'network.changed'
        | 'page.visibilityChanged'
        | 'theme.chosen'
        | 'locale.chosen'
        | 'sidebar.toggled'
        | 'sound.toggled'
        | 'singleKeys.toggled'
        | 'inbox.filtered'
        | 'columns.chosen'
        | 'instance.chosen'
        | 'screen.locked'
        | 'screen.unlocked'
        | 'lockMinutes.chosen'
        | 'form.saved'
        | 'instances.listed'
        | 'permissions.outdated'
        | 'instances.listFailed'
        | 'instance.updated'
        | 'socket.greeted'
        | 'desktop.permissionAsked'
        | 'desktop.permissionChanged'
        | 'api.responseFailed'
      >
    >
  | InternalEventOf<'session.started' | 'session.ended'>;

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
    noteUnsupported: emit({ type: 'console.note', key: 'notice.desktop.unsupported' }),
  },
});

const isOfMaintenance = ({ failure }: EventOf<'api.responseFailed'>) => failure.key === 'error.maintenance';

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
    overlay: true,
    maintained: false,
  },
  initial: 'starting',
  on: {
    'app.opened': {
      target: '.open',
      actions: assign(({ event }) => ({
        tenant: event.tenant,
        preferences: event.preferences,
        online: event.online,
        visible: event.visible,
        desktop: event.desktop,
        locked: event.locked === true && event.session !== null,
        overlay: false,
      })),
    },
    // Whatever failed, the page isn't covered for ever.
    'api.responseFailed': {
      guard: ({ context, event }) => context.overlay || (isOfMaintenance(event) && !context.maintained),
      actions: assign(({ context, event }) => ({
        overlay: false,
        maintained: context.maintained || isOfMaintenance(event),
      })),
    },
  },
  states: {
    starting: {},
    open: {
      on: {
        'session.started': { actions: emit({ type: 'instances.fetch' }) },
        'session.ended': [
          {
            guard: ({ context }) => context.locked,
            actions: [{ type: 'lock', params: false }, assign({ instances: null, instancesMissed: false })],
          },
          {
            guard: ({ context }) => context.instances !== null || context.instancesMissed,
            actions: assign({ instances: null, instancesMissed: false }),
          },
        ],
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
          guard: ({ context, event }) => context.preferences.theme !== event.theme,
          actions: { type: 'prefer', params: ({ event }) => ({ theme: event.theme }) },
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
        'singleKeys.toggled': {
          actions: { type: 'prefer', params: ({ context }) => ({ singleKeys: !context.preferences.singleKeys }) },
        },
        'columns.chosen': {
          actions: {
            type: 'prefer',
            params: ({ context, event }) => ({
              hiddenColumns: { ...context.preferences.hiddenColumns, [event.table]: event.hidden },
            }),
          },
        },
        'lockMinutes.chosen': {
          actions: { type: 'prefer', params: ({ event }) => ({ lockMinutes: event.minutes ?? undefined }) },
        },
        'inbox.filtered': {
          // Who looked among the finished last would miss the next day's new customers.
          guard: ({ context, event }) => event.status === 'open' && context.preferences.inboxScope !== event.scope,
          actions: { type: 'prefer', params: ({ event }) => ({ inboxScope: event.scope }) },
        },
        'instance.chosen': {
          guard: ({ context, event }) => context.preferences.activeInstanceId !== event.instanceId,
          actions: { type: 'prefer', params: ({ event }) => ({ activeInstanceId: event.instanceId }) },
        },
        'instances.listed': {
          actions: assign({ instances: ({ event }) => byName(event.instances), instancesMissed: false }),
        },
        // They may serve other ones now.
        'permissions.outdated': { actions: emit({ type: 'instances.fetch' }) },
        'instances.listFailed': {
          guard: ({ context }) => !context.instancesMissed,
          actions: assign({ instancesMissed: true }),
        },
        'socket.greeted': {
          guard: ({ context }) => context.instancesMissed || context.maintained,
          actions: enqueueActions(({ context, enqueue }) => {
            enqueue.assign({ instancesMissed: false, maintained: false });
            if (context.instancesMissed) enqueue.emit({ type: 'instances.fetch' });
          }),
        },
        'instance.updated': {
          guard: ({ context }) => context.instances !== null,
          actions: assign({
            instances: ({ context, event }) => {
              const others = (context.instances ?? []).filter(({ id }) => id !== event.instance.id);
              return byName([...others, event.instance]);
            },
          }),
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
