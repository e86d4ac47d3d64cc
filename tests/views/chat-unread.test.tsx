import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aMessage, aTicketAfter, networkFailure, streamAt } from '../support/builders.ts';
import { composerOf, NOW, openChat, ownTicket } from './chat-support.tsx';

const place = { customerId: ownTicket.customer.id, instanceId: ownTicket.instance.id };
const unread = aMessage({ id: '80', ticketId: '1', at: NOW - 1_000 });

it('marking as read fails -> said in the conversation -> once more -> no longer said', async () => {
  const { app, commands } = openChat({ ...ownTicket, unseen: 1, lastMessage: unread });
  await composerOf(ownTicket);
  const resets = () => commands.filter(({ type }) => type === 'unseen.reset');
  expect(resets()).toHaveLength(1);
  act(() => app.append({ type: 'unseen.resetFailed', ...place, failure: networkFailure }));
  const words = 'As mensagens não puderam ser marcadas como lidas.';
  await screen.findByText(words);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(resets()).toHaveLength(2);
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  act(() => app.append({ type: 'unseen.resetFailed', ...place, failure: networkFailure }));
  await screen.findByText(words);
});

it('written while the page was hidden -> back: a divider stands before it, though the conversation was open', async () => {
  const { app } = openChat(ownTicket);
  const read = aMessage({ id: '80', ticketId: '1', at: NOW - 2_000, text: 'Bom dia' });
  act(() => app.append({ type: 'chat.listed', ...place, request: 1, items: [read], complete: true, older: false }));
  await screen.findByText('Bom dia');
  const divider = () => screen.queryByText('1 mensagem não lida');
  const isSeen = (visible: boolean) => act(() => app.append({ type: 'page.visibilityChanged', visible }));
  isSeen(false);
  const written = aMessage({ id: '81', ticketId: '1', at: NOW - 1_000, text: 'Tem alguém aí?', unseen: true });
  const ticket = aTicketAfter(written, ownTicket);
  act(() => app.append({ type: 'message.arrived', message: written, ticket, stream: streamAt(2) }));
  await screen.findByText('Tem alguém aí?');
  expect(divider()).toBeNull();
  isSeen(true);
  const found = divider();
  expect(found?.compareDocumentPosition(screen.getByText('Tem alguém aí?'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(found?.compareDocumentPosition(screen.getByText('Bom dia'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});
