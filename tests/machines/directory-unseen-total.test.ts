import { afterEach, describe, expect, test } from 'vitest';
import type { ConversationKey } from '../../src/machines/entities/ids.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { AppEvent, EventOf } from '../../src/machines/log/event.ts';
import { brunoViewing, streamAt } from '../support/builders.ts';
import { ask, greeting, listed, live, messageTo, replays, ticketOf } from './directory-support.ts';

afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

const keyOf = (n: number): ConversationKey => {
  const { customer, instance } = ticketOf(n);
  return conversationKey(customer.id, instance.id);
};

/** The list's first page holds ticket 1; the server also names the conversations of others. */
function firstPage(request: number, streamPosition: number, ...unseen: readonly number[]): EventOf<'tickets.listed'> {
  return listed(request, [ticketOf(1)], { streamPosition, unseenConversations: unseen.map(keyOf) });
}

function seen(n: number, seq: number): AppEvent {
  const { customer, instance } = ticketOf(n);
  return {
    type: 'unseen.wasReset',
    customerId: customer.id,
    instanceId: instance.id,
    upToId: null,
    unseen: 0,
    stream: streamAt(seq),
  };
}

describe('the number of conversations with something unseen', () => {
  test('counts what isn’t loaded yet, and once when it comes', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, unseen } = app;
    append(firstPage(ask(app), 10, 2, 3));
    expect(unseen()).toBe(2);
    append(messageTo(2, 11));
    expect(unseen()).toBe(2);
    append(messageTo(4, 12));
    expect(unseen()).toBe(3);
  });

  test('a page with one of them comes -> it is the one that is held', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, unseen } = app;
    append(firstPage(ask(app), 10, 2));
    append(listed(ask(app), [ticketOf(2, { unseen: 4 })], { page: 2 }));
    expect(unseen()).toBe(1);
  });

  test('one that isn’t loaded is opened, and left out by a newer list -> left, it counts as the list says', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, unseen } = app;
    append({ type: 'ticket.opened', ticketId: '502' });
    append({ type: 'ticket.loaded', ticket: ticketOf(2), streamPosition: 10 });
    append({ type: 'socket.closed', attempt: 1, code: 1006, reason: '' });
    append({ type: 'timer.fired', timer: 'socket:main:retry' }, ...greeting(20, { attempt: 2 }));
    const { request = 0, query } = app.given('tickets.fetch').at(-1) ?? {};
    append({ ...firstPage(request, 20, 2), ...(query && { query }), totalPages: 2, totalItems: 11 });
    // It is on the screen, and read.
    expect(unseen()).toBe(0);
    append({ type: 'ticket.left', ticketId: '502' });
    expect(unseen()).toBe(1);
    append(seen(2, 21));
    expect(unseen()).toBe(0);
  });

  test('somebody sees one that isn’t loaded -> it counts no more', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, unseen } = app;
    append(firstPage(ask(app), 10, 2, 3));
    append(seen(2, 11));
    expect(unseen()).toBe(1);
  });

  test('an answer from before that was heard -> it is not believed of that conversation', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, unseen } = app;
    append(firstPage(ask(app), 10, 2, 3));
    const request = ask(app);
    append(seen(2, 11), firstPage(request, 10, 2, 3));
    expect(unseen()).toBe(1);
    append(firstPage(ask(app), 12, 2, 3));
    expect(unseen()).toBe(2);
  });

  test('what is held is believed rather than the list', () => {
    const app = live(brunoViewing, ticketOf(1), ticketOf(2));
    const { append, unseen } = app;
    append(firstPage(ask(app), 10, 2));
    expect(unseen()).toBe(0);
  });

  test('a flow has it -> it counts once people have it, and no more when a flow takes it again', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, unseen } = app;
    append(messageTo(2, 11, { owner: null, inFlow: true }));
    expect(unseen()).toBe(0);
    const { ticket } = messageTo(2, 11, { owner: null });
    append({ type: 'ticket.transferred', transfer: null, ticket, by: null, stream: streamAt(12) });
    expect(unseen()).toBe(1);
    append({ type: 'customer.arrived', ticket: { ...ticket, inFlow: true }, stream: streamAt(13) });
    expect(unseen()).toBe(0);
  });

  test('nobody is logged in any more -> nothing', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, unseen } = app;
    append(firstPage(ask(app), 10, 2, 3));
    append({ type: 'logout.requested' });
    expect(unseen()).toBe(0);
  });
});
