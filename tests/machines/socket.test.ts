import { describe, expect, test } from 'vitest';
import { socketTimers } from '../../src/machines/socket/socket.context.ts';
import { logged } from '../support/builders-events.ts';
import { START, networkFailure } from '../support/builders.ts';
import { opened, sessionStarted } from './session-support.ts';
import {
  again,
  chatSettled,
  closed,
  fired,
  frame,
  greeted,
  greetedAt10,
  listed,
  live,
  network,
  ponged,
  socket,
  socketOpened,
  stopTimers,
  ticketIssued,
  ticketLeft,
  ticketOpened,
} from './socket-support.ts';
import type { Sent } from './socket-support.ts';

describe('idle -> connecting -> catchingUp -> live', () => {
  test('asks for a ticket, opens with it, pings at once, lists, is live', () => {
    const { after, value, status } = socket();
    expect([value(), status()]).toEqual(['idle', 'disconnected']);
    expect(after(sessionStarted())).toEqual([{ type: 'socket.fetchTicket', attempt: 1 }]);
    expect([value(), status()]).toEqual([{ connecting: 'ticket' }, 'reconnecting']);
    expect(after(ticketIssued())).toEqual([
      { type: 'socket.open', attempt: 1, ticket: 'ticket-1', userId: '2', epoch: null, since: null },
      { type: 'timer.start', timer: socketTimers.opening, ms: 15_000 },
    ]);
    expect(after(socketOpened())).toEqual([
      { type: 'socket.ping', attempt: 1 },
      { type: 'timer.start', timer: socketTimers.ping, ms: 300_000 },
      { type: 'timer.start', timer: socketTimers.silence, ms: 60_000 },
    ]);
    expect(after(greeted(10))).toEqual([
      { type: 'timer.cancel', timer: socketTimers.opening },
      { type: 'presence.connect' },
    ]);
    expect([value(), status()]).toEqual(['catchingUp', 'reconnecting']);
    expect(after(listed(10))).toEqual([]);
    expect([value(), status()]).toEqual(['live', 'live']);
  });

  test('a page, or a listing from before the greeting, doesn’t make it live', () => {
    const { send, value } = socket(...greetedAt10);
    send(listed(10, 'page'), listed(9));
    expect(value()).toBe('catchingUp');
  });

  test('an open conversation has to be there too', () => {
    const { send, value } = socket(sessionStarted(), ticketOpened('5'), ticketIssued(), socketOpened(), greeted(10));
    send(listed(10));
    expect(value()).toBe('catchingUp');
    send(chatSettled('5'));
    expect(value()).toBe('live');
  });

  test('unless it was left', () => {
    const { send, value } = socket(sessionStarted(), ticketOpened('5'), ticketIssued(), socketOpened(), greeted(10));
    send(listed(10), ticketLeft('5'));
    expect(value()).toBe('live');
  });
});

