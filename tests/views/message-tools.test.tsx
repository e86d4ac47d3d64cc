import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import { selectReplyTo } from '../../src/machines/conversation/conversation.selectors.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import { administration } from '../../src/machines/administration.ts';
import { App } from '../../src/views/app/App.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { media } from '../../models/samples.ts';
import {
  aFailure,
  aMessage,
  aRelatedMessage,
  aSentMessage,
  aTicket,
  BRUNO,
  CARLA,
  START,
  streamAt,
} from '../support/builders.ts';
import { noFiles } from '../support/no-files.ts';
import './kit-render.tsx';

const ticket = aTicket({ id: '1', owner: { ...CARLA, image: null }, lastReceivedAt: 1_000 });
const ofConversation = { customerId: ticket.customer.id, instanceId: ticket.instance.id };
const asked = aMessage({ id: '80', ticketId: '1', text: 'Tem em azul?' });

const aCard = { name: 'Marta', organization: null, phones: ['5511987654321'], emails: [] };

const targets = [
  { ...ofConversation, ticketId: '1', name: ticket.customer.name },
  { customerId: '200', instanceId: '10', ticketId: '2', name: 'Marta Lopes' },
  { customerId: '300', instanceId: '10', ticketId: '3', name: 'Rui Alves' },
].map((each) => ({
  phone: '5511987654321',
  image: null,
  instanceName: 'Vendas',
  hasChannel: true,
  lastReceivedAt: 1_000,
  ...each,
}));

async function open(items: readonly Message[] = [asked]) {
  window.history.replaceState(null, '', '/aurora/chat/1');
  const commands: Command[] = [];
  const app = createApp({ now: () => 2_000, onCommand: (command) => commands.push(command) });
  app.append(opened(aStoredSession()));
  app.append({ type: 'ticket.opened', ticketId: ticket.id });
  app.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  app.append({ type: 'chat.listed', ...ofConversation, request: 1, items, complete: true, older: false });
  const submitted: OutgoingMessage[] = [];
  let clients = 0;
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => {
      if (event.type === 'message.submitted') submitted.push(event.message);
      app.append(event);
    },
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
  const lines = await screen.findAllByRole('article');
  const line = lines[0] ?? expect.unreachable();
  const append = (event: AppEvent) => act(() => app.append(event));
  /** The server answers the last question about the conversations to forward to. */
  const answer = async () => {
    const asked = () => commands.findLast((each) => each.type === 'list.fetch' && each.list === 'chat.forward');
    await waitFor(() => expect(asked()).toBeDefined());
    const command = asked();
    if (command?.type !== 'list.fetch') return;
    const page = { list: 'chat.forward' as const, rows: targets, total: targets.length };
    append({ type: 'list.answered', list: 'chat.forward', request: command.request, page });
  };
  return {
    app,
    append,
    answer,
    submitted,
    user,
    line,
    commands,
    composer: screen.queryByRole('textbox', { name: /Mensagem para/ }),
  };
}

/** The tools come when their code is loaded. */
async function toolsAt(line: HTMLElement, user: ReturnType<typeof userEvent.setup>) {
  return waitFor(async () => {
    await user.unhover(line);
    await user.hover(line);
    return within(line).getByRole('group', { name: 'Ações da mensagem' });
  });
}

