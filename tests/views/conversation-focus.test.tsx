import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
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
import './kit-render.tsx';
import { noFiles } from '../support/no-files.ts';

const ticket = aTicket({ id: '1', owner: { ...CARLA, image: null }, lastReceivedAt: 1_000 });

const ofConversation = { customerId: ticket.customer.id, instanceId: ticket.instance.id };

async function open() {
  window.history.replaceState(null, '', '/aurora/chat/1');
  const app = createApp({ now: () => 2_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  app.append({ type: 'ticket.opened', ticketId: ticket.id });
  app.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  const submitted: OutgoingMessage[] = [];
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => {
      if (event.type === 'message.submitted') submitted.push(event.message);
      app.append(event);
    },
    now: () => 2_000,
    ownNow: () => 2_000,
    newClientId: () => 'client',
    newTempId: () => '1-temp',
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    files: noFiles,
    prepareAdministration: () => Promise.reject(new Error('not here')),
    prepareReport: () => Promise.reject(new Error('not here')),
  };
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  return {
    app,
    submitted,
    composer: await screen.findByRole('textbox', { name: `Mensagem para ${ticket.customer.name}` }),
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
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

it('? lists only what works: a finished attendance is not finished, passed on, put off or answered', async () => {
  const { app } = await open();
  const user = userEvent.setup();
  const keys = async () => {
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Atalhos do teclado' }, { timeout: 30_000 });
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

it('finished by somebody else while one writes -> the customer writes again -> the new one opens, with the draft', async () => {
  const { app, composer } = await open();
  await userEvent.setup().type(composer, 'Oi');
  const finished = { ...ticket, finishedAt: 2_000 };
  const message = aMessage({ id: '90', ticketId: '2', text: 'Voltei' });
  const later = { ...ticket, id: '2', owner: null, startedAt: 2_500, lastMessage: message, lastReceivedAt: message.at };
  act(() => {
    app.append({ type: 'chat.listed', ...ofConversation, request: 1, items: [], complete: true, older: false });
    app.append({ type: 'ticket.closed', ticket: finished, by: null, stream: streamAt(9) });
  });
  expect(screen.getByText(/Quando o cliente escrever de novo/u)).toBeTruthy();
  act(() => app.append({ type: 'message.arrived', message, ticket: later, stream: streamAt(10) }));
  expect(screen.queryByText(/Quando o cliente escrever de novo/u)).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Abrir o novo atendimento' }));
  expect(window.location.pathname).toBe('/aurora/chat/2');
  const anew = await screen.findByRole('textbox', { name: `Mensagem para ${ticket.customer.name}` });
  expect(anew).toHaveProperty('value', 'Oi');
  expect(document.activeElement).toBe(anew);
  // Nobody has it, and whoever sees it may finish it.
  expect(screen.getByRole('button', { name: 'Finalizar' })).toBeTruthy();
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
  const log = within(screen.getByRole('log'));
  await user.click(log.getByRole('button', { name: 'Tentar de novo' }));
  expect(submitted).toMatchObject([{ clientId: 'client', text: 'Chegou?', replyTo: '70', ticketId: '1' }]);
  expect(screen.getAllByText('Chegou?')).toHaveLength(2);
  expect(log.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  expect(composer).toHaveProperty('value', 'E');
  expect(document.activeElement).toBe(composer);
});

it('searching -> down leads on to what was found', async () => {
  const { app } = await open();
  act(() => {
    for (const event of [...greeting(10), listed(2, [ticket])]) app.append(event);
  });
  (await screen.findByRole('searchbox', { name: 'Buscar por nome' })).focus();
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
