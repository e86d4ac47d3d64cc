import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { PastTicket } from '../../src/machines/entities/entities.ts';
import { AllPastTickets } from '../../src/views/attendance/customer/AllPastTickets.tsx';
import { PastTickets } from '../../src/views/attendance/customer/PastTickets.tsx';
import { useApp, useOnChange } from '../../src/views/app/app-context.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
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

/** The part of the open conversation's pane. */
function Beside() {
  const { directory } = useApp();
  const conversation = useOnChange(directory.changed, () =>
    directory.conversation(conversationKey(ticket.customer.id, ticket.instance.id)),
  );
  return conversation === undefined ? null : (
    <AreasContext value={{ loaded: [conversationArea], failure: undefined, request: () => undefined }}>
      <PastTickets conversation={conversation} ticket={ticket} />
    </AreasContext>
  );
}

test.each([
  [23, ['Ver todos (23)']],
  [5, []],
])('beside the conversation: the last five of %i, and a way to all of them if there are more', async (total, ways) => {
  const view = await renderScreen(<Beside />);
  const of = { customerId: ticket.customer.id, instanceId: ticket.instance.id };
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: ticket.id });
    view.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  });
  const tickets = [3, 4, 5, 6, 7].map(past);
  await screen.findByRole('heading', { name: 'Atendimentos anteriores' });
  act(() => view.append({ type: 'history.listed', ...of, tickets, total }));
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByRole('link', { name: /Atendente 3/u }).getAttribute('href')).toBe('/chat/397');
  if (ways.length > 0) await screen.findByRole('button');
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(ways);
});