describe('reacting', () => {
  it('by mouse -> at the message at once as pending, with whose it is; once more takes it back', async () => {
    const { user, line, submitted } = await open();
    const tools = await toolsAt(line, user);
    await user.click(within(tools).getByRole('button', { name: 'Reagir' }));
    await user.click(await screen.findByRole('button', { name: 'Reagir com ❤️' }));
    expect(submitted).toMatchObject([{ text: '❤️', reactsTo: '80', replyTo: null, ticketId: '1', ...ofConversation }]);
    expect(within(line).getByTitle('Você').textContent).toContain('❤️');
    expect(within(line).getByTitle('Você').dataset['pending']).toBe('true');
    await user.click(within(await toolsAt(line, user)).getByRole('button', { name: 'Reagir' }));
    await user.click(await screen.findByRole('button', { name: 'Retirar a reação ❤️' }));
    expect(submitted.at(-1)).toMatchObject({ text: '', reactsTo: '80' });
    expect(within(line).queryByTitle('Você')).toBeNull();
  });

  it('by keyboard -> the focus is at the message again', async () => {
    const { user, line, submitted } = await open();
    await toolsAt(line, user);
    act(() => line.focus());
    await user.keyboard('r');
    await screen.findByRole('button', { name: 'Reagir com 👍' });
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(submitted).toMatchObject([{ text: '😂' }]);
    await waitFor(() => expect(document.activeElement).toBe(line));
  });

  it('refused -> taken back, and the message says why until that is dismissed', async () => {
    const { app, append, user, line, submitted } = await open();
    await toolsAt(line, user);
    act(() => line.focus());
    await user.keyboard('r');
    await user.click(await screen.findByRole('button', { name: 'Reagir com 👍' }));
    const clientId = submitted[0]?.clientId ?? '';
    append({ type: 'outbox.stored', clientId });
    append({
      type: 'message.refused',
      clientId,
      failure: aFailure({ code: 'CONFLICT', key: 'error.reaction.undelivered' }),
    });
    expect(within(line).queryByTitle('Você')).toBeNull();
    expect(await within(line).findByText(/A reação 👍 não foi enviada: Esta mensagem ainda não chegou/u)).toBeTruthy();
    await user.click(within(line).getByRole('button', { name: 'Dispensar' }));
    expect(within(line).queryByText(/não foi enviada/u)).toBeNull();
    expect(app.directory.send(clientId)).toBeUndefined();
  });

  it('is not offered where the provider doesn’t have the message', async () => {
    const { user, line } = await open([aSentMessage({ id: '80', ticketId: '1', ack: 0 })]);
    const tools = await toolsAt(line, user);
    expect(within(tools).queryByRole('button', { name: 'Reagir' })).toBeNull();
  });

  it('received ones and a colleague’s are shown with their names', async () => {
    const reactions = [
      aRelatedMessage({ id: '90', received: true, tag: 'reaction', text: '🙏', author: null }),
      aRelatedMessage({ id: '91', received: false, tag: 'reaction', text: '👏', author: BRUNO }),
    ];
    const { line } = await open([{ ...asked, reactions }]);
    expect(within(line).getByTitle(ticket.customer.name).textContent).toContain('🙏');
    expect(within(line).getByTitle(BRUNO.name).textContent).toContain('👏');
  });
});

