import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import { aMessage, aRelatedMessage, aSentMessage, aTransfer, BRUNO, CARLA } from '../support/builders.ts';
import { composerOf, NOW, openChat, ownTicket } from './chat-support.tsx';

/*
 * The keys and buttons of an open conversation: its messages, its composer, its header's menu.
 */

const said = (id: string, text: string) => aMessage({ id, ticketId: '1', text, at: NOW - 600_000 + Number(id) });
const items = [
  said('80', 'Primeira'),
  { ...said('81', 'Segunda'), quoted: aRelatedMessage({ id: '80', text: 'Primeira' }) },
  said('82', 'Terceira'),
];

async function show(ticket: Ticket = ownTicket, messages = items) {
  const view = openChat(ticket);
  const ofConversation = { customerId: ticket.customer.id, instanceId: ticket.instance.id };
  act(() =>
    view.app.append({
      type: 'chat.listed',
      ...ofConversation,
      request: 1,
      items: messages,
      complete: true,
      older: false,
    }),
  );
  const lines = await screen.findAllByRole('article');
  return { ...view, ofConversation, lines, user: userEvent.setup() };
}

it('Home, End and the arrows walk over the messages, and stay at the ends; with other keys held they are left alone', async () => {
  const { lines, user } = await show();
  const [first, second, last] = lines;
  const log = screen.getByRole('log');
  const after = async (keys: string) => {
    await user.keyboard(keys);
    return document.activeElement;
  };
  log.focus();
  expect(await after('{ArrowUp}')).toBe(last);
  expect(await after('{ArrowDown}')).toBe(last);
  expect(await after('{Home}')).toBe(first);
  expect(await after('{ArrowUp}')).toBe(first);
  expect(await after('{ArrowDown}')).toBe(second);
  expect(await after('{Control>}{ArrowDown}{/Control}')).toBe(second);
  expect(await after('{End}')).toBe(last);
  // There the page doesn't scroll either.
  expect(fireEvent.keyDown(last ?? log, { key: 'ArrowDown' })).toBe(false);
  log.focus();
  expect(await after('{ArrowDown}')).toBe(last);
});

it('Enter on a message quotes it: one can write at once; Escape drops the quote, then only what is above it', async () => {
  const { lines, user, submitted } = await show();
  act(() => lines[1]?.focus());
  await user.keyboard('{Enter}');
  const composer = await composerOf(ownTicket);
  expect(document.activeElement).toBe(composer);
  const drop = { name: 'Não responder a esta mensagem' };
  expect(screen.getByRole('button', drop)).toBeTruthy();
  await user.keyboard('Sim{Escape}');
  expect(screen.queryByRole('button', drop)).toBeNull();
  expect(document.activeElement).toBe(composer);
  expect(composer).toHaveProperty('value', 'Sim');
  act(() => lines[1]?.focus());
  await user.keyboard('{Enter}{Enter}');
  expect(submitted).toMatchObject([{ text: 'Sim', replyTo: '81' }]);
});

it('the left arrow shows the message that one quotes; Escape goes from the messages to the composer', async () => {
  const { lines, user } = await show();
  act(() => lines[1]?.focus());
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(document.activeElement).toBe(lines[0]));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(await composerOf(ownTicket));
  expect(window.location.pathname).toBe('/aurora/chat/1');
});

it('read out: what comes later, not the page that was loaded', async () => {
  const view = openChat(ownTicket);
  const log = await screen.findByRole('log');
  expect([log.getAttribute('aria-live'), log.getAttribute('aria-busy')]).toEqual(['off', 'true']);
  act(() =>
    view.app.append({
      type: 'chat.listed',
      customerId: ownTicket.customer.id,
      instanceId: ownTicket.instance.id,
      request: 1,
      items,
      complete: true,
      older: false,
    }),
  );
  await waitFor(() => expect(log.getAttribute('aria-live')).toBe('polite'));
  expect(log.getAttribute('aria-busy')).toBe('false');
});

