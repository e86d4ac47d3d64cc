import { expect, test } from 'vitest';
import type { PastTicket } from '../../src/machines/entities/entities.ts';
import { selectHistory, selectHistoryFailure } from '../../src/machines/conversation/conversation.history.selectors.ts';
import { chatListed, logged } from '../support/builders-events.ts';
import { START, networkFailure } from '../support/builders.ts';
import { aConversation, known, left, messagesOf, olderRequested, opened, range } from './conversation-support.ts';
import type { Sent } from './conversation-support.ts';
import { aStoredSession, opened as pageOpened } from './session-support.ts';

const past = (id: string): PastTicket => ({
  id,
  protocol: `20260101-${id}`,
  finishedAt: START,
  owner: { id: '2', name: 'Bruno Lima' },
  instance: { id: '10', name: 'Vendas' },
});
const of = { customerId: '100', instanceId: '10' } as const;
const listed = (...ids: readonly string[]) =>
  logged({ type: 'history.listed', ...of, tickets: ids.map(past), total: ids.length });
const failed = logged({ type: 'history.failed', ...of, failure: networkFailure });
const reopened = pageOpened(aStoredSession());
const retried = logged({ type: 'history.retried', ticketId: '500' });

/** The conversation with what ticket 500 shows of the customer's other tickets. */
function aHistory(...events: readonly Sent[]) {
  const conversation = aConversation(known(), opened, ...events);
  const others = (ticketId = '500', isFinished = false) => selectHistory(conversation.snapshot(), ticketId, isFinished);
  return {
    ...conversation,
    others,
    ids: (ticketId?: string, isFinished?: boolean) => others(ticketId, isFinished)?.tickets.map(({ id }) => id),
  };
}

test('opened -> asked for, listed', () => {
  const { given, ids, others, send } = aHistory();
  // One more than is shown: the ticket on the screen may be among them.
  expect(given('history.fetch')).toEqual([{ type: 'history.fetch', ...of, limit: 11 }]);
  expect(others()).toBeNull();
  send(listed('498', '497'));
  expect(ids()).toEqual(['498', '497']);
});

test('a finished ticket isn’t among its own', () => {
  const { ids, others, send } = aHistory();
  send(listed('500', '498', '497'));
  expect(ids('498', true)).toEqual(['500', '497']);
  expect(others('498', true)?.total).toBe(2);
  expect([ids(), others()?.total]).toEqual([['498', '497'], 2]);
});

test('no more than ten are shown, whether the own one is among them or not', () => {
  const tickets = range(481, 491).toReversed().map(String);
  const { ids, others, send } = aHistory();
  send(logged({ type: 'history.listed', ...of, tickets: tickets.map(past), total: 30 }));
  expect(ids('485', true)).toEqual(tickets.filter((id) => id !== '485'));
  expect(ids()).toEqual(tickets.slice(0, 10));
  // A finished one that is further down counts among the thirty all the same.
  expect([others('485', true)?.total, others('400', true)?.total, others()?.total]).toEqual([29, 29, 30]);
});

test('finished after they were listed: it isn’t counted among them, so none is taken off', () => {
  const { others, send } = aHistory();
  send(listed('498', '497'));
  expect([others('500', true)?.total, others('500', false)?.total]).toEqual([2, 2]);
});

test('the same list once more changes nothing', () => {
  const { ignores, others, send } = aHistory(listed('498'));
  const before = others();
  expect(ignores(listed('498'))).toBe(true);
  send(known({ protocol: 'B' }, 12));
  expect(others()).toBe(before);
});

test('failed -> asked again when retried -> listed', () => {
  const { given, ignores, others, send, snapshot } = aHistory(failed);
  expect(selectHistoryFailure(snapshot())).toBe(networkFailure);
  send(retried);
  expect(selectHistoryFailure(snapshot())).toBeNull();
  expect(given('history.fetch')).toHaveLength(2);
  send(listed());
  expect(others()).toEqual({ tickets: [], total: 0 });
  expect(ignores(retried)).toBe(true);
});

test('a failure keeps the list that came before', () => {
  expect(aHistory(listed('498'), failed).others()?.total).toBe(1);
});

test('left and opened again while the conversation is held: not asked for again', () => {
  const { given } = aHistory(chatListed(1, [], { complete: true }), listed('498'), left, opened);
  expect(given('history.fetch')).toHaveLength(1);
});

test('on its way while older messages are: the next page asks for it with the conversation', () => {
  const { given, send, chatState } = aHistory(chatListed(1, messagesOf(200)), olderRequested, reopened, opened);
  expect(given('history.fetch')).toHaveLength(2);
  send(chatListed(3, messagesOf(200)), listed('498'), olderRequested, reopened);
  expect(chatState()).toBe('ready');
  send(opened);
  expect(given('history.fetch')).toHaveLength(2);
});
