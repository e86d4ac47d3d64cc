import { describe, expect, test } from 'vitest';
import {
  selectCanFinish,
  selectCanOlder,
  selectChatFailure,
  selectIsComplete,
  selectIsGone,
  selectIsWatched,
  selectMessages,
  shownReactions,
} from '../../src/machines/ticket/ticket.selectors.ts';
import { ackChanged, chatListed, greeted, logged, messageArrived } from '../support/builders-events.ts';
import { aFailure, aMessage, aRelatedMessage, aSentMessage, aTicket, networkFailure } from '../support/builders.ts';
import {
  aChat,
  aTicketActor,
  chatRetried,
  known,
  left,
  messagesOf,
  olderRequested,
  opened,
  range,
} from './ticket-support.ts';

const listFailed = (request: number) =>
  logged({ type: 'chat.listFailed', ticketId: '500', request, failure: networkFailure });
const loadFailed = logged({ type: 'ticket.loadFailed', ticketId: '500', failure: aFailure({ code: 'NOT_FOUND' }) });
const arrived = (id: number, seq: number) => messageArrived(aMessage({ id: String(id) }), seq);

describe('opening', () => {
  test('cold -> loading -> ready', () => {
    const { chatState, given, ids, send } = aTicketActor(known());
    expect(chatState()).toBe('cold');
    send(opened);
    expect(chatState()).toBe('loading');
    expect(given('chat.fetch')).toEqual([
      {
        type: 'chat.fetch',
        ticketId: '500',
        request: 1,
        customerId: '100',
        instanceId: '10',
        beforeId: null,
        limit: 50,
      },
    ]);
    expect(given('ticket.fetch')).toEqual([]);
    send(chatListed(1, messagesOf(1, 2, 3)));
    expect([chatState(), ids()]).toEqual(['ready', ['1', '2', '3']]);
  });

  test('a ticket that isn’t known is fetched first', () => {
    const { chatState, given, send } = aTicketActor(opened);
    expect(chatState()).toBe('loading');
    expect([given('ticket.fetch').length, given('chat.fetch').length]).toEqual([1, 0]);
    send({ type: 'ticket.listed', ticket: aTicket(), streamPosition: 3 });
    expect(given('chat.fetch')).toHaveLength(1);
  });

  test('one that isn’t found: failed, and fetched again when asked', () => {
    const { chatState, given, send, snapshot } = aTicketActor(opened, loadFailed);
    expect(chatState()).toBe('failed');
    expect(selectChatFailure(snapshot())?.code).toBe('NOT_FOUND');
    send(chatRetried);
    expect(chatState()).toBe('loading');
    expect(given('ticket.fetch')).toHaveLength(2);
  });

  describe('after a break it is asked for anew, and', () => {
    const broken = [known(), opened, chatListed(1, messagesOf(1)), greeted(false, 40)] as const;

    test('isn’t ours to see -> nothing can be done with it, until it is told of again', () => {
      const { given, send, snapshot } = aTicketActor(...broken);
      expect(given('ticket.fetch')).toHaveLength(1);
      expect(selectCanFinish(snapshot())).toBe(true);
      send(loadFailed);
      expect([selectIsGone(snapshot()), selectCanFinish(snapshot())]).toEqual([true, false]);
      send(known({}, 41));
      expect([selectIsGone(snapshot()), selectCanFinish(snapshot())]).toEqual([false, true]);
    });

    test('wasn’t ours to see before it was told of -> it is', () => {
      const { snapshot } = aTicketActor(...broken, arrived(2, 41), loadFailed);
      expect(selectIsGone(snapshot())).toBe(false);
    });

    test.each([
      ['the conversation came', chatListed(2, messagesOf(1)), []],
      ['nor did the conversation', listFailed(2), [3]],
    ])('no answer came, %s -> told, and asked again by a retry', (_, ofChat, asked) => {
      const { given, send, snapshot } = aTicketActor(
        ...broken,
        logged({ type: 'ticket.loadFailed', ticketId: '500', failure: networkFailure }),
        ofChat,
      );
      expect([selectChatFailure(snapshot()), selectIsGone(snapshot())]).toEqual([networkFailure, false]);
      send(chatRetried);
      expect(given('ticket.fetch')).toHaveLength(2);
      expect(
        given('chat.fetch')
          .slice(2)
          .map(({ request }) => request),
      ).toEqual(asked);
    });

    test('what was asked before it tells nothing of one that isn’t known', () => {
      const { ignores, send, snapshot } = aTicketActor(opened, greeted(false, 40));
      expect(ignores(known({}, 39))).toBe(true);
      send(known({}, 40));
      expect(snapshot().context.ticket).not.toBeNull();
    });
  });

  test('loading -> failed -> loading -> ready', () => {
    const { chatState, given, send, snapshot } = aTicketActor(known(), opened, listFailed(1));
    expect(chatState()).toBe('failed');
    expect(selectChatFailure(snapshot())).toBe(networkFailure);
    send(chatRetried);
    expect(chatState()).toBe('loading');
    expect(selectChatFailure(snapshot())).toBeNull();
    expect(given('chat.fetch').at(-1)?.request).toBe(2);
    send(chatListed(2, messagesOf(1)));
    expect(chatState()).toBe('ready');
  });

  test.each([
    ['it is opened again', opened],
    ['the socket greets', greeted(true, 20)],
  ])('failed -> loading when %s', (_, cause) => {
    const { chatState, send } = aTicketActor(known(), opened, listFailed(1));
    send(cause);
    expect(chatState()).toBe('loading');
  });

  test('opened twice: fetched once', () => {
    const ticket = aTicketActor(known(), opened);
    expect(ticket.ignores(opened)).toBe(true);
    ticket.send(chatListed(1, []));
    expect(ticket.ignores(opened)).toBe(true);
    expect(ticket.given('chat.fetch')).toHaveLength(1);
  });

  test('left and opened again: what is held is shown, nothing is fetched', () => {
    const { chatState, given, ids, send, snapshot } = aChat([1, 2]);
    send(left);
    expect(selectIsWatched(snapshot())).toBe(false);
    send(opened);
    expect([chatState(), ids()]).toEqual(['ready', ['1', '2']]);
    expect(given('chat.fetch')).toHaveLength(1);
  });

  test('left while loading: the page is kept all the same', () => {
    const { chatState, ids, send } = aTicketActor(known(), opened, left, chatListed(1, messagesOf(1)));
    expect([chatState(), ids()]).toEqual(['ready', ['1']]);
    send(opened);
    expect(chatState()).toBe('ready');
  });

  test('of a long conversation only the newest page is kept once it is left', () => {
    const { ids, send, snapshot } = aChat(range(1, 120), true);
    send(left);
    expect(ids()).toEqual(range(71, 120).map(String));
    expect(selectIsComplete(snapshot())).toBe(false);
  });
});

