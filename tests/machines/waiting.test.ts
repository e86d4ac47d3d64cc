import { describe, expect, test } from 'vitest';
import { selectWaiting } from '../../src/machines/waiting.ts';
import { CARLA, START, aMessage, aSentMessage, brunoViewing, streamAt } from '../support/builders.ts';
import { live, ticketOf } from './directory-support.ts';

/** Bruno's ticket `n`, whose customer has waited for so many minutes. */
const waiting = (n: number, minutes: number) =>
  ticketOf(n, { notResponded: true, lastReceivedAt: START - minutes * 60_000, startedAt: START - 3_600_000 });

describe('who waits', () => {
  test('who has waited longest comes first; who was answered and who is finished don’t wait', () => {
    const answered = ticketOf(4, { notResponded: false });
    const { append, directory } = live(brunoViewing, waiting(1, 5), waiting(2, 30), waiting(3, 12), answered);
    expect(selectWaiting(directory)).toEqual(['502', '503', '501']);
    append({
      type: 'ticket.closed',
      ticket: { ...waiting(2, 30), finishedAt: START },
      by: CARLA,
      stream: streamAt(11),
    });
    expect(selectWaiting(directory)).toEqual(['503', '501']);
  });

  test('a customer who never wrote waits since the attendance began', () => {
    const silent = ticketOf(2, {
      notResponded: true,
      lastReceivedAt: null,
      startedAt: START - 60_000,
      lastMessage: null,
    });
    const { directory } = live(brunoViewing, silent, waiting(1, 5));
    expect(selectWaiting(directory)).toEqual(['501', '502']);
  });

  test('answered -> written again: waits anew, behind the others', () => {
    const { append, directory } = live(brunoViewing, waiting(1, 30), waiting(2, 5));
    const of = { ticketId: '501' };
    const arrive = (message: ReturnType<typeof aMessage>, seq: number, notResponded: boolean) => {
      const ticket = { ...waiting(1, 30), notResponded };
      append({ type: 'message.arrived', message, ticket, stream: streamAt(seq) });
    };
    arrive(aSentMessage({ id: '2001', ...of, at: START }), 11, false);
    expect(selectWaiting(directory)).toEqual(['502']);
    arrive(aMessage({ id: '2002', ...of, at: START + 60_000 }), 12, true);
    expect(selectWaiting(directory)).toEqual(['502', '501']);
  });
});