it('the menu by keyboard -> the text is copied, and that is said', async () => {
  const { user, line } = await open();
  await toolsAt(line, user);
  act(() => line.focus());
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Copiar o texto' }));
  expect(await screen.findByText('Copiado')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('Tem em azul?');
});

it('an emoji is found by name and written at the caret; it is the first of the recent ones then', async () => {
  const { user, composer, append } = await open();
  if (!(composer instanceof HTMLTextAreaElement)) throw new Error('no composer');
  append({ type: 'draft.changed', ticketId: '1', text: 'Bom dia' });
  composer.setSelectionRange(3, 3);
  await user.click(await screen.findByRole('button', { name: 'Inserir emoji' }));
  const search = await screen.findByRole('searchbox', { name: 'Buscar emoji' });
  await screen.findByRole('option', { name: 'rosto risonho' });
  await user.type(search, 'coracao vermelho{Enter}');
  await waitFor(() => expect(composer.value).toBe('Bom❤️ dia'));
  expect(document.activeElement).toBe(composer);
  expect(composer.selectionStart).toBe(5);
  await user.click(screen.getByRole('button', { name: 'Inserir emoji' }));
  const recent = await screen.findByRole('listbox', { name: 'Recentes' });
  // The list is drawn empty first.
  await within(recent).findByRole('option', { name: 'coração vermelho' });
  expect(within(recent).getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(composer));
  expect(composer.value).toBe('Bom❤️ dia');
});

it('numbers in a text are copied by a click or Enter, and what is bold or a link stays so', async () => {
  const text = 'CPF *529.982.247-25*, boleto do pedido 77219. Pix: ana@loja.example, site https://loja.example/1';
  const { user, line } = await open([{ ...asked, text }]);
  const cpf = await within(line).findByRole('button', { name: 'Copiar CPF 529.982.247-25' });
  expect(cpf.closest('strong')).not.toBeNull();
  await user.click(cpf);
  expect(await screen.findByText('Copiado')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('52998224725');
  act(() => within(line).getByRole('button', { name: 'Copiar número do pedido 77219' }).focus());
  await user.keyboard('{Enter}');
  expect(await navigator.clipboard.readText()).toBe('77219');
  await user.click(within(line).getByRole('button', { name: 'Copiar chave Pix ana@loja.example' }));
  expect(await navigator.clipboard.readText()).toBe('ana@loja.example');
  expect(within(line).getByRole('link').textContent).toBe('https://loja.example/1');
  expect(line.textContent).toContain(text.replaceAll('*', ''));
});

describe('forwarding', () => {
  it('by keyboard -> to the conversations chosen, as one message each; the draft stays', async () => {
    const { append, answer, submitted, user, line } = await open();
    append({ type: 'draft.changed', ticketId: '1', text: 'Já' });
    await toolsAt(line, user);
    act(() => line.focus());
    await user.keyboard('e');
    const dialog = await screen.findByRole('dialog', { name: 'Encaminhar mensagem' });
    expect(within(dialog).getByRole('button', { name: 'Encaminhar' })).toHaveProperty('disabled', true);
    await within(dialog).findByRole('searchbox', { name: 'Buscar por nome ou telefone' });
    await answer();
    await user.click(await within(dialog).findByRole('checkbox', { name: /Marta Lopes/u }));
    await user.click(within(dialog).getByRole('checkbox', { name: /Rui Alves/u }));
    // Not to where it stands already.
    expect(within(dialog).queryByRole('checkbox', { name: new RegExp(ticket.customer.name, 'u') })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Encaminhar para 2 conversas' }));
    expect(submitted).toMatchObject([
      { customerId: '200', ticketId: '2', text: 'Tem em azul?', forwards: { id: '80', tag: 'text' } },
      { customerId: '300', ticketId: '3', text: 'Tem em azul?', forwards: { id: '80', tag: 'text' } },
    ]);
    expect(await screen.findByText('Encaminhada para 2 conversas')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(line));
    expect(screen.getByRole('textbox', { name: /Mensagem para/ })).toHaveProperty('value', 'Já');
  });

  it('several, picked by keyboard and by a click -> all together in order; Escape lets go of them', async () => {
    const more = { ...asked, id: '81', text: 'E em verde?', at: asked.at + 1_000 };
    const last = { ...asked, id: '82', text: 'Alô?', at: asked.at + 2_000 };
    const { answer, submitted, user, line } = await open([asked, more, last]);
    await toolsAt(line, user);
    act(() => line.focus());
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    const bar = await screen.findByRole('toolbar', { name: 'Mensagens selecionadas' });
    expect(within(bar).getByRole('status').textContent).toBe('1 selecionada');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('toolbar')).toBeNull();
    // Space takes the first one away again.
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift} ');
    expect(within(screen.getByRole('toolbar')).getByRole('status').textContent).toBe('1 selecionada');
    await user.click(screen.getByText('Alô?'));
    await user.click(screen.getByText('E em verde?'));
    expect(within(screen.getByRole('toolbar')).getByRole('status').textContent).toBe('3 selecionadas');
    await user.click(screen.getByText('Alô?'));
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Encaminhar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Encaminhar 2 mensagens' });
    await within(dialog).findByRole('searchbox', { name: 'Buscar por nome ou telefone' });
    await answer();
    await user.click(await within(dialog).findByRole('checkbox', { name: /Marta Lopes/u }));
    await user.click(within(dialog).getByRole('button', { name: 'Encaminhar para 1 conversa' }));
    expect(submitted).toMatchObject([
      { ticketId: '2', text: 'Tem em azul?', forwards: { id: '80' } },
      { ticketId: '2', text: 'E em verde?', forwards: { id: '81' } },
    ]);
    expect(await screen.findByText('Encaminhadas para 1 conversa')).toBeTruthy();
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('more than can be -> said, until one is taken away; picked by mouse, the keys go on from the message', async () => {
    const many = Array.from({ length: 31 }, (_, index) => ({
      ...asked,
      id: String(80 + index),
      text: `Linha ${index}`,
      at: asked.at + index * 1_000,
    }));
    const { user, line } = await open(many);
    await toolsAt(line, user);
    await user.click(screen.getByRole('button', { name: 'Mais ações da mensagem' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Selecionar' }));
    const status = () => within(screen.getByRole('toolbar')).getByRole('status').textContent;
    expect(status()).toBe('1 selecionada');
    await waitFor(() => expect(document.activeElement).toBe(line));
    const rest = [...document.querySelectorAll<HTMLElement>('[data-message]')].filter((each) => each !== line);
    for (const each of rest) fireEvent.click(each);
    expect(status()).toBe('30 selecionadas · são no máximo 30 por vez');
    await user.keyboard(' ');
    expect(status()).toBe('29 selecionadas');
  });

  it('several copied -> one text, each with when it was said and by whom', async () => {
    const more = { ...asked, id: '81', text: 'E em verde?', at: asked.at + 1_000 };
    const { user, line } = await open([asked, more]);
    await toolsAt(line, user);
    act(() => line.focus());
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}c{/Control}');
    const copied = await navigator.clipboard.readText();
    expect(copied.split('\n').map((each) => each.replace(/^\[.+\] /u, ''))).toEqual([
      `${ticket.customer.name}: Tem em azul?`,
      `${ticket.customer.name}: E em verde?`,
    ]);
    expect(await screen.findByText('Copiado')).toBeTruthy();
  });

  it('a message that was missed and came later says so, and when', async () => {
    await open([
      { ...asked, recovered: true },
      { ...asked, id: '81', text: 'Oi?', at: START - 3_600_000, takenAt: START },
      { ...asked, id: '82', text: 'Alô', takenAt: asked.at + 60_000 },
    ]);
    expect(await screen.findAllByText(/^Recuperada: chegou em/u)).toHaveLength(2);
  });

  it('a place has a link to its map, a contact its numbers to call', async () => {
    const place = { latitude: -23.5, longitude: -46.6, name: 'MASP', address: null };
    const contact = { name: 'Marta', organization: 'Flora', phones: ['+55 (11) 9'], emails: ['m@flora.example'] };
    await open([
      { ...asked, tag: 'location', text: 'MASP', place },
      { ...asked, id: '81', tag: 'contacts', text: 'Marta · +55 (11) 9', contacts: [contact] },
    ]);
    const map = await screen.findByRole('link', { name: 'Ver MASP no mapa' });
    expect(map.getAttribute('href')).toBe('https://www.google.com/maps/search/?api=1&query=-23.5%2C-46.6');
    const card = await screen.findByRole('group', { name: 'Marta' });
    expect(within(card).getByText('Flora')).toBeTruthy();
    expect(
      within(card)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['tel:+55119', 'mailto:m@flora.example']);
    const user = userEvent.setup();
    await user.click(within(card).getByRole('button', { name: 'Copiar +55 (11) 9' }));
    expect(await navigator.clipboard.readText()).toBe('+55119');
    expect(within(card).getByText('Copiado: +55 (11) 9')).toBeTruthy();
  });

  it.each<[string, Partial<Message>]>([
    [
      'a place',
      { tag: 'location', text: 'Loja', place: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: null } },
    ],
    ['a contact card', { tag: 'contacts', text: 'Marta', contacts: [aCard] }],
  ])('%s: in the menu, and by its key', async (_, changes) => {
    const { answer, submitted, user, line } = await open([{ ...asked, ...changes }]);
    act(() => line.focus());
    const tool = () => line.querySelector<HTMLElement>('[data-tools] button[aria-haspopup="menu"]');
    await waitFor(() => expect(tool()).not.toBeNull());
    await user.click(tool() ?? line);
    expect((await screen.findByRole('menu')).textContent).toContain('Encaminhar');
    await user.keyboard('{Escape}');
    act(() => line.focus());
    await user.keyboard('e');
    const dialog = await screen.findByRole('dialog', { name: 'Encaminhar mensagem' });
    await answer();
    await user.click(await within(dialog).findByRole('checkbox', { name: /Marta Lopes/u }));
    await user.click(within(dialog).getByRole('button', { name: 'Encaminhar para 1 conversa' }));
    expect(submitted).toMatchObject([{ ticketId: '2', forwards: { id: '80', tag: changes.tag } }]);
  });

  it('a forwarded message says so', async () => {
    const { line } = await open([{ ...asked, forwarded: true }]);
    expect(within(line).getByText('Encaminhada')).toBeTruthy();
  });
});

describe('a quick reply of a message', () => {
  it('from its menu -> one’s own, with the message’s text; once saved it is said, and the focus is at the message', async () => {
    const { append, user, line, commands } = await open();
    await toolsAt(line, user);
    act(() => line.focus());
    await user.keyboard('{Shift>}{F10}{/Shift}');
    await user.click(await screen.findByRole('menuitem', { name: 'Criar resposta rápida' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nova resposta rápida' });
    expect(within(dialog).getByRole('textbox', { name: /^Texto/ })).toHaveProperty('value', 'Tem em azul?');
    await user.type(within(dialog).getByRole('textbox', { name: /^Atalho/ }), 'azul');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    const saving = commands.findLast((each) => each.type === 'form.save');
    if (saving?.type !== 'form.save') throw new Error('Nothing was saved');
    const { form, key, values, request } = saving;
    expect({ form, key, values }).toEqual({
      form: 'quickReply',
      key: 'own',
      values: { shortcut: 'azul', text: 'Tem em azul?' },
    });
    append({ type: 'form.saved', form: 'quickReply', key, request, id: '7', version: '1', lists: [] });
    expect(await screen.findByText('Resposta rápida criada')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(line));
  });
});

describe('an album', () => {
  const pictures = ['80', '81', '82', '83', '84', '85'].map((id) => ({
    ...asked,
    id,
    tag: 'image' as const,
    text: null,
  }));

  it('a picture that others join stays where it is drawn: its viewer stays open', async () => {
    const first = pictures[0] ?? expect.unreachable();
    const { append, commands, user, line } = await open([first]);
    const ask = () => commands.find((each) => each.type === 'media.fetch');
    await waitFor(() => expect(ask()).toBeDefined());
    const { request } =
      commands.flatMap((each) => (each.type === 'media.fetch' ? [each] : []))[0] ?? expect.unreachable();
    append({ type: 'media.loaded', messageId: first.id, request, media: media({ url: '/m/80' }) });
    await user.click(await screen.findByRole('button', { name: /^Ampliar imagem/u }));
    const viewer = await screen.findByRole('dialog');
    const message = { ...first, id: '81' };
    append({ type: 'message.arrived', message, ticket: { ...ticket, pinned: null }, stream: streamAt(5) });
    await waitFor(() => expect(document.querySelectorAll('[data-album="2"] [data-message]')).toHaveLength(2));
    expect([screen.getByRole('dialog'), document.querySelector('[data-message="80"]')]).toEqual([viewer, line]);
  });

  it('shows four, each a message of its own, and the number of the others, which open in the viewer', async () => {
    const { app, append, commands, user } = await open(pictures);
    const lines = screen.getAllByRole('article');
    expect(lines.map(({ dataset }) => dataset['message'])).toEqual(['80', '81', '82', '83']);
    const asks = () => commands.flatMap((each) => (each.type === 'media.fetch' ? [each] : []));
    await waitFor(() => expect(asks()).toHaveLength(4));
    for (const { messageId, request } of asks())
      append({ type: 'media.loaded', messageId, request, media: media({ url: `/m/${messageId}` }) });
    const last = await screen.findByRole('button', { name: /^Ampliar imagem de .+, e mais 2$/u });
    expect(lines[3]?.contains(last)).toBe(true);
    expect(last.textContent).toBe('+2');

    await user.click(within(lines[1] ?? expect.unreachable()).getByRole('button', { name: 'Responder' }));
    const conversation = app.directory.conversation(
      conversationKey(ofConversation.customerId, ofConversation.instanceId),
    );
    expect(conversation && selectReplyTo(conversation.getSnapshot())?.id).toBe('81');

    await user.click(last);
    const viewer = await screen.findByRole('dialog');
    expect(within(viewer).getByText('4 de 6')).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    await user.click(within(viewer).getByRole('button', { name: 'Mostrar na conversa' }));
    await waitFor(() => expect(document.activeElement).toHaveProperty('dataset.message', '84'));
    expect(screen.getAllByRole('article')).toHaveLength(6);
  });
});
