import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import { administration } from '../../src/machines/administration.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { App } from '../../src/views/app/App.tsx';
import { greeting, listed } from '../machines/directory-support.ts';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { aFailure, aMessage, aSentMessage, aTicket, BRUNO, CARLA, streamAt } from '../support/builders.ts';
import { noFiles } from '../support/no-files.ts';
import './kit-render.tsx';

/* Carla writes in a ticket of the queue; Bruno is faster. */

const asked = aMessage({ id: '80', ticketId: '1', text: 'Tem em azul?' });
const answer = aSentMessage({ id: '81', ticketId: '1', text: 'Temos!', author: BRUNO });
const ticketOf = (changes: Partial<Ticket> = {}) =>
  aTicket({ id: '1', owner: null, lastReceivedAt: 1_000, lastMessage: asked, ...changes });
const ofConversation = { customerId: ticketOf().customer.id, instanceId: ticketOf().instance.id };
const key = `${ofConversation.customerId}@${ofConversation.instanceId}` as const;

async function open(roleName = 'atendente') {
  window.history.replaceState(null, '', '/aurora/chat/1');
  const commands: Command[] = [];
  const app = createApp({ now: () => 2_000, onCommand: (command) => commands.push(command) });
  app.append(opened(aStoredSession({ roleName })));
  for (const event of greeting(4)) app.append(event);
  const { query } = app.directory.inbox.getSnapshot().context;
  app.append(listed(2, [ticketOf()], { query, streamPosition: 4 }));
  app.append({ type: 'ticket.opened', ticketId: '1' });
  app.append({ type: 'ticket.loaded', ticket: ticketOf(), streamPosition: 4 });
  app.append({ type: 'chat.listed', ...ofConversation, request: 1, items: [asked], complete: true, older: false });
  let clients = 0;
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => app.append(event),
    now: () => 2_000,
    ownNow: () => 2_000,
    newClientId: () => `client-${(clients += 1)}`,
    newTempId: () => `${clients}-temp`,
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    files: noFiles,
    prepareAdministration: async () => administration(app.directory.add),
    prepareReport: () => Promise.reject(new Error('not here')),
  };
  const user = userEvent.setup();
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  const field = await screen.findByRole('textbox', { name: /Mensagem para/ });
  const append = (event: AppEvent) => act(() => app.append(event));
  const type = async (words: string) => {
    await user.click(field);
    await user.keyboard(words);
  };
  const draft = () => app.directory.conversation(key)?.getSnapshot().context.draft;
  const answered = (by: Message = answer) =>
    append({
      type: 'message.arrived',
      message: by,
      ticket: ticketOf({ owner: { ...BRUNO, image: null }, lastMessage: by }),
      stream: streamAt(5),
    });
  return { app, append, commands, user, type, draft, answered, field };
}

