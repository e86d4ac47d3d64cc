import { expect, test } from 'vitest';
import { selectLongText } from '../../src/machines/conversation/conversation.selectors.ts';
import { logged, chatListed, messageArrived, ticketTransferred } from '../support/builders-events.ts';
import { START, aFailure, aMessage } from '../support/builders.ts';
import { aConversation, known, left, opened } from './conversation-support.ts';

const messageId = '101';
const of = { customerId: '100', instanceId: '10', messageId } as const;
const requested = logged({ type: 'text.requested', ticketId: '500', messageId });
const folded = logged({ type: 'text.folded', ticketId: '500', messageId });
const loaded = (from: number, text: string, next: number | null) =>
  logged({ type: 'text.loaded', ...of, from, text, next });
const failed = logged({ type: 'text.loadFailed', ...of, failure: aFailure({ code: 'NETWORK' }) });

/** The conversation is open and holds a message that is whole and one that is cut. */
function aLongChat() {
  const page = chatListed(1, [aMessage({ id: '100' }), aMessage({ id: messageId, text: 'a', cut: true })]);
  const conversation = aConversation(known(), opened, page);
  return {
    ...conversation,
    long: () => selectLongText(conversation.snapshot(), messageId),
    fetches: () => conversation.commands.filter(({ type }) => type === 'text.fetch'),
  };
}

test('requested -> its parts, one after the other -> all of it', () => {
  const conversation = aLongChat();
  conversation.send(requested);
  expect(conversation.long()).toMatchObject({ parts: [], open: true, loading: true });
  conversation.send(loaded(0, 'aa', 2));
  expect(conversation.long()).toMatchObject({ parts: ['aa'], next: 2, loading: false });
  conversation.send(requested, loaded(2, 'bb', null));
  expect(conversation.long()).toMatchObject({ parts: ['aa', 'bb'], next: null, loading: false });
  expect(conversation.fetches()).toEqual([
    { type: 'text.fetch', ...of, from: 0 },
    { type: 'text.fetch', ...of, from: 2 },
  ]);
  expect(conversation.ignores(requested)).toBe(true);
});

test('requested twice, a part that comes twice or of another question -> as once', () => {
  const conversation = aLongChat();
  conversation.send(requested);
  expect(conversation.ignores(requested)).toBe(true);
  expect(conversation.ignores(loaded(9, 'zz', null))).toBe(true);
  conversation.send(loaded(0, 'aa', 2));
  expect(conversation.ignores(loaded(0, 'aa', 2))).toBe(true);
  expect(conversation.fetches()).toHaveLength(1);
});

test('failed -> requested again -> what was there stays', () => {
  const conversation = aLongChat();
  conversation.send(requested, loaded(0, 'aa', 2), requested, failed);
  expect(conversation.long()).toMatchObject({ parts: ['aa'], loading: false, failure: { code: 'NETWORK' } });
  conversation.send(requested);
  expect(conversation.long()).toMatchObject({ parts: ['aa'], loading: true, failure: null });
});

test('folded -> requested: shown again without asking', () => {
  const conversation = aLongChat();
  conversation.send(requested, loaded(0, 'aa', null), folded);
  expect(conversation.long()).toMatchObject({ open: false, parts: ['aa'] });
  conversation.send(requested);
  expect(conversation.long()).toMatchObject({ open: true });
  expect(conversation.fetches()).toHaveLength(1);
});

test('requested of a message that is whole or isn’t held -> nothing', () => {
  const conversation = aLongChat();
  expect(conversation.ignores(logged({ type: 'text.requested', ticketId: '500', messageId: '100' }))).toBe(true);
  expect(conversation.ignores(logged({ type: 'text.requested', ticketId: '500', messageId: '1' }))).toBe(true);
});

test('the conversation is left -> nothing of it is kept, nor what comes late', () => {
  const conversation = aLongChat();
  conversation.send(requested, left);
  expect(conversation.context().longTexts).toEqual({});
  expect(conversation.ignores(loaded(0, 'aa', null))).toBe(true);
});

test('its ticket is visible no more -> its text goes too', () => {
  const conversation = aLongChat();
  const later = aMessage({ id: '102', ticketId: '501', cut: true });
  conversation.send(
    known({ finishedAt: START }, 11),
    messageArrived(later, 12),
    chatListed(2, [later]),
    logged({ type: 'text.requested', ticketId: '501', messageId: '102' }),
    logged({ type: 'text.loaded', ...of, messageId: '102', from: 0, text: 'zz', next: null }),
  );
  expect(Object.keys(conversation.context().longTexts)).toEqual(['102']);
  conversation.send(ticketTransferred(13, { ticketId: '501' }));
  expect(conversation.context().longTexts).toEqual({});
});
