import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aMessage, networkFailure } from '../support/builders.ts';
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
