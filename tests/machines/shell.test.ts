import { describe, expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import { shellMachine } from '../../src/machines/shell/shell.machine.ts';
import {
  selectAudioSpeed,
  selectLockMinutes,
  selectStarredPages,
  selectSoundOn,
} from '../../src/machines/shell/shell.preferences.selectors.ts';
import {
  selectActiveInstanceId,
  selectDesktopPermission,
  selectInstances,
  selectIsLocked,
  selectIsMaintained,
  selectIsSeen,
  selectLocale,
  selectOnline,
  selectSidebarOpen,
  selectTenant,
  selectThemeChoice,
  selectVisible,
} from '../../src/machines/shell/shell.selectors.ts';
import { started } from '../support/builders-actor.ts';
import { greeted, logged } from '../support/builders-events.ts';
import { anInstance, networkFailure, streamAt } from '../support/builders.ts';
import { aStoredSession, opened, preferences, sessionEnded, sessionStarted } from './session-support.ts';

type Sent = EventFrom<typeof shellMachine>;

function shell(...events: readonly Sent[]) {
  const held = started(shellMachine, {});
  for (const event of events) held.actor.send(event);
  return {
    snapshot: () => held.actor.getSnapshot(),
    after: (...more: readonly Sent[]) => {
      const from = held.commands.length;
      for (const event of more) held.actor.send(event);
      return held.commands.slice(from);
    },
  };
}

const open = opened(null);
const kept = (change: object) => [{ type: 'preferences.keep', preferences: { ...preferences, ...change } }];
const sales = anInstance();
const support = anInstance({ id: '11', name: 'Suporte' });

describe('the page', () => {
  test('starting -> open: the overlay goes, the browser’s facts are there', () => {
    const { snapshot, after } = shell();
    expect(snapshot().context.overlay).toBe(true);
    after(
      opened(null, {
        online: false,
        visible: false,
        desktop: 'granted',
        preferences: { ...preferences, theme: 'dark' },
      }),
    );
    expect(snapshot().context.overlay).toBe(false);
    expect([selectTenant(snapshot()), selectThemeChoice(snapshot()), selectLocale(snapshot())]).toEqual([
      'aurora',
      'dark',
      'pt_BR',
    ]);
    expect([selectOnline(snapshot()), selectVisible(snapshot())]).toEqual([false, false]);
    expect(selectDesktopPermission(snapshot())).toBe('granted');
  });

  test('a call that fails before that uncovers the page', () => {
    const { snapshot, after } = shell();
    after(logged({ type: 'api.responseFailed', call: 'c', command: 'user.fetch', failure: networkFailure }));
    expect([snapshot().context.overlay, selectIsMaintained(snapshot())]).toEqual([false, false]);
  });

  test('a call refused by the maintenance -> a socket let in: it is over', () => {
    const { snapshot, after } = shell(open);
    const failure = { ...networkFailure, code: 'UNAVAILABLE', key: 'error.maintenance' } as const;
    after(logged({ type: 'api.responseFailed', call: 'c', command: 'user.fetch', failure }));
    after(logged({ type: 'api.responseFailed', call: 'd', command: 'user.fetch', failure: networkFailure }));
    expect(selectIsMaintained(snapshot())).toBe(true);
    after(greeted(true, 10));
    expect(selectIsMaintained(snapshot())).toBe(false);
  });

  test('network and visibility follow the browser', () => {
    const { snapshot, after } = shell(open);
    after(
      logged({ type: 'network.changed', online: false }),
      logged({ type: 'page.visibilityChanged', visible: false }),
    );
    expect([selectOnline(snapshot()), selectVisible(snapshot())]).toEqual([false, false]);
  });
});

describe('preferences are kept', () => {
  test.each([
    ['theme', logged({ type: 'theme.chosen', theme: 'dark' } as const), { theme: 'dark', followsSystem: undefined }],
    ['the system’s theme', logged({ type: 'theme.chosen', theme: 'system' } as const), { followsSystem: true }],
    ['density', logged({ type: 'density.chosen', density: 'compact' } as const), { isCompact: true }],
    ['Ctrl+Enter sends', logged({ type: 'modSends.toggled' } as const), { modSends: true }],
    ['locale', logged({ type: 'locale.chosen', locale: 'en' } as const), { locale: 'en' }],
    ['sidebar', logged({ type: 'sidebar.toggled' } as const), { sidebarOpen: true }],
    ['sound', logged({ type: 'sound.toggled' } as const), { sound: false }],
    [
      'filter of the list',
      logged({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'mine' } as const),
      { inboxView: 'mine' },
    ],
    [
      'order of the list',
      logged({ type: 'inbox.sorted', sort: 'longest_wait' } as const),
      { inboxSort: 'longest_wait' },
    ],
    ['instance', logged({ type: 'instance.chosen', instanceId: '11' } as const), { activeInstanceId: '11' }],
  ])('%s', (_name, event, change) => {
    const { snapshot, after } = shell(open);
    expect(after(event)).toEqual(kept(change));
    expect(snapshot().context.preferences).toEqual({ ...preferences, ...change });
  });

  test('a look among the finished is nobody’s preference', () => {
    const { snapshot, after } = shell(open);
    const filtered = { type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' } as const;
    expect(after(logged(filtered))).toEqual([]);
    expect(snapshot().context.preferences).toEqual(preferences);
  });

  test('toggled twice is as before', () => {
    const { snapshot, after } = shell(open);
    after(logged({ type: 'sidebar.toggled' }), logged({ type: 'sidebar.toggled' }));
    after(logged({ type: 'sound.toggled' }), logged({ type: 'sound.toggled' }));
    expect([selectSidebarOpen(snapshot()), selectSoundOn(snapshot())]).toEqual([false, true]);
    expect(selectActiveInstanceId(snapshot())).toBeNull();
  });
});

describe('instances', () => {
  test('are asked for when somebody logs in, and stand by name', () => {
    const { snapshot, after } = shell(open);
    expect(after(sessionStarted())).toEqual([{ type: 'instances.fetch' }]);
    expect(selectInstances(snapshot())).toBeNull();
    after(logged({ type: 'instances.listed', instances: [sales, support].toReversed() }));
    expect(selectInstances(snapshot())).toEqual([support, sales]);
  });

  test('follow pushed changes', () => {
    const { snapshot, after } = shell(open, logged({ type: 'instances.listed', instances: [sales] }));
    after(
      logged({ type: 'instance.updated', instance: support, stream: streamAt(1) }),
      logged({ type: 'instance.updated', instance: { ...sales, name: 'Atacado' }, stream: streamAt(2) }),
    );
    expect(selectInstances(snapshot())?.map(({ name }) => name)).toEqual(['Atacado', 'Suporte']);
  });

  test('asked for in vain -> asked again when the socket is back', () => {
    const { after } = shell(open);
    expect(after(greeted(true, 10))).toEqual([]);
    after(logged({ type: 'instances.listFailed', failure: networkFailure }));
    expect(after(greeted(true, 11))).toEqual([{ type: 'instances.fetch' }]);
    expect(after(greeted(true, 12))).toEqual([]);
  });

  test('are gone with the session', () => {
    const { snapshot, after } = shell(open, logged({ type: 'instances.listed', instances: [sales] }));
    after(sessionEnded);
    expect(selectInstances(snapshot())).toBeNull();
  });
});

describe('desktop notices', () => {
  test('default -> asked -> granted', () => {
    const { snapshot, after } = shell(open);
    expect(after(logged({ type: 'desktop.permissionAsked' }))).toEqual([{ type: 'desktop.askPermission' }]);
    after(logged({ type: 'desktop.permissionChanged', permission: 'granted' }));
    expect(selectDesktopPermission(snapshot())).toBe('granted');
  });

  test('unsupported is noted', () => {
    const { after } = shell(opened(null, { desktop: 'unsupported' }));
    expect(after(logged({ type: 'desktop.permissionAsked' }))).toEqual([
      { type: 'console.note', key: 'notice.desktop.unsupported' },
    ]);
  });
});

describe('what changes nothing', () => {
  const cases: readonly (readonly [string, readonly Sent[], Sent])[] = [
    ['the theme that is chosen', [open], logged({ type: 'theme.chosen', theme: 'light' })],
    ['the locale that is chosen', [open], logged({ type: 'locale.chosen', locale: 'pt_BR' })],
    ['the instance that is chosen', [open], logged({ type: 'instance.chosen', instanceId: null })],
    ['the network as it is', [open], logged({ type: 'network.changed', online: true })],
    ['the page as it is', [open], logged({ type: 'page.visibilityChanged', visible: true })],
    ['the permission as it is', [open], logged({ type: 'desktop.permissionChanged', permission: 'default' })],
    ['asking for what was denied', [opened(null, { desktop: 'denied' })], logged({ type: 'desktop.permissionAsked' })],
    [
      'an instance before they are known',
      [open],
      logged({ type: 'instance.updated', instance: sales, stream: streamAt(1) }),
    ],
    ['the end of a session without instances', [open], sessionEnded],
    [
      'a failed call when nothing is covered',
      [open],
      logged({ type: 'api.responseFailed', call: 'c', command: 'message.send', failure: networkFailure }),
    ],
  ];

  test.each(cases)('%s', (_name, before, event) => {
    const { snapshot, after } = shell(...before);
    const held = snapshot();
    expect(after(event)).toEqual([]);
    expect(snapshot()).toBe(held);
  });
});

describe('the lock', () => {
  const at = opened(aStoredSession());
  const lock = logged({ type: 'screen.locked' } as const);
  const unlock = { form: 'account.unlock', key: '9', request: 1, id: '9', version: null, lists: [] } as const;
  const locks = (locked: boolean) => [{ type: 'lock.keep', locked }];

  test('open -> locked -> locked again: kept once; what is on the screen isn’t seen', () => {
    const { snapshot, after } = shell(at);
    expect(after(lock)).toEqual(locks(true));
    expect(after(lock)).toEqual([]);
    expect([selectIsLocked(snapshot()), selectIsSeen(snapshot())]).toEqual([true, false]);
  });

  test('locked -> the password was right, another tab was opened, or the session is over -> open', () => {
    const opens: Sent[] = [
      logged({ type: 'form.saved', ...unlock } as const),
      logged({ type: 'screen.unlocked' } as const),
      sessionEnded,
    ];
    for (const event of opens) {
      const { snapshot, after } = shell(at, lock);
      expect(after(event)).toEqual(locks(false));
      expect(selectIsLocked(snapshot())).toBe(false);
      expect(after(event)).toEqual([]);
    }
  });

  test('locked -> something else is saved -> locked', () => {
    const { snapshot, after } = shell(at, lock);
    expect(after(logged({ type: 'form.saved', ...unlock, form: 'account.password' } as const))).toEqual([]);
    expect(selectIsLocked(snapshot())).toBe(true);
  });

  test.each([
    ['a session', aStoredSession(), true],
    ['nobody', null, false],
  ])('a page that was locked opens with %s -> locked: %s', (_who, session, isLocked) => {
    const { snapshot } = shell(opened(session, { locked: true }));
    expect(selectIsLocked(snapshot())).toBe(isLocked);
  });

  test('pages are starred once each, ten at most, in their order', () => {
    const { snapshot, after } = shell(at);
    const star = (page: string, starred = true) => after(logged({ type: 'page.starred', page, starred } as const));
    expect(star('users')).toEqual(kept({ starredPages: ['users'] }));
    expect(star('users')).toEqual([]);
    for (let page = 2; page <= 10; page += 1) star(`page-${page}`);
    expect(star('page-11')).toEqual([]);
    expect(selectStarredPages(snapshot())).toHaveLength(10);
    star('users', false);
    expect(star('users', false)).toEqual([]);
    star('page-11');
    expect(selectStarredPages(snapshot()).slice(-2)).toEqual(['page-10', 'page-11']);
  });

  test('how fast audio plays is kept; as recorded is none', () => {
    const { snapshot, after } = shell(at);
    expect(after(logged({ type: 'audioSpeed.chosen', speed: 2 } as const))).toEqual(kept({ audioSpeed: 2 }));
    expect(selectAudioSpeed(snapshot())).toBe(2);
    after(logged({ type: 'audioSpeed.chosen', speed: 1 } as const));
    expect(selectAudioSpeed(snapshot())).toBe(1);
  });

  test('after how long it locks by itself is kept; never is none', () => {
    const { snapshot, after } = shell(at);
    expect(after(logged({ type: 'lockMinutes.chosen', minutes: 15 } as const))).toEqual(kept({ lockMinutes: 15 }));
    expect(selectLockMinutes(snapshot())).toBe(15);
    after(logged({ type: 'lockMinutes.chosen', minutes: null } as const));
    expect(selectLockMinutes(snapshot())).toBeNull();
  });
});
