import { describe, expect, test } from 'vitest';
import { createLog, replay } from '../../src/machines/log/log.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { timerName, timerOwner } from '../../src/machines/log/timers.ts';
import { logged } from '../support/builders-events.ts';

function clock(from = 100) {
  let now = from;
  return () => (now += 1);
}

describe('the log', () => {
  test('gives each event its position and time', () => {
    const log = createLog({ now: clock() });
    const heard: Logged[] = [];
    log.subscribe((event) => heard.push(event));
    log.append({ type: 'sidebar.toggled' });
    log.append({ type: 'sound.toggled' });
    expect(heard).toEqual([
      { type: 'sidebar.toggled', position: 1, loggedAt: 101 },
      { type: 'sound.toggled', position: 2, loggedAt: 102 },
    ]);
    expect(log.position).toBe(2);
  });

  test('goes on from an earlier session’s position', () => {
    const log = createLog({ now: clock(), position: 40 });
    const heard: Logged[] = [];
    log.subscribe((event) => heard.push(event));
    log.append({ type: 'sidebar.toggled' });
    expect(heard[0]?.position).toBe(41);
  });

  test('what is appended by a listener waits until all have heard the one before', () => {
    const log = createLog({ now: clock() });
    const heard: string[] = [];
    log.subscribe((event) => {
      heard.push(`first ${event.type}`);
      if (event.type === 'sidebar.toggled') {
        log.append({ type: 'sound.toggled' });
        log.append({ type: 'inbox.retried' });
      }
    });
    log.subscribe((event) => heard.push(`second ${event.type}`));
    log.append({ type: 'sidebar.toggled' });
    expect(heard).toEqual([
      'first sidebar.toggled',
      'second sidebar.toggled',
      'first sound.toggled',
      'second sound.toggled',
      'first inbox.retried',
      'second inbox.retried',
    ]);
  });

  test('takes an event over with its place and time', () => {
    const log = createLog({ now: clock() });
    const heard: Logged[] = [];
    log.subscribe((event) => heard.push(event));
    const taken = logged({ type: 'sidebar.toggled' }, 7, 55);
    log.take(taken);
    log.append({ type: 'sound.toggled' });
    expect(heard).toEqual([taken, { type: 'sound.toggled', position: 8, loggedAt: 101 }]);
  });

  test('a listener that throws stops neither the others’ next event nor what waited', () => {
    const log = createLog({ now: clock() });
    const heard: string[] = [];
    log.subscribe((event) => {
      heard.push(event.type);
      if (event.type !== 'sidebar.toggled') return;
      log.append({ type: 'inbox.retried' });
      throw new Error('broken');
    });
    expect(() => log.append({ type: 'sidebar.toggled' })).toThrow('broken');
    log.append({ type: 'sound.toggled' });
    expect(heard).toEqual(['sidebar.toggled', 'inbox.retried', 'sound.toggled']);
  });

  test('a removed listener isn’t called any more', () => {
    const log = createLog({ now: clock() });
    const heard: Logged[] = [];
    const leave = log.subscribe((event) => heard.push(event));
    leave();
    log.append({ type: 'sidebar.toggled' });
    expect(heard).toEqual([]);
  });

  test('a replay hands over the events as they are', () => {
    const events = [logged({ type: 'sidebar.toggled' }, 1), logged({ type: 'sound.toggled' }, 2)];
    const heard: Logged[] = [];
    replay(events, (event) => heard.push(event));
    expect(heard).toEqual(events);
  });
});

describe('timer names', () => {
  test.each([
    ['socket', 'main', 'ping'],
    ['notice', 'transfer:9:pending', 'stay'],
    ['send', '00000000-0000-4000-8000-000000000001', 'resolve'],
  ])('%s of %s for %s', (machine, key, what) => {
    expect(timerOwner(timerName(machine, key, what))).toEqual({ machine, key, what });
  });
});
