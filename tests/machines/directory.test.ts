import { afterEach, describe, expect, test } from 'vitest';
import type { ConversationKey } from '../../src/machines/entities/ids.ts';
import type { StreamPosition } from '../../src/machines/log/stream.ts';
import { selectIsPinned } from '../../src/machines/inbox/inbox.selectors.ts';
import { selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import {
  BRUNO,
  CARLA,
  START,
  aFailure,
  aSentMessage,
  aTransfer,
  brunoViewing,
  carlaViewing,
  streamAt,
} from '../support/builders.ts';
import {
  anApp,
  ask,
  greeting,
  listed,
  live,
  messageTo,
  opening,
  pinnedAt,
  replays,
  ticketOf,
} from './directory-support.ts';

/** Whatever was done to them: a replay comes to the same. */
afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

describe('the order of the list', () => {
  test('is that of the last messages, pinned first', () => {
    const { rows, directory } = live(brunoViewing, ticketOf(1), ticketOf(2), ticketOf(3, { pinned: true }));
    expect(rows()).toEqual(['503', '501', '502']);
    expect(directory.ticketOrder.getSnapshot().pinnedCount).toBe(1);
  });

  test('a new message moves its contact to the top', () => {
    const { rows, append } = live(brunoViewing, ticketOf(1), ticketOf(2), ticketOf(3, { pinned: true }));
    append(messageTo(2, 11));
    expect(rows()).toEqual(['503', '502', '501']);
  });

  test('pinning moves it above, also in another tab', () => {
    const { rows, append } = live(brunoViewing, ticketOf(1), ticketOf(2));
    append(pinnedAt(11, '102', true));
    expect(rows()).toEqual(['502', '501']);
    append(pinnedAt(12, '102', false));
    expect(rows()).toEqual(['501', '502']);
  });

  test('a pin shows at once, and goes back when it fails', () => {
    const { rows, append } = live(brunoViewing, ticketOf(1), ticketOf(2));
    append({ type: 'customer.pinToggled', customerId: '102', pinned: true });
    expect(rows()).toEqual(['502', '501']);
    append({ type: 'customer.pinFailed', customerId: '102', pinned: true, failure: aFailure() });
    expect(rows()).toEqual(['501', '502']);
  });

  test('keeps its reference until it changes, and notifies when it does', () => {
    const { directory, append } = live(brunoViewing, ticketOf(1), ticketOf(2));
    const told: (readonly string[])[] = [];
    const subscription = directory.ticketOrder.subscribe(() => told.push(directory.ticketOrder.getSnapshot().ids));
    const held = directory.ticketOrder.getSnapshot();
    append({ type: 'theme.chosen', theme: 'dark' });
    expect(directory.ticketOrder.getSnapshot()).toBe(held);
    expect(told).toEqual([]);
    append(messageTo(2, 11));
    expect(told).toEqual([['502', '501']]);
    subscription.unsubscribe();
    append(messageTo(1, 12));
    expect(told).toHaveLength(1);
  });

  test('a search shows what is held and fits before the server answers', () => {
    const { rows, append } = live(brunoViewing, ticketOf(1), ticketOf(2));
    append({ type: 'inbox.searched', search: 'cliente 2' });
    expect(rows()).toEqual(['502']);
    append({ type: 'inbox.searched', search: '' });
    expect(rows()).toEqual(['501', '502']);
  });

  test('ends with the last loaded row: further ones may have others between them', () => {
    const { rows, append, given } = live(brunoViewing);
    append(listed(2, []));
    append({ type: 'inbox.searched', search: 'Cliente' });
    append(listed(3, [ticketOf(1), ticketOf(2)], { purpose: 'page', totalPages: 2, totalItems: 12 }));
    append({ type: 'ticket.opened', ticketId: '509' });
    append({ type: 'ticket.loaded', ticket: ticketOf(9), streamPosition: 10 });
    expect(rows()).toEqual(['501', '502']);
    append({ type: 'inbox.endReached' });
    expect(given('tickets.fetch').at(-1)).toMatchObject({ request: 4, page: 1 });
    append(listed(4, [ticketOf(3)], { purpose: 'page', page: 2, totalPages: 2, totalItems: 12 }));
    expect(rows()).toEqual(['501', '502', '503', '509']);
  });
});

describe('who sees what', () => {
  test('a ticket that goes to another leaves the list, and is forgotten', () => {
    const { rows, append, directory } = live(brunoViewing, ticketOf(1), ticketOf(2));
    append({
      type: 'ticket.transferred',
      transfer: aTransfer({ ticketId: '501', confirmedAt: START }),
      ticket: ticketOf(1, { owner: { ...CARLA, image: null } }),
      by: CARLA,
      stream: streamAt(11),
    });
    expect(rows()).toEqual(['502']);
    expect(directory.ticket('501')).toBeUndefined();
  });

  test('one that is offered comes into the list', () => {
    const { rows, append } = live(carlaViewing);
    const transfer = aTransfer({ ticketId: '501' });
    const ticket = ticketOf(1, { pendingTransfer: transfer });
    append({ type: 'transfer.arrived', transfer, ticket, by: BRUNO, addressed: true, stream: streamAt(11) });
    expect(rows()).toEqual(['501']);
  });

  test('a finished one leaves; late news of it doesn’t bring it back', () => {
    const { rows, append, directory } = live(brunoViewing, ticketOf(1), ticketOf(2));
    append({ type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: BRUNO, stream: streamAt(11) });
    expect(rows()).toEqual(['502']);
    append({ type: 'ticket.loaded', ticket: ticketOf(1), streamPosition: 10 });
    expect(rows()).toEqual(['502']);
    expect(directory.ticket('501')).toBeUndefined();
  });

  test('our own finish is answered before what was missed comes -> it isn’t brought back as it was', () => {
    const { rows, append } = live(brunoViewing, ticketOf(1), ticketOf(2));
    append({ type: 'ticket.finishRequested', ticketId: '501' });
    append({ type: 'ticket.finished', ticket: ticketOf(1, { finishedAt: START }) });
    append(messageTo(1, 11));
    expect(rows()).toEqual(['502']);
  });

  test('a finished one that is open on the screen stays there until it is left', () => {
    const { rows, append, directory } = live(brunoViewing, ticketOf(1));
    append({ type: 'ticket.opened', ticketId: '501' });
    append({ type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: BRUNO, stream: streamAt(11) });
    expect(rows()).toEqual([]);
    expect(directory.ticket('501')).toBeDefined();
    append({ type: 'ticket.left', ticketId: '501' });
    expect(directory.ticket('501')).toBeUndefined();
  });

  test('one that wasn’t held goes to another -> a list from before doesn’t bring it, one from then on does', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, rows } = app;
    const request = ask(app);
    append({
      type: 'ticket.transferred',
      transfer: null,
      ticket: ticketOf(2, { owner: { ...CARLA, image: null } }),
      by: CARLA,
      stream: streamAt(12),
    });
    append(listed(request, [ticketOf(1), ticketOf(2, { owner: null })], { streamPosition: 11 }));
    expect(rows()).toEqual(['501']);
    append(listed(ask(app), [ticketOf(1), ticketOf(2, { owner: { ...BRUNO, image: null } })], { streamPosition: 12 }));
    expect(rows()).toEqual(['501', '502']);
  });

  test('an ack of an unknown ticket makes nothing', () => {
    const { append, app } = live(brunoViewing);
    const before = [...app.snapshots().keys()];
    append({
      type: 'message.ackChanged',
      messageId: '1',
      clientId: null,
      ticketId: '777',
      customerId: '1',
      instanceId: '1',
      ack: 2,
      errorCode: null,
      errorKey: null,
      stream: streamAt(11),
    });
    expect([...app.snapshots().keys()]).toEqual(before);
  });

  test('another’s ticket makes nothing for an attendant', () => {
    const { append, directory } = live(carlaViewing);
    append(messageTo(1, 11));
    expect(directory.ticket('501')).toBeUndefined();
  });
});

