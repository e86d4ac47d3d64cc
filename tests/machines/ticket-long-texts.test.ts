import { expect, test } from 'vitest';
import { selectLongText } from '../../src/machines/ticket/ticket.selectors.ts';
import { logged, chatListed } from '../support/builders-events.ts';
import { aFailure, aMessage } from '../support/builders.ts';
import { aTicketActor, known, left, opened } from './ticket-support.ts';

const messageId = '101';
const of = { ticketId: '500', messageId } as const;
const requested = logged({ type: 'text.requested', ...of });
const folded = logged({ type: 'text.folded', ...of });
const loaded = (from: number, text: string, next: number | null) =>
  logged({ type: 'text.loaded', ...of, from, text, next });
const failed = logged({ type: 'text.loadFailed', ...of, failure: aFailure({ code: 'NETWORK' }) });

/** The conversation is open and holds a message that is whole and one that is cut. */
function aLongChat() {
  const page = chatListed(1, [aMessage({ id: '100' }), aMessage({ id: messageId, text: 'a', cut: true })]);
  const ticket = aTicketActor(known(), opened, page);
  return {
    ...ticket,
    long: () => selectLongText(ticket.snapshot(), messageId),
    fetches: () => ticket.commands.filter(({ type }) => type === 'text.fetch'),
  };
}

test('requested -> its parts, one after the other -> all of it', () => {
  const ticket = aLongChat();
  ticket.send(requested);
  expect(ticket.long()).toMatchObject({ parts: [], open: true, loading: true });
  ticket.send(loaded(0, 'aa', 2));
  expect(ticket.long()).toMatchObject({ parts: ['aa'], next: 2, loading: false });
  ticket.send(requested, loaded(2, 'bb', null));
  expect(ticket.long()).toMatchObject({ parts: ['aa', 'bb'], next: null, loading: false });
  expect(ticket.fetches()).toEqual([
    { type: 'text.fetch', ...of, from: 0 },
    { type: 'text.fetch', ...of, from: 2 },
  ]);
  expect(ticket.ignores(requested)).toBe(true);
});

test('requested twice, a part that comes twice or of another question -> as once', () => {
  const ticket = aLongChat();
  ticket.send(requested);
  expect(ticket.ignores(requested)).toBe(true);
  expect(ticket.ignores(loaded(9, 'zz', null))).toBe(true);
  ticket.send(loaded(0, 'aa', 2));
  expect(ticket.ignores(loaded(0, 'aa', 2))).toBe(true);
  expect(ticket.fetches()).toHaveLength(1);
});

test('failed -> requested again -> what was there stays', () => {
  const ticket = aLongChat();
  ticket.send(requested, loaded(0, 'aa', 2), requested, failed);
  expect(ticket.long()).toMatchObject({ parts: ['aa'], loading: false, failure: { code: 'NETWORK' } });
  ticket.send(requested);
  expect(ticket.long()).toMatchObject({ parts: ['aa'], loading: true, failure: null });
});

test('folded -> requested: shown again without asking', () => {
  const ticket = aLongChat();
  ticket.send(requested, loaded(0, 'aa', null), folded);
  expect(ticket.long()).toMatchObject({ open: false, parts: ['aa'] });
  ticket.send(requested);
  expect(ticket.long()).toMatchObject({ open: true });
  expect(ticket.fetches()).toHaveLength(1);
});

test('requested of a message that is whole or isn’t held -> nothing', () => {
  const ticket = aLongChat();
  expect(ticket.ignores(logged({ type: 'text.requested', ticketId: '500', messageId: '100' }))).toBe(true);
  expect(ticket.ignores(logged({ type: 'text.requested', ticketId: '500', messageId: '1' }))).toBe(true);
});

test('the conversation is left -> nothing of it is kept, nor what comes late', () => {
  const ticket = aLongChat();
  ticket.send(requested, left);
  expect(ticket.context().longTexts).toEqual({});
  expect(ticket.ignores(loaded(0, 'aa', null))).toBe(true);
});

test('its attendance goes out of sight -> its text too', () => {
  const ticket = aLongChat();
  const later = aMessage({ id: '102', ticketId: '501', cut: true });
  ticket.send(
    {
      type: 'conversation.widened',
      upTo: '501',
      lastMessage: later,
      lastReceivedAt: later.at,
      streamPosition: 11,
      isOwn: true,
    },
    chatListed(2, [later]),
    logged({ type: 'text.requested', ticketId: '500', messageId: '102' }),
    logged({ type: 'text.loaded', ticketId: '500', messageId: '102', from: 0, text: 'zz', next: null }),
  );
  expect(Object.keys(ticket.context().longTexts)).toEqual(['102']);
  ticket.send({ type: 'conversation.narrowed', upTo: '500', streamPosition: 12 });
  expect(ticket.context().longTexts).toEqual({});
});
