import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import { ANA, BRUNO, aFailure, aMessage, aTransfer, networkFailure, streamAt } from '../support/builders.ts';
import { composerOf, NOW, openChat, ownTicket } from './chat-support.tsx';

/*
 * What is left of a conversation in which the viewer can't write.
 */

const ofConversation = { customerId: ownTicket.customer.id, instanceId: ownTicket.instance.id };
const message = aMessage({ id: '80', ticketId: '1', text: 'Vocês abrem hoje?', at: NOW - 1_000 });

function show(ticket: Ticket) {
  const shown = openChat(ticket);
  act(() =>
    shown.app.append({
      type: 'chat.listed',
      ...ofConversation,
      request: 1,
      items: [message],
      complete: true,
      older: false,
    }),
  );
  const reply = () => within(screen.getByRole('log')).queryByRole('button', { name: 'Responder' });
  const pressEnter = () => fireEvent.keyDown(screen.getByRole('article'), { key: 'Enter' });
  return { ...shown, reply, pressEnter };
}

it.each<[string, Partial<Ticket>]>([
  ['finished', { finishedAt: NOW - 500 }],
  ['somebody else’s', { owner: { ...BRUNO, image: null } }],
  ['past its 24 hours', { lastReceivedAt: NOW - 90_000_000 }],
])('%s -> no message offers to be answered, and Enter on one quotes nothing', async (_, changes) => {
  const { app, reply, pressEnter } = show({ ...ownTicket, ...changes });
  await screen.findByText(message.text ?? '');
  expect(reply()).toBeNull();
  pressEnter();
  const { customer, instance } = ownTicket;
  const conversation = app.directory.conversation(conversationKey(customer.id, instance.id));
  expect(conversation?.getSnapshot().context.replyTo).toBeNull();
});

it('what was quoted while one could write waits until one can again', async () => {
  const { app, reply, pressEnter } = show(ownTicket);
  await composerOf(ownTicket);
  expect(reply()).not.toBeNull();
  pressEnter();
  expect(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).toBeTruthy();
  const passOn = (owner: Ticket['owner'], seq: number) =>
    act(() =>
      app.append({
        type: 'ticket.transferred',
        transfer: null,
        ticket: { ...ownTicket, owner },
        by: null,
        stream: streamAt(seq),
      }),
    );
  passOn({ ...BRUNO, image: null }, 9);
  expect(reply()).toBeNull();
  passOn(null, 10);
  expect(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).toBeTruthy();
});

it.each([
  ['a colleague takes it from the queue', null, BRUNO, 'Bruno Lima assumiu este atendimento.'],
  ['somebody gives it to a colleague', ANA, ANA, `${ANA.name} transferiu este atendimento para Bruno Lima.`],
  ['it is distributed', null, null, 'Este atendimento está com Bruno Lima.'],
])('%s while one looks -> who has it now, and by whom', async (_, triggeredBy, by, said) => {
  const { app } = show({ ...ownTicket, owner: null });
  await composerOf(ownTicket);
  act(() =>
    app.append({
      type: 'ticket.transferred',
      transfer: triggeredBy && aTransfer({ ticketId: ownTicket.id, nextOwner: BRUNO, triggeredBy }),
      ticket: { ...ownTicket, owner: { ...BRUNO, image: null } },
      by,
      stream: streamAt(9),
    }),
  );
  expect(screen.getByText(said)).toBeTruthy();
});