describe('messages', () => {
  test('a cold conversation holds none', () => {
    const { context, send } = aTicketActor(known());
    send(arrived(5, 11));
    expect(context().chat).toBeNull();
  });

  test('a frame that comes before the page is merged with it, in the order of ids', () => {
    const { ids, send } = aTicketActor(known(), opened);
    send(arrived(4, 11));
    expect(ids()).toEqual(['4']);
    send(chatListed(1, messagesOf(1, 2, 3)));
    expect(ids()).toEqual(['1', '2', '3', '4']);
  });

  test('a frame whose message the page has already adds nothing', () => {
    const ticket = aChat([1, 2, 3]);
    ticket.send(arrived(3, 11));
    expect(ticket.ids()).toEqual(['1', '2', '3']);
    expect(ticket.ignores(arrived(3, 11))).toBe(true);
  });

  test('ids are ordered as numbers', () => {
    const { ids, send } = aChat([9]);
    send(arrived(100, 13), arrived(10, 11), arrived(99, 12));
    expect(ids()).toEqual(['9', '10', '99', '100']);
  });

  test('an event that leaves them leaves the list the same reference, a new one its other entries', () => {
    const { send, snapshot } = aChat([1, 2]);
    const before = selectMessages(snapshot());
    send(known({ protocol: 'B' }, 12));
    expect(selectMessages(snapshot())).toBe(before);
    send(arrived(3, 13));
    expect(selectMessages(snapshot())[0]).toBe(before[0]);
    expect(selectMessages(snapshot())).toHaveLength(3);
  });

  test('the lists of two cold conversations don’t disturb each other', () => {
    const one = aTicketActor(known());
    const other = aTicketActor(known());
    const list = selectMessages(one.snapshot());
    selectMessages(other.snapshot());
    expect(selectMessages(one.snapshot())).toBe(list);
  });

  test('the ack only rises', () => {
    const sent = aSentMessage({ id: '7', ack: 1 });
    const ticket = aChat([1]);
    ticket.send(messageArrived(sent, 11), ackChanged(sent, 14, { ack: 3 }));
    expect(ticket.message('7')?.ack).toBe(3);
    expect(ticket.ignores(ackChanged(sent, 13, { ack: 2 }))).toBe(true);
    expect(ticket.ignores(ackChanged(sent, 12, { ack: 1 }))).toBe(true);
  });

  test('an ack before its message: applied when the message comes', () => {
    const sent = aSentMessage({ id: '7', ack: 0 });
    const { context, message, send } = aChat([1]);
    send(ackChanged(sent, 12, { ack: 2 }));
    expect(context().early).toHaveProperty('7');
    send(messageArrived(sent, 11));
    expect(message('7')?.ack).toBe(2);
    expect(context().early).toEqual({});
  });

  test('an ack that overtakes the page it belongs to', () => {
    const sent = aSentMessage({ id: '7', ack: 1 });
    const { context, message, send } = aTicketActor(known(), opened);
    send(ackChanged(sent, 12, { ack: 3 }));
    send(chatListed(1, [sent, ...messagesOf(8)]));
    expect(message('7')?.ack).toBe(3);
    expect(context().early).toEqual({});
  });

  test('an ack of a message older than what is held is left to its page', () => {
    const ticket = aChat([10, 11]);
    ticket.ignores(ackChanged(aSentMessage({ id: '5' }), 12, { ack: 3 }));
    expect(ticket.context().early).toEqual({});
  });

  test('the error of a delivery stays beside the ack', () => {
    const sent = aSentMessage({ id: '7', ack: 1 });
    const { message, send } = aChat([1]);
    send(messageArrived(sent, 11), ackChanged(sent, 12, { errorCode: '131047', errorKey: 'error.provider.window' }));
    expect(message('7')).toMatchObject({ ack: 1, errorCode: '131047', errorKey: 'error.provider.window' });
    send(messageArrived(sent, 11));
    expect(message('7')?.errorCode).toBe('131047');
  });
});

