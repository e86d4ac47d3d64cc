import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aCustomer, aMessage, aTicket } from '../support/builders.ts';
import { composerOf, openChat, ownTicket } from './chat-support.tsx';

const other = aTicket({
  ...ownTicket,
  id: '2',
  protocol: '20260302000002',
  customer: aCustomer({ id: '101', name: 'Davi Melo', phone: '5511900000002' }),
});
const ofTicket = ({ customer, instance }: typeof other) => ({ customerId: customer.id, instanceId: instance.id });

function goTo(ticketId: string): void {
  act(() => {
    window.history.pushState(null, '', `/aurora/chat/${ticketId}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
}

it('a text with a quote and a note are begun in one, another is opened -> each has its own, and sends only that', async () => {
  // Both are known: nothing comes between them.
  const { app, submitted } = openChat(ownTicket, [
    { type: 'ticket.opened', ticketId: '2' },
    { type: 'ticket.loaded', ticket: other, streamPosition: 1 },
  ]);
  const user = userEvent.setup();
  const asked = aMessage({ id: '7', ticketId: '1', text: 'Tem entrega hoje?' });
  const page = { request: 1, older: false, complete: true } as const;
  await user.type(await composerOf(ownTicket), 'Tem sim');
  act(() => {
    app.append({ type: 'chat.listed', ...ofTicket(ownTicket), ...page, items: [asked] });
    app.append({ type: 'reply.chosen', ticketId: '1', messageId: '7' });
  });
  await user.click(screen.getByRole('radio', { name: 'Nota' }));
  goTo('2');
  // A message is written there, and nothing is.
  const there = await composerOf(other);
  expect(there).toHaveProperty('value', '');
  await user.type(there, 'Olá{Enter}');
  goTo('1');
  await user.click(await screen.findByRole('radio', { name: 'Mensagem' }));
  const here = await composerOf(ownTicket);
  expect(here).toHaveProperty('value', 'Tem sim');
  await user.type(here, '{Enter}');
  expect(submitted).toMatchObject([
    { ticketId: '2', ...ofTicket(other), toNumber: other.customer.phone, text: 'Olá', replyTo: null },
    { ticketId: '1', ...ofTicket(ownTicket), toNumber: ownTicket.customer.phone, text: 'Tem sim', replyTo: '7' },
  ]);
});