describe('frames', () => {
  test('the same one twice changes nothing', () => {
    const { append, app } = live(brunoViewing, ticketOf(1));
    append(messageTo(1, 11));
    const held = app.snapshots();
    append(messageTo(1, 11));
    expect(app.snapshots()).toEqual(held);
  });

  test('a listing that is older than a frame doesn’t win', () => {
    const app = live(brunoViewing, ticketOf(1));
    const request = ask(app);
    app.append(messageTo(1, 11), { ...listed(request, [ticketOf(1)]), purpose: 'page', streamPosition: 10 });
    expect(app.lastMessage('501')?.id).toBe('2011');
  });

  test('after a gap that can’t be filled: the list is fetched, and what isn’t in it is forgotten', () => {
    const { append, rows, given, directory } = live(brunoViewing, ticketOf(1), ticketOf(2), ticketOf(3));
    append({ type: 'ticket.opened', ticketId: '503' });
    append(
      { type: 'socket.closed', attempt: 1, code: 1006, reason: '' },
      { type: 'timer.fired', timer: 'socket:main:retry' },
    );
    append(...greeting(400, { attempt: 2 }));
    const asked = given('tickets.fetch').at(-1);
    expect(asked).toMatchObject({ purpose: 'resync', limit: 10 });
    expect(rows()).toEqual(['501', '502', '503']);
    append(messageTo(4, 401));
    append(listed(asked?.request ?? 0, [ticketOf(2)], { streamPosition: 400 }));
    expect(rows()).toEqual(['504', '502', '503']);
    expect(directory.ticket('501')).toBeUndefined();
    // On the screen, so the ticket itself asks how it stands.
    expect(given('ticket.fetch').at(-1)).toEqual({ type: 'ticket.fetch', ticketId: '503' });
  });

  describe('a ticket on the screen that is not in the list after such a gap', () => {
    const afterGap = () => {
      const app = live(brunoViewing, ticketOf(1), ticketOf(2, { owner: null, unseen: 1 }));
      app.append(
        { type: 'page.visibilityChanged', visible: false },
        { type: 'ticket.opened', ticketId: '502' },
        { type: 'socket.closed', attempt: 1, code: 1006, reason: '' },
        { type: 'timer.fired', timer: 'socket:main:retry' },
        ...greeting(400, { attempt: 2 }),
      );
      const told = listed(app.given('tickets.fetch').at(-1)?.request ?? 0, [ticketOf(1)], { streamPosition: 402 });
      return { ...app, told };
    };
    const leave = { type: 'ticket.left', ticketId: '502' } as const;
    const notFound = { type: 'ticket.loadFailed', ticketId: '502', failure: aFailure({ code: 'NOT_FOUND' }) } as const;
    const noAnswer = { type: 'ticket.loadFailed', ticketId: '502', failure: aFailure({ code: 'NETWORK' }) } as const;

    test.each([
      ['is not found', notFound],
      ['can’t be asked for', noAnswer],
    ])('%s -> out of the list, and forgotten when it is left', (_, failed) => {
      const { append, rows, unseen, directory, told } = afterGap();
      append(failed, told);
      expect([rows(), unseen()]).toEqual([['501'], 0]);
      expect(directory.ticket('502')).toBeDefined();
      append(leave);
      expect(directory.ticket('502')).toBeUndefined();
      // What was asked before the gap tells nothing of it.
      append(listed(1, [ticketOf(2)], { purpose: 'page', streamPosition: 300 }));
      expect(rows()).toEqual(['501']);
    });

    test('is left before anything is known of it -> forgotten', () => {
      const { append, rows, told } = afterGap();
      append(told);
      expect(rows()).toEqual(['501', '502']);
      append(leave);
      expect(rows()).toEqual(['501']);
    });

    test('is reported again -> back in its place', () => {
      const { append, rows, unseen, told } = afterGap();
      append(noAnswer, told, messageTo(2, 403, { owner: null }));
      expect([rows(), unseen()]).toEqual([['502', '501'], 1]);
      append(leave);
      expect(rows()).toEqual(['502', '501']);
    });
  });

  test('asked for before such a gap, answered after it: what isn’t held isn’t taken', () => {
    const { append, rows, given } = live(brunoViewing, ticketOf(1));
    append(
      { type: 'socket.closed', attempt: 1, code: 1006, reason: '' },
      { type: 'timer.fired', timer: 'socket:main:retry' },
      ...greeting(400, { attempt: 2 }),
      listed(given('tickets.fetch').at(-1)?.request ?? 0, [ticketOf(1)], { streamPosition: 400 }),
      listed(1, [ticketOf(1), ticketOf(2)], { purpose: 'page', streamPosition: 390 }),
    );
    expect(rows()).toEqual(['501']);
    append({ type: 'ticket.opened', ticketId: '503' });
    append({ type: 'ticket.loaded', ticket: ticketOf(3), streamPosition: 400 });
    expect(rows()).toEqual(['501', '503']);
  });

  test('what was told of a conversation before a list came that was read earlier, counts', () => {
    const { append, directory, ticket, lastMessage } = anApp();
    append(opening(brunoViewing), ...greeting(10));
    const sent = aSentMessage({ id: '2001', ticketId: '501', ack: 1 });
    append(
      { type: 'unseen.wasReset', customerId: '101', instanceId: '10', upToId: '1001', unseen: 0, stream: streamAt(12) },
      { type: 'customer.blacklisted', customerId: '101', blacklisted: true, stream: streamAt(13) },
      {
        type: 'message.ackChanged',
        ...{ messageId: '2001', clientId: null, ticketId: '501', customerId: '101', instanceId: '10' },
        ...{ ack: 3, errorCode: null, errorKey: null, stream: streamAt(14) },
      },
      listed(2, [ticketOf(1, { unseen: 4, lastMessage: sent }), ticketOf(2, { unseen: 4 })], { streamPosition: 11 }),
    );
    const unseenOf = (key: ConversationKey) => {
      const counter = directory.unseen(key)?.getSnapshot();
      return counter && selectUnseenCount(counter);
    };
    expect([unseenOf('101@10'), unseenOf('102@10')]).toEqual([0, 4]);
    expect(ticket('501')).toMatchObject({ customer: { blacklisted: true } });
    expect(lastMessage('501')?.ack).toBe(3);
    expect(ticket('502')).toMatchObject({ customer: { blacklisted: false } });
  });

  test('of another epoch count from its beginning', () => {
    const { append, ticket, lastMessage, given } = live(brunoViewing, ticketOf(1));
    append(
      { type: 'socket.closed', attempt: 1, code: 1006, reason: '' },
      { type: 'timer.fired', timer: 'socket:main:retry' },
    );
    append(...greeting(2, { attempt: 2, epoch: 'epoch-2' }));
    append(
      listed(given('tickets.fetch').at(-1)?.request ?? 0, [ticketOf(1, { notResponded: true })], { streamPosition: 2 }),
    );
    expect(ticket('501')?.notResponded).toBe(true);
    const stream: StreamPosition = { epoch: 'epoch-2', seq: 3, prev: 2, id: 'x' };
    append({ ...messageTo(1, 3, { notResponded: false }), stream });
    expect(ticket('501')?.notResponded).toBe(false);
    expect(lastMessage('501')?.id).toBe('2003');
  });
});