describe('reactions', () => {
  const parent = aMessage({ id: '5' });
  const heart = aMessage({ id: '8', tag: 'reaction', text: '❤️', parentId: '5', unseen: false });
  const hearts = [aRelatedMessage({ id: '8', text: '❤️', tag: 'reaction' })];

  test.each([
    ['after its message', [parent, heart]],
    ['before its message', [heart, parent]],
  ])('one that comes %s shows on it, not by itself', (_, order) => {
    const { ids, message, send } = aChat([1]);
    for (const item of order) send(messageArrived(item, 11));
    expect(ids()).toEqual(['1', '5']);
    expect(message('5')?.reactions).toEqual(hearts);
  });

  test('one that the page has already is there once', () => {
    const { message, send } = aTicketActor(known(), opened);
    send(messageArrived(heart, 11), chatListed(1, [{ ...parent, reactions: hearts }]));
    expect(message('5')?.reactions).toEqual(hearts);
  });

  test('the last of each side is shown, an empty one takes it back', () => {
    const reactions = [
      aRelatedMessage({ id: '8', text: '❤️' }),
      aRelatedMessage({ id: '9', text: '👍', received: false }),
      aRelatedMessage({ id: '10', text: '😂' }),
      aRelatedMessage({ id: '11', text: '', received: false }),
    ];
    expect(shownReactions(aMessage({ reactions })).map(({ text }) => text)).toEqual(['😂']);
  });
});