describe('coming back', () => {
  test('live -> waiting -> connecting after a second, with what is held', () => {
    const { after, value } = socket(...live, frame(11));
    expect(after(closed(1006))).toEqual([...stopTimers, { type: 'timer.start', timer: socketTimers.retry, ms: 1000 }]);
    expect(value()).toBe('waiting');
    expect(after(fired(socketTimers.retry))).toEqual([
      { type: 'timer.cancel', timer: socketTimers.retry },
      { type: 'socket.fetchTicket', attempt: 2 },
    ]);
    expect(after(ticketIssued(2))).toContainEqual({
      type: 'socket.open',
      attempt: 2,
      ticket: 'ticket-2',
      userId: '2',
      epoch: 'e1',
      since: 11,
    });
  });

  test('nothing missed -> live at once', () => {
    const { send, value } = socket(...again);
    send(greeted(10, { attempt: 2, recovered: true }));
    expect(value()).toBe('live');
  });

  test('catchingUp -> live when the missed frames are in', () => {
    const { after, value } = socket(...again);
    expect(after(greeted(13, { attempt: 2, recovered: true }))).toContainEqual({ type: 'socket.ping', attempt: 2 });
    expect(value()).toBe('catchingUp');
    expect(after(frame(11), frame(12))).toEqual([]);
    expect(value()).toBe('catchingUp');
    after(frame(13));
    expect(value()).toBe('live');
  });

  test('catchingUp -> live when the pong says that no more were for us', () => {
    const { send, value, context } = socket(...again);
    send(greeted(13, { attempt: 2, recovered: true }), frame(12, { prev: 10 }));
    expect(value()).toBe('catchingUp');
    send(ponged(12, 2));
    expect(value()).toBe('live');
    expect(context().position).toBe(12);
  });

  test('too much missed -> the list is fetched afresh', () => {
    const { send, value, context } = socket(...again);
    send(greeted(900, { attempt: 2, recovered: false }));
    expect(context()).toMatchObject({ position: 900, awaitsList: true });
    send(listed(900));
    expect(value()).toBe('live');
  });

  test('a pong that is further on than the list that comes -> live with it all the same', () => {
    const { send, value } = socket(...again);
    send(greeted(900, { attempt: 2, recovered: false }), frame(901), frame(902), ponged(902, 2));
    expect(value()).toBe('catchingUp');
    send(listed(901));
    expect(value()).toBe('live');
  });

  test('another epoch is nothing recovered, whatever the server says', () => {
    const { send, context } = socket(...again);
    send(greeted(3, { attempt: 2, recovered: true, epoch: 'e2' }));
    expect(context()).toMatchObject({ epoch: 'e2', position: 3, awaitsList: true });
  });

  test.each([
    [
      'no ticket',
      [sessionStarted()],
      logged({ type: 'socket.ticketFailed', attempt: 1, failure: networkFailure }),
      'ticket',
    ],
    ['not opened', [sessionStarted(), ticketIssued()], closed(1006), 'closedByServer'],
    ['not opened in time', [sessionStarted(), ticketIssued()], fired(socketTimers.opening), 'network'],
    ['not greeted in time', [sessionStarted(), ticketIssued(), socketOpened()], fired(socketTimers.opening), 'network'],
    ['the server restarts', live, closed(1012), 'closedByServer'],
    ['too slow', live, closed(4500), 'closedByServer'],
  ] as const)('%s -> waiting', (_name, before, event, reason) => {
    const found = socket(...before);
    found.send(event);
    expect([found.value(), found.status(), found.reason()]).toEqual(['waiting', 'reconnecting', reason]);
  });

  test('failures are counted until it is live', () => {
    const { send, context } = socket(
      ...live,
      closed(1006),
      fired(socketTimers.retry),
      ticketIssued(2),
      closed(1006, 2),
    );
    expect(context().failures).toBe(2);
    send(fired(socketTimers.retry), ticketIssued(3), socketOpened(3), greeted(10, { attempt: 3, recovered: true }));
    expect(context()).toMatchObject({ failures: 0, reason: null });
  });

  test('a ticket that comes too late is dropped', () => {
    const { after } = socket(...live);
    expect(after(ticketIssued(1))).toEqual([{ type: 'token.drop', token: 'ticket-1' }]);
  });
});

describe('signs of life', () => {
  test('pings every 300000 ms', () => {
    const { after } = socket(...live);
    expect(after(fired(socketTimers.ping))).toEqual([
      { type: 'socket.ping', attempt: 1 },
      { type: 'timer.start', timer: socketTimers.ping, ms: 300_000 },
    ]);
  });

  test('silent for 60 s -> closed by us, waiting', () => {
    const { after, value, reason } = socket(...live);
    expect(after(fired(socketTimers.silence, START + 60_000))).toEqual([
      { type: 'socket.close', attempt: 1 },
      ...stopTimers,
      { type: 'timer.start', timer: socketTimers.retry, ms: 1000 },
    ]);
    expect([value(), reason()]).toEqual(['waiting', 'silent']);
  });

  test.each([
    ['pong', ponged(10, 1, START + 25_000)],
    ['frame', frame(11, { at: START + 25_000 })],
  ])('a %s is one: the watch goes on for what is left', (_name, sign) => {
    const { after, value } = socket(...live, sign);
    expect(after(fired(socketTimers.silence, START + 60_000))).toEqual([
      { type: 'timer.start', timer: socketTimers.silence, ms: 25_000 },
    ]);
    expect(value()).toBe('live');
  });

  test('a clock that was set back doesn’t make it wait for ever', () => {
    const { after } = socket(...live);
    expect(after(fired(socketTimers.silence, START - 3_600_000))).toEqual([
      { type: 'timer.start', timer: socketTimers.silence, ms: 60_000 },
    ]);
  });
});

