import { expect, test } from 'vitest';
import type { PastTicket } from '../../src/machines/entities/entities.ts';
import { selectHistory, selectHistoryFailure } from '../../src/machines/ticket/ticket.selectors.ts';
import { logged } from '../support/builders-events.ts';
import { START, networkFailure } from '../support/builders.ts';
import { aTicketActor, known, left, opened } from './ticket-support.ts';

const past = (id: string): PastTicket => ({
  id,
  protocol: `20260101-${id}`,
  finishedAt: START,
  owner: { id: '2', name: 'Bruno Lima' },
  instance: { id: '10', name: 'Vendas' },
});
const listed = (...ids: readonly string[]) =>
  logged({ type: 'history.listed', ticketId: '500', tickets: ids.map(past), total: ids.length });
const failed = logged({ type: 'history.failed', ticketId: '500', failure: networkFailure });
const retried = logged({ type: 'history.retried', ticketId: '500' });

test('opened, once the ticket is known -> asked for, listed', () => {
  const ticket = aTicketActor(opened);
  expect(ticket.given('history.fetch')).toEqual([]);
  ticket.send(known());
  expect(ticket.given('history.fetch')).toEqual([
    { type: 'history.fetch', ticketId: '500', customerId: '100', limit: 10 },
  ]);
  expect(selectHistory(ticket.snapshot())).toBeNull();
  ticket.send(listed('498', '497'));
  expect(selectHistory(ticket.snapshot())?.tickets.map(({ id }) => id)).toEqual(['498', '497']);
});

test('the same list once more changes nothing', () => {
  const ticket = aTicketActor(known(), opened, listed('498'));
  expect(ticket.ignores(listed('498'))).toBe(true);
});

test('failed -> asked again when retried -> listed', () => {
  const ticket = aTicketActor(known(), opened, failed);
  expect(selectHistoryFailure(ticket.snapshot())).toBe(networkFailure);
  ticket.send(retried);
  expect(selectHistoryFailure(ticket.snapshot())).toBeNull();
  expect(ticket.given('history.fetch')).toHaveLength(2);
  ticket.send(listed());
  expect(selectHistory(ticket.snapshot())).toEqual({ tickets: [], total: 0 });
  expect(ticket.ignores(retried)).toBe(true);
});

test('a failure keeps the list that came before', () => {
  const ticket = aTicketActor(known(), opened, listed('498'), failed);
  expect(selectHistory(ticket.snapshot())?.total).toBe(1);
});

test('left and opened again while the conversation is held: not asked for again', () => {
  const ticket = aTicketActor(
    known(),
    opened,
    logged({ type: 'chat.listed', ticketId: '500', request: 1, older: false, items: [], complete: true }),
  );
  ticket.send(listed('498'), left, opened);
  expect(ticket.given('history.fetch')).toHaveLength(1);
});
