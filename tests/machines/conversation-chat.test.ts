import { describe, expect, test } from 'vitest';
import {
  selectCanOlder,
  selectChatFailure,
  selectIsComplete,
  selectMessages,
  shownReactions,
} from '../../src/machines/conversation/conversation.selectors.ts';
import { ackChanged, chatListed, greeted, logged, messageArrived, ticketClosed } from '../support/builders-events.ts';
import { aMessage, aRelatedMessage, aSentMessage, networkFailure } from '../support/builders.ts';
import {
  aChat,
  aConversation,
  chatRetried,
  known,
  left,
  listFailed,
  messagesOf,
  olderRequested,
  opened,
  range,
} from './conversation-support.ts';

const arrived = (id: number, seq: number) => messageArrived(aMessage({ id: String(id) }), seq);
const openedLater = logged({ type: 'ticket.opened', ticketId: '501' });
const leftLater = logged({ type: 'ticket.left', ticketId: '501' });

describe('opening', () => {
  test('cold -> loading -> ready', () => {
    const { chatState, given, ids, send } = aConversation(known());
    expect(chatState()).toBe('cold');
    send(opened);
    expect(chatState()).toBe('loading');
    expect(given('chat.fetch')).toEqual([
      {
        type: 'chat.fetch',
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

  test('loading -> failed -> loading -> ready', () => {
    const { chatState, given, send, snapshot } = aConversation(known(), opened, listFailed(1));
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
    ['it is left and opened again', [left, opened]],
    ['another of its tickets is opened', [openedLater]],
    ['the socket greets', [greeted(true, 20)]],
  ])('failed -> loading when %s', (_, causes) => {
    const { chatState, given, send } = aConversation(known(), opened, listFailed(1));
    send(...causes);
    expect(chatState()).toBe('loading');
    expect(given('chat.fetch')).toHaveLength(2);
  });

  test('failed and left: nothing is asked until it is opened again', () => {
    const { given, send } = aConversation(known(), opened, listFailed(1), left, greeted(true, 20));
    expect(given('chat.fetch')).toHaveLength(1);
    send(opened);
    expect(given('chat.fetch')).toHaveLength(2);
  });

  test('opened twice: fetched once', () => {
    const conversation = aConversation(known(), opened);
    expect(conversation.ignores(opened)).toBe(true);
    conversation.send(chatListed(1, []));
    expect(conversation.ignores(opened)).toBe(true);
    expect(conversation.given('chat.fetch')).toHaveLength(1);
  });

  test('left and opened again: what is held is shown, nothing is fetched', () => {
    const { chatState, context, given, ids, send } = aChat([1, 2]);
    send(left);
    expect(context().watchers).toEqual([]);
    send(opened);
    expect([chatState(), ids()]).toEqual(['ready', ['1', '2']]);
    expect(given('chat.fetch')).toHaveLength(1);
  });

  test('left while loading: the page is kept all the same', () => {
    const { chatState, ids, send } = aConversation(known(), opened, left, chatListed(1, messagesOf(1)));
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

  test('two of its tickets are on the screen: all is kept until the last of them is left', () => {
    const { given, ids, send } = aChat(range(1, 120), true);
    send(openedLater);
    expect(given('chat.fetch')).toHaveLength(1);
    send(left);
    expect(ids()).toHaveLength(120);
    send(leftLater);
    expect(ids()).toHaveLength(50);
  });

  test('left while none of its tickets is open: opened again, it is fetched, as nothing was heard meanwhile', () => {
    const { chatState, given, ids, send } = aChat([1, 2]);
    send(ticketClosed(11));
    expect(chatState()).toBe('ready');
    send(left, opened);
    expect([chatState(), ids()]).toEqual(['loading', ['1', '2']]);
    expect(given('chat.fetch')).toHaveLength(2);
  });
});

describe('messages', () => {
  test('a cold conversation holds none', () => {
    const { context, send } = aConversation(known());
    send(arrived(5, 11));
    expect(context().chat).toBeNull();
  });

  test('a frame that comes before the page is merged with it, in the order of ids', () => {
    const { ids, send } = aConversation(known(), opened);
    send(arrived(4, 11));
    expect(ids()).toEqual(['4']);
    send(chatListed(1, messagesOf(1, 2, 3)));
    expect(ids()).toEqual(['1', '2', '3', '4']);
  });

  test('a frame whose message the page has already adds nothing', () => {
    const conversation = aChat([1, 2, 3]);
    conversation.send(arrived(3, 11));
    expect(conversation.ids()).toEqual(['1', '2', '3']);
    expect(conversation.ignores(arrived(3, 11))).toBe(true);
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
    const one = aConversation(known());
    const other = aConversation(known());
    const list = selectMessages(one.snapshot());
    selectMessages(other.snapshot());
    expect(selectMessages(one.snapshot())).toBe(list);
  });

  test('the ack only rises', () => {
    const sent = aSentMessage({ id: '7', ack: 1 });
    const conversation = aChat([1]);
    conversation.send(messageArrived(sent, 11), ackChanged(sent, 14, { ack: 3 }));
    expect(conversation.message('7')?.ack).toBe(3);
    expect(conversation.ignores(ackChanged(sent, 13, { ack: 2 }))).toBe(true);
    expect(conversation.ignores(ackChanged(sent, 12, { ack: 1 }))).toBe(true);
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
    const { context, message, send } = aConversation(known(), opened);
    send(ackChanged(sent, 12, { ack: 3 }));
    send(chatListed(1, [sent, ...messagesOf(8)]));
    expect(message('7')?.ack).toBe(3);
    expect(context().early).toEqual({});
  });

  test('an ack of a message older than those held is ignored: its page brings it', () => {
    const conversation = aChat([10, 11]);
    conversation.ignores(ackChanged(aSentMessage({ id: '5' }), 12, { ack: 3 }));
    expect(conversation.context().early).toEqual({});
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
    const { message, send } = aConversation(known(), opened);
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
    const conversation = aChat([11]);
    conversation.send(olderRequested);
    expect(conversation.ignores(olderRequested)).toBe(true);
    expect(conversation.given('chat.fetch')).toHaveLength(2);
  });

  test('a message that arrives meanwhile stays at the end', () => {
    const { ids, send } = aChat([11]);
    send(olderRequested, arrived(12, 11), chatListed(2, messagesOf(10), { older: true }));
    expect(ids()).toEqual(['10', '11', '12']);
  });

  test.each([
    ['nothing older is left', aChat([1], true)],
    ['nothing is held', aChat([])],
    ['it is still loading', aConversation(known(), opened)],
    ['it is cold', aConversation(known())],
  ])('%s: nothing is asked', (_, conversation) => {
    expect(selectCanOlder(conversation.snapshot())).toBe(false);
    expect(conversation.ignores(olderRequested)).toBe(true);
  });

  test('the last page ends it', () => {
    const { ignores, send, snapshot } = aChat([11]);
    send(olderRequested, chatListed(2, messagesOf(10), { older: true, complete: true }));
    expect(selectIsComplete(snapshot())).toBe(true);
    expect(ignores(olderRequested)).toBe(true);
  });

  test('loadingOlder -> ready when it fails: not by itself again, only when asked', () => {
    const conversation = aChat([11]);
    conversation.send(olderRequested, listFailed(2));
    expect([conversation.chatState(), conversation.ids()]).toEqual(['ready', ['11']]);
    expect(selectChatFailure(conversation.snapshot())).toBe(networkFailure);
    expect(conversation.ignores(olderRequested)).toBe(true);
    conversation.send(chatRetried);
    expect(conversation.chatState()).toBe('loadingOlder');
    expect(selectChatFailure(conversation.snapshot())).toBeNull();
  });

  test('left meanwhile: the page that comes late is not ours any more', () => {
    const conversation = aChat(range(100, 180));
    conversation.send(olderRequested, left);
    expect(conversation.chatState()).toBe('ready');
    expect(conversation.ignores(chatListed(2, messagesOf(98, 99), { older: true }))).toBe(true);
    expect(conversation.ids()).toHaveLength(50);
  });
});

describe('an answer to another fetch', () => {
  test('is ignored', () => {
    const conversation = aConversation(known(), opened, greeted(false, 20));
    expect(conversation.given('chat.fetch').map(({ request }) => request)).toEqual([1, 2]);
    expect(conversation.ignores(chatListed(1, messagesOf(1, 2)))).toBe(true);
    expect(conversation.ignores(listFailed(1))).toBe(true);
    conversation.send(chatListed(2, messagesOf(1, 2, 3)));
    expect(conversation.ids()).toEqual(['1', '2', '3']);
    expect(conversation.ignores(chatListed(2, messagesOf(4)))).toBe(true);
  });
});

describe('a broken stream', () => {
  test('one that goes on leaves the conversation', () => {
    const conversation = aChat([1]);
    expect(conversation.ignores(greeted(true, 20))).toBe(true);
  });

  test('watched: ready -> loading -> ready; what is held stays to be seen and the new page is merged', () => {
    const { chatState, given, ids, send } = aChat([1, 2, 3]);
    send(greeted(false, 20));
    expect([chatState(), ids()]).toEqual(['loading', ['1', '2', '3']]);
    expect(given('chat.fetch').at(-1)).toMatchObject({ request: 2, beforeId: null, limit: 53 });
    send(arrived(6, 21), chatListed(2, messagesOf(1, 2, 3, 4, 5)));
    expect([chatState(), ids()]).toEqual(['ready', ['1', '2', '3', '4', '5', '6']]);
  });

  test('the new page brings the acks that were missed', () => {
    const sent = aSentMessage({ id: '2', ack: 1 });
    const { message, send } = aConversation(known(), opened, chatListed(1, [sent]), greeted(false, 20));
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
    ['loading', aConversation(known(), opened, left)],
    ['failed', aConversation(known(), opened, listFailed(1), left)],
  ])('not watched: %s -> cold', (_, conversation) => {
    conversation.send(greeted(false, 20));
    expect(conversation.chatState()).toBe('cold');
  });
});
