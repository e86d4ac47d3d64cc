import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import { App } from '../../src/views/app/App.tsx';
import { greeting, listed } from '../machines/directory-support.ts';
import { aStoredSession, opened } from '../machines/session-support.ts';
import {
  aMessage,
  aRelatedMessage,
  aSentMessage,
  aTicket,
  CARLA,
  networkFailure,
  streamAt,
} from '../support/builders.ts';
import { handleOf } from './app-handle.ts';
import './kit-render.tsx';

// Parts come from the disk, maybe slowly.
configure({ asyncUtilTimeout: 10_000 });

const ticket = aTicket({ id: '1', owner: { ...CARLA, image: null }, lastReceivedAt: 1_000 });

const ofConversation = { customerId: ticket.customer.id, instanceId: ticket.instance.id };

async function open(known: Ticket = ticket) {
  window.history.replaceState(null, '', '/aurora/chat/1');
  const app = createApp({ now: () => 2_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  app.append({ type: 'ticket.opened', ticketId: ticket.id });
  app.append({ type: 'ticket.loaded', ticket: known, streamPosition: 1 });
  const submitted: OutgoingMessage[] = [];
  const handle = {
    ...handleOf(app),
    append: (event: AppEvent) => {
      if (event.type === 'message.submitted') submitted.push(event.message);
      app.append(event);
    },
  };
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  return {
    app,
    submitted,
    composer:
      known.finishedAt === null
        ? await screen.findByRole('textbox', { name: `Mensagem para ${ticket.customer.name}` })
        : document.body,
  };
}

it('the page loads with a conversation -> the focus is its reader’s', async () => {
  await open();
  expect(document.activeElement).toBe(document.body);
});

it('the attendance is finished while one writes -> the focus goes to the messages', async () => {
  const { app, composer } = await open();
  composer.focus();
  act(() =>
    app.append({ type: 'ticket.closed', ticket: { ...ticket, finishedAt: 2_000 }, by: null, stream: streamAt(9) }),
  );
  expect(screen.queryByRole('textbox', { name: /Mensagem para/ })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('log')));
});

it('? lists only what works: a finished attendance is not finished, passed on, put off or answered', async () => {
  const { app } = await open();
  const user = userEvent.setup();
  const keys = async () => {
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Atalhos do teclado' });
    const listed = within(dialog)
      .getAllByRole('term')
      .map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    return listed;
  };
  const ofOpen = [
    'Ir para a caixa de mensagem',
    'Transferir o atendimento',
    'Finalizar o atendimento',
    'Responder à mensagem',
    'Enviar',
  ];
  expect(await keys()).toEqual(expect.arrayContaining(ofOpen));
  act(() =>
    app.append({ type: 'ticket.closed', ticket: { ...ticket, finishedAt: 2_000 }, by: null, stream: streamAt(9) }),
  );
  const listed = await keys();
  expect(listed).toContain('Buscar na conversa');
  for (const each of ofOpen) expect(listed).not.toContain(each);
});

const finished = { ...ticket, finishedAt: 2_000 };
const again = aMessage({ id: '90', ticketId: '2', text: 'Voltei' });
const later = { ...ticket, id: '2', owner: null, startedAt: 2_500, lastMessage: again, lastReceivedAt: again.at };
const loaded = {
  type: 'chat.listed',
  ...ofConversation,
  request: 1,
  items: [],
  complete: true,
  older: false,
} as const satisfies AppEvent;
const isClosed = { type: 'ticket.closed', ticket: finished, by: null, stream: streamAt(9) } as const;
const writesAgain = { type: 'message.arrived', message: again, ticket: later, stream: streamAt(10) } as const;
const openNew = { name: 'Abrir o novo atendimento' };

it('finished by somebody else while one writes -> the customer writes again -> the view goes along, with the draft', async () => {
  const { app, composer } = await open();
  await userEvent.setup().type(composer, 'Oi');
  act(() => {
    app.append(loaded);
    app.append(isClosed);
  });
  expect(screen.getByText(/Quando o cliente escrever de novo/u)).toBeTruthy();
  act(() => app.append(writesAgain));
  const anew = await screen.findByRole('textbox', { name: `Mensagem para ${ticket.customer.name}` });
  expect(window.location.pathname).toBe('/aurora/chat/2');
  expect(anew).toHaveProperty('value', 'Oi');
  expect(document.activeElement).toBe(anew);
  // Nobody has it, and whoever sees it may finish it.
  expect(screen.getByRole('button', { name: 'Finalizar' })).toBeTruthy();
});

it('the same while one reads further up -> one stays, with a button -> down again, the view goes along', async () => {
  const { app } = await open();
  act(() => {
    app.append(loaded);
    app.append(isClosed);
    app.append({ type: 'chat.endShown', ticketId: '1', isShown: false });
    app.append(writesAgain);
  });
  expect(await screen.findByRole('button', openNew)).toBeTruthy();
  expect(window.location.pathname).toBe('/aurora/chat/1');
  act(() => app.append({ type: 'chat.endShown', ticketId: '1', isShown: true }));
  await waitFor(() => expect(window.location.pathname).toBe('/aurora/chat/2'));
});

it('the same while one is at the customer’s card -> one stays', async () => {
  const { app } = await open();
  act(() => {
    app.append(loaded);
    app.append(isClosed);
  });
  const card = within(screen.getByRole('complementary', { name: 'Dados do cliente' }));
  (await card.findAllByRole('button'))[0]?.focus();
  act(() => app.append(writesAgain));
  expect(await screen.findByRole('button', openNew)).toBeTruthy();
  expect(window.location.pathname).toBe('/aurora/chat/1');
});

it('at the customer’s card, the name is copied with a press', async () => {
  await open();
  const user = userEvent.setup();
  const card = within(screen.getByRole('complementary', { name: 'Dados do cliente' }));
  await user.click(await card.findByRole('button', { name: 'Copiar Nome' }));
  expect(await navigator.clipboard.readText()).toBe(ticket.customer.name);
});

it('an old one is opened that has a newer one -> one stays, until one chooses the newer one', async () => {
  const { app } = await open({ ...finished, lastMessage: again });
  act(() => {
    app.append({ type: 'customer.arrived', ticket: later, stream: streamAt(10) });
    app.append({ ...loaded, items: [again] });
  });
  const button = await screen.findByRole('button', openNew);
  expect(window.location.pathname).toBe('/aurora/chat/1');
  await userEvent.setup().click(button);
  expect(window.location.pathname).toBe('/aurora/chat/2');
});

it('not delivered -> tried again -> the same words go anew, once; what is being written stays', async () => {
  const { app, composer, submitted } = await open();
  const lost = { errorCode: '131026', errorKey: 'channel.error.undeliverable', clientId: null, ticketId: '1' };
  const items = [
    aSentMessage({ ...lost, id: '80', text: 'Chegou?', quoted: aRelatedMessage({ id: '70' }) }),
    aSentMessage({
      ...lost,
      id: '81',
      text: 'Talvez chegou',
      errorCode: 'uncertain',
      errorKey: 'error.send.uncertain',
    }),
    aSentMessage({ ...lost, id: '82', text: 'De outro atendimento', ticketId: '0' }),
  ];
  act(() => app.append({ type: 'chat.listed', ...ofConversation, request: 1, items, complete: true, older: false }));
  const user = userEvent.setup();
  await user.type(composer, 'E');
  const line = screen.getAllByRole('article').find((article) => within(article).queryByText('Chegou?') !== null);
  if (line === undefined) throw new Error('The message is not shown.');
  const undelivered = within(line);
  await user.click(undelivered.getByRole('button', { name: 'Tentar de novo' }));
  expect(submitted).toMatchObject([{ clientId: 'client', text: 'Chegou?', replyTo: '70', ticketId: '1' }]);
  expect(screen.getAllByText('Chegou?')).toHaveLength(2);
  expect(undelivered.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  expect(composer).toHaveProperty('value', 'E');
  expect(document.activeElement).toBe(composer);
});

it('searching -> down leads on to what was found', async () => {
  const { app } = await open();
  act(() => {
    for (const event of [...greeting(10), listed(2, [ticket])]) app.append(event);
  });
  (await screen.findByRole('searchbox', { name: 'Nome, número ou protocolo' })).focus();
  await userEvent.setup().keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await screen.findByRole('listbox', { name: 'Conversas' }));
});

it('earlier attendances couldn’t be asked for anew -> said, and not that there are none', async () => {
  const { app } = await open();
  act(() => app.append({ type: 'history.listed', ...ofConversation, tickets: [], total: 0 }));
  await screen.findByText('Este é o primeiro atendimento.');
  act(() => app.append({ type: 'history.failed', ...ofConversation, failure: networkFailure }));
  await screen.findByText('Não foi possível carregar.', { exact: false });
  expect(screen.queryByText('Este é o primeiro atendimento.')).toBeNull();
});
