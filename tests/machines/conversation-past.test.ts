import { describe, expect, test } from 'vitest';
import {
  selectCanNewer,
  selectIsPast,
  selectNewerFailure,
  selectReplyTo,
  selectSought,
  selectSoughtFailure,
  selectSoughtInVain,
} from '../../src/machines/conversation/conversation.selectors.ts';
import { chatListed, greeted, logged, messageArrived, submitted } from '../support/builders-events.ts';
import { aMessage, anOutgoing, networkFailure } from '../support/builders.ts';
import {
  aConversation,
  chatRetried,
  known,
  left,
  listFailed,
  messagesOf,
  olderRequested,
  opened,
  range,
  type Sent,
} from './conversation-support.ts';

const of = { ticketId: '500' };
const sought = (messageId: string) => logged({ type: 'chat.sought', ...of, messageId });
const newerRequested = logged({ type: 'chat.newerRequested', ...of });
const latestRequested = logged({ type: 'chat.latestRequested', ...of });

/** A conversation that shows 100 to 102, jumped to 50, and shows 48 to 52. */
function aPast(...more: readonly Sent[]) {
  return aConversation(
    known(),
    opened,
    chatListed(1, messagesOf(100, 101, 102)),
    sought('50'),
    chatListed(2, messagesOf(...range(48, 52)), { latest: false }),
    ...more,
  );
}
const newer = (request: number, ids: readonly number[], latest = false) =>
  chatListed(request, messagesOf(...ids), { latest });

describe('jumping to an old message', () => {
  test('its surroundings are asked for, then shown in place of the newest', () => {
    const conversation = aConversation(known(), opened, chatListed(1, messagesOf(100, 101)), sought('50'));
    expect(conversation.chatState()).toBe('seeking');
    expect(conversation.given('chat.fetch').at(-1)).toMatchObject({ request: 2, aroundId: '50', beforeId: null });
    expect(selectSought(conversation.snapshot())).toBeNull();
    conversation.send(chatListed(2, messagesOf(49, 50, 51), { latest: false }));
    expect([conversation.chatState(), conversation.ids()]).toEqual(['ready', ['49', '50', '51']]);
    expect(selectSought(conversation.snapshot())?.messageId).toBe('50');
    expect(selectIsPast(conversation.snapshot())).toBe(true);
  });

  test('what a search jumps to keeps the focus where it is, also once its surroundings are there', () => {
    const conversation = aConversation(
      known(),
      opened,
      chatListed(1, messagesOf(100, 101)),
      logged({ type: 'chat.sought', ...of, messageId: '50', keepsFocus: true }),
      chatListed(2, messagesOf(49, 50, 51), { latest: false }),
    );
    expect(selectSought(conversation.snapshot())).toMatchObject({ messageId: '50', keepsFocus: true });
    conversation.send(sought('51'));
    expect(selectSought(conversation.snapshot())?.keepsFocus).toBeUndefined();
  });

  test('one that is held is shown without asking; again is another jump', () => {
    const conversation = aPast();
    const first = selectSought(conversation.snapshot());
    conversation.send(sought('51'));
    expect(conversation.given('chat.fetch')).toHaveLength(2);
    expect(selectSought(conversation.snapshot())).toMatchObject({ messageId: '51', pending: false });
    expect(selectSought(conversation.snapshot())).not.toBe(first);
    conversation.send(sought('101'));
    expect([selectIsPast(conversation.snapshot()), conversation.ids()]).toEqual([false, ['100', '101', '102']]);
  });

  test('before the conversation is loaded: looked for among the newest first', () => {
    const conversation = aConversation(known(), opened, sought('50'));
    expect(conversation.chatState()).toBe('loading');
    conversation.send(chatListed(1, messagesOf(100)));
    expect(conversation.chatState()).toBe('seeking');
    const among = aConversation(known(), opened, sought('100'), chatListed(1, messagesOf(100)));
    expect([among.chatState(), selectSought(among.snapshot())?.messageId]).toEqual(['ready', '100']);
  });

  test('a failure is shown, and can be retried', () => {
    const conversation = aConversation(known(), opened, chatListed(1, messagesOf(100)), sought('50'), listFailed(2));
    expect([conversation.chatState(), conversation.ids()]).toEqual(['ready', ['100']]);
    expect(selectSoughtFailure(conversation.snapshot())).toBe(networkFailure);
    expect(selectSoughtInVain(conversation.snapshot())).toBe('50');
    conversation.send(sought('50'));
    expect([conversation.chatState(), selectSoughtFailure(conversation.snapshot())]).toEqual(['seeking', null]);
    expect(selectSoughtInVain(conversation.snapshot())).toBeNull();
  });
});