describe('pins', () => {
  test('a frame doesn’t tell them: a new ticket of a pinned customer is pinned', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1, { pinned: true }));
    append({ type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: BRUNO, stream: streamAt(11) });
    const next = ticketOf(1, { id: '900', pinned: null });
    append({ type: 'customer.arrived', ticket: next, stream: streamAt(12) });
    expect(directory.ticket('900')).toBeDefined();
    expect(directory.ticketOrder.getSnapshot().pinnedCount).toBe(1);
  });

  test('of customers none of whose tickets was listed are named by the first page, before or after one comes', () => {
    const app = live(brunoViewing, ticketOf(1));
    const { append, rows, directory } = app;
    append(messageTo(2, 11), listed(ask(app), [ticketOf(1)], { pinnedCustomers: ['102', '103'] }), messageTo(3, 12));
    const inbox = directory.inbox.getSnapshot();
    expect(['102', '103', '101'].map((id) => selectIsPinned(inbox, id))).toEqual([true, true, false]);
    expect(rows()).toEqual(['503', '502', '501']);
    append(
      pinnedAt(14, '102', false),
      listed(ask(app), [ticketOf(1)], { streamPosition: 13, pinnedCustomers: ['102'] }),
    );
    append(messageTo(4, 15));
    expect(rows()).toEqual(['504', '503', '502', '501']);
  });
});