describe('gaps', () => {
  test.each([
    ['a frame whose prev isn’t held', frame(13)],
    ['a frame of another epoch', frame(11, { epoch: 'e2' })],
    ['a pong that is further on', ponged(12)],
  ])('%s: live -> connecting at once, with what is held', (_name, event) => {
    const { after, value, context } = socket(...live);
    expect(after(event)).toEqual([
      { type: 'socket.close', attempt: 1 },
      ...stopTimers,
      { type: 'socket.fetchTicket', attempt: 2 },
    ]);
    expect(value()).toEqual({ connecting: 'ticket' });
    expect(context().position).toBe(10);
  });

  test('the same gap again: everything is fetched afresh, after a second', () => {
    const { after, value, context } = socket(
      ...live,
      frame(13),
      ticketIssued(2),
      socketOpened(2),
      greeted(13, { attempt: 2, recovered: true }),
    );
    expect(after(frame(13))).toContainEqual({ type: 'timer.start', timer: socketTimers.retry, ms: 1000 });
    expect(value()).toBe('waiting');
    expect(context()).toMatchObject({ epoch: null, position: null });
    expect(after(fired(socketTimers.retry), ticketIssued(3))).toContainEqual(
      expect.objectContaining({ type: 'socket.open', since: null, epoch: null }),
    );
  });

  test('a stream that leaves out what is not for us has none', () => {
    const { send, value, context } = socket(...live);
    send(frame(14, { prev: 10 }), frame(20, { prev: 14 }));
    expect([value(), context().position]).toEqual(['live', 20]);
  });
});

describe('what changes nothing', () => {
  const cases: readonly (readonly [string, readonly Sent[], Sent])[] = [
    ['a frame that is held', live, frame(10)],
    ['an older frame', [...live, frame(11)], frame(4)],
    ['a frame while connecting', again, frame(11)],
    ['a frame when nobody is logged in', [], frame(11)],
    ['a close of an older socket', again, closed(4403, 1)],
    ['a close while waiting', [...live, closed(1006)], closed(4403)],
    ['an opening of an older socket', again, socketOpened(1)],
    ['a greeting of an older socket', again, greeted(50, { attempt: 1 })],
    ['a pong of an older socket', [...again, greeted(10, { attempt: 2, recovered: true })], ponged(99, 1)],
    [
      'a ticket failure of an older attempt',
      again,
      logged({ type: 'socket.ticketFailed', attempt: 1, failure: networkFailure }),
    ],
    ['the same network', live, network(true)],
    ['somebody else’s timer', live, fired('notice:1:stay')],
    ['a retry timer when live', live, fired(socketTimers.retry)],
    ['a conversation that is open already', [...live, ticketOpened('5')], ticketOpened('5')],
    ['leaving one that wasn’t open', live, ticketLeft('5')],
    ['a listing when live', live, listed(20)],
    ['a page that opens for nobody once more', [opened(null)], opened(null)],
    ['a closing page when nobody is logged in', [], logged({ type: 'page.closing' })],
    ['a renewed token while live', live, { type: 'session.renewed' }],
    ['a renewed token after a disconnect', [...live, closed(4403)], { type: 'session.renewed' }],
  ];

  test.each(cases)('%s', (_name, before, event) => {
    const { snapshot, after } = socket(...before);
    const held = snapshot();
    expect(after(event)).toEqual([]);
    expect(snapshot()).toBe(held);
  });
});