describe('older messages', () => {
  test('ready -> loadingOlder -> ready: those before the oldest, nothing doubled', () => {
    const { chatState, given, ids, send, snapshot } = aChat([11, 12]);
    expect(selectCanOlder(snapshot())).toBe(true);
    send(olderRequested);
    expect(chatState()).toBe('loadingOlder');
    expect(given('chat.fetch').at(-1)).toMatchObject({ request: 2, beforeId: '11', limit: 50 });
    send(chatListed(2, messagesOf(9, 10, 11), { older: true }));
    expect([chatState(), ids()]).toEqual(['ready', ['9', '10', '11', '12']]);
  });

  test('asked for twice while they load: fetched once', () => {
    const ticket = aChat([11]);
    ticket.send(olderRequested);
    expect(ticket.ignores(olderRequested)).toBe(true);
    expect(ticket.given('chat.fetch')).toHaveLength(2);
  });

  test('a message that arrives meanwhile stays at the end', () => {
    const { ids, send } = aChat([11]);
    send(olderRequested, arrived(12, 11), chatListed(2, messagesOf(10), { older: true }));
    expect(ids()).toEqual(['10', '11', '12']);
  });

  test.each([
    ['nothing older is left', aChat([1], true)],
    ['nothing is held', aChat([])],
    ['it is still loading', aTicketActor(known(), opened)],
    ['it is cold', aTicketActor(known())],
  ])('%s: nothing is asked', (_, ticket) => {
    expect(selectCanOlder(ticket.snapshot())).toBe(false);
    expect(ticket.ignores(olderRequested)).toBe(true);
  });

  test('the last page ends it', () => {
    const { ignores, send, snapshot } = aChat([11]);
    send(olderRequested, chatListed(2, messagesOf(10), { older: true, complete: true }));
    expect(selectIsComplete(snapshot())).toBe(true);
    expect(ignores(olderRequested)).toBe(true);
  });

  test('loadingOlder -> ready when it fails: not by itself again, only when asked', () => {
    const ticket = aChat([11]);
    ticket.send(olderRequested, listFailed(2));
    expect([ticket.chatState(), ticket.ids()]).toEqual(['ready', ['11']]);
    expect(selectChatFailure(ticket.snapshot())).toBe(networkFailure);
    expect(ticket.ignores(olderRequested)).toBe(true);
    ticket.send(chatRetried);
    expect(ticket.chatState()).toBe('loadingOlder');
    expect(selectChatFailure(ticket.snapshot())).toBeNull();
  });

  test('left meanwhile: the page that comes late is not ours any more', () => {
    const ticket = aChat(range(100, 180));
    ticket.send(olderRequested, left);
    expect(ticket.chatState()).toBe('ready');
    expect(ticket.ignores(chatListed(2, messagesOf(98, 99), { older: true }))).toBe(true);
    expect(ticket.ids()).toHaveLength(50);
  });
});

describe('an answer to another fetch', () => {
  test('is ignored', () => {
    const ticket = aTicketActor(known(), opened, greeted(false, 20));
    expect(ticket.given('chat.fetch').map(({ request }) => request)).toEqual([1, 2]);
    expect(ticket.ignores(chatListed(1, messagesOf(1, 2)))).toBe(true);
    expect(ticket.ignores(listFailed(1))).toBe(true);
    ticket.send(chatListed(2, messagesOf(1, 2, 3)));
    expect(ticket.ids()).toEqual(['1', '2', '3']);
    expect(ticket.ignores(chatListed(2, messagesOf(4)))).toBe(true);
  });
});