it('a colleague answers while an administrator writes -> said above the field, which still sends', async () => {
  const { type, answered, user, field } = await open('administrador');
  await type('Vou ver');
  answered();
  expect(await screen.findByText('Bruno Lima respondeu enquanto você escrevia')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ver a resposta' }));
  expect((field as HTMLTextAreaElement).value).toBe('Vou ver');
  await type('{Enter}');
  await waitFor(() => expect(screen.queryByText(/respondeu enquanto/)).toBeNull());
  // Begun after the answer, nothing is said.
  await type('E mais');
  expect(screen.queryByText(/respondeu enquanto/)).toBeNull();
});

it('answered from the company’s phone while one writes -> said above the field', async () => {
  const { type, append } = await open('administrador');
  await type('Vou ver');
  const arrives = (message: Message, seq: number) =>
    append({ type: 'message.arrived', message, ticket: ticketOf({ lastMessage: message }), stream: streamAt(seq) });
  // What is deleted there is no answer.
  arrives(aSentMessage({ id: '81', ticketId: '1', text: '', tag: 'revoked', author: null }), 5);
  expect(screen.queryByText(/respondeu pelo celular/)).toBeNull();
  arrives(aSentMessage({ id: '82', ticketId: '1', text: 'Temos!', author: null }), 6);
  expect(await screen.findByText('A empresa respondeu pelo celular enquanto você escrevia')).toBeTruthy();
});

it('a colleague takes it -> the text is offered, and is in the field again once it may be sent', async () => {
  const { type, append, draft } = await open();
  await type('Vou ver');
  const taken = (owner: Ticket['owner'], seq: number) =>
    append({
      type: 'ticket.transferred',
      transfer: null,
      ticket: ticketOf({ owner }),
      by: BRUNO,
      stream: streamAt(seq),
    });
  taken({ ...BRUNO, image: null }, 5);
  const card = await screen.findByRole('group', { name: 'Seu texto foi guardado' });
  expect(within(card).getByText('Vou ver')).toBeTruthy();
  // Who doesn't see the conversation any more can't write a note in it.
  expect(within(card).queryByRole('button', { name: 'Usar como nota' })).toBeNull();
  expect(draft()).toBe('Vou ver');
  taken({ ...CARLA, image: null }, 6);
  expect(await screen.findByRole('textbox', { name: /Mensagem para/ })).toHaveProperty('value', 'Vou ver');
});

it('finished meanwhile -> the text becomes a note', async () => {
  const { type, append, user, app, draft } = await open();
  await type('Até logo');
  const ticket = ticketOf({ owner: { ...CARLA, image: null }, finishedAt: 2_000 });
  append({ type: 'ticket.closed', ticket, by: CARLA, stream: streamAt(5) });
  await user.click(await screen.findByRole('button', { name: 'Usar como nota' }));
  expect(app.directory.conversation(key)?.getSnapshot().context.noteDraft).toBe('Até logo');
  expect(draft()).toBe('');
  expect(await screen.findByRole('textbox', { name: 'Nota interna' })).toHaveProperty('value', 'Até logo');
});

it('gone from the list meanwhile -> the text is found from there, and stored until it is discarded', async () => {
  const { type, append, user, app, commands } = await open();
  await type('Vou ver');
  append({ type: 'ticket.left', ticketId: '1' });
  expect(app.directory.unsent.getSnapshot()).toEqual([]);
  append({
    type: 'ticket.transferred',
    transfer: null,
    ticket: ticketOf({ owner: { ...BRUNO, image: null } }),
    by: BRUNO,
    stream: streamAt(5),
  });
  expect(app.directory.unsent.getSnapshot()).toEqual([key]);
  await user.click(await screen.findByRole('button', { name: 'Textos guardados em 1 conversa' }));
  const dialog = await screen.findByRole('dialog', { name: 'Textos guardados' });
  expect(within(dialog).getByText(`Para ${ticketOf().customer.name}`)).toBeTruthy();
  expect(within(dialog).getByText('Vou ver')).toBeTruthy();
  expect(within(dialog).getByText('Este atendimento está com Bruno Lima.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Descartar' }));
  expect(commands.at(-1)).toMatchObject({ type: 'draft.keep', ...ofConversation, text: '' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /guardados/ })).toBeNull());
});

it('refused, and gone from the list -> the text is found from there until it is discarded', async () => {
  const { type, append, user, app, commands } = await open();
  await type('Vou ver{Enter}');
  const failure = aFailure({ code: 'FORBIDDEN', key: 'error.ticket.passedOn' });
  append({ type: 'outbox.stored', clientId: 'client-1' });
  append({
    type: 'ticket.transferred',
    transfer: null,
    ticket: ticketOf({ owner: { ...BRUNO, image: null } }),
    by: BRUNO,
    stream: streamAt(5),
  });
  append({ type: 'message.refused', clientId: 'client-1', failure });
  expect(app.directory.unsent.getSnapshot()).toEqual([]);
  append({ type: 'ticket.left', ticketId: '1' });
  expect(app.directory.unsent.getSnapshot()).toEqual([key]);
  await user.click(await screen.findByRole('button', { name: 'Textos guardados em 1 conversa' }));
  const dialog = await screen.findByRole('dialog', { name: 'Textos guardados' });
  expect(within(dialog).getByText(/^Não enviada para /)).toBeTruthy();
  expect(within(dialog).getByText('Vou ver')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Descartar' }));
  expect(commands).toContainEqual({ type: 'outbox.remove', clientId: 'client-1' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /guardados/ })).toBeNull());
});