it('the company’s month is used up -> the message says so with its words, and is tried again or discarded', async () => {
  const { app, submitted } = show(ownTicket);
  const composer = await composerOf(ownTicket);
  const user = userEvent.setup();
  await user.type(composer, 'Abrimos às 9h{Enter}');
  const [{ clientId } = expect.unreachable()] = submitted;
  const params = { max: 12_000 };
  const failure = aFailure({ code: 'CONFLICT', key: 'error.message.monthlyLimit', params });
  act(() => {
    app.append({ type: 'outbox.stored', clientId });
    app.append({ type: 'message.refused', clientId, failure });
  });
  const log = within(screen.getByRole('log'));
  expect(await log.findByText(/O limite de 12\.000 mensagens por mês da empresa foi atingido\./u)).toBeTruthy();
  expect(log.getByText('Abrimos às 9h')).toBeTruthy();
  expect(log.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  await user.click(log.getByRole('button', { name: 'Descartar' }));
  expect(log.queryByText('Abrimos às 9h')).toBeNull();
});

it('a conversation doesn’t load -> said why, and tried again; without a network only when it comes', async () => {
  const { app, commands } = openChat(ownTicket);
  const request = commands.findLast((each) => each.type === 'chat.fetch')?.request ?? 0;
  act(() => app.append({ type: 'chat.listFailed', ...ofConversation, request, failure: networkFailure }));
  const log = within(screen.getByRole('log'));
  expect(await log.findByText(/^Sem conexão com o servidor/u)).toBeTruthy();
  expect(log.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  act(() => app.append({ type: 'network.changed', online: false }));
  expect(log.getByText('As mensagens aparecem quando a conexão voltar.')).toBeTruthy();
  expect(log.queryByText(/Sem conexão/u)).toBeNull();
  expect(log.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
});

it('a message that one jumps to doesn’t load -> said, and tried again', async () => {
  const { app, commands } = openChat(ownTicket);
  const fetches = () => commands.flatMap((each) => (each.type === 'chat.fetch' ? each : []));
  const asked = () => fetches().at(-1)?.request ?? 0;
  act(() =>
    app.append({
      type: 'chat.listed',
      ...ofConversation,
      request: asked(),
      items: [message],
      complete: true,
      older: false,
    }),
  );
  act(() => app.append({ type: 'chat.sought', ticketId: '1', messageId: '50' }));
  act(() => app.append({ type: 'chat.listFailed', ...ofConversation, request: asked(), failure: networkFailure }));
  expect((await screen.findByText(/A mensagem não carregou\./u)).textContent).not.toContain('Sem conexão');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(fetches().map(({ aroundId }) => aroundId ?? null)).toEqual([null, '50', '50']);
  expect(screen.queryByText(/A mensagem não carregou\./u)).toBeNull();
});

it('the messages before the reader’s eyes were of what was taken away -> they aren’t looked for', async () => {
  const earlier = { ...ownTicket, finishedAt: NOW - 7_300_000 };
  const taken = { ...ownTicket, id: '2' };
  const kept = aMessage({ id: '70', ticketId: '1', text: 'Obrigada!', at: NOW - 7_400_000 });
  const { app, commands } = openChat(taken);
  act(() => app.append({ type: 'ticket.opened', ticketId: '1' }));
  act(() => app.append({ type: 'ticket.loaded', ticket: earlier, streamPosition: 1 }));
  const fetches = () => commands.flatMap((each) => (each.type === 'chat.fetch' ? each : []));
  const list = (items: readonly Message[]) => {
    const request = fetches().at(-1)?.request ?? 0;
    act(() => app.append({ type: 'chat.listed', ...ofConversation, request, items, complete: true, older: false }));
  };
  list([kept, { ...message, ticketId: '2' }]);
  await screen.findByText('Vocês abrem hoje?');
  act(() => app.append({ type: 'chat.sought', ticketId: '2', messageId: '80' }));
  const by = null;
  const ticket = { ...taken, owner: { ...BRUNO, image: null } };
  act(() => app.append({ type: 'ticket.transferred', transfer: null, ticket, by, stream: streamAt(9) }));
  list([kept]);
  expect(screen.queryByText('Vocês abrem hoje?')).toBeNull();
  expect(screen.getByText('Obrigada!')).toBeTruthy();
  expect(fetches().map(({ aroundId }) => aroundId ?? null)).toEqual([null, null]);
});