describe('while old messages are shown', () => {
  test('they grow on both sides, until they meet the newest', () => {
    const { chatState, given, ids, send, snapshot } = aPast(newerRequested);
    expect([chatState(), given('chat.fetch').at(-1)]).toMatchObject(['loadingNewer', { request: 3, afterId: '52' }]);
    send(newer(3, range(53, 60)), olderRequested);
    expect(given('chat.fetch').at(-1)).toMatchObject({ request: 4, beforeId: '48' });
    send(chatListed(4, messagesOf(46, 47), { older: true }), newerRequested);
    expect(ids()).toEqual(range(46, 60).map(String));
    send(newer(5, [61, 100, 101]));
    expect([selectIsPast(snapshot()), ids()]).toEqual([false, [...range(46, 61), 100, 101, 102].map(String)]);
  });

  test('where nothing newer is left they are the newest', () => {
    const conversation = aPast(newerRequested, newer(3, [53], true));
    expect(selectIsPast(conversation.snapshot())).toBe(false);
    expect(conversation.ids()).toEqual([...range(48, 53), 100, 101, 102].map(String));
  });

  test('a new message joins the newest ones, not the past', () => {
    const conversation = aPast(messageArrived(aMessage({ id: '103' }), 20));
    expect(conversation.ids()).toEqual(range(48, 52).map(String));
    conversation.send(latestRequested);
    expect(conversation.ids()).toEqual(['100', '101', '102', '103']);
  });

  test('sending a message returns to the newest', () => {
    const conversation = aPast();
    conversation.send(submitted(anOutgoing({ ...of, customerId: '100' })));
    expect(selectIsPast(conversation.snapshot())).toBe(false);
    expect(conversation.ids()).toHaveLength(4);
  });

  test('a message chosen to reply to stays so at the newest', () => {
    const conversation = aPast(logged({ type: 'reply.chosen', ...of, messageId: '50' }), latestRequested);
    expect(selectReplyTo(conversation.snapshot())?.id).toBe('50');
  });

  test('a page after them that fails isn’t asked for by itself again', () => {
    const conversation = aPast(newerRequested, listFailed(3));
    expect(selectNewerFailure(conversation.snapshot())).toBe(networkFailure);
    expect(selectCanNewer(conversation.snapshot())).toBe(false);
    expect(conversation.ignores(newerRequested)).toBe(true);
    conversation.send(chatRetried);
    expect(conversation.chatState()).toBe('loadingNewer');
  });

  test('left and opened again: at the newest', () => {
    const conversation = aPast(left, opened);
    expect([selectIsPast(conversation.snapshot()), selectSought(conversation.snapshot())]).toEqual([false, null]);
  });

  test('after lost frames the same message is looked for again, and what is shown stays until it is there', () => {
    const { chatState, ids, send, snapshot } = aPast(greeted(false, 90));
    expect([chatState(), ids()]).toEqual(['loading', range(48, 52).map(String)]);
    send(chatListed(3, messagesOf(102, 103)));
    expect([chatState(), ids()]).toEqual(['seeking', range(48, 52).map(String)]);
    send(chatListed(4, messagesOf(49, 50, 51), { latest: false }));
    expect([ids(), selectSought(snapshot())?.messageId]).toEqual([['49', '50', '51'], '50']);
  });
});

describe('after lost frames, what the reader has before their eyes', () => {
  const place = (messageId: string) => logged({ type: 'chat.sought', ...of, messageId, isPlace: true });
  /** Shows 40 to 50 and reads 42; frames were lost. */
  const aReader = (...more: readonly Sent[]) =>
    aConversation(
      known(),
      opened,
      chatListed(1, messagesOf(...range(40, 50))),
      greeted(false, 90),
      place('42'),
      ...more,
    );
  const newest = chatListed(2, messagesOf(48, 49, 50, 51));

  test('stays until its surroundings are there, which are fresh; nothing is jumped to', () => {
    const { chatState, given, ids, send, snapshot } = aReader(newest);
    expect([chatState(), ids()]).toEqual(['seeking', range(40, 47).map(String)]);
    expect(given('chat.fetch').at(-1)).toMatchObject({ aroundId: '42', limit: 200 });
    const read = [41, 42, 44].map((id) => aMessage({ id: String(id), text: 'agora' }));
    send(chatListed(3, read, { latest: false }));
    expect([chatState(), ids(), selectSought(snapshot())]).toEqual(['ready', ['41', '42', '44'], null]);
    expect(snapshot().context).toMatchObject({ sought: null, past: { messages: read } });
    send(latestRequested);
    expect(ids()).toEqual(['48', '49', '50', '51']);
  });

  test('is among the newest: nothing more is asked for', () => {
    const { chatState, context, given, ids } = aReader(chatListed(2, messagesOf(...range(41, 51))));
    expect([chatState(), ids(), context().sought]).toEqual(['ready', range(41, 51).map(String), null]);
    expect(given('chat.fetch')).toHaveLength(2);
  });

  test('was among old messages -> not the one that was jumped to is looked for, but that', () => {
    const { given, ids } = aPast(greeted(false, 90), place('48'), chatListed(3, messagesOf(102, 103)));
    expect([given('chat.fetch').at(-1)?.aroundId, ids()]).toEqual(['48', range(48, 52).map(String)]);
  });

  test('a jump meanwhile goes before it', () => {
    const { given } = aReader(sought('20'), place('42'), newest);
    expect(given('chat.fetch').at(-1)?.aroundId).toBe('20');
  });

  test('fails to load -> what was shown stays; the newest are a press away', () => {
    const { chatState, ids, send, snapshot } = aReader(newest, listFailed(3));
    expect([chatState(), ids()]).toEqual(['ready', range(40, 47).map(String)]);
    // Nobody asked for it.
    expect(selectSoughtFailure(snapshot())).toBeNull();
    send(latestRequested);
    expect(ids()).toEqual(['48', '49', '50', '51']);
  });

  test('no newest page comes -> it stays, with the way to the newest held', () => {
    const { chatState, ids, send } = aPast(greeted(false, 90), place('48'), listFailed(3));
    expect([chatState(), ids()]).toEqual(['failed', range(48, 52).map(String)]);
    send(latestRequested);
    expect(ids()).toEqual(['100', '101', '102']);
  });
});