describe('unseen messages', () => {
  test('are counted by conversation, of open tickets', () => {
    const { append, unseen } = live(brunoViewing, ticketOf(1), ticketOf(2, { unseen: 3 }));
    expect(unseen()).toBe(1);
    append(messageTo(1, 11), messageTo(1, 12));
    expect(unseen()).toBe(2);
    append({ type: 'ticket.closed', ticket: ticketOf(2, { finishedAt: START }), by: BRUNO, stream: streamAt(13) });
    expect(unseen()).toBe(1);
  });

  test('opening the conversation resets them, on the server too', () => {
    const { after, directory, unseen } = live(brunoViewing, ticketOf(1, { unseen: 2 }));
    expect(after({ type: 'ticket.opened', ticketId: '501' })).toContainEqual({
      type: 'unseen.reset',
      customerId: '101',
      instanceId: '10',
      upToId: '1001',
    });
    const counter = directory.unseen('101@10');
    expect(counter && selectUnseenCount(counter.getSnapshot())).toBe(0);
    expect(unseen()).toBe(0);
  });

  test('not while the page is hidden; when it is looked at again', () => {
    const { append, after } = live(brunoViewing, ticketOf(1));
    append({ type: 'ticket.opened', ticketId: '501' }, { type: 'page.visibilityChanged', visible: false });
    expect(after(messageTo(1, 11)).map(({ type }) => type)).not.toContain('unseen.reset');
    expect(after({ type: 'page.visibilityChanged', visible: true })).toContainEqual(
      expect.objectContaining({ type: 'unseen.reset', upToId: '2011' }),
    );
  });

  test('not while one reads further up; when the newest is in view again', () => {
    const { append, after, unseen } = live(brunoViewing, ticketOf(1));
    append({ type: 'ticket.opened', ticketId: '501' }, { type: 'chat.endShown', ticketId: '501', isShown: false });
    expect(after(messageTo(1, 11)).map(({ type }) => type)).not.toContain('unseen.reset');
    expect(unseen()).toBe(1);
    expect(after({ type: 'chat.endShown', ticketId: '501', isShown: true })).toContainEqual(
      expect.objectContaining({ type: 'unseen.reset', upToId: '2011' }),
    );
  });

  test('left further up -> it opens at its end', () => {
    const { append, after } = live(brunoViewing, ticketOf(1));
    append({ type: 'ticket.opened', ticketId: '501' }, { type: 'chat.endShown', ticketId: '501', isShown: false });
    append({ type: 'ticket.left', ticketId: '501' }, messageTo(1, 11));
    expect(after({ type: 'ticket.opened', ticketId: '501' })).toContainEqual(
      expect.objectContaining({ type: 'unseen.reset', upToId: '2011' }),
    );
  });

  test('who still looks at the finished attendance has not seen what begins the next one', () => {
    const { append, after, unseen } = live(brunoViewing, ticketOf(1));
    append({ type: 'ticket.opened', ticketId: '501' });
    append({ type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: BRUNO, stream: streamAt(11) });
    const next = { id: '601', owner: null };
    const began = { type: 'customer.arrived', ticket: ticketOf(1, next), stream: streamAt(12) } as const;
    expect(after(began, messageTo(1, 13, next)).map(({ type }) => type)).not.toContain('unseen.reset');
    expect(unseen()).toBe(1);
    append({ type: 'ticket.left', ticketId: '501' });
    expect(after({ type: 'ticket.opened', ticketId: '601' })).toContainEqual(
      expect.objectContaining({ type: 'unseen.reset', upToId: '2013' }),
    );
  });

  test('a conversation opened by its address is looked at when its ticket is there', () => {
    const { after, append } = live(brunoViewing);
    append({ type: 'ticket.opened', ticketId: '501' });
    expect(after({ type: 'ticket.loaded', ticket: ticketOf(1, { unseen: 2 }), streamPosition: 10 })).toContainEqual(
      expect.objectContaining({ type: 'unseen.reset', customerId: '101' }),
    );
  });
});