it('Escape is one step back: the customer’s card, then the list', async () => {
  const { user } = await show();
  const toggle = await screen.findByRole('button', { name: 'Dados do cliente' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await user.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await screen.findByRole('button', { name: 'Fechar' });
  await user.keyboard('{Escape}');
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(toggle);
  expect(window.location.pathname).toBe('/aurora/chat/1');
});

async function menuOf(ticket: Ticket) {
  const view = await show(ticket);
  // The narrow header's is the second one.
  const [beside, whole] = await screen.findAllByRole('button', { name: 'Mais ações' });
  const entries = async (button: HTMLElement | undefined) => {
    if (button === undefined) return [];
    await view.user.click(button);
    const found = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    return found;
  };
  return { ...view, beside: await entries(beside), whole: await entries(whole) };
}

const ALWAYS = ['Buscar na conversa', 'Exportar a conversa…'];

it.each<[string, Partial<Ticket>, string[], string[]]>([
  [
    'one’s own',
    {},
    ['Marcar como não lida', 'Adiar…', ...ALWAYS],
    ['Transferir', 'Finalizar', 'Marcar como não lida', 'Adiar…', ...ALWAYS, 'Dados do cliente'],
  ],
  [
    'one’s own that is put off',
    { snoozedUntil: NOW + 600_000 },
    ['Marcar como não lida', 'Trazer de volta', 'Adiar…', ...ALWAYS],
    ['Transferir', 'Finalizar', 'Marcar como não lida', 'Trazer de volta', 'Adiar…', ...ALWAYS, 'Dados do cliente'],
  ],
  [
    'one of the queue',
    { owner: null },
    ['Marcar como não lida', ...ALWAYS],
    ['Transferir', 'Finalizar', 'Marcar como não lida', ...ALWAYS, 'Dados do cliente'],
  ],
  ['a colleague’s', { owner: { ...BRUNO, image: null } }, ALWAYS, [...ALWAYS, 'Dados do cliente']],
  ['a finished one', { finishedAt: NOW - 1_000 }, ALWAYS, []],
])('the header’s menu for %s -> what one may do', async (_, changes, beside, whole) => {
  expect(await menuOf({ ...ownTicket, ...changes })).toMatchObject({ beside, whole });
});

it('a transfer that waits -> no other is begun', async () => {
  const transfer = aTransfer({ ticketId: '1', previousOwner: CARLA, nextOwner: BRUNO });
  const button = () => screen.getByRole('button', { name: 'Transferir' });
  const { user } = await show({ ...ownTicket, pendingTransfer: transfer });
  await waitFor(() => expect(button()).toHaveProperty('disabled', true));
  const [, whole = document.body] = await screen.findAllByRole('button', { name: 'Mais ações' });
  await user.click(whole);
  expect((await screen.findByRole('menuitem', { name: 'Transferir' })).getAttribute('aria-disabled')).toBe('true');
});

it('being finished -> a spinner; without a network none, and the header says what it waits for', async () => {
  const { app, user } = await show();
  const button = () => screen.getByRole('button', { name: /^Finalizar/u });
  act(() => app.append({ type: 'ticket.finishRequested', ticketId: '1' }));
  expect(within(button()).getByRole('progressbar')).toBeTruthy();
  act(() => app.append({ type: 'network.changed', online: false }));
  expect(await screen.findByText('Finaliza quando a conexão voltar')).toBeTruthy();
  expect(within(button()).queryByRole('progressbar')).toBeNull();
  expect(button()).toMatchObject({ ariaDisabled: 'true', title: 'Finaliza quando a conexão voltar' });
  const [, whole = document.body] = await screen.findAllByRole('button', { name: 'Mais ações' });
  await user.click(whole);
  expect((await screen.findByRole('menuitem', { name: 'Finalizar' })).getAttribute('aria-disabled')).toBe('true');
});

it('finished without a network -> the question closes, and the header says what the finish waits for', async () => {
  const { app, user } = await show();
  act(() => app.append({ type: 'network.changed', online: false }));
  await user.click(screen.getByRole('button', { name: 'Finalizar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Finalizar o atendimento?' });
  await user.click(within(dialog).getByRole('button', { name: 'Finalizar' }));
  expect(await screen.findByText('Finaliza quando a conexão voltar')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('not sent -> tried again or discarded, and one can write at once', async () => {
  const { app, user } = await show();
  const composer = await composerOf(ownTicket);
  const fail = () => {
    act(() => app.append({ type: 'outbox.stored', clientId: 'client-1' }));
    act(() =>
      app.append({
        type: 'message.refused',
        clientId: 'client-1',
        failure: { code: 'INVALID', key: 'error.unknown', params: {}, fields: {}, requestId: null },
      }),
    );
  };
  await user.type(composer, 'Oi{Enter}');
  fail();
  const line = screen.getByText('Oi').closest<HTMLElement>('[role="article"]') ?? document.body;
  await user.click(within(line).getByRole('button', { name: 'Tentar de novo' }));
  expect(document.activeElement).toBe(composer);
  fail();
  await user.click(within(line).getByRole('button', { name: 'Descartar' }));
  expect(document.activeElement).toBe(composer);
  expect(screen.queryByText('Oi')).toBeNull();
});

it('whose a message is stands above it only where it is neither the customer’s nor one’s own', async () => {
  const out = { ticketId: '1', ack: 2 } as const;
  const { lines } = await show(ownTicket, [
    said('80', 'Do cliente'),
    aSentMessage({ ...out, id: '81', text: 'Minha', author: CARLA, at: NOW - 500_000 }),
    aSentMessage({ ...out, id: '82', text: 'Do Bruno', author: BRUNO, at: NOW - 400_000 }),
    aSentMessage({ ...out, id: '83', text: 'Do celular', author: null, at: NOW - 300_000 }),
  ]);
  const above = (line: HTMLElement) =>
    [...line.querySelectorAll('[aria-hidden="true"]')].map(({ textContent }) => textContent).filter(Boolean);
  expect(lines.map((line) => above(line).at(0) ?? '')).toEqual([
    '',
    '',
    BRUNO.name,
    expect.stringMatching(/celular/iu),
  ]);
});
