import { expect, test } from 'vitest';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import { createPresence } from '../../src/machines/presence/presence.actors.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { reportOf } from '../../src/machines/log/report.ts';
import { selectViewing } from '../../src/machines/presence/presence.selectors.ts';
import { START } from '../support/builders.ts';
import { anApp, storedOf } from './directory-support.ts';
import { aStoredSession, opened } from './session-support.ts';

const open = { customerId: '40', instanceId: '5' } as const;

function arrived(pageId: string, changes: Partial<Extract<AppEvent, { type: 'presence.arrived' }>> = {}): AppEvent {
  const person = { id: '9', name: 'Carla Dias' };
  return { type: 'presence.arrived', pageId, person, isSupport: false, open, typing: false, ...changes };
}

function following() {
  const page = anApp();
  page.append(opened(aStoredSession()));
  page.append({ type: 'presence.followed', visible: true });
  const viewing = () => {
    const snapshot = page.directory.presence()?.getSnapshot();
    return snapshot === undefined ? null : selectViewing(snapshot, '40@5');
  };
  return { ...page, viewing };
}

test('someone with two pages is there once, types if one of them does, and stays until the last is closed', () => {
  const page = following();
  page.append(arrived('a'));
  page.append(arrived('b', { typing: true }));
  expect(page.viewing()).toEqual([{ userId: '9', name: 'Carla Dias', isSupport: false, typing: true }]);
  page.append(arrived('b', { open: null }));
  expect(page.viewing()).toEqual([{ userId: '9', name: 'Carla Dias', isSupport: false, typing: false }]);
  page.append(arrived('a', { open: { customerId: '41', instanceId: '5' } }));
  expect(page.viewing()).toEqual([]);
});

test('what others do leaves the list of a conversation as it is: a row is not drawn again', () => {
  const page = following();
  page.append(arrived('a'));
  const before = page.viewing();
  page.append(arrived('b', { open: { customerId: '41', instanceId: '5' } }));
  expect(page.viewing()).toBe(before);
});

test('nothing of it outlives the session, nor is stored', () => {
  const page = following();
  page.append(arrived('a'));
  page.append({ type: 'logout.inOtherTab' });
  expect(page.directory.presence()).toBeUndefined();

  const app = createApp({ now: () => START, onCommand: () => undefined });
  app.directory.add('presence', createPresence);
  const journal = createJournal(app, emptyLog);
  app.append(opened(aStoredSession()));
  app.append({ type: 'presence.followed', visible: true });
  app.append(arrived('a'));
  for (let event = 0; event < 400; event += 1) app.append({ type: 'sidebar.toggled' });
  expect(JSON.stringify(reportOf(journal.whole()))).toContain('presence.arrived');
  const { snapshots, tail } = storedOf(journal.whole());
  expect(JSON.stringify([[...snapshots], tail])).not.toContain('presence');
});
