import { describe, expect, test } from 'vitest';
import { socketTimers } from '../../src/machines/socket/socket.context.ts';
import { logged } from '../support/builders-events.ts';
import { aFailure, carlaViewing } from '../support/builders.ts';
import { sessionEnded, sessionStarted } from './session-support.ts';
import {
  closed,
  fired,
  greeted,
  live,
  network,
  socket,
  socketOpened,
  stopTimers,
  ticketIssued,
} from './socket-support.ts';

describe('closed', () => {
  test('4403: an administrator disconnected the user', () => {
    const { send, value, status, reason } = socket(...live);
    send(closed(4403));
    expect([value(), status(), reason()]).toEqual(['closed', 'disconnected', 'disconnected']);
  });

  test('4400: the opening was wrong', () => {
    const { send, value, reason } = socket(...live);
    send(closed(4400));
    expect([value(), reason()]).toEqual(['closed', 'refused']);
  });

  test('4429: too many are open; it does not come back by itself', () => {
    const { after, value, status, reason } = socket(...live);
    expect(after(closed(4429))).not.toContainEqual({ type: 'socket.fetchTicket', attempt: 2 });
    expect([value(), status(), reason()]).toEqual(['closed', 'tooMany', 'tooMany']);
  });

  test('4401: asks for one more ticket, then needs a login', () => {
    const { after, value, reason } = socket(sessionStarted(), ticketIssued());
    expect(after(closed(4401))).toContainEqual({ type: 'socket.fetchTicket', attempt: 2 });
    expect(after(ticketIssued(2), closed(4401, 2))).not.toContainEqual({ type: 'socket.fetchTicket', attempt: 3 });
    expect([value(), reason()]).toEqual(['closed', 'unauthenticated']);
  });

  test('4401 after it was greeted in between is a first one again', () => {
    const { send, value } = socket(sessionStarted(), ticketIssued(), closed(4401), ticketIssued(2), socketOpened(2));
    send(greeted(10, { attempt: 2 }), closed(4401, 2));
    expect(value()).toEqual({ connecting: 'ticket' });
  });

  test('no ticket without a login -> closed; a renewed session -> connecting', () => {
    const failure = aFailure({ code: 'UNAUTHENTICATED', key: 'error.session.expired' });
    const { after, value, reason } = socket(sessionStarted());
    expect(after(logged({ type: 'socket.ticketFailed', attempt: 1, failure }))).toEqual([]);
    expect([value(), reason()]).toEqual(['closed', 'unauthenticated']);
    expect(after({ type: 'session.renewed' })).toEqual([{ type: 'socket.fetchTicket', attempt: 2 }]);
  });

  test('page.closing -> closed, and it stays so', () => {
    const { after, value } = socket(...live);
    expect(after(logged({ type: 'page.closing' }))).toContainEqual({ type: 'socket.close', attempt: 1 });
    expect(value()).toBe('closed');
    // A page that the browser restores is reloaded.
    after(logged({ type: 'page.visibilityChanged', visible: true }));
    expect(value()).toBe('closed');
  });

  test('session.ended -> idle', () => {
    const { after, value } = socket(...live);
    expect(after(sessionEnded)).toEqual([{ type: 'socket.close', attempt: 1 }, ...stopTimers]);
    expect(value()).toBe('idle');
  });
});

describe('sessions', () => {
  test('the same person again goes on from what is held', () => {
    const { after } = socket(...live, sessionEnded, sessionStarted(undefined, false));
    expect(after(ticketIssued(2))).toContainEqual(expect.objectContaining({ type: 'socket.open', since: 10 }));
  });

  test('but not where something was lost before: there everything is asked for', () => {
    const { after } = socket(...live, sessionEnded, sessionStarted(undefined, false, true));
    expect(after(ticketIssued(2))).toContainEqual(
      expect.objectContaining({ type: 'socket.open', since: null, epoch: null }),
    );
  });

  test('another person doesn’t', () => {
    const { after } = socket(...live, sessionEnded, sessionStarted(carlaViewing));
    expect(after(ticketIssued(2))).toContainEqual(
      expect.objectContaining({ type: 'socket.open', userId: '3', since: null, epoch: null }),
    );
  });
});

describe('the network', () => {
  test('live -> waiting while the browser is offline, and tries only rarely', () => {
    const { after, value, status } = socket(...live);
    expect(after(network(false))).toEqual([
      { type: 'socket.close', attempt: 1 },
      ...stopTimers,
      { type: 'timer.start', timer: socketTimers.retry, ms: 30_000 },
    ]);
    expect([value(), status()]).toEqual(['waiting', 'offline']);
  });

  test('waiting -> connecting at once when it is back', () => {
    const { after, value } = socket(...live, network(false));
    expect(after(network(true))).toContainEqual({ type: 'socket.fetchTicket', attempt: 2 });
    expect(value()).toEqual({ connecting: 'ticket' });
  });

  test('a browser that is wrong about it doesn’t keep it from coming back', () => {
    const { send, value } = socket(...live, network(false));
    send(fired(socketTimers.retry));
    expect(value()).toEqual({ connecting: 'ticket' });
  });
});
