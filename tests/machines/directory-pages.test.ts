import { afterEach, describe, expect, test } from 'vitest';
import { START, brunoViewing, streamAt } from '../support/builders.ts';
import { anApp, greeting, listed, live, messageTo, opening, replays, ticketOf } from './directory-support.ts';

/** Whatever was done to them: a replay comes to the same. */
afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

describe('a row that leaves between two pages', () => {
  test('a row closed before the next page but reported after it -> the list is fetched again', () => {
    const ten = Array.from({ length: 10 }, (_, index) => ticketOf(index + 1));
    const { append, given } = anApp();
    const [first] = ten;
    if (first === undefined) throw new Error('no ticket');
    append(opening(brunoViewing), ...greeting(10), listed(2, ten, { totalPages: 2, totalItems: 12 }));
    append({ type: 'inbox.endReached' });
    const asked = given('tickets.fetch').at(-1);
    expect(asked).toMatchObject({ page: 2, purpose: 'page' });
    // Of twelve rows the first is gone, so the second page begins with the twelfth.
    const second = { page: 2, purpose: 'page', totalPages: 2, totalItems: 11, streamPosition: 15 } as const;
    append(listed(asked?.request ?? 0, [ticketOf(12)], second));
    expect(given('tickets.fetch')).toHaveLength(3);
    append({ type: 'ticket.closed', ticket: { ...first, finishedAt: START }, by: null, stream: streamAt(15) });
    expect(given('tickets.fetch').at(-1)).toMatchObject({ page: 1, limit: 10, purpose: 'resync' });
  });

  test('a list fetched again for a row that left -> what another filter shows is still known', () => {
    const ten = Array.from({ length: 10 }, (_, index) => ticketOf(index + 1));
    const { append, given, directory } = anApp();
    const [first] = ten;
    if (first === undefined) throw new Error('no ticket');
    append(opening(brunoViewing), ...greeting(10));
    append({ type: 'inbox.filtered', instanceId: '10', status: 'open', scope: 'all' });
    const request = () => given('tickets.fetch').at(-1)?.request ?? 0;
    append(listed(request(), ten, { totalPages: 2, totalItems: 12 }));
    append(messageTo(40, 11, { instance: { id: '11', name: 'Outra' } }));
    expect(directory.ticket('540')).toBeDefined();
    append({ type: 'inbox.endReached' });
    const second = { page: 2, purpose: 'page', totalPages: 2, totalItems: 11, streamPosition: 15 } as const;
    append(listed(request(), [ticketOf(12)], second));
    append({ type: 'ticket.closed', ticket: { ...first, finishedAt: START }, by: null, stream: streamAt(15) });
    append(listed(request(), ten.slice(1), { purpose: 'resync', streamPosition: 16 }));
    expect(directory.ticket('540')).toBeDefined();
  });
});

test('a ticket left out by the list of a resync that was read with its last frame -> gone', () => {
  const { append, given, rows } = live(brunoViewing, ticketOf(1), ticketOf(2));
  append({ type: 'permissions.outdated', stream: streamAt(11) }, messageTo(1, 12));
  const { request = 0 } = given('tickets.fetch').at(-1) ?? {};
  append(listed(request, [ticketOf(2)], { streamPosition: 12 }));
  expect(rows()).toEqual(['502']);
});