describe('a broken stream', () => {
  test('one that goes on leaves the conversation', () => {
    const ticket = aChat([1]);
    expect(ticket.ignores(greeted(true, 20))).toBe(true);
  });

  test('watched: ready -> loading -> ready; what is held stays to be seen and the new page is merged', () => {
    const { chatState, given, ids, send } = aChat([1, 2, 3]);
    send(greeted(false, 20));
    expect([chatState(), ids()]).toEqual(['loading', ['1', '2', '3']]);
    expect(given('chat.fetch').at(-1)).toMatchObject({ request: 2, beforeId: null, limit: 53 });
    expect(given('ticket.fetch')).toHaveLength(1);
    send(arrived(6, 21), chatListed(2, messagesOf(1, 2, 3, 4, 5)));
    expect([chatState(), ids()]).toEqual(['ready', ['1', '2', '3', '4', '5', '6']]);
  });

  test('the new page brings the acks that were missed', () => {
    const sent = aSentMessage({ id: '2', ack: 1 });
    const { message, send } = aTicketActor(known(), opened, chatListed(1, [sent]), greeted(false, 20));
    send(chatListed(2, [{ ...sent, ack: 3 }]));
    expect(message('2')?.ack).toBe(3);
  });

  test('a page that is all newer than what is held drops that instead of showing a hole', () => {
    const { ids, send, snapshot } = aChat([1, 2, 3], true);
    send(greeted(false, 20), chatListed(2, messagesOf(...range(60, 112))));
    expect(ids()).toEqual(range(60, 112).map(String));
    expect(selectIsComplete(snapshot())).toBe(false);
    expect(selectCanOlder(snapshot())).toBe(true);
  });

  test('never more is asked for than the server gives', () => {
    const { given, send } = aChat(range(1, 190));
    send(greeted(false, 20));
    expect(given('chat.fetch').at(-1)?.limit).toBe(200);
  });

  test('loadingOlder -> loading: the older page is given up', () => {
    const { chatState, ids, send } = aChat([11]);
    send(olderRequested, greeted(false, 20));
    expect(chatState()).toBe('loading');
    send(chatListed(2, messagesOf(10), { older: true }), chatListed(3, messagesOf(11, 12)));
    expect(ids()).toEqual(['11', '12']);
  });

  test('the refetch fails: what is held stays, and it is asked again on the next greeting', () => {
    const { chatState, ids, send } = aChat([1, 2]);
    send(greeted(false, 20), listFailed(2));
    expect([chatState(), ids()]).toEqual(['failed', ['1', '2']]);
    send(greeted(true, 21));
    expect(chatState()).toBe('loading');
  });

  test('not watched: ready -> cold, its messages are dropped, opening fetches them anew', () => {
    const { chatState, context, given, send } = aChat([1, 2]);
    send(left, greeted(false, 20));
    expect(chatState()).toBe('cold');
    expect(context().chat).toBeNull();
    expect(given('chat.fetch')).toHaveLength(1);
    send(opened);
    expect(given('chat.fetch').at(-1)).toMatchObject({ request: 2, beforeId: null });
  });

  test.each([
    ['loading', aTicketActor(known(), opened, left)],
    ['failed', aTicketActor(known(), opened, listFailed(1), left)],
  ])('not watched: %s -> cold', (_, ticket) => {
    ticket.send(greeted(false, 20));
    expect(ticket.chatState()).toBe('cold');
  });

  test('a ticket that wasn’t found yet is fetched again on a greeting', () => {
    const { given, send } = aTicketActor(opened, greeted(true, 20));
    send(greeted(false, 21));
    expect(given('ticket.fetch')).toHaveLength(3);
  });
});
