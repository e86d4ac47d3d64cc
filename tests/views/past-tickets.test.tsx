import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { PastTicket } from '../../src/machines/entities/entities.ts';
import { AllPastTickets } from '../../src/views/attendance/customer/AllPastTickets.tsx';
import { START, aTicket } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

// The dialogs' code is loaded when they are first opened.
configure({ asyncUtilTimeout: 10_000 });

const ticket = aTicket({ id: '501' });
const past = (at: number): PastTicket => ({
  id: String(400 - at),
  protocol: `20260101-${at}`,
  startedAt: START - at * 3_600_000,
  finishedAt: START - at * 3_600_000 + 60_000,
  owner: { id: '2', name: `Atendente ${at}` },
  instance: ticket.instance,
  ...(at === 2 && { isWithin: true }),
});

test('all earlier tickets, by pages; one that can’t be opened by itself is no link', async () => {
  const view = await renderScreen(<AllPastTickets ticket={ticket} count={23} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ver todos (23)' }));
  const dialog = await screen.findByRole('dialog', { name: /Atendimentos anteriores/ });
  const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'chat.past')?.query;
  await waitFor(() => expect(asked()).toMatchObject({ page: 1, filters: { customer: ticket.customer.id } }));
  const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => past(from + index));
  act(() => view.answer({ list: 'chat.past', rows: page(1, 20), total: 23 }));
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(20);
  expect(within(dialog).getByText('Atendente 1').closest('a')?.getAttribute('href')).toBe('/chat/399');
  expect(within(dialog).getByText('Atendente 2').closest('a')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: /2/ }));
  expect(asked()).toMatchObject({ page: 2 });
  act(() => view.answer({ list: 'chat.past', rows: page(21, 3), total: 23 }));
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
});
